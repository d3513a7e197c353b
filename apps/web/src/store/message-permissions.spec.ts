import { describe, expect, it } from 'vitest';
import { ME, aGroup, aSubscription, aUser, anAnswer } from '../test-support/answer';
import type { ChannelMessage } from './message';
import { permissionsFor, shownChange } from './message-permissions';
import { snapshotState } from './snapshot';

const EVERYBODY = 1;
const NOBODY = 2;
const NOW = 1_700_001_000;

const RULES = {
  realm_allow_message_editing: true,
  realm_message_content_edit_limit_seconds: 600,
  realm_message_content_delete_limit_seconds: 60,
  realm_move_messages_within_stream_limit_seconds: 600,
  realm_move_messages_between_streams_limit_seconds: 60,
  realm_can_delete_any_message_group: NOBODY,
  realm_can_delete_own_message_group: EVERYBODY,
  realm_can_move_messages_between_channels_group: EVERYBODY,
  realm_can_move_messages_between_topics_group: EVERYBODY,
  realm_can_resolve_topics_group: EVERYBODY,
  realm_message_edit_history_visibility_policy: 'all',
  realm_enable_read_receipts: true,
  realm_moderation_request_channel_id: -1,
} as const;

const CLOSED = {
  can_administer_channel_group: NOBODY,
  can_delete_any_message_group: NOBODY,
  can_delete_own_message_group: NOBODY,
  can_move_messages_out_of_channel_group: NOBODY,
  can_move_messages_within_channel_group: NOBODY,
  can_resolve_topics_group: NOBODY,
};

function stateWith(changes: Parameters<typeof anAnswer>[0] = {}) {
  return snapshotState(
    anAnswer({
      ...RULES,
      realm_user_groups: [
        aGroup(EVERYBODY, { name: 'role:everyone', is_system_group: true }),
        aGroup(NOBODY, { name: 'role:nobody', is_system_group: true }),
      ],
      subscriptions: [aSubscription(5, CLOSED)],
      ...changes,
    }),
  );
}

function aMessage(changes: Partial<ChannelMessage> = {}): ChannelMessage {
  return {
    id: 1,
    type: 'stream',
    stream_id: 5,
    topic: 'plan',
    sender_id: ME,
    sender_full_name: '',
    sender_email: '',
    avatar_url: null,
    client: '',
    content: '',
    timestamp: NOW,
    is_me_message: false,
    topic_links: [],
    reactions: [],
    submessages: [],
    flags: new Set(['read']),
    ...changes,
  };
}

