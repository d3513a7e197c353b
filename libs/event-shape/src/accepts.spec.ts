import { accepts } from './accepts';
import { ProfileChanges, profileWith } from './test-support/profile-fixture';
import { QueueShape } from './queue-profile';
import { SomeFields, storedEvent } from './test-support/stored-event';
import { ShapeInput } from './shape-input';

const queue = (changes?: ProfileChanges) => new QueueShape(profileWith(changes));
const input = (event: SomeFields, rest: Partial<ShapeInput> = {}): ShapeInput => ({
  event: storedEvent(event),
  ...rest,
});

const MESSAGE = {
  type: 'message',
  message: {
    id: 1,
    sender_id: 10,
    sender_email: 'Ada@chat.example',
    sender_full_name: 'Ada',
    avatar_url: 'a',
    content: 'hi',
    rendered_content: '<p>hi</p>',
    type: 'stream' as const,
    stream_id: 3,
    display_recipient: 'General',
    subject: 'Plans',
  },
};
const DIRECT = { type: 'message', message: { ...MESSAGE.message, type: 'private' as const, subject: '' } };

interface Row {
  rule: string;
  profile: ProfileChanges;
  input: ShapeInput;
  flags?: string[];
  accepted: boolean;
}

const typing = input({ type: 'typing', op: 'start', message_type: 'stream', stream_id: 3, topic: 't' });
const directTyping = input({ type: 'typing', op: 'start', message_type: 'direct', recipients: [] });
const typingEdit = input({ type: 'typing_edit_message', op: 'start', message_id: 4 });
const mutedTopics = input({ type: 'muted_topics', muted_topics: [] });
const display = input({ type: 'update_display_settings', setting: true });
const notifications = input({ type: 'update_global_notifications', setting: true });
const groupRemove = input({ type: 'user_group', op: 'remove', group_id: 5 });
const groupDeactivated = input({ type: 'user_group', op: 'update', group_id: 5, data: { deactivated: true } });
const groupRenamed = input({ type: 'user_group', op: 'update', group_id: 5, data: { name: 'x' } });
const groupRenamedWhileDeactivated = input(
  { type: 'user_group', op: 'update', group_id: 5, data: { name: 'x' } },
  { when: { capability: 'include_deactivated_groups', is: true } },
);
const groupReactivated = input(
  { type: 'user_group', op: 'add', group: {} },
  { when: { capability: 'include_deactivated_groups', is: false } },
);
const archived = input({ type: 'stream', op: 'update', property: 'is_archived', value: true });
const described = input({ type: 'stream', op: 'update', property: 'description', value: 'x' });
const archivedAsDelete = input(
  { type: 'stream', op: 'delete', stream_ids: [3] },
  { when: { capability: 'archived_channels', is: false } },
);
const linkifiers = input({ type: 'realm_linkifiers', realm_linkifiers: [] });
const hiddenUser = input(
  { type: 'realm_user', op: 'add', person: {} },
  { when: { capability: 'user_list_incomplete', is: false } },
);

