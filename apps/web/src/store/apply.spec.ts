import { anAnswer, aChannel, aGroup, aSubscription, aUser, ME } from '../test-support/answer';
import { type PolledEvent, applyEvents } from './apply';
import { isIn } from './groups';
import { withFlag } from './local-flags';
import { snapshotState } from './snapshot';
import type { State } from './state';
import { forgetTypists, nextForgetting, typistsIn } from './typing';
import { changed } from './apply';
import { availabilityOf, lastActiveText } from './presence';
import { unreadCounts } from './unread-counts';
import { userOf } from './users';

let nextId = 0;
const event = (type: string, fields: object): PolledEvent => ({ id: nextId++, type, ...fields });
const message = (id: number, changes: object = {}, flags: string[] = []): PolledEvent =>
  event('message', {
    flags,
    message: {
      ...{ id, sender_id: 20, sender_email: '', sender_full_name: 'Old name', sender_realm_str: '', avatar_url: null },
      ...{ client: 't', content: '<p>hi</p>', content_type: 'text/html', timestamp: 1, recipient_id: 1 },
      ...{ topic_links: [], is_me_message: false, reactions: [], submessages: [] },
      ...{ type: 'stream', stream_id: 5, display_recipient: 'x', subject: 'Lunch' },
      ...changes,
    },
  });
const after = (...events: PolledEvent[]): State => applyEvents(snapshotState(anAnswer()), events, { now: 1000 });
const update = (fields: object): PolledEvent =>
  event('update_message', {
    ...{ user_id: 20, edit_timestamp: 50, message_id: 1, message_ids: [1], flags: [], rendering_only: false },
    ...{ stream_id: 5, stream_name: 'x', ...fields },
  });

describe('applying events', () => {
  it('leaves the state before them as it was, and parts that did not change as they are', () => {
    const before = snapshotState(anAnswer());
    const next = applyEvents(before, [message(1)], { now: 0 });
    expect([before.messages.size, next.messages.size]).toEqual([0, 1]);
    expect(next.users).toBe(before.users);
  });

  it('ignores types that it does not know, also those of every object', () => {
    const before = snapshotState(anAnswer());
    expect(applyEvents(before, [event('toString', {}), event('new_thing', {})], { now: 0 })).toBe(before);
  });

  it('calls extensions with the state after each event', () => {
    const seen: number[] = [];
    const extensions = [(draft: { state: Readonly<State> }) => void seen.push(draft.state.messages.size)];
    applyEvents(snapshotState(anAnswer()), [message(1), message(2)], { now: 0, extensions });
    expect(seen).toEqual([1, 2]);
  });
});

describe('messages', () => {
  it('become the newest of their topic and channel', () => {
    const state = after(message(1), message(2, { subject: 'lunch', sender_id: ME }, ['read']));
    expect(state.topics.get(5)?.get('lunch')).toEqual({ name: 'lunch', maxId: 2, hasOwnMessage: true });
    expect([state.maxMessageId, state.channels.get(5)?.first_message_id]).toEqual([2, 1]);
  });

  it('that come twice are kept as the last event has them', () => {
    const state = after(message(1), message(1, { content: 'again' }));
    expect(state.messages.get(1)?.content).toBe('again');
    expect(unreadCounts(state).home).toBe(1);
  });

  it('end that their sender types', () => {
    const typing = event('typing', {
      ...{ op: 'start', message_type: 'stream', sender: { user_id: 20, email: '' }, stream_id: 5, topic: 'LUNCH' },
    });
    const place = { kind: 'topic', channelId: 5, topic: 'lunch' } as const;
    expect(typistsIn(after(typing), place)).toEqual([20]);
    expect(typistsIn(after(typing, message(1)), place)).toEqual([]);
  });

  it('that are edited stay as the user has marked them, whatever the service knew then', () => {
    const read = withFlag(withFlag(after(message(1)), [1], 'read', true), [1], 'starred', true);
    const content = { content: 'x @you', rendered_content: '<p>x</p>', flags: ['mentioned'] };
    const edited = applyEvents(read, [update(content)], { now: 1000 });
    expect(edited.messages.get(1)?.flags).toEqual(new Set(['read', 'starred', 'mentioned']));
    expect(unreadCounts(edited).home).toBe(0);
    const unread = after(message(1), update({ ...content, flags: ['read'] }));
    expect([unread.messages.get(1)?.flags.has('read'), unreadCounts(unread).home]).toEqual([false, 1]);
  });

  it('get another rendering without a mark of an edit', () => {
    const rendering = { rendering_only: true, user_id: null, content: 'x', rendered_content: '<p>x</p>', flags: [] };
    const state = after(message(1, {}, ['mentioned']), update(rendering));
    expect(state.messages.get(1)).toMatchObject({ content: '<p>x</p>', flags: new Set(['mentioned']) });
    expect(state.messages.get(1)).not.toHaveProperty('last_edit_timestamp');
  });

  it('that an edit makes mention the user count as mentions', () => {
    const state = after(message(1), update({ content: 'x', rendered_content: 'x', flags: ['mentioned'] }));
    expect(unreadCounts(state).mentions).toBe(1);
    expect(state.messages.get(1)?.last_edit_timestamp).toBe(50);
  });

  it.each([
    ['another topic', { subject: 'dinner' }, { topic: 'dinner', last_moved_timestamp: 50 }],
    ['another channel', { new_stream_id: 6 }, { stream_id: 6, topic: 'Lunch', last_moved_timestamp: 50 }],
  ])('move to %s', (_where, target, expected) => {
    const move = { propagate_mode: 'change_all', orig_subject: 'Lunch', topic_links: [], ...target };
    const state = after(message(1), update(move));
    expect(state.messages.get(1)).toMatchObject(expected);
    expect(state.topics.get(5)?.has('lunch')).toBe(false);
    expect(unreadCounts(state).home).toBe(1);
  });

  it('of a topic that is resolved carry no mark of a move', () => {
    const resolved = { propagate_mode: 'change_all', orig_subject: 'Lunch', subject: '✔ Lunch', topic_links: [] };
    expect(after(message(1), update(resolved)).messages.get(1)).not.toHaveProperty('last_moved_timestamp');
  });

  it('that are deleted leave nothing', () => {
    const flag = { op: 'add', operation: 'add', flag: 'starred', messages: [2], all: false };
    const gone = { message_ids: [2], message_type: 'stream', stream_id: 5, topic: 'Lunch' };
    const state = after(message(1), message(2), event('update_message_flags', flag), event('delete_message', gone));
    expect([state.messages.has(2), state.starred.size, unreadCounts(state).home]).toEqual([false, 0, 1]);
    expect(state.topics.get(5)?.get('lunch')?.maxId).toBe(1);
  });

  it('take reactions by type and code, whatever their name', () => {
    const reaction = { message_id: 1, user_id: 20, emoji_code: '1f44d', reaction_type: 'unicode_emoji' };
    const add = event('reaction', { ...reaction, op: 'add', emoji_name: '+1' });
    const again = event('reaction', { ...reaction, op: 'add', emoji_name: 'thumbs_up' });
    const remove = event('reaction', { ...reaction, op: 'remove', emoji_name: 'like' });
    expect(after(message(1), add, again).messages.get(1)?.reactions).toHaveLength(1);
    expect(after(message(1), add, remove).messages.get(1)?.reactions).toEqual([]);
  });
});

