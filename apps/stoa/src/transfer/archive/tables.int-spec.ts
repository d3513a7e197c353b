import { Database } from '@stoa/database';
import { TestServers, startServers } from '@stoa/testing';
import { readColumns } from '../import/column-catalog';
import { ARCHIVE_TABLES, LEFT_OUT } from './tables';

/** Decide here what an export does with a new table or reference. */
describe('the tables of an archive', () => {
  let servers: TestServers;
  let database: Database;

  beforeAll(async () => {
    servers = await startServers();
    database = Database.open({ url: servers.databaseUrl, size: 2 });
  });

  afterAll(async () => {
    await database.close();
    await servers.stop();
  });

  it('are all those of the database, but for what is left out with a reason', async () => {
    const known = [...ARCHIVE_TABLES.map(({ name }) => name), ...Object.keys(LEFT_OUT)].sort();
    const tables = [...(await readColumns(database)).keys()];
    const own = tables.filter((name) => !/^(_prisma_migrations$|_sql_functions$|outbox_|change_log_)/.test(name));
    expect(own.sort()).toEqual(known);
  });

  it('name columns that exist, and every column that points to another organization-wide table', async () => {
    const columns = await readColumns(database);
    for (const { name, owns = {}, refers = {}, leaves = [] } of ARCHIVE_TABLES) {
      const added = ARCHIVE_TABLES.find((table) => table.name === name)?.adds ?? {};
      for (const column of [...Object.keys(owns), ...Object.keys(refers), ...leaves]) {
        if (!(column in added))
          expect([name, [...(columns.get(name)?.keys() ?? [])]]).toEqual([name, expect.arrayContaining([column])]);
      }
    }
    const keys = await database.query<{ table: string; column: string; target: string }>(
      'foreign_keys',
      `SELECT c.conrelid::regclass::text AS "table", a.attname AS "column", c.confrelid::regclass::text AS target
       FROM pg_constraint c JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = ANY (c.conkey)
       WHERE c.contype = 'f' AND c.confrelid <> 'realm'::regclass`,
    );
    const unmapped = keys.filter(({ table, column, target }) => {
      const found = ARCHIVE_TABLES.find(({ name }) => name === table);
      return found !== undefined && (found.refers?.[column] ?? found.owns?.[column]) !== target;
    });
    expect(unmapped).toEqual([]);
  });
});
