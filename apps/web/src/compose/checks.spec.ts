import { describe, expect, it } from 'vitest';
import { snapshotState } from '../store/snapshot';
import { ME, aChannel, aGroup, aSubscription, aUser, anAnswer, permissionsFor } from '../test-support/answer';
import { topicKey } from '../store/topics';
import { beginQuote, forgetQuote } from './pending-quotes';
import { asksForTopics, closedReason, problemOf, warningsOf, wildcardIn, wildcardOfEdit } from './checks';

interface Automatic {
  follow?: number;
  unmute?: number;
  visible?: number;
}

const EVERYBODY = 1;
const NOBODY = 2;
const MEMBERS = 3;
const TOPIC = { type: 'channel', channelId: 5, topic: 'plan' } as const;

function stateWith(changes: Parameters<typeof anAnswer>[0] = {}) {
  return snapshotState(
    anAnswer({
      max_message_length: 10,
      realm_topics_policy: 'allow_empty_topic',
      ...permissionsFor(NOBODY),
      realm_direct_message_permission_group: EVERYBODY,
      realm_direct_message_initiator_group: EVERYBODY,
      realm_enable_guest_user_dm_warning: true,
      realm_user_groups: [
        aGroup(EVERYBODY, { name: 'role:everyone', is_system_group: true }),
        aGroup(NOBODY, { name: 'role:nobody', is_system_group: true }),
        aGroup(MEMBERS, { name: 'role:members', is_system_group: true }),
      ],
      ...changes,
    }),
  );
}

const kindOf = (state: ReturnType<typeof stateWith>, changes: Partial<Parameters<typeof problemOf>[1]> = {}) =>
  problemOf(state, { target: TOPIC, text: 'Hello', ...changes })?.kind;

describe('what keeps a message from being sent', () => {
  it('is nothing for a short text in a channel that one may write in', () => {
    expect(kindOf(stateWith())).toBeUndefined();
  });

  it('is a new topic where one may only write to those that there are', () => {
    const base = stateWith({ subscriptions: [aSubscription(5, { can_create_topic_group: NOBODY })] });
    const known = { name: 'Plan', maxId: 1, hasOwnMessage: false };
    const state = { ...base, topics: new Map([[5, new Map([[topicKey('Plan'), known]])]]) };
    const kinds = ['plan', 'another'].map((topic) => kindOf(state, { target: { ...TOPIC, topic }, knowsTopics: true }));
    expect(kinds).toEqual([undefined, 'may-not-begin-topic']);
    expect(kindOf(state, { target: { ...TOPIC, topic: 'another' } })).toBeUndefined();
    const open = stateWith({ subscriptions: [aSubscription(5, { can_create_topic_group: EVERYBODY })] });
    expect([asksForTopics(state, 5), asksForTopics(open, 5)]).toEqual([true, false]);
  });

  it('is that it is being scheduled', () => {
    expect(kindOf(stateWith(), { isScheduling: true })).toBe('scheduling');
  });

  it('is its length, counted without the end, or its emptiness', () => {
    expect(kindOf(stateWith(), { text: '  \n ' })).toBe('empty');
    expect(problemOf(stateWith(), { target: TOPIC, text: '12345678901' })).toEqual({ kind: 'too-long', over: 1 });
    expect(kindOf(stateWith(), { text: '1234567890   ' })).toBeUndefined();
    expect(kindOf(stateWith(), { isUploading: true })).toBe('uploading');
  });

  it('is the mark of a quote, also where undoing or another page has brought it', () => {
    const mark = beginQuote();
    expect(kindOf(stateWith(), { text: `before\n${mark}` })).toBe('quoting');
    forgetQuote(mark);
    expect(kindOf(stateWith(), { text: `before\n${mark}` })).toBe('quoting');
  });

  it('is a channel that is not there, archived, or for others', () => {
    expect(kindOf(stateWith(), { target: { type: 'channel' } })).toBe('no-channel');
    const archived = stateWith({ subscriptions: [aSubscription(5, { is_archived: true })] });
    expect(kindOf(archived)).toBe('archived');
    const closed = stateWith({ subscriptions: [aSubscription(5, { can_send_message_group: NOBODY })] });
    expect(kindOf(closed)).toBe('may-not-post');
  });

  it('is the topic, by the policy of the channel or else of the organization', () => {
    const empty = { target: { type: 'channel', channelId: 5, topic: ' ' } } as const;
    expect(kindOf(stateWith(), empty)).toBeUndefined();
    expect(kindOf(stateWith({ realm_topics_policy: 'disable_empty_topic' }), empty)).toBe('topic-needed');
    const only = stateWith({ subscriptions: [aSubscription(5, { topics_policy: 'empty_topic_only' })] });
    expect(kindOf(only)).toBe('only-empty-topic');
  });

  it('is a wildcard that reaches many, without the right to it', () => {
    const text = '@**all**';
    expect(kindOf(stateWith(), { text })).toBeUndefined();
    const many = [aSubscription(5, { subscriber_count: 16 })];
    expect(kindOf(stateWith({ subscriptions: many }), { text })).toBe('wildcard');
    const trusted = stateWith({ subscriptions: many, realm_can_mention_many_users_group: MEMBERS });
    expect(kindOf(trusted, { text })).toBeUndefined();
    expect(warningsOf(trusted, { target: TOPIC, text })).toEqual([{ kind: 'many-people', count: 16, name: 'all' }]);
  });

  it('asks about the wildcard that an edit brings, and about no other', () => {
    const many = { subscriptions: [aSubscription(5, { subscriber_count: 16 })] };
    const trusted = stateWith({ ...many, realm_can_mention_many_users_group: MEMBERS });
    const edit = (state: ReturnType<typeof stateWith>, text: string, source: string) =>
      wildcardOfEdit(state, { target: TOPIC, text }, source);
    const warning = { kind: 'many-people', count: 16, name: 'all' };
    expect(edit(trusted, '@**all** hi', 'hi')).toEqual({ problem: undefined, warning });
    expect(edit(stateWith(many), '@**all** hi', 'hi').problem).toEqual({ kind: 'wildcard', name: 'all' });
    expect(edit(trusted, '@**all** hi', '@**all**')).toEqual({});
    expect(edit(trusted, 'hi', 'hello')).toEqual({});
  });

  it('is somebody who cannot be written to', () => {
    const to = (...userIds: number[]) => ({ target: { type: 'direct', userIds } }) as const;
    expect(kindOf(stateWith(), to())).toBe('nobody');
    expect(kindOf(stateWith(), to(20))).toBeUndefined();
    const gone = stateWith({ realm_users: [aUser(ME)], realm_non_active_users: [aUser(20)] });
    expect(kindOf(gone, to(20))).toBe('deactivated');
    const off = stateWith({ realm_direct_message_permission_group: NOBODY });
    expect(kindOf(off, to(20))).toBe('directs-disabled');
    expect(kindOf(off, to(ME))).toBeUndefined();
    expect(kindOf(stateWith({ realm_direct_message_initiator_group: NOBODY }), to(20))).toBe('may-not-begin');
  });
});

