import { Static, TSchema } from '@sinclair/typebox';
import { TypeCheck, TypeCompiler } from '@sinclair/typebox/compiler';
import {
  AddFlagEventSchema,
  ChannelCreateEventSchema,
  ChannelDeleteEventSchema,
  ChannelFolderAddEventSchema,
  ChannelFolderReorderEventSchema,
  ChannelFolderUpdateEventSchema,
  ChannelUpdateEventSchema,
  DefaultChannelGroupsEventSchema,
  DefaultChannelsEventSchema,
  DeleteChannelMessagesEventSchema,
  DeleteDirectMessagesEventSchema,
  HeartbeatEventSchema,
  InvitesChangedEventSchema,
  MessageEventSchema,
  MutedTopicsEventSchema,
  PushDeviceEventSchema,
  DeviceAddEventSchema,
  DeviceRemoveEventSchema,
  DeviceUpdateEventSchema,
  RealmBotAddEventSchema,
  RealmBotDeleteEventSchema,
  RealmBotUpdateEventSchema,
  RealmDeactivatedEventSchema,
  RealmExportEventSchema,
  RealmUpdateDictEventSchema,
  RealmUpdateEventSchema,
  RealmUserAddEventSchema,
  RealmUserRemoveEventSchema,
  RealmUserUpdateEventSchema,
  RemoveFlagEventSchema,
  RestartEventSchema,
  SubscriptionAddEventSchema,
  SubscriptionPeerEventSchema,
  SubscriptionRemoveEventSchema,
  SubscriptionUpdateEventSchema,
  UpdateMessageEventSchema,
  UserGroupAddEventSchema,
  UserGroupAddMembersEventSchema,
  UserGroupRemoveEventSchema,
  UserGroupRemoveMembersEventSchema,
  UserGroupSubgroupsEventSchema,
  UserGroupUpdateEventSchema,
  UserStatusEventSchema,
  UserTopicEventSchema,
  WebReloadClientEventSchema,
} from '@stoa/contracts/events';
import { applyChannelEvent, applySubscriptionEvent } from './apply-channel-events';
import { applyFolderEvent } from './apply-folder-events';
import { SETTINGS_EVENTS, applySettingsEvent } from './apply-settings-events';
import { applyDeleteMessage, applyUpdateMessage } from './apply-edit-events';
import { applyGroupAdd, applyGroupRemove, applyGroupUpdate, applySubgroups } from './apply-group-events';
import { FILE_EVENTS, applyFileEvent } from './apply-file-events';
import { applyFlagEvent, applyMessageEvent, sameTopic, settleUnread } from './apply-message-events';
import {
  applyBotAdd,
  applyBotDelete,
  applyBotUpdate,
  applyMembersRemoved,
  applyUserAdd,
  applyUserRemove,
  applyUserUpdate,
} from './apply-user-events';
import { MESSAGE_ITEM_EVENTS, PERSONAL_ITEM_EVENTS, applyPersonalItemEvent } from './apply-personal-item-events';
import { PRESENCE_EVENTS, TYPING_EVENTS, applyPresence, applyUserStatus } from './apply-presence-events';
import { applyDeviceAdd, applyDeviceRemove, applyDeviceUpdate, applyPushDevice } from './apply-push-events';
import { applyRealmDict, applyRealmUpdate } from './apply-realm-events';
import { CHANNEL_LISTS, ClientEvent, ClientState, withIds } from './client-state';

/** Folds the event if it is of one form; false if it is of another. */
type Folding = (state: ClientState, event: unknown) => boolean;

function folding<S extends TSchema>(schema: S, apply: (state: ClientState, event: Static<S>) => void): Folding {
  // Compiled at first use: most test files fold nothing, and all of them load this one.
  let check: TypeCheck<S> | undefined;
  return (state, event) => {
    check ??= TypeCompiler.Compile(schema);
    if (!check.Check(event)) return false;
    apply(state, structuredClone(event));
    return true;
  };
}

