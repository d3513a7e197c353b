import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(__dirname, '..', '..');
const page = readFileSync(path.join(root, 'docs', 'build', 'web-rows.md'), 'utf8');

interface Row {
  where: string;
  mark: string;
  what: string;
  /** As the cell says them. */
  seenBy: string;
  tests: string[];
}

/** The rows of the page's tables: where it is asked for, how much, what, and which tests see it. */
const rows = page
  .split('\n')
  .filter((line) => /^\| [A-Z0-9]/.test(line) && !line.startsWith('| Where'))
  .map((line): Row => {
    const [where = '', mark = '', what = '', seenBy = ''] = line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim());
    return { where, mark, what, seenBy, tests: [...seenBy.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name) };
  });

/** Unit tests are named below the sources of the client, browser tests by their names alone, all others by their paths. */
function fileOf(name: string): string {
  if (name.startsWith('apps/') || name.startsWith('tests/')) return name;
  return name.includes('/') ? `apps/web/src/${name}.spec.ts` : `tests/web/${name}.e2e-spec.ts`;
}

describe('docs/build/web-rows.md', () => {
  it('has a row for what people expect of the client', () => {
    expect(rows.length).toBeGreaterThan(200);
    expect(rows.filter(({ mark, what }) => !/^[MS]$/.test(mark) || what === '')).toEqual([]);
  });

  it('names tests that exist', () => {
    const missing = rows.flatMap(({ tests }) => tests).filter((name) => !existsSync(path.join(root, fileOf(name))));
    expect([...new Set(missing)]).toEqual([]);
  });

  it('counts what no test sees', () => {
    const [, unseen = ''] = /^(\d+) of \d+ rows are seen by no test/m.exec(page) ?? [];
    expect(rows.filter(({ seenBy }) => seenBy === '')).toEqual([]);
    expect(Number(unseen)).toBe(rows.filter(({ seenBy }) => seenBy === 'none').length);
  });
});
