import { once } from 'node:events';
import { connect } from 'node:net';
import {
  ChangePoke,
  FakeHintTransport,
  NatsHintTransport,
  PARTITIONS,
  PartitionRelay,
  SILENT_RELAY_METRICS,
  publishEphemeral,
} from '@stoa/changes';
import { ChangeEvent } from '@stoa/contracts/events';
import { VERSION_FIELDS } from '@stoa/contracts/server';
import { madeUpEvent } from '@stoa/contracts/testing';
import { ChangeLogStore, Database } from '@stoa/database';
import { EventQueues, QueueDescriptor, slotName, slotOf, slotsOfPartition } from '@stoa/event-queue';
import { Metrics, createLogger } from '@stoa/observability';
import { NatsConnection, connectToNats } from '@stoa/rpc';
import { TestServers, eventually, startServers } from '@stoa/testing';
import { consumerMetrics } from '../consumption/consumer-metrics';
import { REALM, messageEvent, queueOf } from '../test-support/fixtures';
import { PartitionConsumer } from '../consumption/partition-consumer';
import { WakeSender } from '../wakes/wake-sender';
import { PollingClient, TestGateway } from '../test-support/polling-client';
import { Replica } from '../test-support/replica';

const context = { realmId: REALM, partition: 0 };
const logger = createLogger({ service: 'events', replica: 1, level: 'silent' });
/** A user whose queues are in another slot than those of users below 64. */
const OTHER_SLOT = 64;

/** Counts what a consumer asks PostgreSQL. */
class CountingLog extends ChangeLogStore {
  calls = 0;
  override state(...parameters: Parameters<ChangeLogStore['state']>) {
    this.calls += 1;
    return super.state(...parameters);
  }
  override read(...parameters: Parameters<ChangeLogStore['read']>) {
    this.calls += 1;
    return super.read(...parameters);
  }
}

/** Loses everything that the server holds. */
async function flushRedis(port: number): Promise<void> {
  const socket = connect({ port, host: '127.0.0.1' });
  socket.write('FLUSHALL\r\n');
  await once(socket, 'data');
  socket.destroy();
}

/** Makes every slot of partition 0 look as if another release had filled it. */
async function setRelease(port: number, release: string): Promise<void> {
  const socket = connect({ port, host: '127.0.0.1' });
  const keys = slotsOfPartition(0).map((slot) => `HSET stoa:{${slotName(slot)}}:meta release ${release}\r\n`);
  socket.write(keys.join(''));
  await once(socket, 'data');
  socket.destroy();
}

