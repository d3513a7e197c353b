import { setTimeout as delay } from 'node:timers/promises';
import { ChangePoke, NatsHintTransport } from '@stoa/changes';
import { AudienceSet, decodeRouting } from '@stoa/contracts/changes';
import { ChangeEvent } from '@stoa/contracts/events';
import { madeUpEvent } from '@stoa/contracts/testing';
import { Database } from '@stoa/database';
import { EventQueues } from '@stoa/event-queue';
import { NatsConnection, connectToNats } from '@stoa/rpc';
import { TestServers, eventually, startServers } from '@stoa/testing';
import { REALM, queueOf } from '../test-support/fixtures';
import { PollingClient, TestGateway } from '../test-support/polling-client';
import { Replica, RogueConsumer } from '../test-support/replica';

/** Far enough from each other for every slot of the partition to have some. */
const USERS = Array.from({ length: 30 }, (_, index) => (index + 1) * 64);
const WRITERS = 4;
const context = { realmId: REALM, partition: 0 };

interface LogEntry {
  xid: number;
  writer: number;
  count: number;
  audience: AudienceSet;
}

/** Commits numbered changes to random users until it is stopped; what it returned is what was acknowledged. */
class Writer {
  readonly acknowledged: number[] = [];
  private running: Promise<void> | undefined;
  private stopping = false;

  constructor(
    private readonly number: number,
    private readonly database: Database,
  ) {}

  start(): this {
    this.running = this.run();
    return this;
  }

  async stop(): Promise<void> {
    this.stopping = true;
    await this.running;
  }

  private async run(): Promise<void> {
    for (let count = 0; !this.stopping; count++) {
      await this.write(count);
      this.acknowledged.push(count);
      await delay(Math.random() * 8);
    }
  }

  private write(count: number): Promise<void> {
    return this.database.write(context, [], async (tx) => {
      const users = USERS.filter(() => Math.random() < 0.4);
      const event = { type: 'chaos', writer: this.number, count };
      tx.emit(madeUpEvent(event, users));
      // Transactions overlap and end in another order than they began.
      await tx.query('SELECT pg_sleep($1)', [Math.random() < 0.05 ? 0.3 : Math.random() * 0.004]);
    });
  }
}

describe('changes under failures', () => {
  let servers: TestServers;
  let database: Database;
  let queues: EventQueues;
  let nats: NatsConnection;
  let gateway: TestGateway;

  beforeAll(async () => {
    servers = await startServers();
    database = Database.open({ url: servers.databaseUrl, size: 10 });
    queues = EventQueues.connect({ url: servers.redisUrl });
    nats = await connectToNats(servers.natsUrl, 'chaos');
    const transport = new NatsHintTransport(nats);
    const poke = new ChangePoke(transport);
    database.onCommit((partition) => poke.poke(partition));
    gateway = new TestGateway(queues, transport);
  });

  afterAll(async () => {
    await Promise.all([database.close(), queues.close(), nats.close()]);
    await servers.stop();
  });

  async function readLog(): Promise<LogEntry[]> {
    const rows = await database.query<{ seq: number; xid: number; routing: string; body: string }>(
      'test_log',
      'SELECT seq, xid::text::bigint AS xid, routing, body FROM change_log WHERE partition = 0 ORDER BY seq',
    );
    expect(rows.map((row) => row.seq)).toEqual(rows.map((_, index) => index + 1));
    return rows.map(({ xid, routing, body }) => {
      const { events: routes } = decodeRouting(routing);
      const { events } = JSON.parse(body) as { events: ChangeEvent['body'][] };
      const event = events[0]?.event;
      const [writer, count] = [event?.writer, event?.count];
      if (!routes[0] || typeof writer !== 'number' || typeof count !== 'number') throw new Error('not a test change');
      return { xid, writer, count, audience: AudienceSet.decode(routes[0].to) };
    });
  }

  /** The xids of the log that a snapshot contained, as PostgreSQL itself decides. */
  async function visibleIn(snapshot: string): Promise<Set<number>> {
    const rows = await database.query<{ xid: number }>(
      'test_visible',
      `SELECT xid::text::bigint AS xid FROM change_log
       WHERE partition = 0 AND pg_visible_in_snapshot(xid, $1::pg_snapshot)`,
      [snapshot],
    );
    return new Set(rows.map((row) => row.xid));
  }

  it('reach every queue exactly once and in order while replicas, NATS and Redis die', async () => {
    const replicas = [await Replica.start(servers), await Replica.start(servers)];
    const register = (user: number) => PollingClient.register(gateway, database, queueOf('', user));
    const clients: PollingClient[] = [];
    for (const user of USERS) clients.push((await register(user)).start());
    const writers = Array.from({ length: WRITERS }, (_, number) => new Writer(number, database).start());

    const kill = async () => {
      await replicas.shift()?.kill();
      replicas.push(await Replica.start(servers));
    };
    const stop = async () => {
      const started = Replica.start(servers);
      await replicas.shift()?.stop();
      replicas.push(await started);
    };
    const compete = async () => {
      const rogue = await RogueConsumer.start(servers);
      await delay(400);
      await rogue.stop();
    };
    const steps = [kill, () => servers.nats.restart(), stop, compete, () => servers.redis.restart(), kill];
    for (const step of [...steps, ...steps]) {
      await Promise.all([
        step(),
        register(USERS[Math.floor(Math.random() * USERS.length)] ?? 0).then((client) => clients.push(client.start())),
      ]);
      await delay(250);
    }

    const countAcknowledged = () => writers.reduce((sum, writer) => sum + writer.acknowledged.length, 0);
    await eventually(() => countAcknowledged() > 500, { timeoutMs: 60_000 });
    await Promise.all(writers.map((writer) => writer.stop()));
    const acknowledged = countAcknowledged();
    const log = await eventually(async () => {
      const entries = await readLog();
      return entries.length >= acknowledged ? entries : undefined;
    });
    expect(log).toHaveLength(acknowledged);
    for (const [number, writer] of writers.entries()) {
      expect(log.filter((entry) => entry.writer === number).map((entry) => entry.count)).toEqual(writer.acknowledged);
    }
    for (const client of clients) await expectExactHistory(client, log);
    await Promise.all(clients.map((client) => client.stop()));
    await Promise.all(replicas.map((replica) => replica.stop()));
  });

  async function expectExactHistory(client: PollingClient, log: readonly LogEntry[]): Promise<void> {
    const visible = await visibleIn(client.snapshot);
    const expected = log
      .filter((entry) => entry.audience.has(client.userId) && !visible.has(entry.xid))
      .map(({ writer, count }) => `${writer}:${count}`);
    const received = () => client.events.map(({ writer, count }) => `${String(writer)}:${String(count)}`);
    await eventually(() => received().length >= expected.length).catch(() => undefined);
    expect({ user: client.userId, lost: client.lost, events: received() }).toEqual({
      user: client.userId,
      lost: false,
      events: expected,
    });
  }
});
