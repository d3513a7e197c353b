import fc from 'fast-check';
import { anAnswer, aSubscription, ME } from '../test-support/answer';
import { type PolledEvent, applyEvents } from './apply';
import { conversationKey, directKey } from './conversation';
import { snapshotState } from './snapshot';
import type { State } from './state';
import { channelBadge, titleCount, titleCountText } from './unread-badges';
import { countedMentions, topicCount, unreadCounts } from './unread-counts';

/** What the counts must come to, kept in the simplest way: every message, and whether it is read. */
interface Model {
  messages: Map<number, ModelMessage>;
  policies: Map<string, number>;
  muted: Set<number>;
  subscribed: Set<number>;
  mutedUsers: Set<number>;
}
interface ModelMessage {
  id: number;
  channelId?: number;
  topic: string;
  users: number[];
  isRead: boolean;
  mention?: 'mentioned' | 'wildcard_mentioned';
}

const CHANNELS = [5, 6];
const TOPICS = ['lunch', 'Lunch', 'release', ''];

type Step = (model: Model, draw: (below: number) => number) => PolledEvent & Record<string, unknown>;

let nextEvent = 0;
const event = (type: string, fields: object) => ({ id: nextEvent++, type, ...fields });
const pick = <T>(list: readonly T[], draw: (below: number) => number): T | undefined => list[draw(list.length)];
const place = (model: Model, id: number): ModelMessage | undefined => model.messages.get(id);

function receive(model: Model, draw: (below: number) => number, isDirect: boolean) {
  const id = model.messages.size + 1 + Math.max(0, ...model.messages.keys());
  const isRead = draw(4) === 0;
  const mention = ([undefined, undefined, 'mentioned', 'wildcard_mentioned'] as const)[draw(4)];
  const channelId = pick([...model.subscribed], draw);
  const topic = pick(TOPICS, draw) ?? '';
  const users = pick([[20], [20, 30], []], draw) ?? [];
  const direct = isDirect || channelId === undefined;
  model.messages.set(id, { id, topic, users, isRead, mention, ...(direct ? {} : { channelId }) });
  const people = [...users, ME].map((user) => ({ id: user, email: '', full_name: '', is_mirror_dummy: false }));
  return event('message', {
    flags: [...(isRead ? ['read'] : []), ...(mention ? [mention] : [])],
    message: {
      ...{ id, sender_id: 20, sender_email: '', sender_full_name: '', sender_realm_str: '', avatar_url: null },
      ...{ client: 't', content: '', content_type: 'text/html', timestamp: 1, recipient_id: 1, topic_links: [] },
      ...{ is_me_message: false, reactions: [], submessages: [] },
      ...(direct
        ? { type: 'private', display_recipient: people, subject: '' }
        : { type: 'stream', stream_id: channelId, display_recipient: 'x', subject: topic }),
    },
  });
}

/** Some of the messages that are there. */
function some(model: Model, draw: (below: number) => number): number[] {
  return [...model.messages.keys()].filter(() => draw(3) === 0);
}

