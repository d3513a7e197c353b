import { KeptRecord } from '../kept/kept-record';
import { snapshotState } from '../store/snapshot';
import { Store } from '../store/store';
import { ME, aUser, anAnswer } from '../test-support/answer';
import { TestClock, settled } from '../test-support/clock';
import { keptValues, resetKept } from '../test-support/kept-memory';
import { KeptState, keepState } from './kept-state';
import type { ConnectionStatus } from './status';

vi.mock('idb-keyval', () => import('../test-support/kept-memory'));

const { signal } = new AbortController();
const DAY_MS = 24 * 60 * 60 * 1000;

describe('the kept state', () => {
  let now: number;
  const own = { user_id: ME, role: 400 };
  const state = snapshotState(
    anAnswer({
      presences: { 20: { active_timestamp: 1, idle_timestamp: 1 } },
      unread_msgs: {
        ...{ count: 1, pms: [], huddles: [], mentions: [], old_unreads_missing: false },
        streams: [{ stream_id: 5, topic: 'logo', unread_message_ids: [7] }],
      },
    }),
  );
  const keptBy = (build: string) =>
    new KeptState({ record: new KeptRecord('chat.example', () => Promise.resolve()), build, now: () => now });
  const read = (build: string, account = own) => keptBy(build).read(() => Promise.resolve(account));

  beforeEach(() => {
    resetKept();
    now = 1_000_000 * DAY_MS;
  });

  it('comes back whole, without messages, what is old a moment later, and the tokens of bots', async () => {
    const bots = new Map([[40, { services: [{ token: 'a secret' }] } as never]]);
    await keptBy('one').write({ ...state, bots, messages: new Map([[7, {} as never]]) }, signal);
    const found = await read('one');
    expect(
      JSON.stringify(keptValues(), (_key, value: unknown) => (value instanceof Map ? [...value] : value)),
    ).not.toContain('a secret');
    expect(found).toEqual({ ...state, presences: new Map(), subscribers: new Map(), messages: new Map() });
  });

  it('is not shown to another account, in another role, to another build, or after two weeks', async () => {
    await keptBy('one').write(state, signal);
    expect(await read('one', { ...own, user_id: 20 })).toBeUndefined();
    expect(await read('one', { ...own, role: 600 })).toBeUndefined();
    expect(await read('two')).toBeUndefined();
    now += 14 * DAY_MS;
    expect(await read('one')).toBeDefined();
    now += 1;
    expect(await read('one')).toBeUndefined();
  });

  it('is not read before the service says who is signed in', async () => {
    await keptBy('one').write(state, signal);
    await expect(keptBy('one').read(() => Promise.reject(new Error('signed out')))).rejects.toThrow('signed out');
  });

  it('leaves nothing behind when it is removed, or grows too large', async () => {
    const kept = keptBy('one');
    await kept.write(state, signal);
    await kept.remove();
    expect(keptValues()).toEqual([]);
    await kept.write(state, signal);
    const user = { ...aUser(ME), is_active: true };
    const users = new Map(Array.from({ length: 25_001 }, (_one, id) => [id, user] as const));
    await kept.write({ ...state, users }, signal);
    expect(keptValues()).toEqual([]);
  });

  it('is kept soon after the connection lives, by the tab that leads, once a minute at most', async () => {
    const clock = new TestClock();
    const kept = keptBy('one');
    const written = vi.spyOn(kept, 'write');
    const store = new Store(state);
    const status = new Store<ConnectionStatus>({ kind: 'connecting', since: 0 });
    let isLeading = false;
    const over = new AbortController();
    const keeping = keepState({
      ...{ kept, store, status, isLeading: () => isLeading, sleep: clock.sleep, signal: over.signal },
    }).catch(() => undefined);
    await clock.advance(5000);
    status.set({ kind: 'live', heardAt: 0 });
    await clock.advance(5000);
    expect(written).not.toHaveBeenCalled();
    isLeading = true;
    await clock.advance(1000);
    expect(written).toHaveBeenCalledTimes(1);
    await clock.advance(60_000);
    expect(written).toHaveBeenCalledTimes(1);
    store.set({ ...state, maxMessageId: 8 });
    store.set({ ...state, maxMessageId: 9 });
    await clock.advance(60_000);
    expect(written).toHaveBeenCalledTimes(2);
    over.abort();
    await keeping;
    await settled();
  });
});
