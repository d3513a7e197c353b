import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { TABLE_OWNERS, WRITE_EXCEPTIONS } from '../../libs/database/src/table-owners';

const root = path.resolve(__dirname, '..', '..');
const BETWEEN_MARKERS = /(<!-- table owners: begin -->)([\s\S]*)(<!-- table owners: end -->)/;
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

/** The part of docs/build/architecture.md that follows from libs/database/src/table-owners.ts. */
function ownershipText(): string {
  const named = (tables: readonly string[]) => tables.map((table) => `\`${table}\``).join(', ');
  const owners = [...new Set(Object.values(TABLE_OWNERS))].map((owner) => {
    const tables = Object.entries(TABLE_OWNERS).filter(([, name]) => name === owner);
    const home = owner === 'database' ? 'libs/database, for every service' : `apps/${owner}`;
    return `- **${home}**: ${named(tables.map(([table]) => table))}`;
  });
  const exceptions = WRITE_EXCEPTIONS.map(
    ({ app, tables, reason }) => `- **apps/${app}** writes ${named(tables)}: ${reason}`,
  );
  return [...owners, '', 'Some services also write tables of others:', '', ...exceptions].join('\n');
}

/** Without the line breaks and padding that the formatter adds. */
const unwrapped = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/** A table's cells without the padding that the formatter adds. */
function cells(table: string): string[][] {
  return table
    .trim()
    .split('\n')
    .filter((line) => line !== '' && !/^\|[\s:|-]+\|$/.test(line))
    .map((line) => line.split('|').map((cell) => cell.trim()));
}

describe('docs', () => {
  /** `STOA_UPDATE_DOCS=1 npm test -- tests/docs` writes the lists anew. */
  it('show who writes each table', () => {
    const page = read('docs/build/architecture.md');
    if (process.env.STOA_UPDATE_DOCS) {
      const updated = page.replace(
        BETWEEN_MARKERS,
        (_all, begin: string, _old, end: string) => `${begin}\n\n${ownershipText()}\n\n${end}`,
      );
      writeFileSync(path.join(root, 'docs/build/architecture.md'), updated);
      return;
    }
    expect(unwrapped(BETWEEN_MARKERS.exec(page)?.[2] ?? '')).toEqual(unwrapped(ownershipText()));
  });

  it('say why each package is here', () => {
    const manifest: Record<string, Record<string, string>> = JSON.parse(read('package.json'));
    const listed = cells(read('docs/build/dependencies.md').replaceAll(/^(?!\|).*$/gm, '')).map(([, name]) => name);
    const kinds = ['dependencies', 'devDependencies', 'optionalDependencies'];
    expect(listed.filter((name) => name !== 'package')).toEqual(
      kinds.flatMap((kind) => Object.keys(manifest[kind] ?? {})),
    );
  });

  it('have a complete lock file beside them (node tools/complete-lock.mjs adds what npm left out)', () => {
    const check = spawnSync(process.execPath, [path.join(root, 'tools', 'complete-lock.mjs'), '--check'], {
      encoding: 'utf8',
    });
    expect(check.stdout).toBe('');
  });
});
