/** The name as it is kept: stripped, spaces become `_` (organization.md 7). */
export function customEmojiName(given: string): string {
  return given.trim().replaceAll(' ', '_');
}

/** @returns the text of organization.md 7 that says what is wrong with a name; undefined if nothing is */
export function customEmojiNameProblem(name: string): string | undefined {
  if (name === '') return 'Emoji name is missing';
  if (!/^[0-9a-z_-]+$/.test(name)) {
    return 'Emoji names must contain only lowercase English letters, digits, spaces, dashes, and underscores.';
  }
  return /[0-9a-z]$/.test(name) ? undefined : 'Emoji names must end with either a letter or digit.';
}

/** A row of `custom_emoji` as far as its addresses go. */
export interface CustomEmojiFile {
  realmId: number;
  fileName: string;
  isAnimated: boolean;
}

/** Addresses of an emoji; `still` is null unless it moves. */
export function customEmojiUrls({ realmId, fileName, isAnimated }: CustomEmojiFile): {
  source: string;
  still: string | null;
} {
  const folder = `/user_avatars/${realmId}/emoji/images`;
  const stem = fileName.replace(/\.[^.]*$/, '');
  return { source: `${folder}/${fileName}`, still: isAnimated ? `${folder}/still/${stem}.png` : null };
}
