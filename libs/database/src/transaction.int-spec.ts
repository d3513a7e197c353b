import { Socket } from 'node:net';
import { madeUpEvent } from '@stoa/contracts/testing';
import { TestServers, eventually, startServers } from '@stoa/testing';
import type { PoolClient } from 'pg';
import { Database } from './database';
import { TransactionPool, createPool } from './pool';
import { lockUser } from './locks';
import { inTransaction } from './transaction';
import type { WriteTransaction } from './write-transaction';

const CONTEXT = { realmId: 7, partition: 1 };
const INSERT = 'INSERT INTO read_position (user_id, position) VALUES (1, 1)';
const NAMED = 'SELECT $1::text AS name';
const event = () => madeUpEvent({ type: 'any' }, [1]);

let servers: TestServers;
let url: string;
let database: Database;
let pool: TransactionPool;
let announced: number;

beforeAll(async () => {
  servers = await startServers();
});

beforeEach(async () => {
  url = await servers.createDatabase();
  database = Database.open({ url, size: 1 });
  pool = createPool({ url, size: 1, isPipelined: true });
  announced = 0;
  database.onCommit(() => announced++);
});

afterEach(async () => {
  await Promise.all([database.close(), pool.end()]);
});

afterAll(async () => {
  await servers.stop();
});

const stored = () =>
  database.query(
    'stored',
    'SELECT (SELECT count(*) FROM read_position) AS rows, (SELECT count(*) FROM outbox) AS changes',
  );

async function endConnection(tx: WriteTransaction): Promise<void> {
  const [row] = await tx.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  await database.query('end_connection', 'SELECT pg_terminate_backend($1)', [row?.pid]);
  await eventually(async () => {
    const [left] = await database.query<{ count: number }>(
      'connections',
      'SELECT count(*) AS count FROM pg_stat_activity WHERE pid = $1',
      [row?.pid],
    );
    return left?.count === 0;
  });
}

/** The only connection of the pool can be had again. */
async function expectUsable(): Promise<void> {
  await database.write(CONTEXT, [], (tx) => tx.query(INSERT));
  expect(await stored()).toEqual([{ rows: 1, changes: 0 }]);
}

it('reports a connection that dies between two statements as unavailable, and replaces it', async () => {
  const dying = database.write(CONTEXT, [], async (tx) => {
    await tx.query(INSERT);
    tx.emit(event());
    await endConnection(tx);
  });
  await expect(dying).rejects.toMatchObject({ name: 'UnavailableError' });
  expect(announced).toBe(0);
  expect(await stored()).toEqual([{ rows: 0, changes: 0 }]);
  await expectUsable();
});

it('reports a connection that dies while the work fails by the failure of the work', async () => {
  const dying = database.write(CONTEXT, [], async (tx) => {
    await tx.query(INSERT);
    await endConnection(tx);
    throw new Error('of the work');
  });
  await expect(dying).rejects.toThrow('of the work');
  await expectUsable();
});

it('reports a snapshot whose connection dies as unavailable', async () => {
  const dying = database.snapshotRead(async (reader) => {
    const [row] = await reader.query<{ pid: number }>('pid', 'SELECT pg_backend_pid() AS pid');
    await database.query('end_connection', 'SELECT pg_terminate_backend($1)', [row?.pid]);
    await eventually(() =>
      reader.query('one', 'SELECT 1').then(
        () => false,
        () => true,
      ),
    );
    await reader.query('one', 'SELECT 1');
  });
  await expect(dying).rejects.toMatchObject({ name: 'UnavailableError' });
  await expectUsable();
});

it('fails when the work hides that a statement failed: nothing was committed', async () => {
  const hiding = database.write(CONTEXT, [], async (tx) => {
    await tx.query(INSERT);
    await tx.query(INSERT).catch(() => undefined);
  });
  await expect(hiding).rejects.toThrow('nothing was committed');
  await expectUsable();
});

it('fails by what refused its change, though COMMIT was sent along', async () => {
  const nowhere = database.write({ ...CONTEXT, partition: 100_000 }, [], async (tx) => {
    await tx.query(INSERT);
    tx.emit(event());
  });
  await expect(nowhere).rejects.toMatchObject({ code: '22003' });
  expect(announced).toBe(0);
  expect(await stored()).toEqual([{ rows: 0, changes: 0 }]);
  await expectUsable();
});

