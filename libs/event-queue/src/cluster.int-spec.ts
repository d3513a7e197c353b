import { Metrics } from '@stoa/observability';
import { type ServerCluster, eventually, startRedisCluster } from '@stoa/testing';
import { Redis } from 'ioredis';
import { EventQueues, allSlots } from './index';
import { describeQueue, messageText, numbersOf } from './testing/queue-fixture';

describe('a Redis Cluster', () => {
  let cluster: ServerCluster;
  let clients: Redis[];

  beforeAll(async () => {
    cluster = await startRedisCluster(2);
    clients = cluster.servers.map(({ url }) => new Redis(url));
  });

  afterAll(async () => {
    for (const client of clients) client.disconnect();
    await cluster.stop();
  });

  /** Gives a key's slot, empty yet, to the other server, behind the back of connected clients. */
  async function moveSlot(key: string): Promise<void> {
    const ids = await Promise.all(clients.map((client) => client.call('CLUSTER', 'MYID')));
    const number = Number(await clients[0]?.call('CLUSTER', 'KEYSLOT', key));
    const newOwner = number < 8_192 ? ids[1] : ids[0];
    for (const client of clients) await client.call('CLUSTER', 'SETSLOT', number, 'NODE', String(newOwner));
  }

  it('shows the memory and the replicas of each primary, and nothing of a cluster that is away', async () => {
    for (const client of clients) await client.config('SET', 'maxmemory', 64 * 2 ** 20);
    const metrics = new Metrics({ service: 'events', replica: 'test' });
    const queues = EventQueues.connect({ url: cluster.url, cluster: true, commandTimeoutMs: 500 });
    await queues.ping();
    queues.meterServers(metrics);
    const shown = async (name: string) => {
      const lines = (await metrics.text([name])).split('\n').filter((line) => line.startsWith(`${name}{`));
      return lines.map((line) => [/server="([^"]+)"/.exec(line)?.[1], Number(line.split(' ').at(-1))]);
    };
    const addresses = cluster.servers.map(({ port }) => `127.0.0.1:${port}`).sort();
    const limits = (await shown('stoa_redis_limit_bytes')).sort();
    expect(limits).toEqual(addresses.map((address) => [address, 64 * 2 ** 20]));
    expect((await shown('stoa_redis_standbys')).sort()).toEqual(addresses.map((address) => [address, 0]));
    for (const [, used] of await shown('stoa_redis_used_bytes')) expect(used).toBeGreaterThan(100_000);
    await queues.close();
    expect(await shown('stoa_redis_limit_bytes')).toEqual([]);
    for (const client of clients) await client.config('SET', 'maxmemory', 0);
  });

  it('tells the versions of slots although one server does not answer', async () => {
    const queues = EventQueues.connect({ url: cluster.url, cluster: true, commandTimeoutMs: 500 });
    const kinds = async () =>
      new Set((await queues.writer.slotVersions(allSlots(1))).map((version) => typeof version === 'number'));
    expect(await kinds()).toEqual(new Set([true]));
    cluster.servers[0]?.signal('SIGSTOP');
    try {
      expect(await kinds()).toEqual(new Set([true, false]));
    } finally {
      cluster.servers[0]?.signal('SIGCONT');
    }
    await eventually(async () => (await kinds()).size === 1);
    await queues.close();
  });

  it('holds every slot on one server, so that every script runs', async () => {
    const queues = EventQueues.connect({ url: cluster.url, cluster: true });
    expect(await queues.checkServer()).toEqual([]);
    const slots = allSlots(4);
    await moveSlot('stoa:{p3s15}:meta');
    for (const [index, slot] of slots.entries()) {
      await queues.keeper.initialiseSlot(slot, { epoch: 1, seq: 0 });
      const queue = describeQueue(index);
      await queues.registrar.createQueue(slot, queue);
      await queues.registrar.openQueue(slot, queue.id, '1:1:', 1);
      const poll = { slot, queueId: queue.id, userId: index, dontBlock: false, gatewayId: 'g', nonce: 'n' };
      expect(await queues.reader.poll({ ...poll, lastEventId: -1 })).toEqual({ status: 'parked' });
      const entries = new Map([[queue.id, [{ seq: 1, xid: 5, bodyRef: '1.1' }]]]);
      const bodies = new Map([['1.1', messageText(index)]]);
      const batch = { epoch: 1, from: 0, to: 1, entries, bodies };
      expect((await queues.writer.appendBatch(slot, batch)).wakes).toHaveLength(1);
      const answer = await queues.reader.poll({ ...poll, lastEventId: -1 });
      expect(numbersOf(answer.status === 'answer' ? answer.events : [])).toEqual([index]);
      expect(await queues.writer.forgetSnapshots(slot, { epoch: 1, xmin: 9, head: 1 })).toMatchObject({ remaining: 0 });
      await queues.reader.deleteQueue(slot, queue.id, index);
      expect(await queues.keeper.collectIdle(slot)).toMatchObject({
        status: 'done',
        collected: [{ reason: 'deleted' }],
      });
    }
    expect(await queues.writer.slotVersions(slots)).toHaveLength(64);
    const leases = queues.leases({ replicaId: 'a', slots, ttlMs: 30_000 });
    expect((await leases.tick()).acquired).toHaveLength(64);
    expect(await leases.tick()).toEqual({ acquired: [], lost: [], wasUnknown: false });
    await queues.close();
  });
});
