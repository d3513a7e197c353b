import { EventShaper } from './event-shaper';
import { mergeKeyOf } from './merge-key';
import { UNKNOWN_USER_AVATAR_URL } from './message-forms';
import { ALL_CAPABILITIES, ProfileChanges, profileWith } from './test-support/profile-fixture';
import { QueueCapability, QueueShape } from './queue-profile';
import { FlagsOf, ShapeInput } from './shape-input';
import { SomeFields, storedEvent } from './test-support/stored-event';

const queue = (changes?: ProfileChanges) => new QueueShape(profileWith(changes));

const MESSAGE = {
  id: 1,
  sender_id: 10,
  sender_email: 'ada@chat.example',
  sender_full_name: 'Ada',
  avatar_url: 'https://avatars.example/ada',
  content: '**hi**',
  rendered_content: '<p><strong>hi</strong></p>',
  type: 'stream' as const,
  stream_id: 3,
  display_recipient: 'General',
  subject: '',
};

type Input = Omit<ShapeInput, 'event'> & { event: SomeFields };

const shaperOf = ({ event, ...rest }: Input, flagsOf?: FlagsOf) =>
  new EventShaper({ event: storedEvent(event), ...rest }, flagsOf);

/** The events that a queue gets, parsed. */
function shaped(input: Input, profile: ProfileChanges = {}, userId = 20, flagsOf?: FlagsOf, queueId = 'q') {
  const result = shaperOf(input, flagsOf).shapeFor(queue(profile), queueId, userId);
  return result?.texts.map((text) => JSON.parse(text));
}

describe('EventShaper, messages (realtime.md 6.4)', () => {
  const input: Input = {
    event: { type: 'message', message: MESSAGE },
    hints: { gravatar: true, senderHiddenFrom: [99] },
    localEcho: { queueId: 'sender-queue', localId: '100.01' },
  };

  it('never shows what is not for clients', () => {
    const [event] = shaped(input) ?? [];
    expect(Object.keys(event).sort()).toEqual(['flags', 'message', 'type']);
    expect(event.message).not.toHaveProperty('rendered_content');
    expect(event.flags).toEqual([]);
  });

  it.each([
    [{ applyMarkdown: false }, { content: '**hi**', content_type: 'text/x-markdown' }],
    [{ applyMarkdown: true }, { content: '<p><strong>hi</strong></p>', content_type: 'text/html' }],
    [{ clientGravatar: false }, { avatar_url: 'https://avatars.example/ada' }],
    [{ clientGravatar: true }, { avatar_url: null }],
    [{ capabilities: [] }, { subject: 'general chat' }],
    [{ capabilities: ['empty_topic_name' as const] }, { subject: '' }],
  ])('fits the message to %j', (profile, expected) => {
    expect(shaped(input, profile)?.[0].message).toMatchObject(expected);
  });

  it('sends the avatar where the gravatar is not public', () => {
    const event = { ...input, hints: { gravatar: false } };
    expect(shaped(event, { clientGravatar: true })?.[0].message.avatar_url).toBe('https://avatars.example/ada');
  });

  it('keeps the subject of direct messages empty', () => {
    const direct = { ...input, event: { type: 'message', message: { ...MESSAGE, type: 'private' as const } } };
    expect(shaped(direct)?.[0].message.subject).toBe('');
  });

  it('hides a sender whom the receiver cannot access', () => {
    expect(shaped(input, { clientGravatar: true }, 99)?.[0].message).toMatchObject({
      sender_full_name: 'Unknown user',
      sender_email: 'user10@chat.example',
      avatar_url: UNKNOWN_USER_AVATAR_URL,
      sender_id: 10,
    });
  });

  it.each([
    [
      ['mentioned', 'read'],
      ['mentioned', 'read'],
    ],
    [['stream_wildcard_mentioned'], ['stream_wildcard_mentioned', 'wildcard_mentioned']],
    [['topic_wildcard_mentioned'], ['topic_wildcard_mentioned', 'wildcard_mentioned']],
  ])('puts the flags %j of the user beside the message', (flags, expected) => {
    const flagsOf = (userId: number) => (userId === 20 ? flags : []);
    expect(shaped(input, {}, 20, flagsOf)?.[0].flags).toEqual(expected);
    expect(shaped(input, {}, 21, flagsOf)?.[0].flags).toEqual([]);
  });

  it('has no flags for a queue that gets the message only through all_public_streams', () => {
    const result = shaperOf(input, () => ['mentioned']).shapeFor(queue(), 'q', 20, false);
    expect(JSON.parse(result?.texts[0] ?? '').flags).toEqual([]);
  });

  it('echoes the local id in the sending queue alone, under both names', () => {
    expect(shaped(input, {}, 10, undefined, 'sender-queue')?.[0]).toMatchObject({
      local_message_id: '100.01',
      local_id: '100.01',
    });
    const [other] = shaped(input, {}, 10, undefined, 'another-queue') ?? [];
    expect(other).not.toHaveProperty('local_message_id');
    expect(other).not.toHaveProperty('local_id');
  });

  it('builds at most 16 forms, shared by all queues', () => {
    const shaper = shaperOf(input);
    const texts = new Set<readonly string[]>();
    const keys = new Set<string>();
    for (let bits = 0; bits < 64; bits++) {
      const capabilities: QueueCapability[] = (bits & 4) > 0 ? [] : ['empty_topic_name'];
      const profile = {
        applyMarkdown: (bits & 1) > 0,
        clientGravatar: (bits & 2) > 0,
        capabilities,
        slimPresence: (bits & 8) > 0,
      };
      const result = shaper.shapeFor(queue(profile), `q${bits}`, (bits & 16) > 0 ? 99 : 20 + bits);
      if (result) {
        texts.add(result.texts);
        keys.add(result.key);
      }
    }
    expect(keys.size).toBeLessThanOrEqual(16);
    expect(texts.size).toBe(keys.size);
  });
});