describe('what should be known before sending', () => {
  const kinds = (state: ReturnType<typeof stateWith>, target: Parameters<typeof problemOf>[1]['target'], text = 'Hi') =>
    warningsOf(state, { target, text }).map(({ kind }) => kind);

  it('is that one does not read the channel, or that the topic is resolved', () => {
    const state = stateWith({ never_subscribed: [aChannel(7)] });
    expect(kinds(state, { type: 'channel', channelId: 7, topic: 'x' })).toEqual(['not-subscribed']);
    expect(kinds(state, { type: 'channel', channelId: 5, topic: '✔ x' })).toEqual(['resolved']);
  });

  it('says which topic is resolved, for whoever may open it again', () => {
    const target = { type: 'channel', channelId: 5, topic: '✔ x' } as const;
    const [warning] = warningsOf(stateWith(), { target, text: 'Hi' });
    expect(warning).toEqual({ kind: 'resolved', channelId: 5, topic: '✔ x' });
  });

  it('is that a search may not show the message', () => {
    const search = { target: TOPIC, text: 'Hi', isSearch: true };
    expect(warningsOf(stateWith(), search)).toEqual([{ kind: 'search' }]);
    const direct = { type: 'direct', userIds: [20] } as const;
    expect(warningsOf(stateWith(), { ...search, target: direct })).toEqual([{ kind: 'search' }]);
  });

  const mutedTopic = { stream_id: 5, topic_name: 'Plan', visibility_policy: 1, last_updated: 0 };
  const mutedChannel = aSubscription(5, { is_muted: true });
  it.each([
    ['a muted topic that one follows by writing', { follow: 2 }, { user_topics: [mutedTopic] }, ['will-follow']],
    ['a muted topic, where nothing follows', {}, { user_topics: [mutedTopic] }, []],
    ['a muted topic of a channel that is not muted', { unmute: 2 }, { user_topics: [mutedTopic] }, []],
    ['a muted channel', { unmute: 2 }, { subscriptions: [mutedChannel] }, ['will-unmute']],
    ['a topic that is read there already', { unmute: 2, visible: 2 }, { subscriptions: [mutedChannel] }, []],
    ['a topic that counts', { follow: 1 }, {}, []],
  ])('is what becomes of %s', (_what, { follow = 4, unmute = 4, visible = 0 }: Automatic, changes, expected) => {
    const state = stateWith(changes);
    const own = new Map([['plan', { ...mutedTopic, visibility_policy: visible }]]);
    const userTopics = visible === 0 ? state.userTopics : new Map([[5, own]]);
    const settings = {
      ...state.settings,
      automatically_follow_topics_policy: follow,
      automatically_unmute_topics_in_muted_streams_policy: unmute,
    };
    expect(kinds({ ...state, userTopics, settings }, TOPIC)).toEqual(expected);
  });

  it('is that writing a first message follows, once the topics are known', () => {
    const state = stateWith({ subscriptions: [mutedChannel] });
    const settings = { ...state.settings, automatically_unmute_topics_in_muted_streams_policy: 3 };
    const first = { target: TOPIC, text: 'Hi' };
    const said = (knowsTopics: boolean) => warningsOf({ ...state, settings }, { ...first, knowsTopics });
    expect([said(false), said(true)]).toEqual([[], [{ kind: 'will-unmute' }]]);
  });

  it('is that a guest reads along', () => {
    const state = stateWith({ realm_users: [aUser(ME), aUser(20, { is_guest: true, role: 600 })] });
    expect(kinds(state, { type: 'direct', userIds: [20] })).toEqual(['guest']);
  });

  it('is that nobody of a group is there, and that not everybody sees a private channel', () => {
    const state = stateWith({
      realm_user_groups: [
        aGroup(EVERYBODY, { name: 'role:everyone', is_system_group: true }),
        aGroup(8, { name: 'press', members: [20] }),
        aGroup(9, { name: 'makers', members: [ME] }),
      ],
      subscriptions: [aSubscription(5, { subscribers: [ME] }), aSubscription(6, { name: 'vault', invite_only: true })],
    });
    const said = (text: string) => warningsOf(state, { target: TOPIC, text }).map((warning) => warning.kind);
    expect(said('@*press* and @*makers*')).toEqual(['group-outside']);
    expect(said('@*makers* and `@*press*` and @**press**')).toEqual([]);
    expect(said('see #**vault>plans** and #**channel 5**')).toEqual(['private-link']);
    expect(warningsOf(state, { target: { ...TOPIC, channelId: 6 }, text: 'see #**vault**' })).toEqual([]);
  });
});

