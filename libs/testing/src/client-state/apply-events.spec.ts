import { applyEvents, comparableState } from './apply-events';
import { ClientEvent, ClientState, StateChannel } from './client-state';

const ME = 10;

const channel = (id: number, name: string, changes: Record<string, unknown> = {}): StateChannel => ({
  stream_id: id,
  name,
  description: '',
  rendered_description: '',
  date_created: 1_700_000_000,
  creator_id: null,
  invite_only: false,
  is_web_public: false,
  history_public_to_subscribers: true,
  is_archived: false,
  message_retention_days: null,
  topics_policy: 'inherit',
  first_message_id: null,
  folder_id: null,
  is_recently_active: true,
  stream_weekly_traffic: null,
  subscriber_count: 2,
  stream_post_policy: 1,
  is_announcement_only: false,
  can_add_subscribers_group: 1,
  can_administer_channel_group: 1,
  can_delete_any_message_group: 1,
  can_delete_own_message_group: 1,
  can_move_messages_out_of_channel_group: 1,
  can_move_messages_within_channel_group: 1,
  can_remove_subscribers_group: 3,
  can_resolve_topics_group: 1,
  can_send_message_group: 7,
  can_subscribe_group: 1,
  can_create_topic_group: 1,
  ...changes,
});
const personal = {
  color: '#76ce90',
  is_muted: false,
  in_home_view: true,
  pin_to_top: false,
  desktop_notifications: null,
  audible_notifications: null,
  push_notifications: null,
  email_notifications: null,
  wildcard_mentions_notify: null,
};

const state = (): ClientState => ({
  user_id: ME,
  max_message_id: 100,
  unread_msgs: { count: 0, pms: [], streams: [], huddles: [], mentions: [], old_unreads_missing: false },
  starred_messages: [50],
  recent_private_conversations: [{ user_ids: [20], max_message_id: 90 }],
  subscriptions: [
    channel(5, 'general', { ...personal, subscribers: [ME, 20] }),
    channel(6, 'quiet', { ...personal, is_muted: true, in_home_view: false, subscribers: [ME, 20] }),
  ],
  unsubscribed: [],
  never_subscribed: [channel(7, 'other', { subscribers: [20, 30] })],
  streams: [channel(5, 'general'), channel(7, 'other'), channel(6, 'quiet')],
  realm_default_streams: [5],
  realm_users: [{ user_id: 20, full_name: 'Grace' }],
  realm_user_groups: [{ id: 14, members: [ME, 20] }],
  realm_bots: [{ user_id: 60, default_all_public_streams: false, services: [] }],
  user_topics: [{ stream_id: 5, topic_name: 'Noise', last_updated: 1, visibility_policy: 1 }],
  muted_topics: [['general', 'Noise', 1]],
});

let nextId = 0;
const event = (type: string, fields: Record<string, unknown>): ClientEvent => ({ id: nextId++, type, ...fields });
const message = (id: number, changes: Record<string, unknown>, flags: string[] = []): ClientEvent =>
  event('message', {
    flags,
    message: {
      id,
      sender_id: 20,
      sender_email: 'user20@chat.example',
      sender_full_name: 'Grace',
      sender_realm_str: '',
      avatar_url: null,
      client: 'test',
      content: 'hi',
      content_type: 'text/x-markdown',
      timestamp: 1_700_000_100,
      recipient_id: 1,
      type: 'stream',
      stream_id: 5,
      display_recipient: 'general',
      subject: 'lunch',
      topic_links: [],
      is_me_message: false,
      reactions: [],
      submessages: [],
      ...changes,
    },
  });
const people = (...ids: number[]) =>
  ids.map((id) => ({ id, email: `user${id}@chat.example`, full_name: `User ${id}`, is_mirror_dummy: false }));
const direct = (id: number, ...ids: number[]): ClientEvent =>
  message(id, { type: 'private', stream_id: undefined, display_recipient: people(...ids), subject: '' });
