import { readFileSync } from 'node:fs';
import path from 'node:path';

const read = (file: string): string => readFileSync(path.resolve(__dirname, '..', '..', file), 'utf8');

/** The cells of the table below a heading of a page. */
function tableBelow(page: string, heading: string): string[][] {
  const [, section = ''] = read(page).split(`\n## ${heading}\n`);
  const rows = (section.split('\n## ')[0] ?? '').split('\n').filter((line) => line.startsWith('|'));
  return rows.slice(2).map((row) =>
    row
      .split(/(?<!\\)\|/)
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

/** The threats that docs/operate/overload.md lists: `- **threat**`. */
function boundedThreats(): string[] {
  return [...read('docs/operate/overload.md').matchAll(/^- \*\*(.+)\*\*$/gm)].map(([, threat = '']) => threat);
}

describe('the bounds of docs/operate/overload.md', () => {
  const tests = tableBelow('docs/operate/reliability.md', 'The bounds');

  it('have their tests in docs/operate/reliability.md', () => {
    const bounds = boundedThreats();
    expect(bounds.length).toBeGreaterThan(10);
    expect(tests.map(([threat]) => threat).filter((threat) => threat !== '')).toEqual(bounds);
  });

  it.each(tests)('%s %s has its test: %s', (_threat, file = '', name = '') => {
    expect(read(file)).toContain(`it('${name}'`);
  });
});
