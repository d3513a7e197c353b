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

const names = readMigrations().migrationDirectories.map(({ path }) => path);

describe('migrate', () => {
  it('applies everything once, also when three start at once, and nothing the next time', async () => {
    const url = await emptyDatabase('TEMPLATE template0');
    const applied = await Promise.all([migrate(url), migrate(url), migrate(url)]);
    expect(applied.sort((a, b) => b.length - a.length)).toEqual([names, [], []]);
    expect(await migrate(url)).toEqual([]);
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
