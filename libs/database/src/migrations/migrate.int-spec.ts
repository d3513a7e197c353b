import { readFileSync } from 'node:fs';
import path from 'node:path';
import { TestServers, eventually, startServers } from '@stoa/testing';
import { Client } from 'pg';
import { awaitMigrations } from './await-migrations';
import { UnsuitableDatabaseError, migrate } from './migrate';
import { nextMigration } from './next-migration';
import { readMigrations } from './schema-files';

let servers: TestServers;
let admin: Client;
const emptied: string[] = [];

beforeAll(async () => {
  servers = await startServers();
  admin = new Client({ connectionString: servers.databaseUrl });
  await admin.connect();
}, 120_000);

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
        AND NOT relispartition AND relname <> '_prisma_migrations' ORDER BY 1`,
  );
  const found: Record<string, unknown[]> = {};
  for (const { name } of tables) {
    const { rows } = await session.query(`SELECT * FROM "${name}" ORDER BY 1, 2`);
    if (rows.length > 0) found[name] = rows;
  }
  return found;
}

const names = readMigrations().migrationDirectories.map(({ path }) => path);

describe('migrate', () => {
  it('applies everything once, also when three start at once, and nothing the next time', async () => {
    const url = await emptyDatabase('TEMPLATE template0');
    const applied = await Promise.all([migrate(url), migrate(url), migrate(url)]);
    expect(applied.sort((a, b) => b.length - a.length)).toEqual([names, [], []]);
    expect(await migrate(url)).toEqual([]);
  }, 60_000);

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
      expect(await migrated).toEqual(['20991231000000_next']);
      await other.query('SELECT probe FROM message');
    } finally {
      await Promise.all([user.end(), other.end()]);
    }
  }, 60_000);

  it('keeps the data of earlier releases, and gives new columns their defaults', async () => {
    const url = await emptyDatabase('TEMPLATE template0');
    const migrations = readMigrations();
    const first = migrations.migrationDirectories.findIndex(({ path }) => path === FIRST_RELEASE);
    const earlier = { ...migrations, migrationDirectories: migrations.migrationDirectories.slice(0, first + 1) };
    await migrate(url, { migrations: earlier });
    const session = new Client({ connectionString: url });
    await session.connect();
    try {
      await session.query(readFileSync(path.join(__dirname, 'test-support', 'first-release.sql'), 'utf8'));
      const before = await contents(session);
      expect(Object.keys(before).length).toBeGreaterThan(5);
      expect(await migrate(url)).toEqual(names.slice(first + 1));
      expect(await contents(session)).toMatchObject(before);
    } finally {
      await session.end();
    }
  }, 60_000);

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
  }, 60_000);

  it('leads to exactly the Prisma schema', async () => {
    expect(await nextMigration(servers.databaseUrl)).toBe('');
  }, 60_000);
});
