import { TestServers, eventually, startServers } from '@stoa/testing';
import { Pool, PoolClient } from 'pg';
import { Database } from '../database';
import { ChangeLogStore } from './change-log-store';

const PARTITION = 2;
const WRITERS = 8;
const OPERATIONS = 120;
const INSERT_CHANGE = `INSERT INTO outbox (partition, realm_id, routing, body) VALUES (${PARTITION}, 1, '{}', $1)`;

/** What a change's body says: its operation and the newest operations that it saw. */
interface Operation {
  operation: string;
  saw: string[];
}

let servers: TestServers;
let database: Database;
let pool: Pool;

beforeAll(async () => {
  servers = await startServers();
});

beforeEach(async () => {
  const url = await servers.createDatabase();
  database = Database.open({ url, size: 10 });
  pool = new Pool({ connectionString: url, max: WRITERS + 5 });
  await pool.query('CREATE TABLE operation (name text PRIMARY KEY, at bigserial)');
});

afterEach(async () => {
  await database.close();
  await pool.end();
});

afterAll(async () => {
  await servers.stop();
});

async function inTransaction(work: (client: PoolClient) => Promise<void>): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    await work(client);
    await client.query('COMMIT');
  } finally {
    client.release();
  }
}

/** One operation as the transaction wrapper makes it: rows, then the outbox row, last. Some are slow, some roll back. */
async function operate(client: PoolClient, name: string): Promise<boolean> {
  const luck = Math.random();
  await client.query('BEGIN');
  const seen = await client.query<{ name: string }>('SELECT name FROM operation ORDER BY at DESC LIMIT 20');
  if (luck < 0.3) await client.query('SAVEPOINT inner_part');
  await client.query('INSERT INTO operation (name) VALUES ($1)', [name]);
  if (luck < 0.1) {
    await client.query('ROLLBACK TO inner_part');
    await client.query('INSERT INTO operation (name) VALUES ($1)', [name]);
  }
  // A transaction that has its id long before it writes its change, and one that commits long after.
  if (luck > 0.9) await client.query('SELECT pg_sleep(0.05)');
  const body: Operation = { operation: name, saw: seen.rows.map((row) => row.name) };
  await client.query(INSERT_CHANGE, [JSON.stringify(body)]);
  if (luck > 0.95) await client.query('SELECT pg_sleep(0.1)');
  const committed = luck < 0.5 || luck > 0.55;
  await client.query(committed ? 'COMMIT' : 'ROLLBACK');
  return committed;
}

async function write(writer: number, committed: Set<string>): Promise<void> {
  const client = await pool.connect();
  for (let index = 0; index < OPERATIONS; index++) {
    const name = `${writer}.${index}`;
    if (await operate(client, name)) committed.add(name);
  }
  client.release();
}

async function readAll(store: ChangeLogStore): Promise<{ seq: number; operation: Operation }[]> {
  const all: { seq: number; operation: Operation }[] = [];
  for (let after = 0; ;) {
    const { rows } = await store.read(PARTITION, after, 100, 1_000_000);
    if (rows.length === 0) return all;
    all.push(...rows.map(({ seq, body }) => ({ seq, operation: JSON.parse(body) })));
    after = rows[rows.length - 1]?.seq ?? after;
  }
}