const flags = (op: 'add' | 'remove', flag: string, messages: number[], rest: Record<string, unknown> = {}) =>
  event('update_message_flags', { op, operation: op, flag, messages, all: false, ...rest });

/** JSON has no undefined: what events are made of here goes through it, as on the wire. */
const applied = (...events: ClientEvent[]): ClientState =>
  applyEvents(state(), JSON.parse(JSON.stringify(events)) as ClientEvent[]);

describe('message events', () => {
  it('count as unread by conversation and fill in the first message', () => {
    const next = applied(
      message(101, {}),
      message(102, { subject: 'Lunch' }),
      message(103, {}, ['read']),
      message(104, { stream_id: 6, display_recipient: 'quiet' }, ['wildcard_mentioned', 'stream_wildcard_mentioned']),
      message(105, { subject: 'noise' }, ['mentioned']),
      direct(106, ME, 20),
      direct(107, ME, 20, 30),
      direct(108, ME),
    );
    expect(next).toMatchObject({
      max_message_id: 108,
      unread_msgs: {
        count: 5,
        streams: [
          { stream_id: 5, topic: 'lunch', unread_message_ids: [101, 102] },
          { stream_id: 6, topic: 'lunch', unread_message_ids: [104] },
          { stream_id: 5, topic: 'noise', unread_message_ids: [105] },
        ],
        pms: [
          { other_user_id: 20, sender_id: 20, unread_message_ids: [106] },
          { other_user_id: ME, sender_id: ME, unread_message_ids: [108] },
        ],
        huddles: [{ user_ids_string: '10,20,30', unread_message_ids: [107] }],
        mentions: [105],
      },
      recent_private_conversations: [
        { user_ids: [], max_message_id: 108 },
        { user_ids: [20, 30], max_message_id: 107 },
        { user_ids: [20], max_message_id: 106 },
      ],
    });
    expect(next.subscriptions?.[0]?.first_message_id).toBe(101);
    expect(next.streams?.[0]?.first_message_id).toBe(101);
  });

  it('of channels that one only overhears are not received', () => {
    const next = applied(message(101, { stream_id: 7, display_recipient: 'other' }));
    expect(next).toMatchObject({ max_message_id: 100, unread_msgs: { count: 0, streams: [] } });
    expect(next.never_subscribed?.[0]?.first_message_id).toBe(101);
  });

  it('are applied once, however often they come', () => {
    expect(applied(message(101, {}), message(101, {})).unread_msgs?.count).toBe(1);
  });
});

describe('update_message_flags events', () => {
  it('read and unread messages', () => {
    const read = applied(message(101, {}, ['mentioned']), direct(102, ME, 20), flags('add', 'read', [101, 102]));
    expect(read.unread_msgs).toMatchObject({ count: 0, streams: [], pms: [], mentions: [] });
    const details = {
      101: { type: 'stream', mentioned: true, stream_id: 5, topic: 'lunch', unmuted_stream_msg: true },
      102: { type: 'private', user_ids: [20] },
    };
    const unread = applied(flags('remove', 'read', [101, 102], { message_details: details }));
    expect(unread.unread_msgs).toMatchObject({
      count: 2,
      streams: [{ unread_message_ids: [101] }],
      pms: [{ other_user_id: 20, unread_message_ids: [102] }],
      mentions: [101],
    });
    expect(applied(message(101, {}), flags('add', 'read', [], { all: true })).unread_msgs?.count).toBe(0);
  });

  it('star messages', () => {
    expect(applied(flags('add', 'starred', [40, 50])).starred_messages).toEqual([40, 50]);
    expect(applied(flags('remove', 'starred', [50])).starred_messages).toEqual([]);
  });
});