/** Calls of the system that `work` writes with, once the connection is there and knows the statements. */
async function writesOf(work: () => Promise<unknown>): Promise<number> {
  await work();
  const several = vi.spyOn(Socket.prototype, '_writev');
  const one = vi.spyOn(Socket.prototype, '_write');
  await work();
  const writes = several.mock.calls.length + one.mock.calls.length;
  vi.restoreAllMocks();
  return writes;
}

it('sends what begins and ends it together', async () => {
  const write = () =>
    database.write(CONTEXT, [lockUser(1)], async (tx) => {
      await tx.query('SELECT 1');
      tx.emit(event());
    });
  expect(await writesOf(write)).toBe(3);
});

it('sends together what is asked of a snapshot in one turn', async () => {
  const read = () =>
    database.snapshotRead(async (reader) => {
      const asked = ['one', 'two', 'three'].map((name) => reader.query<{ name: string }>('named', NAMED, [name]));
      const later = Promise.resolve().then(() => reader.query<{ name: string }>('named', NAMED, ['four']));
      const rows = await Promise.all([...asked, later]);
      expect(rows.map(([row]) => row?.name)).toEqual(['one', 'two', 'three', 'four']);
    });
  expect(await writesOf(read)).toBe(3);
});

it('plans the statements of a snapshot once only where that is asked for', async () => {
  const modes = "SELECT current_setting('plan_cache_mode') AS plans, current_setting('enable_seqscan') AS scans";
  const mode = (isPlannedOnce: boolean) =>
    database.snapshotRead((reader) => reader.query('mode', modes), { isPlannedOnce });
  expect(await mode(true)).toEqual([{ plans: 'force_generic_plan', scans: 'off' }]);
  expect(await mode(false)).toEqual([{ plans: 'auto', scans: 'on' }]);
});

it('refuses statements after its end', async () => {
  let late: WriteTransaction | undefined;
  await database.write(CONTEXT, [], (tx) => Promise.resolve((late = tx)));
  await expect(late?.query(INSERT)).rejects.toThrow('The transaction is over');
  expect(() => late?.prisma).toThrow('The transaction is over');
  expect(await stored()).toEqual([{ rows: 0, changes: 0 }]);
});

it('cuts the connection of a transaction that takes too long, even within a statement', async () => {
  const begin = (client: PoolClient) => client.query('BEGIN');
  const slow = inTransaction(pool, {
    longestMs: 50,
    begin,
    work: async (client) => {
      await client.query(INSERT);
      await client.query('SELECT pg_sleep(1)');
    },
  });
  await expect(slow).rejects.toMatchObject({ name: 'UnavailableError', message: 'A transaction took too long' });
  const idle = inTransaction(pool, {
    longestMs: 50,
    begin,
    work: async (client) => {
      await client.query(INSERT);
      await eventually(() =>
        client.query('SELECT 1').then(
          () => false,
          () => true,
        ),
      );
    },
  });
  await expect(idle).rejects.toMatchObject({ name: 'UnavailableError' });
  expect(await stored()).toEqual([{ rows: 0, changes: 0 }]);
  await expectUsable();
});

it('gives the connection back when it cannot begin', async () => {
  const beginWith = (text: string) => ({
    longestMs: 50_000,
    begin: (client: PoolClient) => client.query(text),
    work: () => Promise.resolve(),
  });
  await expect(inTransaction(pool, beginWith('BEGIN NONSENSE'))).rejects.toThrow('syntax error');
  await inTransaction(pool, beginWith('BEGIN'));
  expect(pool.idleCount).toBe(1);
});

it('keeps what Prisma does in several statements within the transaction, undone alone where it fails', async () => {
  const attach = (tx: WriteTransaction, path: string, messages: number[]) =>
    tx.prisma.attachment.create({
      data: {
        ...{ realm_id: 7, owner_id: 1, path_id: path, file_name: path, size: 1 },
        references: { create: messages.map((message_id) => ({ message_id })) },
      },
    });
  await database.write(CONTEXT, [], async (tx) => {
    await attach(tx, 'first', [1, 2]);
    await expect(attach(tx, 'second', [3, 3])).rejects.toMatchObject({ code: 'P2002' });
    await attach(tx, 'third', [4]);
  });
  const undone = database.write(CONTEXT, [], async (tx) => {
    await attach(tx, 'fourth', [5]);
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  const paths = await database.query('paths', 'SELECT path_id FROM attachment ORDER BY id');
  expect(paths).toEqual([{ path_id: 'first' }, { path_id: 'third' }]);
});