describe('a wildcard', () => {
  it('is none in code, nor when it is silent', () => {
    expect(wildcardIn('see `@**all**`')).toBeUndefined();
    expect(wildcardIn('```\n@**all**\n```')).toBeUndefined();
    expect(wildcardIn('@_**all**')).toBeUndefined();
    expect(wildcardIn('hi @**topic**')).toBe('topic');
  });
});

describe('why nothing can be written to a conversation', () => {
  const reason = (state: ReturnType<typeof stateWith>, target: Parameters<typeof closedReason>[1]) =>
    closedReason(state, target)?.kind;

  it('is what no text and no topic would change', () => {
    const strict = stateWith({ realm_topics_policy: 'disable_empty_topic' });
    expect(reason(strict, { type: 'channel', channelId: 5 })).toBeUndefined();
    expect(reason(strict, { type: 'direct', userIds: [20] })).toBeUndefined();
    const closed = stateWith({
      subscriptions: [aSubscription(5, { can_send_message_group: NOBODY }), aSubscription(6, { is_archived: true })],
    });
    expect(reason(closed, TOPIC)).toBe('may-not-post');
    expect(reason(closed, { type: 'channel', channelId: 6, topic: 'plan' })).toBe('archived');
  });

  it('is, for people, that one of them is not there any more or that nobody may', () => {
    const gone = stateWith({ realm_users: [aUser(ME)], realm_non_active_users: [aUser(20)] });
    expect(reason(gone, { type: 'direct', userIds: [20] })).toBe('deactivated');
    const disabled = stateWith({ realm_direct_message_permission_group: NOBODY });
    expect(reason(disabled, { type: 'direct', userIds: [20] })).toBe('directs-disabled');
  });
});
