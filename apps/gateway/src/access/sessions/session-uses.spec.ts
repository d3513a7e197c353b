import { AsyncLocalStorage } from 'node:async_hooks';
import { createLogger } from '@stoa/observability';
import { RpcClient } from '@stoa/rpc';
import { SessionUses } from './session-uses';

describe('SessionUses', () => {
  it('reports each use once, and marks no work, which every request of the process would pay for', async () => {
    const marks = vi.spyOn(AsyncLocalStorage.prototype, 'run');
    const reported: unknown[] = [];
    const rpc = Object.create(RpcClient.prototype, {
      call: { value: async (_declaration: unknown, _ctx: unknown, request: unknown) => void reported.push(request) },
    });
    const uses = new SessionUses(rpc, createLogger({ service: 'gateway', replica: 1, level: 'silent' }));
    uses.start();
    uses.note({ sessionId: 7, unnotedSeconds: 300 });
    uses.note({ sessionId: 7, unnotedSeconds: 301 });
    uses.note({ sessionId: 8, unnotedSeconds: 299 });
    uses.wake();
    await vi.waitFor(() => expect(reported).toEqual([{ session_ids: [7] }]));
    await uses.stop();
    expect(marks).not.toHaveBeenCalled();
    marks.mockRestore();
  });
});
