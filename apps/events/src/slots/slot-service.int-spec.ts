import { setTimeout as pause } from 'node:timers/promises';
import { EventQueues, Slot, allSlots } from '@stoa/event-queue';
import { createLogger } from '@stoa/observability';
import { TestServers, eventually, startServers } from '@stoa/testing';
import { SlotService } from './slot-service';

/** How long a look takes, and how long the others try to get the slots: longer than a replica may be silent. */
const LOOK_MS = 5_000;
const TRYING_MS = 4_000;

const logger = createLogger({ service: 'events', replica: 1, level: 'silent' });

describe('SlotService', () => {
  let servers: TestServers;
  let queues: EventQueues;

  beforeAll(async () => {
    servers = await startServers();
    queues = EventQueues.connect({ url: servers.redisUrl, prefix: `slots-${process.pid}:` });
  });
  afterAll(async () => {
    await queues.close();
    await servers.stop();
  });

  it('keeps its slots while a look at them waits for a server of Redis', async () => {
    const acquired: Slot[] = [];
    let looks = 0;
    const consumer = {
      isJoining: false,
      acquire: (slot: Slot) => void acquired.push(slot),
      release: () => Promise.resolve(),
      verifySlots: async () => {
        looks += 1;
        await pause(LOOK_MS);
      },
    };
    const consumers = new Map([0, 1, 2, 3].map((partition) => [partition, consumer]));
    const service = new SlotService(queues, 'busy', consumers, { report: () => undefined }, logger);
    const others = queues.leases({ replicaId: 'other', slots: allSlots(4), ttlMs: 3_000 });
    service.start();
    try {
      await eventually(() => acquired.length === 64 && looks === 4);
      const until = performance.now() + TRYING_MS;
      while (performance.now() < until) {
        expect((await others.tick()).acquired).toEqual([]);
        await pause(200);
      }
    } finally {
      await service.stop();
      await service.release();
    }
  });
});
