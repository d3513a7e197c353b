import {
  ServerCluster,
  TestCluster,
  eventually,
  startCluster,
  startNatsCluster,
  startRedisCluster,
} from '@stoa/testing';
import { Redis } from 'ioredis';
import { Channel, createChannel } from '../support/channels';
import { sendDirect, sendToChannel } from '../support/messages';
import { Person, createPerson } from '../support/people';
import { PushRelay } from '../support/push-relay';
import { PushFixture } from '../support/push-fixture';
import { TestQueue, isEvent, isMessage } from '../support/test-queue';

const FAILOVER_MS = 60_000;

/** docs/operate/scaling.md: what is configured when one Redis or one NATS server is not enough. */
describe('with a Redis Cluster and several NATS servers', () => {
  let redis: ServerCluster;
  let nats: ServerCluster;
  let cluster: TestCluster;
  let ada: Person;
  let bob: Person;
  let channel: Channel;

  beforeAll(async () => {
    [redis, nats] = await Promise.all([startRedisCluster(3, 1), startNatsCluster(3)]);
    cluster = await startCluster({
      replicas: { gateway: 2, messages: 2, users: 2, events: 2, push: 2 },
      env: {
        STOA_REDIS_URL: redis.url,
        STOA_REDIS_CLUSTER: 'on',
        STOA_NATS_URL: nats.url,
        STOA_RATE_LIMITS: 'on',
      },
    });
    [ada, bob] = await Promise.all([createPerson(cluster, 'Ada'), createPerson(cluster, 'Bob')]);
    channel = await createChannel(ada, [bob]);
  });
  afterAll(async () => {
    await cluster?.stop();
    await Promise.all([redis?.stop(), nats?.stop()]);
  });

  /** What Bob's queue gets of a message, a keystroke and a presence of Ada's. */
  async function liveness(queue: TestQueue): Promise<void> {
    const id = await sendToChannel(ada, channel, { topic: 'plans', content: 'still there?' });
    await queue.next(isMessage(id));
    await ada.client.succeed('POST', '/typing', { op: 'start', type: 'direct', to: [bob.userId] });
    await queue.next(isEvent('typing'));
  }

  it('spreads what Redis holds over all its servers', async () => {
    await Promise.all([ada, bob].map((person) => TestQueue.register(person)));
    for (const { url, pid } of redis.servers) {
      if (pid === undefined) continue;
      const client = new Redis(url);
      try {
        expect(await client.dbsize()).toBeGreaterThan(0);
      } finally {
        client.disconnect();
      }
    }
  });

  it('delivers events, keeps presences, counts calls, and wakes the push service', async () => {
    await liveness(await TestQueue.register(bob));
    const reported = await ada.client.succeed('POST', '/users/me/presence', { status: 'active', last_update_id: -1 });
    expect(reported.presences).toHaveProperty(String(ada.userId));
    const seen = await bob.client.succeed('POST', '/users/me/presence', { status: 'active', last_update_id: -1 });
    expect(seen.presences).toHaveProperty(String(ada.userId));
    const remaining = async () => Number((await ada.client.get('/users/me')).headers.get('x-ratelimit-remaining'));
    // Two gateways answer by turns: their counts are one, but for a moment after a server of Redis died.
    await eventually(async () => {
      const counts = [await remaining(), await remaining(), await remaining(), await remaining()];
      return counts.every((count, index) => index === 0 || count === (counts[index - 1] ?? 0) - 1);
    });
    await PushRelay.of(cluster).behave('ok');
    const { sender, recipient, device } = await PushFixture.create(cluster);
    await device.message(await sendDirect(sender, [recipient]));
  });

  it('goes on when a NATS server dies', async () => {
    const queue = await TestQueue.register(bob);
    await nats.servers[0]?.kill();
    await eventually(() => liveness(queue).then(() => true), { timeoutMs: FAILOVER_MS });
  });

  it('goes on when a Redis server dies and its replica takes over', async () => {
    const queues = await Promise.all([ada, bob].map((person) => TestQueue.register(person)));
    await redis.servers[0]?.kill();
    // What the dead server had not replicated is lost, so its queues end; their clients register anew.
    for (const [index, person] of [ada, bob].entries()) {
      await eventually(
        async () => {
          const { status, body } = (await queues[index]?.request({ dont_block: true })) ?? {};
          if (status === 400) expect(body).toMatchObject({ code: 'BAD_EVENT_QUEUE_ID' });
          const queue = await TestQueue.register(person);
          const id = await sendToChannel(person, channel, { topic: 'after', content: 'the failover' });
          await queue.next(isMessage(id));
          return true;
        },
        { timeoutMs: FAILOVER_MS },
      );
    }
    await eventually(() => cluster.waitReady(1_000).then(() => true), { timeoutMs: FAILOVER_MS });
  });
});
