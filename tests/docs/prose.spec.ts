import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(__dirname, '..', '..');
const LONGEST_LINE = 140;
const pagesIn = (folder: string, recursive: boolean) =>
  readdirSync(path.join(root, folder), { recursive, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => path.join(folder, file));

/** The lines of a page without code, which cannot be wrapped. */
function proseLines(page: string): string[] {
  const text = readFileSync(path.join(root, page), 'utf8');
  const withoutBlocks = text.replaceAll(/^ *```[^]*?^ *```/gm, (block) => block.replaceAll(/[^\n]/g, ''));
  return withoutBlocks.split('\n').map((line) => line.replaceAll(/`[^`]+`/g, '``'));
}

describe('pages', () => {
  it.each([...pagesIn('.', false), ...pagesIn('docs', true)])(
    '%s has no line that is too long to read, outside of tables and code',
    (page) => {
      const long = proseLines(page).flatMap((line, at) =>
        line.length > LONGEST_LINE && !line.trimStart().startsWith('|') ? [`${page}:${at + 1}`] : [],
      );
      expect(long).toEqual([]);
    },
  );
});
