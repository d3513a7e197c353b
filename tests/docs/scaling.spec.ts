import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(__dirname, '..', '..');
const page = path.join(root, 'docs', 'operate', 'scaling.md');
const BLOCK = /(<!-- capacity: begin -->\n)[^]*(<!-- capacity: end -->)/;

/** Without what only aligns a table. */
const unaligned = (text: string): string => text.replace(/ +/g, ' ').replace(/-+/g, '-').trim();

const capacity = (...args: string[]): string =>
  execFileSync(process.execPath, [path.join(root, 'tools', 'capacity.mjs'), ...args], {
    encoding: 'utf8',
    stdio: 'pipe',
  });

describe('docs/operate/scaling.md', () => {
  it('has the tables of the capacity model', () => {
    const tables = capacity();
    if (process.env.STOA_UPDATE_DOCS) {
      writeFileSync(page, readFileSync(page, 'utf8').replace(BLOCK, `$1\n${tables}\n$2`));
    }
    const [, , block = ''] =
      /(<!-- capacity: begin -->)([^]*)<!-- capacity: end -->/.exec(readFileSync(page, 'utf8')) ?? [];
    expect(unaligned(block)).toBe(unaligned(tables));
  });

  it('grows with the users, and keeps two of each service at least', () => {
    const replicas = (users: number): number[] =>
      [...capacity(String(users)).matchAll(/→ ([\d,]+) \|/g)].map(([, count = '']) =>
        Number(count.replaceAll(',', '')),
      );
    const [small, large] = [replicas(1), replicas(5_000_000)];
    expect(small).toHaveLength(6);
    for (const [index, count] of small.entries()) {
      expect(count).toBeGreaterThanOrEqual(2);
      expect(large[index]).toBeGreaterThan(count);
    }
  });

  it('refuses what is no number of users', () => {
    expect(() => capacity('many')).toThrow('each a whole number of connected users');
  });
});
