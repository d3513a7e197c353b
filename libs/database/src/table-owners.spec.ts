import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { readMigrations } from './migrations/schema-files';
import { readSqlFunctions } from './migrations/sql-functions';
import { PROVISIONING_APPS, PROVISION_WRITES, TABLE_OWNERS, TableName, WRITE_EXCEPTIONS } from './table-owners';

const root = path.resolve(__dirname, '../../..');
const migrations = readMigrations()
  .migrationDirectories.map(({ migrationFile: { content } }) => (content.tag === 'ok' ? content.value : ''))
  .join('\n');

function isTable(name: string): name is TableName {
  return name in TABLE_OWNERS;
}

/** Tables that a text writes by SQL or through Prisma. */
function writtenTables(text: string): Set<TableName> {
  const names = [
    ...text.matchAll(/\bINSERT INTO\s+"?(\w+)/gi),
    ...text.matchAll(/\bUPDATE\s+(?:ONLY\s+)?"?(\w+)"?(?:\s+(?:AS\s+)?\w+)?\s+SET\b/gi),
    ...text.matchAll(/\bDELETE FROM\s+(?:ONLY\s+)?"?(\w+)/gi),
  ].map(([, name = '']) => name.toLowerCase());
  const models = [...text.matchAll(/\bprisma\s*\.(\w+)\s*\.(?:create|update|upsert|delete)\w*\(/g)].map(
    ([, name = '']) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
  );
  return new Set([...names, ...models].filter(isTable));
}

/** SQL functions with the tables they write. */
function functionWrites(): Map<string, Set<TableName>> {
  return new Map(readSqlFunctions().functions.map(({ name, text }) => [name, writtenTables(text)]));
}

function sourcesOf(app: string): string {
  const folder = path.join(root, 'apps', app, 'src');
  if (!existsSync(folder)) return '';
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !/spec\.ts$|^test-support\//.test(name))
    .map((name) => readFileSync(path.join(folder, name), 'utf8'))
    .join('\n');
}

function writesOf(source: string): Map<TableName, string> {
  const writes = new Map<TableName, string>([...writtenTables(source)].map((table) => [table, 'its own SQL']));
  const callables = [...functionWrites(), ...Object.entries(PROVISION_WRITES)];
  for (const [name, tables] of callables) {
    if (!new RegExp(`\\b${name}\\(`).test(source)) continue;
    for (const table of tables) if (!writes.has(table)) writes.set(table, name);
  }
  return writes;
}

describe('owners of tables', () => {
  it('name every table of the migrations, and no other', () => {
    const created = [...migrations.matchAll(/CREATE TABLE "?(\w+)"?(?! PARTITION OF)(?=\s*\()/g)].map(
      ([, name]) => name,
    );
    expect(Object.keys(TABLE_OWNERS).sort()).toEqual(created.sort());
  });

  const apps = readdirSync(path.join(root, 'apps')).filter((app) => !PROVISIONING_APPS.includes(app));

  it.each(apps)('hold for apps/%s', (app) => {
    const source = sourcesOf(app);
    const foreign = [...writesOf(source)]
      .filter(([table]) => TABLE_OWNERS[table] !== app)
      .filter(
        ([table]) =>
          !WRITE_EXCEPTIONS.some(
            (exception) =>
              exception.app === app && exception.tables.includes(table) && source.includes(exception.through),
          ),
      )
      .map(([table, through]) => `${table} (of ${TABLE_OWNERS[table]}) through ${through}`);
    expect(foreign).toEqual([]);
  });

  it('finds writes of each kind', () => {
    expect([...writtenTables('INSERT INTO channel (a) ...; UPDATE realm r SET a = 1; DELETE FROM draft')]).toEqual([
      'channel',
      'realm',
      'draft',
    ]);
    expect([...writtenTables('await tx.prisma.savedSnippet.update({')]).toEqual(['saved_snippet']);
    expect([...writtenTables('SELECT FROM account FOR UPDATE')]).toEqual([]);
  });
});