describe('what the user may do with a message', () => {
  it('offers editing to the sender, within the limit and five seconds more', () => {
    const state = stateWith();
    expect(permissionsFor(state, aMessage(), NOW + 605).edit).toBe('allowed');
    expect(permissionsFor(state, aMessage(), NOW + 606).edit).toBe('too-late');
    expect(permissionsFor(state, aMessage({ sender_id: 20 }), NOW).edit).toBe('not-sender');
  });

  it('offers no editing of polls, nor where editing is off', () => {
    const submessages = [{ id: 1, message_id: 1, sender_id: ME, msg_type: 'widget', content: '{}' }];
    expect(permissionsFor(stateWith(), aMessage({ submessages }), NOW).edit).toBe('widget');
    const off = stateWith({ realm_allow_message_editing: false });
    expect(permissionsFor(off, aMessage(), NOW).edit).toBe('editing-disabled');
  });

  it('offers nothing that changes in an archived channel', () => {
    const state = stateWith({ subscriptions: [aSubscription(5, { ...CLOSED, is_archived: true })] });
    const may = permissionsFor(state, aMessage(), NOW);
    expect(may).toMatchObject({ edit: 'archived', deletion: 'archived', canReact: false, canRename: false });
    expect(may).toMatchObject({ canMoveOut: false, canResolve: false });
  });

  it('deletes own messages within the limit, any message by a group that lists the user', () => {
    const state = stateWith();
    expect(permissionsFor(state, aMessage(), NOW + 60).deletion).toBe('allowed');
    expect(permissionsFor(state, aMessage(), NOW + 61).deletion).toBe('too-late');
    expect(permissionsFor(state, aMessage({ sender_id: 20 }), NOW).deletion).toBe('no-permission');
    const listed = { direct_members: [ME], direct_subgroups: [] };
    const trusted = stateWith({ realm_can_delete_any_message_group: listed });
    expect(permissionsFor(trusted, aMessage({ sender_id: 20 }), NOW + 9999).deletion).toBe('allowed');
  });

  it('moves by time limit, of which moderators are free', () => {
    const late = permissionsFor(stateWith(), aMessage(), NOW + 601);
    expect(late).toMatchObject({ canRename: false, canMoveOut: false, canResolve: true });
    expect(permissionsFor(stateWith(), aMessage(), NOW + 61)).toMatchObject({ canRename: true, canMoveOut: false });
    const moderator = stateWith({ realm_users: [aUser(ME, { role: 300 })] });
    expect(permissionsFor(moderator, aMessage(), NOW + 9999)).toMatchObject({ canRename: true, canMoveOut: true });
  });

  it('neither resolves the empty topic nor renames where only it is allowed', () => {
    const state = stateWith({ subscriptions: [aSubscription(5, { ...CLOSED, topics_policy: 'empty_topic_only' })] });
    expect(permissionsFor(state, aMessage({ topic: '' }), NOW)).toMatchObject({ canResolve: false, canRename: false });
  });

  it('shows history as the organization wants', () => {
    const edited = aMessage({ last_edit_timestamp: NOW });
    expect(permissionsFor(stateWith(), edited, NOW).canSeeHistory).toBe(true);
    expect(permissionsFor(stateWith(), aMessage(), NOW).canSeeHistory).toBe(false);
    const moves = stateWith({ realm_message_edit_history_visibility_policy: 'moves' });
    expect(permissionsFor(moves, edited, NOW).canSeeHistory).toBe(false);
    expect(permissionsFor(moves, aMessage({ last_moved_timestamp: NOW }), NOW).canSeeHistory).toBe(true);
    const none = stateWith({ realm_message_edit_history_visibility_policy: 'none' });
    expect(permissionsFor(none, aMessage({ last_moved_timestamp: NOW }), NOW).canSeeHistory).toBe(false);
  });

  it('marks as unread what is read in subscribed channels', () => {
    expect(permissionsFor(stateWith(), aMessage(), NOW).canMarkUnread).toBe(true);
    expect(permissionsFor(stateWith(), aMessage({ stream_id: 7 }), NOW).canMarkUnread).toBe(false);
  });

  it('are none but reading without an account', () => {
    const state = stateWith({
      ...{ user_id: 0, realm_message_content_edit_limit_seconds: null, realm_moderation_request_channel_id: 9 },
      // Even where every group lets everybody do everything.
      subscriptions: [aSubscription(5, { can_administer_channel_group: EVERYBODY })],
      realm_user_groups: [aGroup(EVERYBODY, { members: [0] }), aGroup(NOBODY)],
    });
    const { edit, deletion, ...others } = permissionsFor(state, aMessage({ sender_id: 0 }), NOW);
    expect([edit, deletion]).toEqual(['not-sender', 'no-permission']);
    expect(Object.values(others).every((may) => may === false)).toBe(true);
  });
});

describe('the mark of a change', () => {
  const edited = { last_edit_timestamp: NOW };
  const moved = { last_moved_timestamp: NOW };
  const marks = (policy: 'all' | 'moves' | 'none') => {
    const state = stateWith({ realm_message_edit_history_visibility_policy: policy });
    return [edited, moved, { ...edited, ...moved }, {}].map((change) => shownChange(state, change));
  };

  it('says what the organization shows of histories, and nothing else', () => {
    expect(marks('all')).toEqual(['edited', 'moved', 'edited', undefined]);
    expect(marks('moves')).toEqual([undefined, 'moved', 'moved', undefined]);
    expect(marks('none')).toEqual([undefined, undefined, undefined, undefined]);
  });
});
