import { Caller, forCaller } from '@stoa/observability';
import { TestServers, eventually, startServers } from '@stoa/testing';
import { Database } from './database';

const ATTACKER = { realmId: 1, userId: 1 };
const LOCK = 4_711;

/** What is left of the connections while one user, or all of one organization, keep what they can get. */
describe('shares of connections', () => {
  let servers: TestServers;
  let database: Database;
  /** Keeps the lock that slow statements wait for. */
  let other: Database;

  beforeAll(async () => {
    servers = await startServers();
    // Four connections for single statements.
    database = Database.open({ url: servers.databaseUrl, size: 8 });
    other = Database.open({ url: servers.databaseUrl, size: 2 });
  });
  afterAll(async () => {
    await Promise.all([database?.close(), other?.close()]);
    await servers?.stop();
  });

  const quick = () => database.query('test_quick', 'SELECT 1');
  const running = async (): Promise<number> => {
    const [row] = await other.query<{ count: number }>(
      'test_running',
      `SELECT count(*)::int AS count FROM pg_locks
       WHERE locktype = 'advisory' AND classid = 0 AND objid = $1 AND NOT granted
       AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
      [LOCK],
    );
    return row?.count ?? 0;
  };

  /** While the slow statements of these callers run, as many at once as may, and the others wait for those. */
  async function whileSlow(callers: readonly Caller[], atOnce: number, work: () => Promise<unknown>): Promise<void> {
    const slow = () => database.query('test_slow', 'SELECT FROM pg_advisory_xact_lock_shared($1::bigint)', [LOCK]);
    let ended = Promise.resolve<unknown>(undefined);
    await other.write({ realmId: 2, partition: 1 }, [], async (tx) => {
      await tx.query('SELECT pg_advisory_xact_lock($1::bigint)', [LOCK]);
      ended = Promise.all(callers.map((caller) => forCaller(caller, slow)));
      await eventually(async () => (await running()) === atOnce);
      await work();
      expect(await running()).toBe(atOnce);
    });
    await ended;
  }

  it("keeps one user's slow statements from those of a colleague", async () => {
    await whileSlow(Array(6).fill(ATTACKER), 1, () => forCaller({ realmId: 1, userId: 2 }, quick));
  });

  it("keeps one organization's slow statements from those of another", async () => {
    const callers = Array.from({ length: 12 }, (_, userId) => ({ realmId: 1, userId }));
    await whileSlow(callers, 3, () => forCaller({ realmId: 2, userId: 99 }, quick));
  });

  it('lets a transaction have its statements, whatever else its caller keeps', async () => {
    const write = () => forCaller(ATTACKER, () => database.write({ realmId: 1, partition: 0 }, [], quick));
    await whileSlow(Array(3).fill(ATTACKER), 1, write);
  });
});