describe('EventShaper, rewriting by capability (realtime.md 6.5)', () => {
  const all: ProfileChanges = ALL_CAPABILITIES;

  it('splits delete_message without bulk_message_deletion', () => {
    const input = {
      event: { type: 'delete_message', message_ids: [5, 6], message_type: 'stream', stream_id: 3, topic: '' },
    };
    const rest = { type: 'delete_message', message_type: 'stream', stream_id: 3 };
    expect(shaped(input)).toEqual([
      { ...rest, message_id: 5, topic: 'general chat' },
      { ...rest, message_id: 6, topic: 'general chat' },
    ]);
    expect(shaped(input, all)).toEqual([{ ...rest, message_ids: [5, 6], topic: '' }]);
    expect(shaped(input, { capabilities: ['bulk_message_deletion'] })?.[0].topic).toBe('general chat');
  });

  it('names the empty topic in update_message and leaves both contents', () => {
    const event = { type: 'update_message', subject: '', orig_subject: '', content: 'a', rendered_content: '<p>a</p>' };
    expect(shaped({ event })?.[0]).toMatchObject({
      subject: 'general chat',
      orig_subject: 'general chat',
      content: 'a',
      rendered_content: '<p>a</p>',
      flags: [],
    });
    expect(shaped({ event }, all)?.[0]).toMatchObject({ subject: '', orig_subject: '' });
    expect(shaped({ event: { type: 'update_message', content: 'a' } })?.[0]).not.toHaveProperty('subject');
  });

  it('gives update_message the flags of each user', () => {
    const event = { type: 'update_message', message_id: 4 };
    for (const flags of [
      ['read', 'starred'],
      // Only new messages say it in the old form as well.
      ['stream_wildcard_mentioned'],
    ]) {
      expect(shaped({ event }, {}, 20, () => flags)?.[0].flags).toEqual(flags);
    }
  });

  it.each([
    [{ type: 'user_topic', stream_id: 3, topic_name: '', visibility_policy: 1 }, 'topic_name'],
    [{ type: 'typing', op: 'start', stream_id: 3, topic: '' }, 'topic'],
  ])('names the empty topic in %j', (event, field) => {
    const typing = ['stream_typing_notifications' as const];
    expect(shaped({ event }, { capabilities: typing })?.[0][field]).toBe('general chat');
    expect(shaped({ event }, all)?.[0][field]).toBe('');
  });

  it('names the empty topic among muted topics, and where a message is edited', () => {
    const muted = {
      type: 'muted_topics',
      muted_topics: [
        ['general', '', 1],
        ['general', 'other', 2],
      ],
    };
    const types = { eventTypes: ['muted_topics', 'typing_edit_message'] };
    const capable = { ...types, capabilities: ['empty_topic_name' as const] };
    expect(shaped({ event: muted }, { ...types, capabilities: [] })).toEqual([
      {
        type: 'muted_topics',
        muted_topics: [
          ['general', 'general chat', 1],
          ['general', 'other', 2],
        ],
      },
    ]);
    expect(shaped({ event: muted }, capable)).toEqual([muted]);
    const typing = {
      type: 'typing_edit_message',
      op: 'start',
      sender_id: 1,
      message_id: 2,
      recipient: { type: 'channel', channel_id: 3, topic: '' },
    };
    expect(shaped({ event: typing }, { ...types, capabilities: [] })?.[0].recipient.topic).toBe('general chat');
    expect(shaped({ event: typing }, capable)).toEqual([typing]);
  });

  describe('of messages that are not sent yet', () => {
    const item = { type: 'stream', topic: '', content: 'later' };
    const direct = { type: 'private', topic: '', content: 'later' };
    const shown = { ...item, topic: 'general chat' };

    it.each([
      [
        { type: 'drafts', op: 'add', drafts: [item, direct, { ...item, topic: 'lunch' }] },
        { drafts: [shown, direct, { ...item, topic: 'lunch' }] },
      ],
      [{ type: 'drafts', op: 'update', draft: item }, { draft: shown }],
      [{ type: 'drafts', op: 'update', draft: direct }, { draft: direct }],
      [{ type: 'drafts', op: 'remove', draft_id: 4 }, {}],
      [
        { type: 'scheduled_messages', op: 'add', scheduled_messages: [item, direct] },
        { scheduled_messages: [shown, direct] },
      ],
      [{ type: 'scheduled_messages', op: 'update', scheduled_message: item }, { scheduled_message: shown }],
      [{ type: 'scheduled_messages', op: 'remove', scheduled_message_id: 4 }, {}],
    ])('names the empty topic of channels in %j', (event, expected) => {
      expect(shaped({ event })).toEqual([{ ...event, ...expected }]);
      expect(shaped({ event }, all)).toEqual([event]);
    });
  });

  it('names the empty topic in the details of update_message_flags', () => {
    const event = {
      type: 'update_message_flags',
      op: 'remove',
      operation: 'remove',
      flag: 'read',
      messages: [4, 5],
      all: false,
      message_details: { 4: { type: 'stream', stream_id: 3, topic: '' }, 5: { type: 'private', user_ids: [1] } },
    };
    expect(shaped({ event })?.[0].message_details).toEqual({
      4: { type: 'stream', stream_id: 3, topic: 'general chat' },
      5: { type: 'private', user_ids: [1] },
    });
    expect(shaped({ event }, all)?.[0]).toEqual({ ...event });
  });

  it('has three forms of presence', () => {
    const presence = { website: { client: 'website', status: 'active', timestamp: 5, pushable: false } };
    const presences = { 38: { active_timestamp: 5, idle_timestamp: 5 } };
    const legacy = { type: 'presence', user_id: 38, server_timestamp: 5.4, presence };
    const event = { ...legacy, email: 'user38@chat.example', presences };
    expect(shaped({ event })).toEqual([{ ...legacy, email: 'user38@chat.example' }]);
    expect(shaped({ event }, { slimPresence: true })).toEqual([{ ...legacy }]);
    expect(shaped({ event }, { ...all, slimPresence: true })).toEqual([{ type: 'presence', presences }]);
  });

  it('fits subscribers to include_subscribers', () => {
    const small = { stream_id: 3, subscribers: [1, 2] };
    const large = { stream_id: 4, subscribers: [1, 2, 3], partial_subscribers: [1] };
    const event = { type: 'subscription', op: 'add', subscriptions: [small, large] };
    for (const includeSubscribers of [false, true]) {
      expect(shaped({ event }, { includeSubscribers })?.[0].subscriptions).toEqual([
        small,
        { stream_id: 4, subscribers: [1, 2, 3] },
      ]);
    }
    expect(shaped({ event }, { includeSubscribers: 'partial' })?.[0].subscriptions).toEqual([
      small,
      { stream_id: 4, partial_subscribers: [1] },
    ]);
  });

  it('level 472: files name their messages by id, with times in seconds', () => {
    const file = { id: 5, name: 'a.txt', path_id: '2/ab/a.txt', size: 3 };
    const stored = { ...file, create_time: 1_700_000_000_123, messages: [{ id: 8, date_sent: 1_700_000_001_456 }] };
    const event = { type: 'attachment', op: 'update', upload_space_used: 3, attachment: stored };
    const attachment = { ...file, create_time: 1_700_000_000, message_ids: [8] };
    expect(shaped({ event })).toEqual([{ ...event, attachment }]);
    const removal = { type: 'attachment', op: 'remove', upload_space_used: 0, attachment: { id: 5 } };
    expect(shaped({ event: removal })).toEqual([removal]);
  });

  it('level 474: of bots only what their accounts do not show', () => {
    const administered = {
      ...{ user_id: 6, default_sending_stream: 'general', default_events_register_stream: null },
      ...{ default_all_public_streams: true, services: [] },
    };
    const account = { email: 'a', full_name: 'A', bot_type: 1, is_active: true, avatar_url: '', owner_id: 2 };
    const add = { type: 'realm_bot', op: 'add', bot: { ...administered, ...account, api_key: 'secret' } };
    expect(shaped({ event: add })).toEqual([{ ...add, bot: administered }]);
    const removal = { type: 'realm_bot', op: 'delete', bot: { user_id: 6 } };
    expect(shaped({ event: removal })).toEqual([removal]);
    for (const change of [
      { full_name: 'B' },
      { api_key: 'x' },
      { owner_id: 3 },
      { is_active: false },
      { email: 'b' },
    ]) {
      expect(shaped({ event: { type: 'realm_bot', op: 'update', bot: { user_id: 6, ...change } } })).toBeUndefined();
    }
    const services = { type: 'realm_bot', op: 'update', bot: { user_id: 6, services: [] } };
    expect(shaped({ event: services })).toEqual([services]);
  });

  it('tokens of services, but not to sessions of browsers', () => {
    const browser: ProfileChanges = { capabilities: ['browser_session'] };
    const [service, hidden] = ['t0ken', ''].map((token) => ({ base_url: 'https://a.example', interface: 1, token }));
    const update = { type: 'realm_bot', op: 'update', bot: { user_id: 6, services: [service] } };
    expect(shaped({ event: update })).toEqual([update]);
    expect(shaped({ event: update }, browser)).toEqual([{ ...update, bot: { user_id: 6, services: [hidden] } }]);
    const embedded = { service_name: 'followup', config_data: {} };
    const administered = {
      ...{ user_id: 6, default_sending_stream: null, default_events_register_stream: null },
      ...{ default_all_public_streams: false, services: [service, embedded] },
    };
    const add = { type: 'realm_bot', op: 'add', bot: { ...administered, full_name: 'A', api_key: 'secret' } };
    expect(shaped({ event: add })).toEqual([{ ...add, bot: administered }]);
    const seen = { ...administered, services: [hidden, embedded] };
    expect(shaped({ event: add }, browser)).toEqual([{ ...add, bot: seen }]);
  });

  it('level 484: who reacted, by id alone', () => {
    const reaction = { type: 'reaction', op: 'add', message_id: 4, emoji_name: 'tada', user_id: 7 };
    const user = { user_id: 7, email: 'ada@chat.example', full_name: 'Ada' };
    expect(shaped({ event: { ...reaction, user } }, all)).toEqual([reaction]);
  });

  it('leaves peer events and everything else as they are', () => {
    const peers = { type: 'subscription', op: 'peer_add', stream_ids: [3], user_ids: [1, 2] };
    const folder = { type: 'channel_folder', op: 'reorder', order: [2, 1] };
    expect(shaped({ event: peers })).toEqual([{ ...peers }]);
    expect(shaped({ event: folder }, all)).toEqual([{ ...folder }]);
  });
});

describe('EventShaper, merging (realtime.md 6.6)', () => {
  const flags = (changes: Record<string, unknown>) => ({
    type: 'update_message_flags',
    op: 'add',
    operation: 'add',
    flag: 'read',
    messages: [4, 5],
    all: false,
    ...changes,
  });
  it.each([
    ['adding read', flags({}), 'add:read'],
    ['adding starred', flags({ flag: 'starred' }), 'add:starred'],
    ['removing starred', flags({ op: 'remove', operation: 'remove', flag: 'starred' }), 'remove:starred'],
  ])('%s merges', (_name, event, key) => expect(mergeKeyOf(storedEvent(event))).toBe(key));

  it.each([
    ['all', flags({ all: true })],
    ['removing read', flags({ op: 'remove', operation: 'remove', message_details: {} })],
    ['another type', { type: 'muted_users', muted_users: [] }],
  ])('%s does not merge', (_name, event) => expect(mergeKeyOf(storedEvent(event))).toBeUndefined());

  it('tells the key with the form', () => {
    expect(shaperOf({ event: flags({}) }).shapeFor(queue(), 'q', 20)?.mergeKey).toBe('add:read');
  });
});