describe('subscription events', () => {
  it('move a channel between the lists', () => {
    const subscription = { ...channel(7, 'other', { subscriber_count: 3 }), ...personal, subscribers: [ME, 20, 30] };
    const added = applied(event('subscription', { op: 'add', subscriptions: [subscription] }));
    expect(added.never_subscribed).toEqual([]);
    expect(added.subscriptions?.map(({ name }) => name)).toEqual(['general', 'other', 'quiet']);
    expect(added.streams?.[1]?.subscriber_count).toBe(3);
    const removed = applied(
      message(101, {}, ['mentioned']),
      event('subscription', { op: 'remove', subscriptions: [{ stream_id: 5, name: 'general' }] }),
    );
    expect(removed.subscriptions?.map(({ name }) => name)).toEqual(['quiet']);
    expect(removed.unsubscribed?.[0]).toMatchObject({ name: 'general', subscribers: [20], subscriber_count: 1 });
    expect(removed.unread_msgs).toMatchObject({ count: 0, streams: [], mentions: [] });
  });

  it('of others change subscribers and their number, once', () => {
    const peers = { stream_ids: [5, 7], user_ids: [30, 40] };
    const added = applied(
      event('subscription', { op: 'peer_add', ...peers }),
      event('subscription', { op: 'peer_add', ...peers }),
    );
    expect(added.subscriptions?.[0]).toMatchObject({ subscribers: [ME, 20, 30, 40], subscriber_count: 4 });
    expect(added.never_subscribed?.[0]).toMatchObject({ subscribers: [20, 30, 40], subscriber_count: 3 });
    const removed = applied(event('subscription', { op: 'peer_remove', stream_ids: [5], user_ids: [20] }));
    expect(removed.subscriptions?.[0]).toMatchObject({ subscribers: [ME], subscriber_count: 1 });
  });
});

describe('stream events', () => {
  it('make channels appear, change and vanish', () => {
    const created = applied(event('stream', { op: 'create', streams: [channel(8, 'new')] }));
    expect(created.never_subscribed?.map(({ name }) => name)).toEqual(['new', 'other']);
    expect(created.never_subscribed?.[0]).toMatchObject({ subscribers: [] });
    expect(created.streams?.map(({ name }) => name)).toEqual(['general', 'new', 'other', 'quiet']);
    const update = { op: 'update', stream_id: 5, name: 'general' };
    const renamed = applied(event('stream', { ...update, property: 'name', value: 'zoo' }));
    expect(renamed.subscriptions?.map(({ name }) => name)).toEqual(['quiet', 'zoo']);
    const closed = applied(
      event('stream', {
        ...update,
        property: 'invite_only',
        value: true,
        history_public_to_subscribers: false,
        is_web_public: false,
      }),
    );
    expect(closed.streams?.[0]).toMatchObject({ invite_only: true, history_public_to_subscribers: false });
    const deleted = applied(event('stream', { op: 'delete', stream_ids: [5], streams: [{ stream_id: 5 }] }));
    expect(deleted.subscriptions?.map(({ name }) => name)).toEqual(['quiet']);
    expect(deleted.streams?.map(({ name }) => name)).toEqual(['other', 'quiet']);
  });

  it('list the default channels', () => {
    expect(applied(event('default_streams', { default_streams: [5, 7] })).realm_default_streams).toEqual([5, 7]);
  });
});

