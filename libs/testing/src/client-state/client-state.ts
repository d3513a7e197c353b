import type { Draft, Reminder, ScheduledMessage } from '@stoa/contracts/messages';
import type { SavedSnippet } from '@stoa/contracts/users';

/** A channel in one of a state's lists; subscription objects have more fields. */
export interface StateChannel {
  stream_id: number;
  name: string;
  subscriber_count: number;
  first_message_id: number | null;
  is_muted?: boolean;
  subscribers?: number[];
  partial_subscribers?: number[];
  [field: string]: unknown;
}

export interface StateUnread {
  count: number;
  pms: { other_user_id: number; sender_id: number; unread_message_ids: number[] }[];
  streams: { stream_id: number; topic: string; unread_message_ids: number[] }[];
  huddles: { user_ids_string: string; unread_message_ids: number[] }[];
  mentions: number[];
  old_unreads_missing: boolean;
}

export interface StateUserTopic {
  stream_id: number;
  topic_name: string;
  last_updated: number;
  visibility_policy: number;
}

export interface StateNavigationView {
  fragment: string;
  is_pinned: boolean;
  name: string | null;
}

export interface StateChannelGroup {
  id: number;
  name: string;
  description: string;
  streams: number[];
}

export interface StateChannelFolder {
  id: number;
  order: number;
  [field: string]: unknown;
}

/** The answer of POST /register as far as events change it; what was not fetched is absent (realtime.md 2). */
export interface ClientState {
  user_id?: number;
  max_message_id?: number;
  unread_msgs?: StateUnread;
  starred_messages?: number[];
  recent_private_conversations?: { user_ids: number[]; max_message_id: number }[];
  subscriptions?: StateChannel[];
  unsubscribed?: StateChannel[];
  never_subscribed?: StateChannel[];
  streams?: StateChannel[];
  realm_default_streams?: number[];
  realm_default_stream_groups?: StateChannelGroup[];
  channel_folders?: StateChannelFolder[];
  realm_users?: { user_id: number; [field: string]: unknown }[];
  realm_non_active_users?: { user_id: number; [field: string]: unknown }[];
  realm_user_groups?: { id: number; members: number[]; [field: string]: unknown }[];
  realm_bots?: { user_id: number; [field: string]: unknown }[];
  user_topics?: StateUserTopic[];
  muted_topics?: [string, string, number][];
  drafts?: Draft[];
  scheduled_messages?: ScheduledMessage[];
  reminders?: Reminder[];
  saved_snippets?: SavedSnippet[];
  user_settings?: Record<string, unknown>;
  realm_user_settings_defaults?: Record<string, unknown>;
  alert_words?: string[];
  navigation_views?: StateNavigationView[];
  presences?: Record<string, unknown>;
  user_status?: Record<string, Record<string, unknown>>;
  realm_domains?: { domain: string; allow_subdomains: boolean }[];
  [field: string]: unknown;
}

/** An event as a client receives it; each type's fields are those of its schema in libs/contracts. */
export interface ClientEvent {
  id: number;
  type: string;
  op?: string;
}

/** Lists that hold channels, in no particular order of preference. */
export const CHANNEL_LISTS = ['subscriptions', 'unsubscribed', 'never_subscribed', 'streams'] as const;

export function copiesOf(state: ClientState, channelId: number): StateChannel[] {
  return CHANNEL_LISTS.flatMap((list) => (state[list] ?? []).filter((channel) => channel.stream_id === channelId));
}

export function byName(a: StateChannel, b: StateChannel): number {
  return Buffer.compare(Buffer.from(a.name), Buffer.from(b.name));
}

export function withoutIds(ids: readonly number[], removed: readonly number[]): number[] {
  const gone = new Set(removed);
  return ids.filter((id) => !gone.has(id));
}

export function withIds(ids: readonly number[], added: readonly number[]): number[] {
  return [...new Set([...ids, ...added])].sort((a, b) => a - b);
}