describe('relay_move', () => {
  it('numbers every committed change once, without gaps, in causal order, with three relays at once', async () => {
    const committed = new Set<string>();
    const published = new Map<number, string>();
    let writing = true;
    // A lease of one millisecond is no lease: all three move all the time.
    const store = new ChangeLogStore(database, { leaseMs: 1 });
    const relay = async (holder: string): Promise<void> => {
      for (let idle = 0; writing || idle < 20;) {
        const move = await store.move(PARTITION, holder, 50);
        const rows = move.held ? move.rows : [];
        idle = rows.length === 0 ? idle + Number(move.held) : 0;
        for (const { seq, body } of rows) {
          expect(published.has(seq)).toBe(false);
          published.set(seq, body);
        }
      }
    };
    const relays = ['a', 'b', 'c'].map(relay);
    await Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer, committed)));
    writing = false;
    await Promise.all(relays);
    // Those may have been idle for long when the last writer committed, and have ended with a move from before that.
    await relay('last');

    const log = await readAll(store);
    expect(log.map(({ seq }) => seq)).toEqual(log.map((_, index) => index + 1));
    expect(log.map(({ operation }) => operation.operation).sort()).toEqual([...committed].sort());
    expect((await store.state(PARTITION)).head).toBe(log.length);
    const seqOf = new Map(log.map(({ seq, operation }) => [operation.operation, seq]));
    const acausal = log.flatMap(({ seq, operation }) =>
      operation.saw.filter((name) => (seqOf.get(name) ?? seq) >= seq),
    );
    expect(acausal).toEqual([]);
    for (const [seq, body] of published) expect(JSON.parse(body)).toEqual(log[seq - 1]?.operation);
  });

  it('does nothing while the lease is another holder’s, and says for how long', async () => {
    const store = new ChangeLogStore(database, { leaseMs: 60_000 });
    expect(await new ChangeLogStore(database, { leaseMs: 60_000 }).move(1, 'holder', 10)).toMatchObject({ held: true });
    await pool.query(`INSERT INTO outbox (partition, realm_id, routing, body) VALUES (1, 1, '{}', '{}')`);
    const refused = await store.move(1, 'other', 10);
    expect(refused).toMatchObject({ held: false });
    if (!refused.held) expect(refused.leaseMs).toBeGreaterThan(50_000);
    expect(await store.move(1, 'holder', 10)).toMatchObject({ held: true, beat: { head: 1 }, rows: [{ seq: 1 }] });
  });

  it('moves several partitions by one statement, each as if it were alone', async () => {
    const store = new ChangeLogStore(database, { leaseMs: 60_000 });
    await new ChangeLogStore(database, { leaseMs: 60_000 }).move(2, 'other', 10);
    const write = (partition: number, body: string) =>
      pool.query(`INSERT INTO outbox (partition, realm_id, routing, body) VALUES (${partition}, 1, '{}', $1)`, [body]);
    for (const [partition, body] of [
      [1, '"a"'],
      [2, '"b"'],
      [3, '"c"'],
      [3, '"d"'],
    ] as const)
      await write(partition, body);
    const moves = await store.moveAll([0, 1, 2, 3], 'holder', 10);
    expect([...moves.keys()]).toEqual([0, 1, 2, 3]);
    expect(moves.get(0)).toMatchObject({ held: true, beat: { partition: 0, head: 0 }, rows: [] });
    expect(moves.get(1)).toMatchObject({
      held: true,
      beat: { partition: 1, head: 1 },
      rows: [{ seq: 1, body: '"a"' }],
    });
    expect(moves.get(2)).toMatchObject({ held: false });
    expect(moves.get(3)).toMatchObject({
      held: true,
      rows: [
        { seq: 1, body: '"c"' },
        { seq: 2, body: '"d"' },
      ],
    });
    expect((await store.moveAll([1, 3], 'holder', 10)).get(3)).toMatchObject({ beat: { head: 2 }, rows: [] });
  });

  it('writes nothing while nothing happens', async () => {
    const store = new ChangeLogStore(database, { leaseMs: 60_000 });
    await store.move(0, 'idle', 10);
    const position = () =>
      pool.query<{ lsn: string }>('SELECT xmin::text AS lsn FROM relay_partition WHERE partition = 0');
    const before = await position();
    for (let count = 0; count < 5; count++) await store.move(0, 'idle', 10);
    expect((await position()).rows).toEqual(before.rows);
  });

  it('returns large backlogs in pages and leaves the rest in the log', async () => {
    const store = new ChangeLogStore(database, { leaseMs: 60_000 });
    await pool.query(
      `INSERT INTO outbox (partition, realm_id, routing, body) SELECT 3, 1, '{}', repeat('x', 10000) FROM generate_series(1, 1000)`,
    );
    const move = await store.move(3, 'bulk', 400);
    expect(move).toMatchObject({ held: true, beat: { head: 1000 } });
    if (!move.held) return;
    expect(move.rows.map(({ seq }) => seq)).toEqual(Array.from({ length: 400 }, (_, index) => index + 1));
    const { rows } = await store.read(3, 400, 1000, 50_000_000);
    expect(rows).toHaveLength(600);
  });

  it('moves what is left and opens an epoch after the server changed', async () => {
    const store = new ChangeLogStore(database, { leaseMs: 60_000 });
    await store.move(0, 'idle', 10);
    const { epoch, head } = await store.state(0);
    await pool.query(
      `UPDATE relay_partition SET epoch_identity = 'another/life/' || split_part(epoch_identity, '/', 3)`,
    );
    await pool.query(`INSERT INTO outbox (partition, realm_id, routing, body) VALUES (0, 1, '{}', '{}')`);
    expect(await store.move(0, 'idle', 10)).toMatchObject({
      beat: { epoch: expect.any(Number), epochFirstSeq: head + 1, head: head + 1 },
    });
    const next = await store.state(0);
    expect(next.epoch).toBeGreaterThan(epoch);
    expect(next.previousEpoch).toBe(epoch);
    // Restored into another server: its transaction ids mean nothing.
    await pool.query(
      `UPDATE relay_partition SET epoch_identity = 'a/b/1', snapshot = '900000000:900000000:' WHERE partition = 0`,
    );
    await pool.query(`UPDATE outbox SET xid = '800000000' WHERE partition = 0`);
    await pool.query(
      `INSERT INTO outbox (partition, realm_id, routing, body, xid) VALUES (0, 1, '{}', '"left"', '950000000')`,
    );
    await pool.query(`INSERT INTO outbox (partition, realm_id, routing, body) VALUES (0, 1, '{}', '"new"')`);
    const move = await store.move(0, 'idle', 10);
    expect(move).toMatchObject({ held: true, rows: [{ body: '"left"' }, { body: '"new"' }] });
    await pool.query(`INSERT INTO outbox (partition, realm_id, routing, body) VALUES (0, 1, '{}', '"newer"')`);
    expect(await store.move(0, 'idle', 10)).toMatchObject({ held: true, rows: [{ body: '"newer"' }] });
  });
});

