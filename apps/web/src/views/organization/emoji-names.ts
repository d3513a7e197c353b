import { EXTRA_EMOJI_NAMES, nameToCode } from '@stoa/emoji';

/** What a file's name suggests: `Party Cat.gif` is `party_cat`. */
export function nameFromFile(fileName: string): string {
  const stem = fileName.replace(/\.[^.]*$/, '');
  return stem
    .toLowerCase()
    .replaceAll(/[^0-9a-z_-]+/g, '_')
    .replaceAll(/^_+|[_-]+$/g, '');
}

/** The name that is made of what was typed, if a standard emoji has it, which it would replace (organization.md 7). */
export function standardName(typed: string): string | undefined {
  const name = typed.trim().replaceAll(' ', '_');
  const isStandard = nameToCode(name) !== undefined || EXTRA_EMOJI_NAMES.some((extra) => extra === name);
  return isStandard ? name : undefined;
}
