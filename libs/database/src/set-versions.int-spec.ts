import { TestServers, startServers } from '@stoa/testing';
import { Database } from './database';
import { isContinued } from './set-versions';

let servers: TestServers;
let database: Database;

beforeAll(async () => {
  servers = await startServers();
});

beforeEach(async () => {
  database = Database.open({ url: await servers.createDatabase() });
});

afterEach(async () => {
  await database.close();
});

afterAll(async () => {
  await servers.stop();
});

/** Gives a set its next version. */
async function bump(key: string): Promise<number> {
  await database.write({ realmId: 1, partition: 1 }, [], async (tx) => {
    await Promise.resolve();
    tx.bump(key);
  });
  const [row] = await database.query<{ version: number }>('of_key', 'SELECT version FROM set_version WHERE key = $1', [
    key,
  ]);
  return row?.version ?? 0;
}

/** As a server that begins to serve what an earlier life of it left, a while ago. */
async function beginAnotherLife(): Promise<void> {
  await database.query('other_life', "UPDATE database_life SET identity = 'earlier', began = began - 1000");
  await database.query('of_other_life', 'UPDATE set_version SET version = version - (1000::bigint << 12)');
}

describe('versions of sets', () => {
  it('count on within a life of the database', async () => {
    const versions = [await bump('set:a'), await bump('set:a'), await bump('set:a')];
    const [first = 0] = versions;
    expect(versions).toEqual([first, first + 1, first + 2]);
    expect(isContinued(first, first + 2)).toBe(true);
    expect(isContinued(first + 2, first)).toBe(false);
    expect(Number.isSafeInteger(first * 16)).toBe(true);
  });

  it('are not given out again for what was lost with the tail of a life', async () => {
    await bump('set:a');
    await beginAnotherLife();
    const kept = await bump('set:a');
    const backup = await database.query('backup', 'SELECT key, version FROM set_version');
    const life = await database.query<{ identity: string; began: number }>('life', 'SELECT * FROM database_life');
    const lost = [await bump('set:a'), await bump('set:b'), await bump('set:b')];

    await database.query('lose', 'DELETE FROM set_version');
    for (const { key, version } of backup) {
      await database.query('restore', 'INSERT INTO set_version (key, version) VALUES ($1, $2)', [key, version]);
    }
    await database.query('restored', "UPDATE database_life SET identity = 'of the backup', began = $1::bigint - 5", [
      life[0]?.began,
    ]);

    const again = [await bump('set:a'), await bump('set:b'), await bump('set:b')];
    expect(again.filter((version) => lost.includes(version))).toEqual([]);
    expect(isContinued(kept, again[0] ?? 0)).toBe(false);
    for (const version of lost) expect(isContinued(version, again[0] ?? 0)).toBe(false);
  });

  it('begin one life only, whoever is the first to write in it', async () => {
    const earlier = await bump('set:0');
    await beginAnotherLife();
    const keys = Array.from({ length: 8 }, (_, index) => `set:${index % 4}`);
    await Promise.all(keys.map((key) => bump(key)));
    const rows = await database.query<{ key: string; version: number }>(
      'all',
      'SELECT * FROM set_version ORDER BY key',
    );
    const [first] = await database.query<{ version: number }>('first', 'SELECT first_version_of_life() AS version');
    expect(rows.map(({ version }) => version - (first?.version ?? 0))).toEqual([1, 1, 1, 1]);
    expect(first?.version).toBeGreaterThanOrEqual(earlier);
    expect(await database.query('lives', 'SELECT count(*) AS lives FROM database_life')).toEqual([{ lives: 1 }]);
  });

  it('are told to hooks before the write is over, with that of what users and settings are part of', async () => {
    const told: [string, number][] = [];
    database.onVersions(async (versions) => {
      await Promise.resolve();
      told.push(...versions);
    });
    const users = await bump('realm:3:users');
    expect(told.map(([key]) => key).sort()).toEqual(['realm:3:access', 'realm:3:users']);
    expect(new Map(told).get('realm:3:users')).toBe(users);
    told.length = 0;
    await bump('realm:3:settings');
    expect(told.map(([key]) => key).sort()).toEqual(['realm:3:access', 'realm:3:settings']);
    told.length = 0;
    await bump('realm:3:groups');
    expect(told.map(([key]) => key)).toEqual(['realm:3:groups']);
    const failed = database.write({ realmId: 3, partition: 1 }, [], (tx) => {
      tx.bump('realm:3:users');
      return Promise.reject(new Error('nothing is committed'));
    });
    await expect(failed).rejects.toThrow('nothing is committed');
    expect(told).toHaveLength(1);
  });
});
