import { madeUpEvent } from '@stoa/contracts/testing';
import { inBackground } from '@stoa/observability';
import { TestServers, eventually, startServers } from '@stoa/testing';
import { Client } from 'pg';
import { Database } from './database';
import { lockChannel, lockRealm, lockUser } from './locks';
import { withNewAccounts } from './provision/create-accounts';
import { createRealm } from './provision/create-realm';
import { isUniqueViolation } from './sql-errors';

const CONTEXT = { realmId: 7, partition: 1 };
const event = (name: string) => madeUpEvent({ type: name }, [1, 2]);

let servers: TestServers;
let url: string;
let database: Database;

beforeAll(async () => {
  servers = await startServers();
});

beforeEach(async () => {
  url = await servers.createDatabase();
  database = Database.open({ url });
});

afterEach(async () => {
  await database.close();
});

afterAll(async () => {
  await servers.stop();
});

const outbox = () =>
  database.query<{ realm_id: number; partition: number; routing: string; body: string; xid: string }>(
    'outbox_rows',
    'SELECT realm_id, partition, routing, body, xid::text FROM outbox ORDER BY id',
  );

describe('Database.write', () => {
  it('commits rows, versions and one outbox row with the events in order', async () => {
    const poked: number[][] = [];
    database.onCommit((partition, realmId) => poked.push([partition, realmId]));
    await database.write(CONTEXT, [], async (tx) => {
      tx.emit(event('first'));
      await tx.query('INSERT INTO read_position (user_id, position) VALUES ($1, $2)', [1, 5]);
      tx.emit(event('second'), event('third'));
    });
    const [row, ...others] = await outbox();
    expect(others).toEqual([]);
    expect(row).toMatchObject({ realm_id: 7, partition: 1 });
    expect(JSON.parse(row?.routing ?? '')).toEqual({
      realm: 7,
      events: ['first', 'second', 'third'].map((type) => ({ type, to: { ids: [1, 2] } })),
    });
    expect(JSON.parse(row?.body ?? '').events).toHaveLength(3);
    expect(poked).toEqual([[1, 7]]);
    expect(await database.query('position', 'SELECT position FROM read_position')).toEqual([{ position: 5 }]);
  });

  it('writes nothing and pokes nobody when the work fails or emits nothing', async () => {
    const poked: number[] = [];
    database.onCommit((partition) => poked.push(partition));
    const failing = database.write(CONTEXT, [], async (tx) => {
      await tx.query('INSERT INTO read_position (user_id, position) VALUES (1, 1)');
      tx.emit(event('lost'));
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    await database.write(CONTEXT, [], (tx) => tx.query('INSERT INTO read_position (user_id) VALUES (2)'));
    expect(await outbox()).toEqual([]);
    expect(poked).toEqual([]);
    expect(await database.query('positions', 'SELECT user_id FROM read_position')).toEqual([{ user_id: 2 }]);
  });

  it('gives Prisma and SQL the same transaction, whose id is the outbox row’s', async () => {
    const ids = await database.write(CONTEXT, [], async (tx) => {
      await tx.prisma.readPosition.create({ data: { user_id: 3, position: 9 } });
      const [seen] = await tx.query<{ position: number; xid: string }>(
        'SELECT position, pg_current_xact_id()::text AS xid FROM read_position WHERE user_id = 3',
      );
      tx.emit(event('any'));
      return seen;
    });
    expect(ids?.position).toBe(9);
    expect((await outbox())[0]?.xid).toBe(ids?.xid);
  });

  it('keeps transactions that run at once apart', async () => {
    const connections = await Promise.all(
      Array.from({ length: 8 }, (_, user) =>
        database.write(CONTEXT, [], async (tx) => {
          await tx.prisma.readPosition.create({ data: { user_id: user, position: user } });
          const rows = await tx.query<{ user_id: number; pid: number }>(
            'SELECT user_id, pg_backend_pid() AS pid FROM read_position WHERE xmin = pg_current_xact_id()::xid',
          );
          expect(rows.map((row) => row.user_id)).toEqual([user]);
          return rows[0]?.pid;
        }),
      ),
    );
    expect(connections.every((pid) => pid !== undefined)).toBe(true);
  });

  it('bumps versions and stores them in the changed rows', async () => {
    const realm = await createRealm(database, { subdomain: '', name: 'Test', authenticationMethods: {} });
    const context = { realmId: realm.id, partition: realm.partition };
    const accounts = ['a', 'b', 'c'].map((name) => ({ fullName: name, deliveryEmail: `${name}@example.com` }));
    const ids = await withNewAccounts(database, context, { realmHost: 'example.com', accounts }, (_tx, created) =>
      Promise.resolve(created.accounts.map(({ id }) => id)),
    );
    const [first = 0, second = 0, third = 0] = ids;
    for (const id of [first, second]) {
      await database.write(context, [], async (tx) => {
        tx.bump('set:b', { table: 'account', ids: [id] });
        tx.bump('set:a');
        tx.bump('set:b', { table: 'account', ids: [third] });
      });
    }
    const [life] = await database.query<{ version: number }>('life', 'SELECT first_version_of_life() AS version');
    const version = life?.version ?? 0;
    const versions = `SELECT key, version FROM set_version WHERE key LIKE 'set:%' ORDER BY key`;
    expect(await database.query('versions', versions)).toEqual([
      { key: 'set:a', version: version + 1 },
      { key: 'set:b', version: version + 1 },
    ]);
    expect(await database.query('accounts', 'SELECT id, version FROM account ORDER BY id')).toEqual([
      { id: first, version },
      { id: second, version: version + 1 },
      { id: third, version: version + 1 },
    ]);
  });

  it('takes its locks first: shared ones together, an exclusive one alone, in one order', async () => {
    const order: string[] = [];
    const hold = (name: string, mode: 'shared' | 'exclusive', until: Promise<unknown>) =>
      database.write(CONTEXT, [lockUser(1), lockChannel(4, mode), lockRealm(7, 'shared')], async (tx) => {
        order.push(name);
        const locks = await tx.query<{ classid: number; mode: string }>(
          `SELECT classid::int, mode FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid() ORDER BY classid`,
        );
        expect(locks.map(({ classid }) => classid)).toEqual([1, 2, 3]);
        await until;
      });
    const gate = deferred();
    const first = hold('first', 'exclusive', gate.promise);
    await eventually(() => order.length === 1);
    const second = hold('second', 'exclusive', Promise.resolve());
    await eventually(async () => {
      const [row] = await database.query<{ waiting: number }>(
        'lock_waiters',
        `SELECT count(*)::int AS waiting FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
           AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
      );
      return row?.waiting === 1;
    });
    expect(order).toEqual(['first']);
    gate.resolve();
    await Promise.all([first, second]);
    expect(order).toEqual(['first', 'second']);
  });

  it('runs the work again after a deadlock', async () => {
    await database.query('rows', 'INSERT INTO read_position (user_id, position) VALUES (1, 0), (2, 0)');
    let attempts = 0;
    let arrived = 0;
    const both = deferred();
    const increment = (own: number, other: number) =>
      database.write(CONTEXT, [], async (tx) => {
        attempts++;
        const add = (user: number) =>
          tx.query('UPDATE read_position SET position = position + 1 WHERE user_id = $1', [user]);
        await add(own);
        arrived++;
        if (arrived === 2) both.resolve();
        await both.promise;
        await add(other);
        tx.emit(event('added'));
      });
    await Promise.all([increment(1, 2), increment(2, 1)]);
    expect(attempts).toBe(3);
    expect(await outbox()).toHaveLength(2);
    expect(await database.query('sums', 'SELECT position FROM read_position')).toEqual([
      { position: 2 },
      { position: 2 },
    ]);
  });

  it('names the index of a unique violation, of SQL and of Prisma', async () => {
    const insert = () =>
      database.write(CONTEXT, [], (tx) => tx.query('INSERT INTO read_position (user_id) VALUES (1)'));
    await insert();
    const violation = await insert().catch((error: unknown) => error);
    expect(isUniqueViolation(violation, 'read_position_pkey')).toBe(true);
    expect(isUniqueViolation(violation, 'another')).toBe(false);
    const create = database.write(CONTEXT, [], (tx) => tx.prisma.readPosition.create({ data: { user_id: 1 } }));
    expect(isUniqueViolation(await create.catch((error: unknown) => error))).toBe(true);
  });
});

describe('Database.snapshotRead', () => {
  it('sees one moment, and says which', async () => {
    await database.snapshotRead(async (reader) => {
      expect(await reader.query('positions', 'SELECT user_id FROM read_position')).toEqual([]);
      const [written] = await database.query<{ xid: string }>(
        'position_write',
        'INSERT INTO read_position (user_id) VALUES (1) RETURNING pg_current_xact_id()::text AS xid',
      );
      expect(await reader.query('positions', 'SELECT user_id FROM read_position')).toEqual([]);
      const visible = await reader.query<{ visible: boolean }>(
        'snapshot_visible',
        'SELECT pg_visible_in_snapshot($1::xid8, $2::pg_snapshot) AS visible',
        [written?.xid, reader.snapshot],
      );
      expect(visible).toEqual([{ visible: false }]);
    });
  });

  it.each(['snapshotRead', 'query'] as const)(
    '%s runs again when a migration and it wait for each other',
    async (read) => {
      const migration = new Client({ connectionString: url });
      await migration.connect();
      try {
        await migration.query('BEGIN; LOCK TABLE read_position IN ACCESS EXCLUSIVE MODE');
        const reading =
          read === 'query'
            ? database.query('both', 'SELECT 1 AS one FROM outbox, read_position UNION ALL SELECT 1')
            : database.snapshotRead(async (reader) => {
                await reader.query('first', 'SELECT 1 FROM outbox');
                return reader.query('second', 'SELECT 1 AS one FROM read_position UNION ALL SELECT 1');
              });
        const waiting = `SELECT 1 FROM pg_locks WHERE NOT granted AND relation = 'read_position'::regclass
          AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
        await eventually(async () => (await migration.query(waiting)).rowCount === 1);
        // The reader began to wait first, so PostgreSQL ends it and not the migration.
        await migration.query('ALTER TABLE outbox ADD COLUMN next_flag boolean; COMMIT');
        expect(await reading).toEqual([{ one: 1 }]);
      } finally {
        await migration.end();
      }
    },
  );

  it('cannot write, and leaves its connection usable', async () => {
    const writing = database.snapshotRead((reader) => reader.query('bad', 'DELETE FROM read_position'));
    await expect(writing).rejects.toThrow('read-only');
    expect(await database.query('one', 'SELECT 1::int8 AS one')).toEqual([{ one: 1 }]);
  });
});

it('counts the statements of requests apart, on connections that are handed over too', async () => {
  const few = Database.open({ url: await servers.createDatabase(), size: 1 });
  const before = { ...few.use().statements };
  const ask = () => few.query('slow_one', 'SELECT pg_sleep(0.01)');
  const write = () => few.write(CONTEXT, [], (tx) => tx.query('SELECT 1'));
  // Two connections for four, and one for four: they go from one cause to the other.
  await Promise.all([ask(), inBackground(ask), ask(), inBackground(ask), ask(), inBackground(ask)]);
  expect(few.use().statements).toEqual({ request: before.request + 3, background: before.background + 3 });
  await Promise.all([write(), inBackground(write), write(), inBackground(write)]);
  const { request, background } = few.use().statements;
  await few.close();
  expect(request).toBeGreaterThan(before.request + 3);
  expect(background - before.background).toBe(request - before.request);
});

it('lets the holder of a lock send statements outside its transaction, however many wait for the lock', async () => {
  const small = Database.open({ url: await servers.createDatabase(), size: 3, connectTimeoutMs: 20_000 });
  try {
    const writes = Array.from({ length: 12 }, (_, index) =>
      small.write(CONTEXT, [lockRealm(7, 'exclusive')], async () => {
        const [row] = await small.query<{ index: number }>('beside', 'SELECT $1::int AS index', [index]);
        return row?.index;
      }),
    );
    expect(await Promise.all(writes)).toEqual(writes.map((_, index) => index));
  } finally {
    await small.close();
  }
});

it('lets the holder of a lock send others, however many of them wait for the lock', async () => {
  const small = Database.open({ url: await servers.createDatabase(), size: 3, connectTimeoutMs: 20_000 });
  try {
    const isLocked = deferred();
    const waits: Promise<unknown>[] = [];
    const held = small.write(CONTEXT, [lockChannel(5, 'exclusive')], async () => {
      isLocked.resolve();
      await eventually(async () => {
        const [row] = await small.query<{ count: number }>(
          'waiting',
          `SELECT count(*)::int AS count FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
             AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
        );
        return (row?.count ?? 0) >= 2;
      });
    });
    await isLocked.promise;
    const lock = 'SELECT pg_advisory_xact_lock_shared($1, $2)';
    for (let count = 0; count < 12; count++) waits.push(small.queryLocking('lock_itself', lock, [2, 5]));
    await held;
    await Promise.all(waits);
  } finally {
    await small.close();
  }
});

it('reports a lock that is not to be had in time as unavailable', async () => {
  const impatient = Database.open({ url: await servers.createDatabase(), lockTimeoutMs: 50 });
  try {
    await impatient.write(CONTEXT, [lockChannel(5, 'exclusive')], async () => {
      const second = impatient.write(CONTEXT, [lockChannel(5, 'shared')], () => Promise.resolve());
      await expect(second).rejects.toMatchObject({ name: 'UnavailableError' });
    });
  } finally {
    await impatient.close();
  }
});

it('reports a database that cannot be reached as unavailable', async () => {
  const gone = Database.open({ url: 'postgresql://nobody@127.0.0.1:1/none' });
  await expect(gone.query('one', 'SELECT 1')).rejects.toMatchObject({ name: 'UnavailableError' });
  await expect(gone.snapshotRead(() => Promise.resolve())).rejects.toMatchObject({ name: 'UnavailableError' });
  await expect(gone.write(CONTEXT, [], () => Promise.resolve())).rejects.toMatchObject({
    name: 'UnavailableError',
  });
  await gone.close();
});

function deferred(): { promise: Promise<void>; resolve: () => void } {
  let resolve = (): void => undefined;
  const promise = new Promise<void>((settle) => (resolve = settle));
  return { promise, resolve };
}
