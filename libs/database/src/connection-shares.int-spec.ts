import { forCaller } from '@stoa/observability';
import { TestServers, startServers } from '@stoa/testing';
import { Database } from './database';

const ATTACKER = { realmId: 1, userId: 1 };

/** What is left of the connections while one user, or all of one organization, keep what they can get. */
describe('shares of connections', () => {
  let servers: TestServers;
  let database: Database;

  beforeAll(async () => {
    servers = await startServers();
    // Four connections for single statements.
    database = Database.open({ url: servers.databaseUrl, size: 8 });
  });
  afterAll(async () => {
    await database?.close();
    await servers?.stop();
  });

  const sleep = (seconds: number) => database.query('test_sleep', 'SELECT pg_sleep($1)', [seconds]);
  const millisecondsOf = async (work: () => Promise<unknown>): Promise<number> => {
    const begun = performance.now();
    await work();
    return performance.now() - begun;
  };
  const quick = () => database.query('test_quick', 'SELECT 1');
  const running = async (): Promise<number> => {
    const rows = await database.query(
      'test_running',
      `SELECT FROM pg_stat_activity WHERE query ~ '^SELECT pg_sleep'
      AND state = 'active' AND datname = current_database()`,
    );
    return rows.length;
  };

  it("keeps one user's slow statements from those of a colleague", async () => {
    const slow = Array.from({ length: 6 }, () => forCaller(ATTACKER, () => sleep(0.5)));
    await vi.waitFor(async () => expect(await running()).toBe(1), { interval: 20 });
    const colleague = { realmId: 1, userId: 2 };
    expect(await millisecondsOf(() => forCaller(colleague, quick))).toBeLessThan(400);
    expect(await running()).toBe(1);
    await Promise.all(slow);
  });

  it("keeps one organization's slow statements from those of another", async () => {
    const slow = Array.from({ length: 12 }, (_, userId) => forCaller({ realmId: 1, userId }, () => sleep(0.5)));
    await vi.waitFor(async () => expect(await running()).toBe(3), { interval: 20 });
    expect(await millisecondsOf(() => forCaller({ realmId: 2, userId: 99 }, quick))).toBeLessThan(400);
    await Promise.all(slow);
  });

  it('lets a transaction have its statements, whatever else its caller keeps', async () => {
    const slow = Array.from({ length: 3 }, () => forCaller(ATTACKER, () => sleep(1)));
    await vi.waitFor(async () => expect(await running()).toBe(1), { interval: 20 });
    const write = () => forCaller(ATTACKER, () => database.write({ realmId: 1, partition: 0 }, [], quick));
    expect(await millisecondsOf(write)).toBeLessThan(800);
    await Promise.all(slow);
  });
});
