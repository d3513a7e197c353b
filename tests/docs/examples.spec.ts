import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(__dirname, '..', '..');
const FOLDER = 'docs/build';

interface Example {
  page: string;
  file: string;
  lines: string[];
}

/** Blocks of code whose first line is a comment with the path of a file; `…` stands for what is left out. */
function examplesOf(page: string): Example[] {
  const text = readFileSync(path.join(root, page), 'utf8');
  return [...text.matchAll(/^```\w+\n(?:\/\/|--|#) ((?:apps|libs|tests|tools)\/\S+)\n([^]*?)^```$/gm)].map(
    ([, file = '', code = '']) => ({ page, file, lines: code.split('\n').map((line) => line.trim()) }),
  );
}

const examples = readdirSync(path.join(root, FOLDER))
  .filter((file) => file.endsWith('.md'))
  .flatMap((file) => examplesOf(path.join(FOLDER, file)));

describe('examples in docs/build', () => {
  it('are there to be checked', () => {
    expect(examples.length).toBeGreaterThan(3);
  });

  it.each(examples)('$page shows lines of $file', ({ file, lines }) => {
    expect(existsSync(path.join(root, file))).toBe(true);
    const there = new Set(
      readFileSync(path.join(root, file), 'utf8')
        .split('\n')
        .map((line) => line.trim()),
    );
    expect(lines.filter((line) => line !== '' && line !== '…' && line !== '// …' && !there.has(line))).toEqual([]);
  });
});
