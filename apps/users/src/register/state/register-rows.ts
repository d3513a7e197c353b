import type { LinkifierObject } from '@stoa/contracts/organization';
import type { RowOf } from '@stoa/database';
import { RealmPermissionSetting } from '@stoa/policy';
import { ChannelColumns } from '@stoa/wire-objects';
import type { ProfileFieldRow } from '../../shared/realm-facts/profile-field-row';

type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

/** A row as `to_jsonb` gives it: times are ISO texts in UTC. */
export type JsonRow = Readonly<Record<string, Json>>;

/** Columns of `account` that code names; settings are read by the name in the settings table. */
export type AccountJson = JsonRow & {
  readonly id: number;
  readonly realm_id: number;
  readonly email: string;
  readonly delivery_email: string;
  readonly full_name: string;
  readonly default_language: string;
  readonly role: number;
  readonly is_active: boolean;
  readonly is_bot: boolean;
  readonly bot_type: number | null;
  readonly default_events_register_stream_id: number | null;
  readonly default_all_public_streams: boolean;
  readonly avatar_source: string;
  readonly avatar_version: number;
  readonly avatar_key: string | null;
  readonly timezone: string;
  readonly tutorial_enabled: boolean;
  readonly can_change_user_emails: boolean;
  readonly enable_drafts_synchronization: boolean;
};

export type RealmJson = JsonRow &
  Readonly<Record<Exclude<RealmPermissionSetting, 'workplace_users_group'>, number>> & {
    /** Null: its default, as the organization is older than the setting. */
    readonly workplace_users_group: number | null;
    readonly id: number;
    readonly partition: number;
    readonly uuid: string;
    readonly string_id: string;
    readonly date_created: string;
    readonly deactivated_at: string | null;
    readonly demo_organization_scheduled_deletion_at: string | null;
    readonly plan_type: number;
    readonly upload_quota_mib: number | null;
    readonly presence_disabled: boolean;
    readonly default_language: string;
    readonly digest_emails_enabled: boolean;
    readonly message_edit_history_visibility_policy: string;
    readonly topics_policy: string;
    readonly enable_spectator_access: boolean;
    readonly jitsi_server_url: string | null;
    readonly authentication_methods: Readonly<Record<string, boolean>>;
    readonly icon_source: string;
    readonly icon_version: number;
    readonly logo_source: string;
    readonly logo_version: number;
    readonly night_logo_source: string;
    readonly night_logo_version: number;
    readonly zulip_update_announcements_stream_id: number;
  };

/** The realm, the viewer, and the versions of the sets, all as one snapshot sees them. */
export interface CoreRow {
  realm: RealmJson;
  account: AccountJson | null;
  defaults: JsonRow | null;
  /** Kinds of the organization's identity providers. */
  sign_in_kinds: string[];
  versions: Record<string, number>;
  /** Its own host name, where it has one outside of the installation's. */
  custom_host: string | null;
  /** Unix seconds at which the server behind the event log started: the same for every replica. */
  generation: number;
  /** Epoch of the partition's change log. */
  epoch: number | null;
  push_enabled: boolean;
  push_enabled_end: number | null;
  /** Null: not asked for. */
  channel_lists: ChannelListsRow | null;
}

/** What administrators configured (organization.md 5 to 9). */
export interface ConfiguredRow {
  domains: { domain: string; allow_subdomains: boolean }[];
  emoji: {
    id: number;
    name: string;
    author_id: number | null;
    file_name: string;
    is_animated: boolean;
    deactivated: boolean;
  }[];
  linkifiers: LinkifierObject[];
  playgrounds: { id: number; name: string; pygments_language: string; url_template: string }[];
  profile_fields: ProfileFieldRow[];
}

/** What they configured of channels (channels.md 10, 12). */
export interface ChannelListsRow {
  folders: {
    id: number;
    name: string;
    description: string;
    rendered_description: string;
    position: number;
    date_created: number;
    creator_id: number | null;
    is_archived: boolean;
  }[];
  default_channels: number[];
  default_channel_groups: { id: number; name: string; description: string; channels: number[] }[];
}

/** Push registration of a client's device (push.md 3.3); the names are the wire's. */
export interface Device {
  push_key_id: number | null;
  push_token_id: string | null;
  pending_push_token_id: string | null;
  push_token_last_updated_timestamp: number | null;
  push_registration_error_code: string | null;
}

/** What belongs to the viewer alone. Times in unix seconds. */
export interface PersonalRow {
  alert_words: string[];
  muted_users: { id: number; timestamp: number }[];
  user_topics: { channel_id: number; topic: string; last_updated: number; visibility_policy: number }[];
  done_steps: string[];
  has_zoom_token: boolean;
  drafts: { id: number; kind: string; recipient_ids: number[]; topic: string; content: string; timestamp: number }[];
  scheduled_messages: {
    id: number;
    kind: string;
    channel_id: number | null;
    user_ids: number[];
    topic: string;
    content: string;
    rendered_content: string;
    deliver_at: number;
    failed: boolean;
  }[];
  reminders: {
    id: number;
    content: string;
    rendered_content: string;
    deliver_at: number;
    failed: boolean;
    target_message_id: number;
  }[];
  saved_snippets: { id: number; title: string; content: string; date_created: number }[];
  navigation_views: { fragment: string; is_pinned: boolean; name: string | null }[];
  push_devices: { push_account_id: string; is_active: boolean; error_code: string | null }[];
  devices: ({ id: number } & Device)[];
}

/** A channel's settings, at the version of the set of channels. */
export type ChannelSettingsRow = Omit<
  ChannelColumns,
  'first_message_id' | 'is_recently_active' | 'subscriber_count'
> & { recipient_id: number; version: number };

/** What of a channel changes with its messages, and the viewer's own row. */
export interface ChannelStateRow
  extends
    RowOf<'Channel', 'id' | 'first_message_id' | 'is_recently_active' | 'subscriber_count'>,
    RowOf<
      'Subscription',
      | 'color'
      | 'is_muted'
      | 'pin_to_top'
      | 'desktop_notifications'
      | 'audible_notifications'
      | 'push_notifications'
      | 'email_notifications'
      | 'wildcard_mentions_notify'
    > {
  /** Version of `channel:ID`: its row and its members. */
  members_version: number;
  /** Null: the viewer never subscribed. */
  active: boolean | null;
}

export interface GroupRow extends RowOf<
  'UserGroup',
  | 'id'
  | 'version'
  | 'name'
  | 'description'
  | 'creator_id'
  | 'deactivated'
  | 'can_add_members_group'
  | 'can_join_group'
  | 'can_leave_group'
  | 'can_manage_group'
  | 'can_mention_group'
  | 'can_remove_members_group'
> {
  /** 1 system, 2 named, 3 anonymous. */
  kind: number;
  date_created: number | null;
  /** Ids of direct members, ascending, joined by commas. */
  members: string | null;
  /** Ids of direct subgroups, ascending. */
  subgroups: number[];
}

export type StatusRow = RowOf<'UserStatus', 'user_id' | 'status_text' | 'emoji_name' | 'emoji_code' | 'reaction_type'>;
