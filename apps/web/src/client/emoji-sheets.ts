import groupCodes from './emoji-groups.json';
import { type EmojiPicture, pictureAt } from './emoji-grid';
import missingCodes from './emoji-sheets/missing.json';

/** Addresses of the sheets, by `./emoji-sheets/SET-NUMBER.webp` (tools/emoji-sheets.mjs draws them). */
const files: Readonly<Record<string, string>> = import.meta.glob('./emoji-sheets/*.webp', {
  eager: true,
  query: '?url',
  import: 'default',
});

const indexes: ReadonlyMap<string, number> = new Map(
  Object.values(groupCodes)
    .flatMap((codes) => codes.split(' '))
    .map((code, index) => [code, index]),
);

const SETS = ['google', 'twitter'] as const;

/** Finds the pictures of a set by the codes of the API, and nothing for what it does not draw; undefined for other sets. */
export function picturesOf(name: string): ((code: string) => EmojiPicture | undefined) | undefined {
  const set = SETS.find((known) => known === name);
  if (!set) return undefined;
  const names = Object.keys(files).filter((file) => file.startsWith(`./emoji-sheets/${set}-`));
  const urls = names.sort().map((file) => files[file] ?? '');
  const missing: ReadonlySet<string> = new Set(missingCodes[set]);
  return (code) => (missing.has(code) ? undefined : pictureAt(urls, indexes.get(code) ?? -1));
}
