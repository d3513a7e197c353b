import * as channels from './channels';
import { applyDelete, applyUpdate } from './edits';
import { type EventMap, type Reducer, nothing } from './event';
import { applyFlags } from './flags';
import { applyUserGroup } from './groups';
import * as items from './items';
import { applyMessage, applyReaction, applySubmessage } from './messages';
import * as organization from './organization';
import * as personal from './personal';
import { applyPresence, applyTyping, applyTypingEdit, applyUserStatus } from './presence';
import { applyPeople, applyBots } from './users';

export type { EventMap, EventOf, When } from './event';

/** What each type of event does to the state: the compiler asks for every one of libs/contracts/src/events. */
export const REDUCERS: { readonly [T in keyof EventMap]: Reducer<T> } = {
  alert_words: personal.applyAlertWords,
  attachment: organization.applyListChange,
  channel_folder: channels.applyFolder,
  custom_profile_fields: organization.applyProfileFields,
  default_stream_groups: channels.applyDefaultGroups,
  default_streams: channels.applyDefaults,
  delete_message: applyDelete,
  device: nothing,
  drafts: items.applyDrafts,
  has_zoom_token: nothing,
  heartbeat: nothing,
  invites_changed: organization.applyListChange,
  message: applyMessage,
  muted_topics: nothing,
  muted_users: personal.applyMutedUsers,
  navigation_view: personal.applyNavigationView,
  onboarding_steps: personal.applyOnboardingSteps,
  presence: applyPresence,
  push_device: nothing,
  reaction: applyReaction,
  realm: organization.applyRealm,
  realm_bot: applyBots,
  realm_domains: organization.applyDomains,
  realm_emoji: organization.applyEmoji,
  realm_export: organization.applyListChange,
  realm_export_consent: organization.applyListChange,
  realm_linkifiers: organization.applyLinkifiers,
  realm_playgrounds: organization.applyPlaygrounds,
  realm_user: applyPeople,
  realm_user_settings_defaults: organization.applySettingsDefault,
  reminders: items.applyReminders,
  restart: organization.applyRestart,
  saved_snippets: items.applySnippets,
  scheduled_messages: items.applyScheduled,
  stream: channels.applyChannel,
  submessage: applySubmessage,
  subscription: channels.applySubscription,
  typing: applyTyping,
  typing_edit_message: applyTypingEdit,
  update_display_settings: nothing,
  update_global_notifications: nothing,
  update_message: applyUpdate,
  update_message_flags: applyFlags,
  user_group: applyUserGroup,
  user_settings: personal.applySetting,
  user_status: applyUserStatus,
  user_topic: personal.applyUserTopic,
  web_reload_client: organization.applyReload,
};