describe('events about users and topics', () => {
  const person = {
    user_id: 15,
    email: 'user15@chat.example',
    delivery_email: null,
    full_name: 'Ada',
    date_joined: '2026-05-04T09:12+00:00',
    is_active: true,
    is_owner: false,
    is_admin: false,
    is_guest: false,
    is_bot: false,
    role: 400,
    timezone: '',
    avatar_url: null,
    avatar_version: 1,
    profile_data: {},
  };

  it('add users and members, and change bots', () => {
    const next = applied(
      event('realm_user', { op: 'add', person }),
      event('user_group', { op: 'add_members', group_id: 14, user_ids: [15] }),
      event('realm_bot', { op: 'update', bot: { user_id: 60, default_all_public_streams: true } }),
      event('heartbeat', {}),
    );
    expect(next.realm_users?.map(({ user_id }) => user_id)).toEqual([15, 20]);
    expect(next.realm_users?.[0]).not.toHaveProperty('is_active');
    expect(next.realm_user_groups?.[0]?.members).toEqual([ME, 15, 20]);
    expect(next.realm_bots?.[0]).toEqual({ user_id: 60, default_all_public_streams: true, services: [] });
  });

  it('mute and unmute topics, which changes what counts', () => {
    const topic = (policy: number, name = 'noise') =>
      event('user_topic', { stream_id: 5, topic_name: name, last_updated: 2, visibility_policy: policy });
    const next = applied(
      message(101, { subject: 'noise' }),
      event('muted_topics', { muted_topics: [] }),
      topic(0),
      topic(3, 'lunch'),
    );
    expect(next).toMatchObject({ unread_msgs: { count: 1 }, muted_topics: [] });
    expect(next.user_topics).toEqual([{ stream_id: 5, topic_name: 'lunch', last_updated: 2, visibility_policy: 3 }]);
    expect(applied(message(101, {}), topic(1, 'Lunch')).unread_msgs?.count).toBe(0);
  });
});

describe('folding', () => {
  it('leaves the given state alone, and parts that were not fetched absent', () => {
    const before = state();
    applyEvents(
      before,
      [message(101, { stream_id: 5 })].map((each) => JSON.parse(JSON.stringify(each)) as ClientEvent),
    );
    expect(before).toEqual(state());
    const events = [event('stream', { op: 'create', streams: [channel(8, 'new')] }), event('heartbeat', {})];
    expect(applyEvents({ user_id: ME }, events)).toEqual({ user_id: ME });
  });

  it('refuses events of unknown form', () => {
    expect(() => applied(event('novelty', {}))).toThrow('no client knows this event');
    expect(() => applied(event('heartbeat', { extra: 1 }))).toThrow('no client knows this event');
  });

  it('compares states without what is incidental', () => {
    const first = comparableState({ ...state(), queue_id: 'a', last_event_id: -1, server_timestamp: 1.5 });
    const second = comparableState({ ...state(), queue_id: 'b', last_event_id: 3, server_timestamp: 2.5 });
    expect(first).toEqual(second);
  });
});

describe('devices (levels 468 and 470)', () => {
  const empty = {
    push_key_id: null,
    push_token_id: null,
    pending_push_token_id: null,
    push_token_last_updated_timestamp: null,
    push_registration_error_code: null,
  };
  const folded = (...events: ClientEvent[]) => applyEvents({ devices: { '3': empty } }, events).devices;

  it('come empty and go', () => {
    expect(folded(event('device', { op: 'add', device_id: 4 }))).toEqual({ '3': empty, '4': empty });
    expect(folded(event('device', { op: 'remove', device_id: 3 }))).toEqual({});
  });

  it('change in what an update has, null included, and in nothing else', () => {
    const pending = {
      push_key_id: 7,
      pending_push_token_id: 'iGFeKNj3ngQ=',
      push_token_last_updated_timestamp: 1_771_000_000,
      push_registration_error_code: null,
    };
    const confirmed = { push_token_id: 'iGFeKNj3ngQ=', pending_push_token_id: null };
    const update = (fields: Record<string, unknown>) => event('device', { op: 'update', device_id: 3, ...fields });
    expect(folded(update(pending), update(confirmed))).toEqual({ '3': { ...pending, ...confirmed } });
    expect(folded(update(confirmed), update({ push_token_id: null }))).toEqual({ '3': empty });
  });

  it('are left alone where they were not fetched', () => {
    const all = [{ op: 'add' }, { op: 'update', push_key_id: 1 }, { op: 'remove' }];
    expect(
      applyEvents(
        {},
        all.map((fields) => event('device', { ...fields, device_id: 3 })),
      ),
    ).toEqual({});
  });
});
