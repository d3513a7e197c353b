import { Redis } from 'ioredis';
import { allSlots, slotName } from '@stoa/event-queue';
import { eventually } from '@stoa/testing';
import type { FaultTools } from './fault-tools';

const PARTITIONS = 4;
const FLOOD_CHARACTERS = 9_000;
const FLOOD_PARALLEL = 8;

async function withRedis<T>(url: string, work: (redis: Redis) => Promise<T>): Promise<T> {
  const redis = new Redis(url, { maxRetriesPerRequest: 1 });
  redis.on('error', () => undefined);
  return work(redis).finally(() => redis.disconnect());
}

function leases(): string[] {
  return allSlots(PARTITIONS).map((slot) => `stoa:{${slotName(slot)}}:lease`);
}

/** Takes every slot from its owner. */
export function revokeLeases(redisUrl: string): Promise<string> {
  return withRedis(redisUrl, async (redis) => {
    const removed = await Promise.all(leases().map((key) => redis.del(key)));
    return `${removed.reduce((sum, count) => sum + count, 0)} leases revoked`;
  });
}

/** Gives half of the slots to somebody who does nothing with them; who had them finds out at its next renewal. */
export function stealLeases(redisUrl: string, forMs: number): Promise<string> {
  return withRedis(redisUrl, async (redis) => {
    const stolen = leases().filter((_, index) => index % 2 === 0);
    await Promise.all(stolen.map((key) => redis.set(key, 'nobody', 'PX', forMs)));
    const areBack = async () => (await redis.mget(stolen)).every((holder) => holder !== null && holder !== 'nobody');
    await eventually(areBack, { timeoutMs: 60_000, stepMs: 100 });
    return `${stolen.length} leases stolen`;
  });
}

/** More comes for a device that does not poll than its queue may hold: it ends, and only it. */
export async function overflowQueue({ realms, listen, chaos, attempts }: FaultTools): Promise<string> {
  const realm = realms[0];
  if (!realm) throw new Error('there is no realm');
  const { channel, writer, reader } = realm.flood;
  const sleeper = listen(reader, realm, { applyMarkdown: false, napMs: 10 * 60_000 });
  const record = await eventually(() => sleeper.record, { timeoutMs: 30_000 });
  record.isFlooded = true;
  const content = 'x'.repeat(FLOOD_CHARACTERS);
  const message = { type: 'channel', to: channel.id, topic: 'flood', content };
  const send = () =>
    attempts.call({
      action: 'flood',
      isRepeatable: false,
      request: (signal) => writer.client.post('/messages', message, { signal }),
    });
  let sent = 0;
  for (const count = Math.ceil((chaos.queueBytes * 1.2) / FLOOD_CHARACTERS); sent < count; sent += FLOOD_PARALLEL) {
    await Promise.all(Array.from({ length: FLOOD_PARALLEL }, () => send()));
  }
  sleeper.awake();
  await eventually(() => record.end === 'expired', { timeoutMs: 60_000 });
  sleeper.stop();
  return `the queue ended of ${sent} messages`;
}
