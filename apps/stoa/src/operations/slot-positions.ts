import { RedisServiceEnvironment, loadEnvironment, redisAddress } from '@stoa/config';
import { UnavailableError } from '@stoa/errors';
import { PARTITIONS } from '@stoa/database';
import { EventQueues, slotsOfPartition } from '@stoa/event-queue';

/** How far the slots of a partition have come. */
export interface SlotProgress {
  partition: number;
  /** Slots that have a position; the others begin with the first client. */
  ready: number;
  /** Position of the one that is furthest behind; null without any. */
  slowestSeq: number | null;
}

/** Reads every slot's position from Redis. @throws UnavailableError, ConfigurationError */
export async function readSlotProgress(): Promise<SlotProgress[]> {
  const queues = EventQueues.connect(redisAddress(loadEnvironment(RedisServiceEnvironment)));
  try {
    return await Promise.all(Array.from({ length: PARTITIONS }, (_, partition) => progressOf(queues, partition)));
  } catch (error) {
    if (error instanceof UnavailableError) throw error;
    throw new UnavailableError(`Redis: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  } finally {
    await queues.close();
  }
}

async function progressOf(queues: EventQueues, partition: number): Promise<SlotProgress> {
  const states = await Promise.all(slotsOfPartition(partition).map((slot) => queues.keeper.readSlot(slot)));
  const positions = states.flatMap(({ position }) => (position ? [position.seq] : []));
  return { partition, ready: positions.length, slowestSeq: positions.length > 0 ? Math.min(...positions) : null };
}