const TABLE: Row[] = [
  { rule: 'no event_types: every type', profile: {}, input: mutedTopics, accepted: true },
  { rule: 'type is listed', profile: { eventTypes: ['message'] }, input: input(MESSAGE), accepted: true },
  { rule: 'type is not listed', profile: { eventTypes: ['reaction'] }, input: input(MESSAGE), accepted: false },
  { rule: 'nothing is listed', profile: { eventTypes: [] }, input: input(MESSAGE), accepted: false },
  {
    rule: 'heartbeats ignore event_types',
    profile: { eventTypes: [] },
    input: input({ type: 'heartbeat' }),
    accepted: true,
  },
  {
    rule: 'muted_topics beside user_topic',
    profile: { eventTypes: ['muted_topics', 'user_topic'] },
    input: mutedTopics,
    accepted: false,
  },
  { rule: 'muted_topics alone', profile: { eventTypes: ['muted_topics'] }, input: mutedTopics, accepted: true },
  {
    rule: 'narrow on the channel, any case',
    profile: { narrow: [['stream', 'GENERAL']] },
    input: input(MESSAGE),
    accepted: true,
  },
  {
    rule: 'narrow on another channel',
    profile: { narrow: [['channel', 'other']] },
    input: input(MESSAGE),
    accepted: false,
  },
  {
    rule: 'narrow on channel and topic',
    profile: {
      narrow: [
        ['channel', 'general'],
        ['topic', 'plans'],
      ],
    },
    input: input(MESSAGE),
    accepted: true,
  },
  {
    rule: 'every pair of a narrow must hold',
    profile: {
      narrow: [
        ['channel', 'general'],
        ['topic', 'no'],
      ],
    },
    input: input(MESSAGE),
    accepted: false,
  },
  {
    rule: 'narrow on the sender',
    profile: { narrow: [['sender', 'ada@CHAT.example']] },
    input: input(MESSAGE),
    accepted: true,
  },
  { rule: 'narrow on direct messages', profile: { narrow: [['is', 'dm']] }, input: input(DIRECT), accepted: true },
  {
    rule: 'channel message in a narrow on direct ones',
    profile: { narrow: [['is', 'private']] },
    input: input(MESSAGE),
    accepted: false,
  },
  {
    rule: 'narrow on mentions, mentioned',
    profile: { narrow: [['is', 'mentioned']] },
    input: input(MESSAGE),
    flags: ['mentioned'],
    accepted: true,
  },
  {
    rule: 'narrow on mentions, not mentioned',
    profile: { narrow: [['is', 'mentioned']] },
    input: input(MESSAGE),
    flags: [],
    accepted: false,
  },
  {
    rule: 'narrow on unread, read',
    profile: { narrow: [['is', 'unread']] },
    input: input(MESSAGE),
    flags: ['read'],
    accepted: false,
  },
  {
    rule: 'a narrow leaves other types alone',
    profile: { narrow: [['is', 'dm']] },
    input: mutedTopics,
    accepted: true,
  },
  { rule: 'channel typing without the capability', profile: {}, input: typing, accepted: false },
  {
    rule: 'channel typing with it',
    profile: { capabilities: ['stream_typing_notifications'] },
    input: typing,
    accepted: true,
  },
  { rule: 'direct typing', profile: {}, input: directTyping, accepted: true },
  { rule: 'typing_edit_message', profile: {}, input: typingEdit, accepted: true },
  { rule: 'legacy display settings', profile: {}, input: display, accepted: true },
  {
    rule: 'legacy display settings beside user_settings',
    profile: { capabilities: ['user_settings_object'] },
    input: display,
    accepted: false,
  },
  { rule: 'legacy notification settings', profile: {}, input: notifications, accepted: true },
  {
    rule: 'legacy notification settings beside user_settings',
    profile: { capabilities: ['user_settings_object'] },
    input: notifications,
    accepted: false,
  },
  { rule: 'group removal', profile: {}, input: groupRemove, accepted: true },
  {
    rule: 'group removal with deactivated groups',
    profile: { capabilities: ['include_deactivated_groups'] },
    input: groupRemove,
    accepted: false,
  },
  { rule: 'group deactivation', profile: {}, input: groupDeactivated, accepted: false },
  {
    rule: 'group deactivation with deactivated groups',
    profile: { capabilities: ['include_deactivated_groups'] },
    input: groupDeactivated,
    accepted: true,
  },
  { rule: 'group rename', profile: {}, input: groupRenamed, accepted: true },
  { rule: 'rename of a deactivated group', profile: {}, input: groupRenamedWhileDeactivated, accepted: false },
  {
    rule: 'rename of a deactivated group with the capability',
    profile: { capabilities: ['include_deactivated_groups'] },
    input: groupRenamedWhileDeactivated,
    accepted: true,
  },
  { rule: 'group add for reactivation', profile: {}, input: groupReactivated, accepted: true },
  {
    rule: 'group add for reactivation with the capability',
    profile: { capabilities: ['include_deactivated_groups'] },
    input: groupReactivated,
    accepted: false,
  },
  { rule: 'archiving as update', profile: {}, input: archived, accepted: false },
  {
    rule: 'archiving as update with archived channels',
    profile: { capabilities: ['archived_channels'] },
    input: archived,
    accepted: true,
  },
  { rule: 'other channel updates', profile: {}, input: described, accepted: true },
  { rule: 'archiving as delete', profile: {}, input: archivedAsDelete, accepted: true },
  {
    rule: 'archiving as delete with archived channels',
    profile: { capabilities: ['archived_channels'] },
    input: archivedAsDelete,
    accepted: false,
  },
  { rule: 'linkifiers', profile: {}, input: linkifiers, accepted: false },
  {
    rule: 'linkifiers with templates',
    profile: { capabilities: ['linkifier_url_template'] },
    input: linkifiers,
    accepted: true,
  },
  { rule: 'placeholder of an inaccessible user', profile: {}, input: hiddenUser, accepted: true },
  {
    rule: 'placeholder of an inaccessible user, incomplete list',
    profile: { capabilities: ['user_list_incomplete'] },
    input: hiddenUser,
    accepted: false,
  },
];

describe('accepts (realtime.md 6.2, 6.3, 6.5)', () => {
  it.each(TABLE)('$rule: $accepted', ({ profile, input: event, flags, accepted }) => {
    expect(accepts(queue(profile), event, flags ?? [])).toBe(accepted);
  });
});
