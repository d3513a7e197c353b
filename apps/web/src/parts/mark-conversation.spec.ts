import { snapshotState } from '../store/snapshot';
import { aSubscription, anAnswer } from '../test-support/answer';
import { notices } from '../client/notices';
import type { Client } from '../client/client';
import { topicNarrow } from '../narrow/terms';
import type { Message } from '../store/message';
import { Store } from '../store/store';
import {
  markConversationsRead,
  markNarrowUnread,
  unreadInChannels,
  unreadInScope,
  unreadInTopic,
  unstarIn,
} from './mark-conversation';
import { readQueueOf } from './read-queue';

const unread = (stream_id: number, topic: string, unread_message_ids: number[]) => ({
  ...{ stream_id, topic, unread_message_ids },
});

const state = snapshotState(
  anAnswer({
    subscriptions: [aSubscription(5), aSubscription(6)],
    user_topics: [
      { stream_id: 5, topic_name: 'Noise', visibility_policy: 1, last_updated: 1 },
      { stream_id: 6, topic_name: 'plan', visibility_policy: 3, last_updated: 1 },
    ],
    unread_msgs: {
      ...{
        count: 6,
        pms: [{ other_user_id: 20, sender_id: 20, unread_message_ids: [6] }],
        huddles: [],
        mentions: [],
        old_unreads_missing: false,
      },
      streams: [unread(5, 'plan', [1, 4]), unread(5, 'noise', [2]), unread(6, 'plan', [3, 5])],
    },
  }),
);

describe('what is marked as read', () => {
  it('is everything of a topic, in whatever case it is written', () => {
    expect(unreadInTopic(state, 5, 'PLAN')).toEqual([1, 4]);
    expect(unreadInTopic(state, 5, 'gone')).toEqual([]);
  });

  it('is, of everything, all of it, what is muted, or what one does not follow', () => {
    const idsIn = (scope: Parameters<typeof unreadInScope>[1]) => [...unreadInScope(state, scope)].sort();
    expect([idsIn('all'), idsIn('muted'), idsIn('notFollowed')]).toEqual([[1, 2, 3, 4, 5, 6], [2], [1, 2, 4]]);
  });

  it('is everything of channels but for their muted topics', () => {
    expect(unreadInChannels(state, [5])).toEqual([1, 4]);
    expect(unreadInChannels(state, [5, 6])).toEqual([1, 4, 3, 5]);
  });
});

describe('what takes several requests', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('says how far it is, until it is done', async () => {
    const answers = [
      { processed_count: 1000, updated_count: 700, last_processed_id: 1000, found_newest: false },
      { processed_count: 12, updated_count: 12, last_processed_id: 1012, found_newest: true },
    ];
    notices.set([]);
    const anchors: (string | null)[] = [];
    const said: (readonly string[])[] = [];
    vi.stubGlobal('fetch', (_url: string, { body }: { body: URLSearchParams }) => {
      anchors.push(body.get('anchor'));
      said.push(notices.get().map(({ text }) => text));
      return Promise.resolve(Response.json({ result: 'success', msg: '', ...answers.shift() }));
    });
    expect(await unstarIn(topicNarrow(5, 'plan'))).toBe(true);
    expect(anchors).toEqual(['oldest', '1000']);
    expect(said).toEqual([[], ['700 messages so far…']]);
    expect(notices.get()).toEqual([]);
  });
});

describe('what is unread again', () => {
  let client: Client;
  let asked: string[];
  let leaving: AbortController;
  const message = (id: number, topic: string) =>
    [id, { id, type: 'stream', stream_id: 5, topic, flags: new Set() } as unknown as Message] as const;

  beforeEach(() => {
    vi.useFakeTimers();
    [asked, leaving] = [[], new AbortController()];
    notices.set([]);
    vi.stubGlobal('window', new EventTarget());
    const messages = new Map([message(1, 'plan'), message(4, 'plan'), message(2, 'noise')]);
    client = { store: new Store({ ...state, messages }), signal: leaving.signal } as unknown as Client;
    const answer = { processed_count: 2, updated_count: 2, last_processed_id: 4, found_newest: true };
    vi.stubGlobal('fetch', (url: string, { body }: { body: URLSearchParams }) => {
      asked.push([body.get('op'), url.split('/').at(-1), body.get('messages')].join(' '));
      return Promise.resolve(Response.json({ result: 'success', msg: '', messages: [], ...answer }));
    });
  });
  afterEach(() => {
    leaving.abort();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  /** One message was told of, the others wait. */
  async function read(...ids: number[]): Promise<void> {
    for (const id of ids) readQueueOf(client).add([id]);
    await vi.advanceTimersByTimeAsync(100);
  }

  it('is not told to be read after that: in a conversation', async () => {
    await read(1, 4, 2);
    await markNarrowUnread(client, topicNarrow(5, 'Plan'));
    await vi.advanceTimersByTimeAsync(1000);
    expect(asked).toEqual(['add flags [1]', 'remove narrow ', 'add flags [2]']);
  });

  it('is not told to be read after that: what was marked by mistake', async () => {
    markConversationsRead(client, [3]);
    await read(1, 3);
    notices.get().at(-1)?.action?.run();
    await vi.advanceTimersByTimeAsync(1000);
    expect(asked).toEqual(['add flags [3]', 'add flags [1]', 'remove flags [3]']);
  });

  it('stays read if the service refuses that', async () => {
    await read(1, 4);
    const { fetch } = globalThis;
    vi.stubGlobal('fetch', (url: string, request: RequestInit) =>
      url.endsWith('narrow')
        ? Promise.resolve(Response.json({ result: 'error', msg: 'No', code: 'X' }, { status: 400 }))
        : fetch(url, request),
    );
    await markNarrowUnread(client, topicNarrow(5, 'plan'));
    await vi.advanceTimersByTimeAsync(1000);
    expect(asked).toEqual(['add flags [1]', 'add flags [4]']);
  });
});
