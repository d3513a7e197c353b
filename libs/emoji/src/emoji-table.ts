import codeToNamesData from './data/code-to-names.json';

/** Every Unicode emoji that the service knows: code (markdown.md 6) to its names, the canonical one first. */
export const codeToNames: ReadonlyMap<string, readonly string[]> = new Map(Object.entries(codeToNamesData));

const codeByName: ReadonlyMap<string, string> = new Map(
  [...codeToNames].flatMap(([code, names]) => names.map((name) => [name, code] as const)),
);

/** The document that `server_emoji_data_url` serves (markdown.md 6). */
export const serverEmojiDocument: { readonly code_to_names: Readonly<Record<string, readonly string[]>> } = {
  code_to_names: codeToNamesData,
};

/** The code of a Unicode emoji by its canonical name or an alias. */
export function nameToCode(name: string): string | undefined {
  return codeByName.get(name);
}

export function canonicalEmojiName(code: string): string | undefined {
  return codeToNames.get(code)?.[0];
}

/** The code of a character sequence: code points in lower-case hex of at least four digits, joined by `-`, without U+FE0F. */
export function codeOfCharacters(characters: string): string {
  const parts: string[] = [];
  for (const character of characters) {
    const codePoint = character.codePointAt(0);
    if (codePoint === undefined || codePoint === 0xfe0f) continue;
    parts.push(codePoint.toString(16).padStart(4, '0'));
  }
  return parts.join('-');
}