describe('subscribers', () => {
  it('are counted once, also when they come twice', () => {
    const peers = event('subscription', { op: 'peer_add', stream_ids: [5], user_ids: [ME, 20] });
    const state = after(peers, peers);
    expect(state.channels.get(5)?.subscriber_count).toBe(2);
    expect(state.subscribers.get(5)?.ids).toEqual(new Set([ME, 20]));
  });

  it('that change while the whole list is asked for are kept apart', () => {
    const before = snapshotState(anAnswer({ subscriptions: [aSubscription(5)] }));
    const asking = changed(before, (draft) => {
      draft.write('subscribers').set(5, { ids: new Set([ME]), isComplete: false, since: new Map() });
    });
    const events = [
      event('subscription', { op: 'peer_add', stream_ids: [5], user_ids: [20] }),
      event('subscription', { op: 'peer_remove', stream_ids: [5], user_ids: [30] }),
    ];
    expect([...(applyEvents(asking, events, { now: 0 }).subscribers.get(5)?.since ?? [])]).toEqual([
      [20, true],
      [30, false],
    ]);
  });
});

describe('users', () => {
  it('that are deactivated leave groups and channels, and stay readable', () => {
    const answer = anAnswer({
      realm_user_groups: [
        aGroup(1, { members: [20], can_manage_group: { direct_members: [20], direct_subgroups: [] } }),
      ],
      subscriptions: [aSubscription(5, { subscribers: [ME, 20] })],
      never_subscribed: [aChannel(7, { can_send_message_group: { direct_members: [20, 30], direct_subgroups: [] } })],
    });
    const leave = event('realm_user', { op: 'update', person: { user_id: 20, is_active: false } });
    const state = applyEvents(snapshotState(answer), [leave], { now: 0 });
    expect(state.users.get(20)).toMatchObject({ full_name: 'User 20', is_active: false });
    expect(state.groups.get(1)).toMatchObject({ members: [], can_manage_group: { direct_members: [] } });
    expect(state.subscribers.get(5)?.ids).toEqual(new Set([ME]));
    expect(state.channels.get(7)?.can_send_message_group).toMatchObject({ direct_members: [30] });
  });

  it('that are not known have a placeholder, always the same', () => {
    const state = after();
    expect(userOf(state, 99)).toMatchObject({ user_id: 99, isUnknown: true, full_name: 'Unknown user' });
    expect(userOf(state, 99)).toBe(userOf(state, 99));
  });

  it('are in the groups that their groups are in, also in a circle', () => {
    const groups = [aGroup(1, { direct_subgroup_ids: [2] }), aGroup(2, { members: [20], direct_subgroup_ids: [1] })];
    const before = snapshotState(anAnswer({ realm_user_groups: groups }));
    expect([isIn(before, 1, 20), isIn(before, 1, 30)]).toEqual([true, false]);
    expect(isIn(before, { direct_members: [30], direct_subgroups: [2] }, 30)).toBe(true);
    const join = event('user_group', { op: 'add_members', group_id: 2, user_ids: [30] });
    expect(isIn(applyEvents(before, [join], { now: 0 }), 1, 30)).toBe(true);
  });

  it('lose parts of their status that are cleared', () => {
    const status = (fields: object): PolledEvent => event('user_status', { user_id: 20, ...fields });
    const set = status({ status_text: 'away', emoji_name: 'car', emoji_code: '1f697', reaction_type: 'unicode_emoji' });
    expect(after(set, status({ status_text: '' })).statuses.get(20)).not.toHaveProperty('status_text');
    expect(after(set, status({ status_text: '' }), status({ emoji_name: '' })).statuses.has(20)).toBe(false);
  });
});