/** What every event of the service does to a client's state (realtime.md 8, 9.1). */
const FOLDINGS: readonly Folding[] = [
  folding(HeartbeatEventSchema, () => undefined),
  folding(RestartEventSchema, (state, { id: _id, type: _type, ...versions }) => void Object.assign(state, versions)),
  folding(WebReloadClientEventSchema, () => undefined),
  folding(MessageEventSchema, applyMessageEvent),
  folding(UpdateMessageEventSchema, applyUpdateMessage),
  folding(DeleteChannelMessagesEventSchema, applyDeleteMessage),
  folding(DeleteDirectMessagesEventSchema, applyDeleteMessage),
  folding(AddFlagEventSchema, applyFlagEvent),
  folding(RemoveFlagEventSchema, applyFlagEvent),
  folding(ChannelCreateEventSchema, applyChannelEvent),
  folding(ChannelDeleteEventSchema, applyChannelEvent),
  folding(ChannelUpdateEventSchema, applyChannelEvent),
  folding(SubscriptionAddEventSchema, applySubscriptionEvent),
  folding(SubscriptionRemoveEventSchema, applySubscriptionEvent),
  folding(SubscriptionUpdateEventSchema, applySubscriptionEvent),
  folding(ChannelFolderAddEventSchema, applyFolderEvent),
  folding(ChannelFolderUpdateEventSchema, applyFolderEvent),
  folding(ChannelFolderReorderEventSchema, applyFolderEvent),
  folding(DefaultChannelGroupsEventSchema, (state, event) => {
    if (state.realm_default_stream_groups) state.realm_default_stream_groups = event.default_stream_groups;
  }),
  folding(SubscriptionPeerEventSchema, applySubscriptionEvent),
  folding(DefaultChannelsEventSchema, (state, event) => {
    if (state.realm_default_streams) state.realm_default_streams = event.default_streams;
  }),
  folding(RealmUserAddEventSchema, applyUserAdd),
  folding(RealmUserUpdateEventSchema, applyUserUpdate),
  folding(RealmUserRemoveEventSchema, applyUserRemove),
  folding(UserGroupAddMembersEventSchema, (state, event) => {
    const group = state.realm_user_groups?.find(({ id }) => id === event.group_id);
    if (group) group.members = withIds(group.members, event.user_ids);
  }),
  folding(UserGroupRemoveMembersEventSchema, applyMembersRemoved),
  folding(RealmBotAddEventSchema, applyBotAdd),
  folding(RealmBotUpdateEventSchema, applyBotUpdate),
  folding(RealmBotDeleteEventSchema, applyBotDelete),
  folding(UserTopicEventSchema, (state, event) => {
    const { id: _id, type: _type, ...row } = event;
    const others = (state.user_topics ?? []).filter(
      (known) => known.stream_id !== row.stream_id || !sameTopic(known.topic_name, row.topic_name),
    );
    if (state.user_topics) state.user_topics = row.visibility_policy === 0 ? others : [...others, row];
  }),
  folding(SETTINGS_EVENTS, applySettingsEvent),
  folding(MESSAGE_ITEM_EVENTS, () => undefined),
  folding(PERSONAL_ITEM_EVENTS, applyPersonalItemEvent),
  folding(MutedTopicsEventSchema, (state, event) => {
    if (state.muted_topics) state.muted_topics = event.muted_topics;
  }),
  folding(UserGroupAddEventSchema, applyGroupAdd),
  folding(UserGroupUpdateEventSchema, applyGroupUpdate),
  folding(UserGroupRemoveEventSchema, applyGroupRemove),
  folding(UserGroupSubgroupsEventSchema, applySubgroups),
  folding(RealmUpdateEventSchema, applyRealmUpdate),
  folding(RealmUpdateDictEventSchema, applyRealmDict),
  folding(RealmDeactivatedEventSchema, () => undefined),
  folding(FILE_EVENTS, applyFileEvent),
  folding(PRESENCE_EVENTS, applyPresence),
  folding(UserStatusEventSchema, applyUserStatus),
  folding(PushDeviceEventSchema, applyPushDevice),
  folding(DeviceAddEventSchema, applyDeviceAdd),
  folding(DeviceUpdateEventSchema, applyDeviceUpdate),
  folding(DeviceRemoveEventSchema, applyDeviceRemove),
  folding(TYPING_EVENTS, () => undefined),
  // Lists that are fetched apart from the state.
  folding(InvitesChangedEventSchema, () => undefined),
  folding(RealmExportEventSchema, () => undefined),
];

/**
 * Folds events into a copy of a client's state, as a client does: the state that `POST /register` would give afterwards.
 * Parts that were not fetched stay absent.
 * @throws Error for an event of a form that is not declared
 */
export function applyEvents(state: ClientState, events: readonly ClientEvent[]): ClientState {
  const next = structuredClone(state);
  for (const event of events) {
    if (!FOLDINGS.some((fold) => fold(next, event))) {
      throw new Error(`no client knows this event: ${JSON.stringify(event).slice(0, 300)}`);
    }
  }
  settleUnread(next);
  return next;
}

/** Fields that differ between two registrations of the same state. */
const INCIDENTAL = new Set([
  ...['queue_id', 'last_event_id', 'server_timestamp', 'presences', 'presence_last_update_id', 'server_generation'],
]);

/**
 * A state in a form that equal states share: incidental fields left out, unordered lists sorted. No event brings the
 * first message of a channel that the user is not subscribed to.
 */
export function comparableState(state: ClientState): ClientState {
  const copy = structuredClone(state);
  const kept = Object.fromEntries(Object.entries(copy).filter(([name]) => !INCIDENTAL.has(name)));
  const result: ClientState = kept;
  const byText = (a: unknown, b: unknown): number => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);
  const subscribed = new Set(result.subscriptions?.map(({ stream_id }) => stream_id));
  for (const list of CHANNEL_LISTS) {
    for (const channel of result[list] ?? []) if (!subscribed.has(channel.stream_id)) channel.first_message_id = null;
  }
  result.user_topics?.sort(byText);
  result.muted_topics?.sort(byText);
  result.alert_words?.sort(byText);
  result.navigation_views?.sort(byText);
  result.realm_default_streams?.sort((a, b) => a - b);
  result.unread_msgs?.mentions.sort((a, b) => a - b);
  result.unread_msgs?.pms.sort((a, b) => a.other_user_id - b.other_user_id);
  result.unread_msgs?.streams.sort(byText);
  result.unread_msgs?.huddles.sort(byText);
  return result;
}