describe('epochs', () => {
  /**
   * As the counters are after a restore of the server's data: the values of that time, in another life of the server.
   */
  const restore = (epoch: number) =>
    pool.query(
      `UPDATE relay_partition SET epoch = $1, epoch_identity = 'another/life/' || split_part(epoch_identity, '/', 3)
       WHERE partition = 0`,
      [epoch],
    );

  it('are never named as one was that a backup does not know', async () => {
    const store = new ChangeLogStore(database, { leaseMs: 60_000 });
    await store.move(0, 'idle', 10);
    const backedUp = 7;
    await restore(backedUp);
    await store.move(0, 'idle', 10);
    const lost = await store.state(0);
    expect(lost.previousEpoch).toBe(backedUp);
    await eventually(async () => {
      const { rows } = await pool.query<{ now: number }>(
        `SELECT floor(extract(epoch FROM now() - timestamptz '2026-01-01 00:00:00+00'))::int4 AS now`,
      );
      return rows[0] !== undefined && rows[0].now > lost.epoch;
    });
    await restore(backedUp);
    await store.move(0, 'idle', 10);
    const state = await store.state(0);
    expect(state.epoch).toBeGreaterThan(lost.epoch);
    expect(state.previousEpoch).toBe(backedUp);
  });

  it('go on from the stored one when the clock went back', async () => {
    const store = new ChangeLogStore(database, { leaseMs: 60_000 });
    await store.move(0, 'idle', 10);
    const ahead = 2_000_000_000;
    await restore(ahead);
    await store.move(0, 'idle', 10);
    expect(await store.state(0)).toMatchObject({ epoch: ahead + 1, previousEpoch: ahead });
  });
});

