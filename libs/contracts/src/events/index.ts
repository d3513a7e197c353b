/** Declarations of events (`*.events.ts`) and what emits them: docs/build/events.md. */
export { CLIENT_EVENT_SCHEMAS } from './client-events';
export { PendingNumber, eventOf, field, keysRevoked, routeOf } from './event-of';
export type { Emitted, EventOptions } from './event-of';
export { KEYS_REVOKED } from './internal.events';
export type { ClientEvent, EventHints, EventType, FieldsOf, StoredEvent } from './stored-event';
export type { CapabilityCondition, ChangeEvent, EventBody } from '../changes/change';
export type { CanonicalMessage, FetchedMessage, MessageEventHints, WireMessage } from './message.event';
export { AttachmentEventSchema, AttachmentRemoveEventSchema } from './attachment.events';
export {
  ChannelCreateEventSchema,
  ChannelDeleteEventSchema,
  ChannelFolderAddEventSchema,
  ChannelFolderReorderEventSchema,
  ChannelFolderUpdateEventSchema,
  ChannelUpdateEventSchema,
  DefaultChannelGroupsEventSchema,
  DefaultChannelsEventSchema,
  SubscriptionAddEventSchema,
  SubscriptionRemoveEventSchema,
  SubscriptionUpdateEventSchema,
} from './channel.events';
export { RealmEmojiAddEventSchema, RealmEmojiEventSchema, RealmEmojiUpdateOneEventSchema } from './custom-emoji.events';
export {
  DeleteChannelMessagesEventSchema,
  DeleteDirectMessagesEventSchema,
  UpdateMessageEventSchema,
} from './edit.events';
export type { DeleteMessagesEvent, UpdateMessageEvent } from './edit.events';
export { ReactionAddEventSchema, ReactionRemoveEventSchema, SubmessageEventSchema } from './message-item.events';
export {
  AddFlagEventSchema,
  HeartbeatEventSchema,
  MessageEventSchema,
  MutedTopicsEventSchema,
  RemoveFlagEventSchema,
  RestartEventSchema,
  UnreadDetailsSchema,
  UserTopicEventSchema,
  WebReloadClientEventSchema,
} from './message.events';
export {
  CustomProfileFieldsEventSchema,
  RealmDomainsChangeEventSchema,
  RealmDomainsRemoveEventSchema,
  RealmLinkifiersEventSchema,
  RealmPlaygroundsEventSchema,
} from './organization-list.events';
export { InvitesChangedEventSchema, RealmExportEventSchema } from './organization.events';
export {
  DraftsAddEventSchema,
  DraftsRemoveEventSchema,
  DraftsUpdateEventSchema,
  RemindersAddEventSchema,
  RemindersRemoveEventSchema,
  SavedSnippetsAddEventSchema,
  SavedSnippetsRemoveEventSchema,
  SavedSnippetsUpdateEventSchema,
  ScheduledMessagesAddEventSchema,
  ScheduledMessagesRemoveEventSchema,
  ScheduledMessagesUpdateEventSchema,
} from './personal-item.events';
export {
  ChannelTypingEventSchema,
  DirectTypingEventSchema,
  EditTypingEventSchema,
  LegacyPresenceEventSchema,
  ModernPresenceEventSchema,
  UserStatusEventSchema,
} from './presence.events';
export { DeviceAddEventSchema, DeviceRemoveEventSchema, DeviceUpdateEventSchema } from './device.events';
export { PushDeviceEventSchema } from './push.events';
export {
  RealmBotAddEventSchema,
  RealmBotDeleteEventSchema,
  RealmBotUpdateEventSchema,
  RealmUserRemoveEventSchema,
  RealmUserUpdateEventSchema,
  UserGroupRemoveMembersEventSchema,
} from './realm-user.events';
export type { BotChange, ChangedPerson } from './realm-user.events';
export { RealmDeactivatedEventSchema, RealmUpdateDictEventSchema, RealmUpdateEventSchema } from './realm.events';
export {
  AlertWordsEventSchema,
  MutedUsersEventSchema,
  NavigationViewAddEventSchema,
  NavigationViewRemoveEventSchema,
  NavigationViewUpdateEventSchema,
  HasZoomTokenEventSchema,
  OnboardingStepsEventSchema,
  RealmExportConsentEventSchema,
  RealmUserSettingsDefaultsEventSchema,
  UpdateDisplaySettingsEventSchema,
  UpdateGlobalNotificationsEventSchema,
  UserSettingsEventSchema,
} from './settings.events';
export {
  UserGroupAddEventSchema,
  UserGroupRemoveEventSchema,
  UserGroupSubgroupsEventSchema,
  UserGroupUpdateEventSchema,
} from './user-group.events';
export { RealmUserAddEventSchema, SubscriptionPeerEventSchema, UserGroupAddMembersEventSchema } from './user.events';
