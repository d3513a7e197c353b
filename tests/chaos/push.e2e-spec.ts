import { Redis } from 'ioredis';
import { TestCluster, eventually, startCluster } from '@stoa/testing';
import { Channel, createChannel } from '../support/channels';
import { sendToChannel } from '../support/messages';
import { Person, createPerson, demoPerson } from '../support/people';
import { PushDevice } from '../support/push-device';
import { PushRelay } from '../support/push-relay';

jest.setTimeout(180_000);

const RECIPIENTS = 8;
const PER_FAULT = 12;
const RECOVERY_MS = 60_000;

/** What is to be notified stands in PostgreSQL, so nothing else may lose or double it by dying (docs/decisions/016). */
describe('notifications under way', () => {
  let cluster: TestCluster;
  let relay: PushRelay;
  let sender: Person;
  let channel: Channel;
  let devices: PushDevice[];
  const sent: number[] = [];

  beforeAll(async () => {
    cluster = await startCluster({ replicas: { push: 2 } });
    relay = PushRelay.of(cluster);
    sender = demoPerson(cluster, 'owner');
    const people: Person[] = [];
    for (let index = 0; index < RECIPIENTS; index += 1) people.push(await createPerson(cluster, `Bob ${index}`));
    channel = await createChannel(sender, people);
    devices = await Promise.all(
      people.map((person, index) => PushDevice.register(cluster, person, { kind: index % 2 ? 'apns' : 'fcm' })),
    );
  });
  afterAll(() => cluster?.stop());

  /** Sends to everybody; a fault in between, and everybody is told of each message once. */
  async function survive(fault: () => Promise<void> | void): Promise<void> {
    const send = async () => sent.push(await sendToChannel(sender, channel, { content: '@**all** a call' }));
    for (let count = 0; count < PER_FAULT / 2; count += 1) await send();
    await fault();
    for (let count = 0; count < PER_FAULT / 2; count += 1) {
      // A server that is just coming back refuses a send: its sender tries again, and one id is acknowledged.
      await eventually(send, { timeoutMs: RECOVERY_MS, stepMs: 200 });
    }
    await expectEachOnce();
  }

  async function expectEachOnce(): Promise<void> {
    const complete = async () => {
      const all = await Promise.all(devices.map((device) => device.messageIds()));
      const missing = all.map((ids) => sent.filter((id) => !ids.includes(id)).length);
      if (missing.some((count) => count > 0)) throw new Error(`still missing by device: ${missing.join(', ')}`);
      return true;
    };
    await eventually(complete, { timeoutMs: RECOVERY_MS, stepMs: 200 });
    for (const device of devices) {
      const ids = (await device.messageIds()).filter((id) => sent.includes(id));
      expect(ids.sort((a, b) => a - b)).toEqual([...sent].sort((a, b) => a - b));
    }
  }

  const replaced = async (pid: number) => {
    await eventually(() => cluster.description.processes.every((process) => process.pid !== pid), {
      timeoutMs: RECOVERY_MS,
    });
    await cluster.waitReady(RECOVERY_MS);
  };

  it('come once each though the workers are killed', async () => {
    await survive(() => {
      cluster.kill('push', 1);
    });
    await survive(() => {
      for (const replica of [1, 2]) cluster.kill('push', replica);
    });
    await cluster.waitReady(RECOVERY_MS);
  });

  it('come once each though the relay is killed', async () => {
    await survive(() => replaced(cluster.kill('push-relay-dev', 1)));
  });

  it('come once each though Redis is killed', async () => {
    await survive(() => {
      cluster.killServer('redis');
    });
    await cluster.waitReady(RECOVERY_MS);
  });

  it('come once each though Redis is emptied', async () => {
    await survive(async () => {
      const redis = new Redis(cluster.description.redis_url);
      await redis.flushall();
      redis.disconnect();
    });
  });

  it('come once each though NATS is killed and nobody hears of changes', async () => {
    await survive(() => {
      cluster.killServer('nats');
    });
    await cluster.waitReady(RECOVERY_MS);
  });

  it('come once each after an outage of the relay during which the workers died', async () => {
    const since = Date.now() / 1000;
    await relay.behave('server_error');
    await survive(async () => {
      await relay.attempted('push/e2ee/notify', since);
      for (const replica of [1, 2]) cluster.kill('push', replica);
      await relay.behave('ok');
    });
    await cluster.waitReady(RECOVERY_MS);
  });
});
