import { readFileSync } from 'node:fs';
import path from 'node:path';
import { TestServers, eventually, startServers } from '@stoa/testing';
import { Client } from 'pg';
import { awaitMigrations, reasonToWait } from './await-migrations';
import { UnsuitableDatabaseError, migrate } from './migrate';
import { nextMigration } from './next-migration';
import { readMigrations } from './schema-files';
import { type SqlFunctions, readSqlFunctions, sqlFunction } from './sql-functions';

let servers: TestServers;
let admin: Client;
const emptied: string[] = [];

beforeAll(async () => {
  servers = await startServers();
  admin = new Client({ connectionString: servers.databaseUrl });
  await admin.connect();
});

afterAll(async () => {
  for (const name of emptied) await admin.query(`DROP DATABASE ${name} WITH (FORCE)`);
  await admin.end();
  await servers.stop();
});

async function emptyDatabase(options = ''): Promise<string> {
  const name = `empty_${process.pid}_${emptied.length}`;
  await admin.query(`CREATE DATABASE ${name} ${options}`);
  emptied.push(name);
  const url = new URL(servers.databaseUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/** Migrations of the first release; what came after had to keep its data. */
const FIRST_RELEASE = '20260105140000_topic_policy_times';

/** The migrations of this build and one of the next. */
function withNext(sql: string) {
  const migrations = readMigrations();
  const content = { tag: 'ok' as const, value: sql };
  const next = { path: '20991231000000_next', migrationFile: { path: 'migration.sql', content } };
  return { ...migrations, migrationDirectories: [...migrations.migrationDirectories, next] };
}

/** Every row of every table that has some, by table. */
async function contents(session: Client): Promise<Record<string, unknown[]>> {
  const { rows: tables } = await session.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')
        AND NOT relispartition AND relname NOT IN ('_prisma_migrations', '_sql_functions') ORDER BY 1`,
  );
  const found: Record<string, unknown[]> = {};
  for (const { name } of tables) {
    const { rows } = await session.query(`SELECT * FROM "${name}" ORDER BY 1, 2`);
    if (rows.length > 0) found[name] = rows;
  }
  return found;
}

/** All functions of a database as PostgreSQL writes them. */
async function functionTexts(url: string): Promise<{ name: string; text: string }[]> {
  const session = new Client({ connectionString: url });
  await session.connect();
  try {
    const { rows } = await session.query<{ name: string; text: string }>(
      `SELECT proname AS name, pg_get_functiondef(oid) AS text FROM pg_proc
       WHERE pronamespace = 'public'::regnamespace ORDER BY proname COLLATE "C", 2`,
    );
    return rows;
  } finally {
    await session.end();
  }
}

const names = readMigrations().migrationDirectories.map(({ path }) => path);
const current = readSqlFunctions();
const functionNames = current.functions.map(({ name }) => name);
const definedNames = current.functions.filter(({ text }) => /^CREATE/m.test(text)).map(({ name }) => name);
const NO_FUNCTIONS: SqlFunctions = { version: 0, functions: [] };
const NOTHING = { migrations: [], functions: [] };

/** The functions of this build, one of them with another text; of a build so many versions later. */
function withText(name: string, later: number, change: (text: string) => string): SqlFunctions {
  const functions = current.functions.map((each) => (each.name === name ? sqlFunction(name, change(each.text)) : each));
  return { version: current.version + later, functions };
}

describe('migrate', () => {
  it('applies everything once, also when three start at once, and nothing the next time', async () => {
    const url = await emptyDatabase('TEMPLATE template0');
    const applied = await Promise.all([migrate(url), migrate(url), migrate(url)]);
    expect(applied.sort((a, b) => b.migrations.length - a.migrations.length)).toEqual([
      { migrations: names, functions: functionNames },
      NOTHING,
      NOTHING,
    ]);
    expect(await migrate(url)).toEqual(NOTHING);
  });

  it('gives way to whoever uses a table, and tries again', async () => {
    const url = await emptyDatabase('TEMPLATE template0');
    await migrate(url);
    const [user, other] = [new Client({ connectionString: url }), new Client({ connectionString: url })];
    await Promise.all([user.connect(), other.connect()]);
    try {
      await user.query('BEGIN');
      await user.query('SELECT count(*) FROM message');
      let retries = 0;
      const migrations = withNext('ALTER TABLE message ADD COLUMN probe integer;');
      const migrated = migrate(url, { migrations, lockTimeoutMs: 100, onLockTimeout: () => retries++ });
      await eventually(() => retries >= 2, { timeoutMs: 20_000 });
      // Others read on: the migration does not stand in their way.
      await other.query('SELECT count(*) FROM message');
      await user.query('COMMIT');
      expect(await migrated).toEqual({ migrations: ['20991231000000_next'], functions: [] });
      await other.query('SELECT probe FROM message');
    } finally {
      await Promise.all([user.end(), other.end()]);
    }
  });

  it('keeps the data of earlier releases, and gives new columns their defaults', async () => {
    const url = await emptyDatabase('TEMPLATE template0');
    const migrations = readMigrations();
    const first = migrations.migrationDirectories.findIndex(({ path }) => path === FIRST_RELEASE);
    const earlier = { ...migrations, migrationDirectories: migrations.migrationDirectories.slice(0, first + 1) };
    await migrate(url, { migrations: earlier, functions: NO_FUNCTIONS });
    const session = new Client({ connectionString: url });
    await session.connect();
    try {
      await session.query(readFileSync(path.join(__dirname, 'test-support', 'first-release.sql'), 'utf8'));
      const before = await contents(session);
      expect(Object.keys(before).length).toBeGreaterThan(5);
      expect(await migrate(url)).toEqual({ migrations: names.slice(first + 1), functions: functionNames });
      expect(await contents(session)).toMatchObject(before);
    } finally {
      await session.end();
    }
  });

  it('gives an old installation and a new one the same functions', async () => {
    const migrations = readMigrations();
    const first = migrations.migrationDirectories.findIndex(({ path }) => path === FIRST_RELEASE);
    const earlier = { ...migrations, migrationDirectories: migrations.migrationDirectories.slice(0, first + 1) };
    const [old, recent, fresh] = [
      await emptyDatabase('TEMPLATE template0'),
      await emptyDatabase('TEMPLATE template0'),
      await emptyDatabase('TEMPLATE template0'),
    ];
    await migrate(old, { migrations: earlier, functions: NO_FUNCTIONS });
    await migrate(recent, { functions: withText('message_received', -1, (text) => text.replace('64', '65')) });
    const before = await functionTexts(recent);
    await Promise.all([migrate(old), migrate(recent), migrate(fresh)]);
    const texts = await functionTexts(fresh);
    expect(before).not.toEqual(texts);
    expect(await functionTexts(old)).toEqual(texts);
    expect(await functionTexts(recent)).toEqual(texts);
    // A changed signature is a new function: one name, one function.
    expect(texts.map(({ name }) => name)).toEqual(definedNames);
  });

  it('replaces the functions whose text has changed, all or none, and never those of a newer build', async () => {
    const url = await emptyDatabase('TEMPLATE template0');
    await migrate(url);
    const next = withText('message_received', 1, (text) => `-- another comment\n${text}`);
    expect(await migrate(url, { functions: next })).toEqual({ migrations: [], functions: ['message_received'] });
    expect(await migrate(url)).toEqual(NOTHING);
    expect(await reasonToWait(url)).toBeUndefined();
    expect(await migrate(url, { functions: { ...current, version: current.version + 2 } })).toEqual({
      migrations: [],
      functions: ['message_received'],
    });

    const texts = await functionTexts(url);
    const broken = withText('message_received', 3, (text) => text.replace('read_state_of', 'read_state_off'));
    await expect(migrate(url, { functions: broken })).rejects.toThrow('read_state_off');
    expect(await functionTexts(url)).toEqual(texts);
    expect(await migrate(url)).toEqual(NOTHING);
  });

  it('is not done for the pods of its release while a function has the text of the release before', async () => {
    const url = await emptyDatabase('TEMPLATE template0');
    await migrate(url, { functions: withText('message_received', -1, (text) => `-- as it was\n${text}`) });
    expect(await reasonToWait(url)).toBe('the migrations of this release are not applied yet');
    await migrate(url);
    expect(await reasonToWait(url)).toBeUndefined();
  });

  it('refuses a database whose locale does not know upper and lower case', async () => {
    const url = await emptyDatabase(`TEMPLATE template0 LOCALE_PROVIDER libc LOCALE 'C'`);
    await expect(migrate(url)).rejects.toThrow(UnsuitableDatabaseError);
  });

  it('is waited for by the pods of its release, and only by those', async () => {
    const url = await emptyDatabase('TEMPLATE template0');
    const reasons: string[] = [];
    const testEnd = new AbortController();
    const options = { pauseMs: 10, onWait: (reason: string) => reasons.push(reason), signal: testEnd.signal };
    const waited = awaitMigrations(url, options);
    try {
      await eventually(() => reasons.length > 0);
      await migrate(url);
      await waited;
      expect(reasons).toEqual(['the migrations of this release are not applied yet']);
      await awaitMigrations(url, options);
      expect(reasons).toHaveLength(1);
    } finally {
      testEnd.abort();
    }
  });

  it('leads to exactly the Prisma schema', async () => {
    expect(await nextMigration(servers.databaseUrl)).toBe('');
  });
});
