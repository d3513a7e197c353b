import type { Logger } from '@stoa/observability';
import type { ActorContext } from '@stoa/rpc';
import type { FlagsService } from '../flags/flags.service';
import { UnsubscribedReadState } from './unsubscribed-read-state.service';

const ctx = { requestId: 'r' } as unknown as ActorContext;
const left = (count: number) =>
  Array.from({ length: count }, (_item, index) => ({ userId: index, recipientId: 7, boundaryId: 50 }));

function readState(mark: (userId: number) => Promise<void>) {
  const marked: number[] = [];
  const markConversationRead = jest.fn(async (_ctx: unknown, userId: number) => {
    await mark(userId);
    marked.push(userId);
  });
  const error = jest.fn();
  const flags = { markConversationRead } as unknown as FlagsService;
  const service = new UnsubscribedReadState(flags, { error } as unknown as Logger);
  return { service, marked, markConversationRead, error };
}

describe('channels that were left', () => {
  it('are marked read a few at a time, and a stop waits for all', async () => {
    let running = 0;
    let most = 0;
    const { service, marked, markConversationRead } = readState(async () => {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setImmediate(resolve));
      running--;
    });
    service.markLeftSoon(ctx, left(6));
    service.markLeftSoon(ctx, left(6));
    expect(marked).toEqual([]);
    await service.beforeApplicationShutdown();
    expect(marked).toHaveLength(12);
    expect(most).toBe(4);
    expect(markConversationRead).toHaveBeenCalledWith(ctx, 0, 7, { below: 50 });
  });

  it('are tried again when that fails', async () => {
    let failures = 1;
    let isDone: () => void = () => undefined;
    const done = new Promise<void>((resolve) => (isDone = resolve));
    const { service, marked, error } = readState(() => {
      if (failures-- > 0) return Promise.reject(new Error('down'));
      isDone();
      return Promise.resolve();
    });
    service.markLeftSoon(ctx, left(1));
    await done;
    await service.beforeApplicationShutdown();
    expect(marked).toEqual([0]);
    expect(error).not.toHaveBeenCalled();
  });

  it('are given up with a line in the log', async () => {
    const { service, error } = readState(() => Promise.reject(new Error('down')));
    service.markLeftSoon(ctx, left(2));
    await service.beforeApplicationShutdown();
    expect(error).toHaveBeenCalledTimes(2);
  });
});