describe('the partitions of the log', () => {
  const partitions = async (): Promise<string[]> => {
    const { rows } = await pool.query<{ name: string }>(
      `SELECT relname AS name FROM pg_class WHERE relispartition AND relkind = 'r' ORDER BY 1`,
    );
    return rows.map(({ name }) => name);
  };

  const HOUR_MS = 3_600_000;
  const hourNow = async (): Promise<number> => {
    const { rows } = await pool.query<{ hour: number }>(
      `SELECT floor(extract(epoch FROM clock_timestamp()) / 3600)::int AS hour`,
    );
    return rows[0]?.hour ?? Number.NaN;
  };
  /** Hours since 1970 that a log has partitions for. */
  const hoursOf = (log: string, names: readonly string[]): number[] =>
    names.flatMap((name) => {
      const [, year, month, day, hour] = /^(?:[a-z_]+)_(\d{4})(\d\d)(\d\d)(\d\d)$/.exec(name) ?? [];
      if (year === undefined || !name.startsWith(`${log}_2`)) return [];
      return [Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour)) / HOUR_MS];
    });

  it('are made a day ahead, once, also by several at once', async () => {
    // The test's database is copied from one that may have been made in an earlier hour, and the hour may turn meanwhile.
    const [madeAt = Infinity] = hoursOf('outbox', await partitions());
    const lost = ['outbox', 'change_log'].map((log) => {
      const hour = new Date((madeAt + 20) * HOUR_MS).toISOString().replace(/\D/g, '').slice(0, 10);
      return `${log}_${hour}`;
    });
    await pool.query(`DROP TABLE ${lost.join(', ')}`);
    const before = await partitions();
    const from = await hourNow();
    const made = await Promise.all(
      [1, 2, 3].map(async () => {
        const { rows } = await pool.query<{ made: number }>('SELECT ensure_log_partitions() AS made');
        return rows[0]?.made ?? 0;
      }),
    );
    const until = await hourNow();
    const after = await partitions();
    expect(after).toEqual(expect.arrayContaining([...before, ...lost]));
    expect(made.reduce((sum, count) => sum + count)).toBe(after.length - before.length);
    for (const log of ['outbox', 'change_log']) {
      const hours = hoursOf(log, after);
      expect(hours).toEqual(hours.map((_, index) => madeAt + index));
      expect(hours.at(-1)).toBeGreaterThanOrEqual(from + 24);
      expect(hours.at(-1)).toBeLessThanOrEqual(until + 24);
      expect(after).toContain(`${log}_default`);
    }
  });

  it('are dropped when their hour is past and all was moved, unless somebody reads them', async () => {
    for (const table of ['outbox', 'change_log']) {
      await pool.query(
        `CREATE TABLE ${table}_2020010100 PARTITION OF ${table} FOR VALUES FROM ('2020-01-01 00:00Z') TO ('2020-01-01 01:00Z')`,
      );
    }
    await pool.query(
      `INSERT INTO outbox (partition, realm_id, routing, body, created_at) VALUES (1, 1, '{}', '{}', '2020-01-01 00:30Z')`,
    );
    const store = new ChangeLogStore(database, { leaseMs: 60_000, retentionSeconds: 7200 });
    await store.maintain();
    expect((await partitions()).filter((name) => name.endsWith('2020010100'))).toEqual(['outbox_2020010100']);
    await store.move(1, 'holder', 10);
    await inTransaction(async (reader) => {
      await reader.query('SELECT FROM outbox_2020010100');
      await store.maintain();
      expect(await partitions()).toContain('outbox_2020010100');
    });
    await store.maintain();
    expect(await partitions()).not.toContain('outbox_2020010100');
  });

  it('are never missed by a writer: rows of hours without one are kept, and moved', async () => {
    const store = new ChangeLogStore(database, { leaseMs: 60_000 });
    await pool.query(
      `INSERT INTO outbox (partition, realm_id, routing, body, created_at)
       VALUES (1, 1, '{}', '"late"', now() + interval '30 hours')`,
    );
    expect(await store.move(1, 'holder', 10)).toMatchObject({ held: true, rows: [{ body: '"late"' }] });
  });
});