const STEPS: readonly Step[] = [
  (model, draw) => receive(model, draw, false),
  (model, draw) => receive(model, draw, false),
  (model, draw) => receive(model, draw, true),
  (model, draw) => {
    const messages = some(model, draw);
    for (const id of messages) Object.assign(place(model, id) ?? {}, { isRead: true });
    return event('update_message_flags', { op: 'add', operation: 'add', flag: 'read', messages, all: false });
  },
  (model) => {
    for (const message of model.messages.values()) message.isRead = true;
    return event('update_message_flags', { op: 'add', operation: 'add', flag: 'read', messages: [], all: true });
  },
  (model, draw) => {
    const messages = some(model, draw).filter((id) => {
      const { channelId } = place(model, id) ?? {};
      return channelId === undefined || model.subscribed.has(channelId);
    });
    const details = messages.map((id) => {
      const message = place(model, id);
      Object.assign(message ?? {}, { isRead: false });
      const where =
        message?.channelId === undefined
          ? { type: 'private', user_ids: message?.users }
          : { type: 'stream', stream_id: message.channelId, topic: message.topic };
      return [id, where] as const;
    });
    const change = { op: 'remove', operation: 'remove', flag: 'read', messages, all: false };
    return event('update_message_flags', { ...change, message_details: Object.fromEntries(details) });
  },
  (model, draw) => {
    const ids = some(model, draw);
    for (const id of ids) model.messages.delete(id);
    return event('delete_message', { message_ids: ids, message_type: 'private' });
  },
  (model, draw) => {
    const from = pick(CHANNELS, draw) ?? 5;
    const topic = pick(TOPICS, draw) ?? '';
    const [to, subject] = [pick(CHANNELS, draw) ?? 5, pick(TOPICS, draw) ?? ''];
    const moved = [...model.messages.values()].filter(
      (message) => message.channelId === from && message.topic.toLowerCase() === topic.toLowerCase() && draw(2) === 0,
    );
    for (const message of moved) {
      Object.assign(message, { channelId: to, topic: subject });
      // Messages of a channel that is not subscribed do not count, and the service marks them as read.
      if (!model.subscribed.has(to)) message.isRead = true;
    }
    return event('update_message', {
      ...{ user_id: 20, edit_timestamp: 2, message_id: moved[0]?.id ?? 0, message_ids: moved.map(({ id }) => id) },
      ...{ flags: [], rendering_only: false, stream_id: from, stream_name: '', propagate_mode: 'change_later' },
      ...{ orig_subject: topic, subject, topic_links: [], ...(to === from ? {} : { new_stream_id: to }) },
    });
  },
  (model, draw) => {
    const [stream_id, topic] = [pick(CHANNELS, draw) ?? 5, pick(TOPICS, draw) ?? ''];
    const visibility_policy = draw(4);
    model.policies.set(`${stream_id}/${topic.toLowerCase()}`, visibility_policy);
    return event('user_topic', { stream_id, topic_name: topic, last_updated: 1, visibility_policy });
  },
  (model, draw) => {
    const stream_id = pick(CHANNELS, draw) ?? 5;
    const value = draw(2) === 0;
    if (value) model.muted.add(stream_id);
    else model.muted.delete(stream_id);
    return event('subscription', { op: 'update', stream_id, property: 'is_muted', value });
  },
  (model, draw) => {
    const stream_id = pick(CHANNELS, draw) ?? 5;
    model.subscribed.delete(stream_id);
    for (const message of model.messages.values()) if (message.channelId === stream_id) message.isRead = true;
    return event('subscription', { op: 'remove', subscriptions: [{ stream_id, name: '' }] });
  },
  (model, draw) => {
    const stream_id = pick(CHANNELS, draw) ?? 5;
    const is_muted = model.muted.has(stream_id);
    model.subscribed.add(stream_id);
    return event('subscription', { op: 'add', subscriptions: [aSubscription(stream_id, { is_muted })] });
  },
  (model, draw) => {
    const users = [20, 30].filter(() => draw(2) === 0);
    model.mutedUsers = new Set(users);
    return event('muted_users', { muted_users: users.map((id) => ({ id, timestamp: 1 })) });
  },
];

function counts(model: Model, channelId: number, topic: string): boolean {
  const policy = model.policies.get(`${channelId}/${topic.toLowerCase()}`) ?? 0;
  return policy === 0 ? !model.muted.has(channelId) : policy !== 1;
}

function expected(model: Model) {
  const unread = [...model.messages.values()].filter(({ isRead }) => !isRead);
  const inChannels = unread.flatMap((m) => (m.channelId === undefined ? [] : [{ ...m, channelId: m.channelId }]));
  const directs = unread
    .filter(({ channelId }) => channelId === undefined)
    .filter(({ users }) => users.length === 0 || !users.every((id) => model.mutedUsers.has(id)));
  const counting = inChannels.filter(({ channelId, topic }) => counts(model, channelId, topic));
  const mentions = unread.filter(
    ({ mention, channelId, topic }) =>
      mention === 'mentioned' ||
      (mention === 'wildcard_mentioned' && (channelId === undefined || counts(model, channelId, topic))),
  );
  return {
    home: counting.length + directs.length,
    directs: directs.length,
    mentions: mentions.map(({ id }) => id).sort((a, b) => a - b),
    topics: CHANNELS.map((id) =>
      TOPICS.map(
        (name) => inChannels.filter((m) => m.channelId === id && m.topic.toLowerCase() === name.toLowerCase()).length,
      ),
    ),
    ids: unread.map(({ id }) => id).sort((a, b) => a - b),
  };
}

function found(state: State) {
  const { home, directs } = unreadCounts(state);
  return {
    ...{ home, directs, mentions: countedMentions(state).sort((a, b) => a - b) },
    topics: CHANNELS.map((id) => TOPICS.map((name) => topicCount(state, id, name))),
    ids: [...state.unreadPlaces.keys()].sort((a, b) => a - b),
  };
}

/** Every id stands in the list of its place, once, in order; no list is empty. */
function isSound(state: State): boolean {
  const listed = new Map<string, readonly number[]>();
  for (const [channelId, topics] of state.unreadTopics) {
    for (const { topic, ids } of topics.values()) listed.set(conversationKey({ kind: 'topic', channelId, topic }), ids);
  }
  for (const [key, { ids }] of state.unreadDirects) listed.set(conversationKey({ kind: 'direct', key }), ids);
  const all = [...listed.values()].flat();
  const isOrdered = [...listed.values()].every(
    (ids) => ids.length > 0 && ids.every((id, index) => index === 0 || id > (ids[index - 1] ?? 0)),
  );
  const stands = [...state.unreadPlaces].every(([id, at]) => listed.get(conversationKey(at))?.includes(id));
  return isOrdered && stands && all.length === state.unreadPlaces.size;
}