describe('typists', () => {
  it('are forgotten when they are not heard of, and muted ones are not shown', () => {
    const place = { kind: 'direct', key: '20' } as const;
    const people = [
      { user_id: ME, email: '' },
      { user_id: 20, email: '' },
    ];
    const typing = { op: 'start', message_type: 'direct', sender: { user_id: 20, email: '' }, recipients: people };
    const state = after(event('typing', typing));
    expect([typistsIn(state, place), nextForgetting(state)]).toEqual([[20], 46_000]);
    expect(
      typistsIn(
        changed(state, (draft) => forgetTypists(draft, 45_999)),
        place,
      ),
    ).toEqual([20]);
    expect(
      typistsIn(
        changed(state, (draft) => forgetTypists(draft, 46_000)),
        place,
      ),
    ).toEqual([]);
    const muted = event('muted_users', { muted_users: [{ id: 20, timestamp: 1 }] });
    expect(typistsIn(applyEvents(state, [muted], { now: 0 }), place)).toEqual([]);
  });
});

describe('presence', () => {
  const NOW = 1_700_000_000;
  const day = 86_400;
  const at = (active: number, idle: number): State =>
    snapshotState(
      anAnswer({
        realm_users: [aUser(ME), aUser(20), aUser(40, { is_bot: true })],
        presences: { 20: { active_timestamp: NOW - active, idle_timestamp: NOW - idle } },
      }),
    );

  it.each([
    [0, 0, 'active'],
    [199, 199, 'active'],
    [200, 10, 'idle'],
    [500, 200, 'offline'],
  ])('%i s after activity and %i s after idling is %s', (active, idle, expected) => {
    expect(availabilityOf(at(active, idle), 20)).toBe(expected);
  });

  it('is always active for oneself, unless invisible, and none for bots', () => {
    const state = at(0, 0);
    expect([availabilityOf(state, ME), availabilityOf(state, 40)]).toEqual(['active', undefined]);
    expect(availabilityOf({ ...state, settings: { ...state.settings, presence_enabled: false } }, ME)).toBe('offline');
  });

  it.each([
    [10, { kind: 'active' }],
    [600, { kind: 'minutes', count: 10 }],
    [4000, { kind: 'hour' }],
    [10_000, { kind: 'hours', count: 2 }],
    [30 * 3600, { kind: 'yesterday' }],
    [10 * day, { kind: 'days', count: 10 }],
    [120 * day, { kind: 'date', at: NOW - 120 * day }],
  ])('%i s ago reads %j', (age, expected) => {
    expect(lastActiveText(at(age, age), 20, NOW - 10 * 3600)).toEqual(expected);
  });
});

describe('level 491: custom emoji', () => {
  const party = {
    ...{ id: '2', name: 'party', source_url: '/2.png', still_url: null, deactivated: false, author_id: 20 },
  };
  const cat = { ...party, id: '3', name: 'cat', source_url: '/3.png' };
  const stateWith = (...emoji: (typeof party)[]): State['emoji'] =>
    snapshotState(anAnswer({ realm_emoji: Object.fromEntries(emoji.map((one) => [one.id, one])) })).emoji;

  it('that come one by one give the state of a registration after them', () => {
    const state = applyEvents(
      snapshotState(anAnswer({ realm_emoji: { 2: party } })),
      [
        event('realm_emoji', { op: 'add', emoji: cat }),
        event('realm_emoji', { op: 'update_one', emoji_id: '2', data: { deactivated: true } }),
        event('realm_emoji', { op: 'update_one', emoji_id: '99', data: { deactivated: true } }),
      ],
      { now: 1000 },
    );
    expect(state.emoji).toEqual(stateWith({ ...party, deactivated: true }, cat));
  });

  it('that come as a whole table do so, too', () => {
    const whole = event('realm_emoji', { op: 'update', realm_emoji: { 2: { ...party, deactivated: true }, 3: cat } });
    expect(after(whole).emoji).toEqual(stateWith({ ...party, deactivated: true }, cat));
  });
});

describe('level 475: the time of joining', () => {
  it('follows the first sign-in', () => {
    const joined = '2026-01-01T00:00+00:00';
    const state = after(event('realm_user', { op: 'update', person: { user_id: 20, date_joined: joined } }));
    expect(state.users.get(20)?.date_joined).toBe(joined);
  });
});