describe('slots', () => {
  let servers: TestServers;
  let database: Database;
  let queues: EventQueues;
  let nats: NatsConnection;
  let transport: NatsHintTransport;
  let gateway: TestGateway;
  let replica: Replica | undefined;
  let clients: PollingClient[];

  beforeAll(async () => {
    servers = await startServers();
    database = Database.open({ url: servers.databaseUrl, size: 6 });
    queues = EventQueues.connect({ url: servers.redisUrl });
    nats = await connectToNats(servers.natsUrl, 'test');
    transport = new NatsHintTransport(nats);
    gateway = new TestGateway(queues, transport);
    const poke = new ChangePoke(transport);
    database.onCommit((partition) => poke.poke(partition));
  });

  afterAll(async () => {
    await Promise.all([database.close(), queues.close(), nats.close()]);
    await servers.stop();
  });

  beforeEach(() => {
    clients = [];
    replica = undefined;
  });
  afterEach(async () => {
    await Promise.all(clients.map((client) => client.stop()));
    await replica?.stop();
  });

  const write = (event: ChangeEvent['body']['event'], users: number[], publicChannel?: number) =>
    database.write(context, [], async (tx) => {
      tx.emit(madeUpEvent(event, users, { publicChannel }));
    });
  const register = async (user: number, changes: Partial<QueueDescriptor> = {}) => {
    const client = (await PollingClient.register(gateway, database, queueOf('', user, changes))).start();
    clients.push(client);
    return client;
  };
  const counts = (client: PollingClient) => client.events.map((event) => event.count);

  it('are filled without a query to PostgreSQL once they are served (I6)', async () => {
    const log = new CountingLog(database);
    const metrics = consumerMetrics(new Metrics({ service: 'events', replica: '1' }));
    const events = new WakeSender(transport, metrics, logger);
    const relay = new PartitionRelay(0, new ChangeLogStore(database), transport, SILENT_RELAY_METRICS, logger, {
      holder: 'relay',
    });
    const consumer = new PartitionConsumer(0, { log, transport, queues, events, metrics, logger });
    relay.start();
    await eventually(async () => (await log.state(0)).epoch > 0);
    consumer.start();
    for (const slot of slotsOfPartition(0)) consumer.acquire(slot);
    await eventually(() => consumer.liveSlots.length === 16);
    const client = await register(1);
    await write({ type: 'test', count: 0 }, [1]);
    await eventually(() => counts(client).length === 1);
    const before = log.calls;
    for (let count = 1; count <= 50; count++) await write({ type: 'test', count }, [1, 2, 3]);
    // One in a slot that has something to get, as far as the consumer knows, and one in a slot that has not.
    const late = [await register(2), await register(OTHER_SLOT)];
    await write({ type: 'test', count: 51 }, [1, 2, OTHER_SLOT]);
    for (const one of [client, ...late]) await eventually(() => counts(one).at(-1) === 51);
    expect(late.map(counts)).toEqual([[51], [51]]);
    expect(counts(client)).toEqual(Array.from({ length: 52 }, (_, count) => count));
    expect(log.calls).toBe(before);
    await consumer.stop();
    await relay.stop();
  });

  it('drop typing and presence when more of it waits than may', async () => {
    const log = new ChangeLogStore(database);
    const counted = new Metrics({ service: 'events', replica: '1' });
    const metrics = consumerMetrics(counted);
    const events = new WakeSender(transport, metrics, logger);
    // It hands over everything in one turn, so that all of it waits.
    const burst = new FakeHintTransport();
    const parts = { log, transport: burst, queues, events, metrics, logger, ephemeralBytes: 64 * 1024 };
    const consumer = new PartitionConsumer(0, parts);
    consumer.start();
    const typing = madeUpEvent({ type: 'typing', text: 'x'.repeat(1024) }, [1]);
    for (let count = 0; count < 200; count++) publishEphemeral(burst, context, [typing]);
    const total = async (name: string) => Number(/^\w+\{[^}]*\} (\d+)/m.exec(await counted.text([name]))?.[1]);
    const passedOn = () => total('stoa_ephemeral_changes_total');
    const dropped = () => total('stoa_ephemeral_changes_dropped_total');
    await eventually(async () => (await passedOn()) > 0 && (await passedOn()) + (await dropped()) === 200);
    expect(await passedOn()).toBeLessThan(64);
    await consumer.stop();
  });

  it('get the typing that came while they were on their way to their owner', async () => {
    const log = new ChangeLogStore(database);
    const metrics = consumerMetrics(new Metrics({ service: 'events', replica: '1' }));
    const events = new WakeSender(transport, metrics, logger);
    // It hands over at once: what is published next to an acquisition comes before its end.
    const direct = new FakeHintTransport();
    const relay = new PartitionRelay(0, log, direct, SILENT_RELAY_METRICS, logger, { holder: 'relay' });
    const consumer = new PartitionConsumer(0, { log, transport: direct, queues, events, metrics, logger });
    const slots = slotsOfPartition(0);
    const acquireAll = () => slots.forEach((slot) => consumer.acquire(slot));
    const type = (count: number) =>
      publishEphemeral(direct, context, [madeUpEvent({ type: 'typing', text: '', count }, [1])]);
    relay.start();
    await eventually(async () => (await log.state(0)).epoch > 0);
    consumer.start();
    acquireAll();
    await eventually(() => consumer.liveSlots.length === slots.length);
    const client = await register(1);
    type(1);
    await eventually(() => counts(client).length === 1);
    await Promise.all(slots.map((slot) => consumer.release(slot)));
    acquireAll();
    type(2);
    await eventually(() => consumer.liveSlots.length === slots.length);
    type(3);
    await eventually(() => counts(client).length === 3);
    expect(counts(client)).toEqual([1, 2, 3]);
    await consumer.stop();
    await relay.stop();
  });

  it('are caught up by a new owner, which also repeats wakes that were lost', async () => {
    replica = await Replica.start(servers);
    const client = await register(3);
    await write({ type: 'test', count: 1 }, [3]);
    await eventually(() => counts(client).length === 1);
    await replica.kill();
    for (let count = 2; count <= 30; count++) await write({ type: 'test', count }, [3]);
    replica = await Replica.start(servers);
    await eventually(() => counts(client).length === 30);
    expect(counts(client)).toEqual(Array.from({ length: 30 }, (_, index) => index + 1));
  });

  it('are free for others as soon as their owner has stopped in order', async () => {
    const all = PARTITIONS.flatMap(slotsOfPartition);
    replica = await Replica.start(servers);
    const heir = queues.leases({ replicaId: 'heir', slots: all, ttlMs: 60_000 });
    await replica.stop();
    replica = undefined;
    expect((await heir.tick()).acquired).toHaveLength(all.length);
    await heir.release();
  });

  it('lose exactly the queues that a new epoch of the log contradicts', async () => {
    replica = await Replica.start(servers);
    const [ahead, behind] = [await register(4), await register(OTHER_SLOT)];
    // An owner looks for snapshots when it learns of a queue, which is with the first change after it.
    await write({ type: 'test', count: 0 }, [4, OTHER_SLOT]);
    await Promise.all([4, OTHER_SLOT].map((user) => snapshotsForgotten(user)));
    await write({ type: 'test', count: 1 }, [4]);
    await eventually(() => counts(ahead).length === 2);
    // As after a failover that lost the last change: its number is given out again.
    await database.query(
      'test_fail_over',
      `WITH lost AS (
         UPDATE relay_partition SET head = head - 1,
           epoch_identity = 'another life/1/' || split_part(epoch_identity, '/', 3)
         WHERE partition = 0 RETURNING head
       ) DELETE FROM change_log USING lost WHERE partition = 0 AND seq > lost.head`,
    );
    await eventually(() => ahead.lost);
    const again = await register(4);
    await write({ type: 'test', count: 2 }, [4, OTHER_SLOT]);
    await eventually(() => counts(again).length === 1 && counts(behind).length === 2);
    expect([counts(again), counts(behind), behind.lost]).toEqual([[2], [0, 2], false]);
  });

  it('lose all queues when the log comes back from before the epoch that they are in', async () => {
    replica = await Replica.start(servers);
    const [first, second] = [await register(4), await register(OTHER_SLOT)];
    await write({ type: 'test', count: 1 }, [4]);
    await eventually(() => counts(first).length === 1);
    await eventually(async () => {
      const [row] = await database.query<{ past: boolean }>(
        'test_clock',
        `SELECT extract(epoch FROM now() - timestamptz '2026-01-01 00:00:00+00') > epoch + 1 AS past
         FROM relay_partition WHERE partition = 0`,
      );
      return row?.past ?? false;
    });
    // As after a restore from a backup that was taken before the server's last start.
    await database.query(
      'test_restore',
      `UPDATE relay_partition SET epoch = epoch - 100,
         epoch_identity = 'another life/1/' || split_part(epoch_identity, '/', 3)
       WHERE partition = 0`,
    );
    await eventually(() => first.lost && second.lost);
    const again = await register(4);
    await write({ type: 'test', count: 2 }, [4]);
    await eventually(() => counts(again).length === 1);
    expect(counts(again)).toEqual([2]);
  });

  it('expire their queues when the log no longer reaches back to them', async () => {
    replica = await Replica.start(servers);
    const client = await register(6);
    await write({ type: 'test', count: 1 }, [6]);
    await eventually(() => counts(client).length === 1);
    await replica.kill();
    const relay = new PartitionRelay(0, new ChangeLogStore(database), transport, SILENT_RELAY_METRICS, logger, {
      holder: 'relay',
    });
    relay.start();
    const { head } = await logState();
    for (let count = 2; count <= 5; count++) await write({ type: 'test', count }, [6]);
    await eventually(async () => (await logState()).head >= head + 4);
    await relay.stop();
    await database.query('test_truncate', 'DELETE FROM change_log WHERE partition = 0 AND seq <= $1', [head + 2]);
    replica = await Replica.start(servers);
    await eventually(() => client.lost);
    const again = await register(6);
    await write({ type: 'test', count: 6 }, [6]);
    await eventually(() => counts(again).length === 1);
  });

  it('take the public messages from queues of users who become guests', async () => {
    replica = await Replica.start(servers);
    const listener = await register(7, { allPublicStreams: true });
    await write(messageEvent(1), [8], 3);
    await eventually(() => listener.events.length === 1);
    await write({ type: 'realm_user', op: 'update', person: { user_id: 7, role: 600 } }, [7, 8]);
    await write(messageEvent(2), [8], 3);
    await write({ type: 'test', count: 1 }, [7]);
    await eventually(() => listener.events.length >= 3);
    await replica.stop();
    // The next owner knows it too.
    replica = await Replica.start(servers);
    await write(messageEvent(3), [8], 3);
    await write({ type: 'test', count: 2 }, [7]);
    await eventually(() => listener.events.length >= 4);
    expect(listener.events.map((event) => event.type)).toEqual(['message', 'realm_user', 'test', 'test']);
  });

  it('tell their queues of an upgrade, once', async () => {
    replica = await Replica.start(servers);
    const client = await register(14);
    const uninterested = await register(15, { eventTypes: ['test'] });
    await write({ type: 'test', count: 1 }, [14, 15]);
    await eventually(() => counts(client).length === 1 && counts(uninterested).length === 1);
    await replica.stop();
    // As if another release had filled the slots until now.
    await setRelease(servers.redis.port, 'earlier');
    replica = await Replica.start(servers);
    await eventually(() => client.events.some(({ type }) => type === 'web_reload_client'));
    await replica.stop();
    replica = await Replica.start(servers);
    await write({ type: 'test', count: 2 }, [14, 15]);
    await eventually(() => counts(client).length === 4 && counts(uninterested).length === 2);
    expect(client.events.map(({ type }) => type)).toEqual(['test', 'restart', 'web_reload_client', 'test']);
    expect(client.events[1]).toMatchObject({ ...VERSION_FIELDS, server_generation: expect.any(Number) });
    expect(uninterested.events.map(({ type }) => type)).toEqual(['test', 'test']);
  });

  it('get events that are no changes among the others, and forget nothing for them', async () => {
    replica = await Replica.start(servers);
    const client = await register(12);
    await write({ type: 'test', count: 1 }, [12]);
    await eventually(() => counts(client).length === 1);
    // The consumer has not heard of this one yet.
    const late = await register(13);
    publishEphemeral(transport, context, [madeUpEvent({ type: 'test', count: 2 }, [12, 13])]);
    await eventually(() => counts(late).length === 1);
    await eventually(() => counts(client).length === 2);
    await write({ type: 'test', count: 3 }, [12]);
    await eventually(() => counts(client).length === 3);
    expect(counts(client)).toEqual([1, 2, 3]);
    const [first, second, third] = client.events.map(({ id }) => Number(id));
    expect([second, third]).toEqual([Number(first) + 1, Number(first) + 2]);
  });

  it('are collected of queues that nobody polls any more, not of those that are polled', async () => {
    replica = await Replica.start(servers, { STOA_QUEUE_IDLE_SECONDS: 4, STOA_QUEUE_SWEEP_MS: 100 });
    const polled = await register(9, { lifespanSeconds: 4 });
    const silent = await PollingClient.register(gateway, database, queueOf('', 10, { lifespanSeconds: 4 }));
    await eventually(async () => (await queues.writer.loadSlot(slotOf(0, 10))).queues.every((q) => q.userId !== 10));
    expect(polled.lost).toBe(false);
    silent.start();
    await eventually(() => silent.lost);
    await silent.stop();
  });

  it('begin anew on a Redis that lost everything', async () => {
    replica = await Replica.start(servers);
    const client = await register(11);
    await flushRedis(servers.redis.port);
    await eventually(() => client.lost);
    const again = await register(11);
    await write({ type: 'test', count: 1 }, [11]);
    await eventually(() => counts(again).length === 1);
  });

  /** A snapshot counts until every transaction is over that was open then, those of other test files included. */
  async function snapshotsForgotten(user: number): Promise<void> {
    const isForgotten = async () => {
      const result = await queues.writer.forgetSnapshots(slotOf(0, user), { ...(await logState()), xmin: 0 });
      expect(result).toEqual({ status: 'done', remaining: 0 });
      return true;
    };
    await eventually(isForgotten, { timeoutMs: 45_000 });
  }

  function logState() {
    return new ChangeLogStore(database).state(0);
  }
});
