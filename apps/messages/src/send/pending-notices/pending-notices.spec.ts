import { DomainError, UnavailableError } from '@stoa/errors';
import { type Database, channelNotice, directNotice } from '@stoa/database';
import type { Logger } from '@stoa/observability';
import type { ActorContext } from '@stoa/rpc';
import type { OwnerContexts } from '../notices/owner-context';
import type { NoticeService } from '../notices/notice.service';
import type { PendingNotice, PendingNoticesRepository } from './pending-notices.repository';
import { PendingNotices } from './pending-notices';

const CTX = { requestId: 'r', actor: { realmId: 1, userId: 9 } } as unknown as ActorContext;
const ROW = { realmId: 1, partition: 0, userId: 9, waitedSeconds: 20, attempts: 1 };

function pendingNotice(id: number, change: Partial<PendingNotice> = {}): PendingNotice {
  return { ...ROW, ...channelNotice(7, 'topic', `notice ${id}`), id, ...change };
}

function facts(fail: (content: string) => Error | undefined = () => undefined) {
  const sent: unknown[][] = [];
  const removed: number[] = [];
  const owner = { ctx: CTX, settings: { isDeactivated: false }, user: undefined };
  const waiting: PendingNotice[] = [];
  const send =
    (how: string) =>
    (_ctx: unknown, ...[place, ...rest]: unknown[]) => {
      const options = rest.pop() as { isReadByActor?: boolean; unreadFor?: number[] };
      const error = fail(String(rest.at(-1)));
      if (error) return Promise.reject(error);
      sent.push([how, place, ...rest, options.unreadFor ? 'read' : options.isReadByActor]);
      return Promise.resolve(true);
    };
  const repository = {
    waiting: (ids: readonly number[]) => Promise.resolve(waiting.filter(({ id }) => ids.includes(id))),
    remove: (_tx: unknown, id: number) => Promise.resolve(void removed.push(id)),
  };
  const log = { error: vi.fn(), warn: vi.fn() };
  const pending = new PendingNotices(
    { write: (_context: unknown, _options: unknown, work: (tx: object) => unknown) => work({}) } as unknown as Database,
    repository as unknown as PendingNoticesRepository,
    { of: () => Promise.resolve(owner) } as unknown as OwnerContexts,
    { sendToChannelWithin: send('channel'), sendDirectWithin: send('direct') } as unknown as NoticeService,
    log as unknown as Logger,
  );
  return { pending, sent, removed, owner, waiting, log };
}

describe('notices of a change that was committed', () => {
  it('are sent in order, each in its manner', async () => {
    const { pending, sent } = facts();
    const resolved: number[] = [];
    pending.resolveWith((_ctx, { id }) => Promise.resolve(void resolved.push(id)));
    const notices = [
      pendingNotice(1),
      pendingNotice(2, channelNotice(7, '', 'archived', { kind: 'read' })),
      pendingNotice(3, channelNotice(7, '✔ topic', 'resolved', { kind: 'resolve', withMessageId: 5 })),
      pendingNotice(4, directNotice(8, 'hello')),
    ];
    await pending.sendNow(CTX, { notices, earlierIds: [] });
    expect(sent).toEqual([
      ['channel', 7, 'topic', 'notice 1', true],
      ['channel', 7, '', 'archived', 'read'],
      ['direct', 8, 'hello', true],
    ]);
    expect(resolved).toEqual([3]);
  });

  it('come after what waits for the same channel', async () => {
    const { pending, sent, waiting } = facts();
    waiting.push(pendingNotice(1), pendingNotice(2));
    await pending.sendNow(CTX, { notices: [pendingNotice(3)], earlierIds: [1, 2] });
    expect(sent.map(([, , , content]) => content)).toEqual(['notice 1', 'notice 2', 'notice 3']);
  });

  it('are left to the job from the first on that fails, and the request goes on', async () => {
    const { pending, sent, removed, log } = facts((content) =>
      content === 'notice 2' ? new UnavailableError('away') : undefined,
    );
    const notices = [1, 2, 3].map((id) => pendingNotice(id));
    await pending.sendNow(CTX, { notices, earlierIds: [] });
    expect(sent).toHaveLength(1);
    expect(removed).toEqual([]);
    expect(log.error).toHaveBeenCalledTimes(1);
  });
});

describe('notices that another service has written', () => {
  it('are sent but for those that are sent already, and one that fails keeps no other waiting', async () => {
    const { pending, sent, waiting, log } = facts((content) =>
      content === 'fails' ? new UnavailableError('away') : undefined,
    );
    waiting.push(pendingNotice(1, directNotice(5, 'fails')), pendingNotice(2, directNotice(6, 'joined')));
    waiting.push(pendingNotice(3, directNotice(7, 'complete', 'direct_unread')));
    await pending.sendWritten(CTX, { noticeIds: [1, 2, 3, 4] });
    expect(sent).toEqual([
      ['direct', 6, 'joined', true],
      ['direct', 7, 'complete', false],
    ]);
    expect(log.error).toHaveBeenCalledTimes(1);
  });

  it('are those of the organization that asks', async () => {
    const { pending, sent, waiting } = facts();
    waiting.push(pendingNotice(1, { ...directNotice(5, 'theirs'), realmId: 2 }));
    waiting.push(pendingNotice(2, directNotice(6, 'ours')));
    await pending.sendWritten(CTX, { noticeIds: [1, 2] });
    expect(sent).toEqual([['direct', 6, 'ours', true]]);
  });
});

describe('notices that were left', () => {
  it('are sent', async () => {
    const { pending, sent } = facts();
    expect(await pending.sendLate(pendingNotice(1))).toBe('sent');
    expect(sent).toHaveLength(1);
  });

  it('stay when something is away', async () => {
    const { pending, removed, log } = facts(() => new UnavailableError('away'));
    expect(await pending.sendLate(pendingNotice(1))).toBe('failed');
    expect(removed).toEqual([]);
    expect(log.error).toHaveBeenCalledTimes(1);
  });

  it.each<[string, (made: ReturnType<typeof facts>) => void, Partial<PendingNotice>]>([
    ['of an organization that was deactivated', ({ owner }) => (owner.settings.isDeactivated = true), {}],
    ['that failed again and again', () => undefined, { attempts: 16 }],
  ])('%s are dropped', async (_name, prepare, change) => {
    const made = facts();
    prepare(made);
    expect(await made.pending.sendLate(pendingNotice(1, change))).toBe('dropped');
    expect(made.sent).toEqual([]);
    expect(made.removed).toEqual([1]);
    expect(made.log.warn).toHaveBeenCalledTimes(1);
  });

  it('for a channel that is gone are dropped', async () => {
    const { pending, removed } = facts(() => new DomainError('BAD_REQUEST', 'Invalid channel ID'));
    expect(await pending.sendLate(pendingNotice(1))).toBe('dropped');
    expect(removed).toEqual([1]);
  });

  it('are tried to the last attempt', async () => {
    expect(await facts().pending.sendLate(pendingNotice(1, { attempts: 15 }))).toBe('sent');
  });
});