describe('unread counts', () => {
  it('are those of a plain list of messages, whatever happens', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(), fc.infiniteStream(fc.nat())), { maxLength: 60 }), (script) => {
        const muted = new Set<number>();
        const model: Model = {
          ...{ messages: new Map(), policies: new Map(), muted, subscribed: new Set(CHANNELS) },
          mutedUsers: new Set(),
        };
        let state = snapshotState(anAnswer());
        for (const [which, stream] of script) {
          const draw = (below: number): number => (below === 0 ? 0 : Number(stream.next().value) % below);
          const step = STEPS[which % STEPS.length];
          if (step) state = applyEvents(state, [step(model, draw)], { now: 0 });
          expect(found(state)).toEqual(expected(model));
          expect(isSound(state)).toBe(true);
        }
      }),
    );
  });

  it('are not changed by what comes twice', () => {
    const message = receive(
      { messages: new Map(), policies: new Map(), muted: new Set(), subscribed: new Set([5]), mutedUsers: new Set() },
      () => 1,
      false,
    );
    const once = applyEvents(snapshotState(anAnswer()), [message], { now: 0 });
    expect(found(applyEvents(once, [message], { now: 0 }))).toEqual(found(once));
  });

  it('keep the object of a channel whose numbers stay', () => {
    const state = snapshotState(
      anAnswer({
        unread_msgs: {
          ...{ count: 2, pms: [], huddles: [], mentions: [], old_unreads_missing: false },
          streams: [
            { stream_id: 5, topic: 'a', unread_message_ids: [1] },
            { stream_id: 6, topic: 'b', unread_message_ids: [2] },
          ],
        },
      }),
    );
    const before = unreadCounts(state).channels;
    const read = event('update_message_flags', {
      ...{ op: 'add', operation: 'add', flag: 'read', messages: [1], all: false },
    });
    const after = unreadCounts(applyEvents(state, [read], { now: 0 })).channels;
    expect(after.get(6)).toBe(before.get(6));
    expect(after.get(5)).toBeUndefined();
  });
});

describe('badges', () => {
  const settings = (changes: object) => ({ ...snapshotState(anAnswer()).settings, ...changes });
  const base = snapshotState(
    anAnswer({
      subscriptions: [aSubscription(5), aSubscription(6, { is_muted: true })],
      user_topics: [{ stream_id: 6, topic_name: 'Followed', last_updated: 1, visibility_policy: 3 }],
      unread_msgs: {
        count: 0,
        pms: [{ other_user_id: 20, sender_id: 20, unread_message_ids: [1, 2] }],
        streams: [
          { stream_id: 5, topic: 'a', unread_message_ids: [3, 4, 5] },
          { stream_id: 6, topic: 'followed', unread_message_ids: [6, 7] },
          { stream_id: 6, topic: 'other', unread_message_ids: [8] },
        ],
        huddles: [],
        mentions: [2, 3, 6, 8],
        old_unreads_missing: false,
      },
    }),
  );

  it.each([
    [1, 7],
    [2, 6],
    [3, 5],
    [4, 0],
  ])('of the title by desktop_icon_count_display %i count %i, nothing twice', (desktop_icon_count_display, count) => {
    expect(titleCount({ ...base, settings: settings({ desktop_icon_count_display }) })).toBe(count);
  });

  it.each([
    [1, { count: 2, isFaded: false, isDot: false }],
    [2, { count: 2, isFaded: false, isDot: true }],
    [3, { count: 2, isFaded: false, isDot: true }],
  ])('of a muted channel by web_stream_unreads_count_display_policy %i', (policy, badge) => {
    const state = { ...base, settings: settings({ web_stream_unreads_count_display_policy: policy }) };
    expect(channelBadge(state, 6)).toEqual(badge);
  });

  it('fade where nothing counts', () => {
    expect(channelBadge({ ...base, userTopics: new Map() }, 6)).toMatchObject({ count: 3, isFaded: true });
    expect(channelBadge(base, 7)).toBeUndefined();
  });

  it('are said to be more where the service told of the newest alone', () => {
    const state = { ...base, oldUnreadsMissing: true };
    expect(titleCountText(state)).toMatch(/^\(\d+\+\) $/);
    expect(titleCountText({ ...state, oldUnreadsMissing: false })).toMatch(/^\(\d+\) $/);
    expect(titleCountText({ ...state, settings: { ...base.settings, desktop_icon_count_display: 4 } })).toBe('');
  });
});

describe('keys of direct conversations', () => {
  it('leave oneself out, unless alone', () => {
    expect([directKey([30, ME, 20], ME), directKey([ME], ME), directKey([], ME)]).toEqual(['20,30', '10', '10']);
  });
});
