import type { Client } from '../client/client';
import { notices } from '../client/notices';
import { withFlag } from '../store/local-flags';
import type { Message } from '../store/message';
import { snapshotState } from '../store/snapshot';
import type { State } from '../store/state';
import { Store } from '../store/store';
import { aSubscription, anAnswer } from '../test-support/answer';
import { ReadQueue } from './read-queue';

describe('what was read, on its way to the service', () => {
  let store: Store<State>;
  let leaving: AbortController;
  let page: EventTarget;
  let asked: { ids: number[]; outlives: boolean }[];
  /** What the service answers; a success unless said. */
  let answers: (() => Promise<Response>)[];

  const queueOf = () => new ReadQueue({ store, signal: leaving.signal } satisfies Pick<Client, 'store' | 'signal'>);
  const success = () => Promise.resolve(Response.json({ result: 'success', msg: '', messages: [] }));
  const ids = () => asked.map((request) => request.ids);

  beforeEach(() => {
    vi.useFakeTimers();
    // Of a wait before a repetition it is half: by chance it could be over at once.
    vi.spyOn(Math, 'random').mockReturnValue(0.5);
    const streams = [{ stream_id: 5, topic: 'a', unread_message_ids: [1, 2, 3] }];
    store = new Store(
      snapshotState(
        anAnswer({
          subscriptions: [aSubscription(5)],
          unread_msgs: { count: 3, pms: [], streams, huddles: [], mentions: [], old_unreads_missing: false },
        }),
      ),
    );
    [leaving, page, asked, answers] = [new AbortController(), new EventTarget(), [], []];
    vi.stubGlobal('window', page);
    vi.stubGlobal('fetch', (_url: string, { body, keepalive }: { body: URLSearchParams; keepalive?: boolean }) => {
      asked.push({ ids: JSON.parse(body.get('messages') ?? '[]') as number[], outlives: keepalive === true });
      return (answers.shift() ?? success)();
    });
  });
  afterEach(() => {
    leaving.abort();
    vi.useRealTimers();
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  });

  it('goes at once, and then at most twice a second', async () => {
    const queue = queueOf();
    for (const id of [1, 2, 3]) queue.add([id]);
    await vi.advanceTimersByTimeAsync(0);
    expect(ids()).toEqual([[1]]);
    await vi.advanceTimersByTimeAsync(499);
    expect(asked).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(ids()).toEqual([[1], [2, 3]]);
  });

  it('is no more than a thousand messages at a time', async () => {
    queueOf().add(Array.from({ length: 1200 }, (_, id) => id));
    await vi.advanceTimersByTimeAsync(500);
    expect(asked.map((request) => request.ids.length)).toEqual([1000, 200]);
  });

  it('is repeated until somebody answers', async () => {
    answers = Array.from({ length: 5 }, () => () => Promise.reject(new TypeError('no network')));
    queueOf().add([1]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(ids()).toEqual(Array.from({ length: 6 }, () => [1]));
  });

  it('is unread again when the service refuses it', async () => {
    const message = { id: 1, type: 'stream', stream_id: 5, topic: 'a', flags: new Set() } as unknown as Message;
    store.update((state) => withFlag({ ...state, messages: new Map([[1, message]]) }, [1], 'read', true));
    answers = [() => Promise.resolve(Response.json({ result: 'error', msg: 'No', code: 'X' }, { status: 400 }))];
    queueOf().add([1]);
    expect(store.get().unreadPlaces.has(1)).toBe(false);
    await vi.advanceTimersByTimeAsync(0);
    expect(store.get().unreadPlaces.has(1)).toBe(true);
    expect(notices.get().map(({ text }) => text)).toContain('No');
  });

  it('is not told any more when it is unread again before that', async () => {
    const queue = queueOf();
    queue.add([1]);
    await vi.advanceTimersByTimeAsync(0);
    queue.add([2, 3]);
    expect(await queue.forget((id) => id !== 3)).toEqual([2]);
    await vi.advanceTimersByTimeAsync(1000);
    expect(ids()).toEqual([[1], [3]]);
  });

  it('is unread again after what is being told has arrived', async () => {
    let answer: (response: Response) => void = () => undefined;
    answers = [() => new Promise((resolve) => (answer = resolve))];
    const queue = queueOf();
    queue.add([1, 2]);
    await vi.advanceTimersByTimeAsync(0);
    let forgotten: readonly number[] | undefined;
    void queue.forget((id) => id === 1).then((gone) => (forgotten = gone));
    await vi.advanceTimersByTimeAsync(5000);
    expect(forgotten).toBeUndefined();
    answer(await success());
    await vi.advanceTimersByTimeAsync(0);
    expect(forgotten).toEqual([1]);
  });

  it('is not repeated for what is unread again, which waits for no network', async () => {
    answers = Array.from({ length: 3 }, () => () => Promise.reject(new TypeError('no network')));
    const queue = queueOf();
    queue.add([1, 2]);
    await vi.advanceTimersByTimeAsync(0);
    expect(await queue.forget((id) => id === 1)).toEqual([1]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(ids()).toEqual([[1, 2], [2], [2], [2]]);
  });

  it('outlives the page that is left', async () => {
    answers = [() => new Promise<Response>(() => undefined)];
    const queue = queueOf();
    queue.add([1]);
    await vi.advanceTimersByTimeAsync(0);
    queue.add([2]);
    page.dispatchEvent(new Event('pagehide'));
    await vi.advanceTimersByTimeAsync(0);
    expect(asked.at(-1)).toEqual({ ids: [1, 2], outlives: true });
  });
});
