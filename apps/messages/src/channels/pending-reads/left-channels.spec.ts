import type { Logger } from '@stoa/observability';
import { LeftChannels } from './left-channels';
import type { PendingRead } from './pending-reads.repository';
import type { PendingReadsService } from './pending-reads.service';

const left = (count: number): PendingRead[] =>
  Array.from({ length: count }, (_item, id) => {
    return { id, realmId: 1, partition: 0, userId: id, recipientId: 7, belowId: 50, senderId: null };
  });

function leftChannels(settle: (id: number) => Promise<void>) {
  const settled: number[] = [];
  const pendingReads = {
    settle: async ({ id }: PendingRead) => {
      await settle(id);
      settled.push(id);
    },
  } as unknown as PendingReadsService;
  const warn = vi.fn();
  return { service: new LeftChannels(pendingReads, { warn } as unknown as Logger), settled, warn };
}

describe('channels that were left', () => {
  it('are marked read a few at a time, and a stop waits for all', async () => {
    let running = 0;
    let most = 0;
    const { service, settled } = leftChannels(async () => {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setImmediate(resolve));
      running--;
    });
    service.settleSoon(left(6), 'r');
    service.settleSoon(left(6), 'r');
    expect(settled).toEqual([]);
    await service.beforeApplicationShutdown();
    expect(settled).toHaveLength(12);
    expect(most).toBe(4);
  });

  it('that fail keep no other waiting', async () => {
    const { service, settled, warn } = leftChannels((id) =>
      id === 0 ? Promise.reject(new Error('down')) : Promise.resolve(),
    );
    service.settleSoon(left(2), 'r');
    await service.beforeApplicationShutdown();
    expect(settled).toEqual([1]);
    expect(warn).toHaveBeenCalledTimes(1);
  });
});
