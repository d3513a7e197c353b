/** What a permission setting accepts and starts with (organization.md 4.3, channels.md 2.1, users.md 15). */
export interface PermissionSetting {
  readonly requiresSystemGroup: boolean;
  readonly allowsNobody: boolean;
  /** Where it is false, guests never have the permission, even when listed. */
  readonly allowsEveryone: boolean;
  /** A system group, or `group_creator` / `channel_creator`. */
  readonly defaultGroup: string;
  /** Value in system groups, for settings of groups. */
  readonly defaultForSystemGroups: string | null;
  /** The only groups that are accepted; empty: no such limit. */
  readonly allowedSystemGroups: readonly string[];
  /** Further system groups that are refused, as in the published contract; clients do not get this list. */
  readonly refusedSystemGroups: readonly string[];
  /** Who may change it, for settings of organizations. */
  readonly changedBy?: 'owner' | 'administrator';
}

type Options = Partial<PermissionSetting>;

function setting(defaultGroup: string, options: Options = {}): PermissionSetting {
  return {
    requiresSystemGroup: false,
    allowsNobody: true,
    allowsEveryone: false,
    defaultForSystemGroups: null,
    allowedSystemGroups: [],
    refusedSystemGroups: [],
    ...options,
    defaultGroup,
  };
}

const EVERYONE = { allowsEveryone: true } as const;
const BY_OWNER = { changedBy: 'owner' } as const;
const WEB_PUBLIC_CREATORS = ['role:moderators', 'role:administrators', 'role:owners', 'role:nobody'];

/** Settings of an organization, in the order of organization.md 4.3. */
export const REALM_PERMISSION_SETTINGS = {
  can_access_all_users_group: setting('role:everyone', {
    requiresSystemGroup: true,
    allowsNobody: false,
    allowsEveryone: true,
    allowedSystemGroups: ['role:everyone', 'role:members'],
  }),
  can_add_custom_emoji_group: setting('role:members'),
  can_add_subscribers_group: setting('role:members'),
  can_create_bots_group: setting('role:members'),
  can_create_write_only_bots_group: setting('role:members'),
  can_create_groups: setting('role:members', BY_OWNER),
  can_create_public_channel_group: setting('role:members'),
  can_create_private_channel_group: setting('role:members'),
  can_create_web_public_channel_group: setting('role:owners', {
    requiresSystemGroup: true,
    allowedSystemGroups: WEB_PUBLIC_CREATORS,
  }),
  can_delete_any_message_group: setting('role:administrators'),
  can_delete_own_message_group: setting('role:everyone', EVERYONE),
  can_invite_users_group: setting('role:members', BY_OWNER),
  create_multiuse_invite_group: setting('role:administrators', BY_OWNER),
  can_manage_all_groups: setting('role:owners', { ...BY_OWNER, allowsNobody: false }),
  can_manage_billing_group: setting('role:administrators', { ...BY_OWNER, allowsNobody: false }),
  can_mention_many_users_group: setting('role:administrators', EVERYONE),
  can_move_messages_between_channels_group: setting('role:members'),
  can_move_messages_between_topics_group: setting('role:everyone', EVERYONE),
  can_resolve_topics_group: setting('role:everyone', EVERYONE),
  can_set_delete_message_policy_group: setting('role:moderators'),
  can_set_topics_policy_group: setting('role:members', EVERYONE),
  can_summarize_topics_group: setting('role:everyone', EVERYONE),
  direct_message_initiator_group: setting('role:everyone', EVERYONE),
  direct_message_permission_group: setting('role:everyone', EVERYONE),
  workplace_users_group: setting('role:members', { allowsNobody: false }),
} as const satisfies Record<string, PermissionSetting>;
export type RealmPermissionSetting = keyof typeof REALM_PERMISSION_SETTINGS;

/** Settings of a channel (channels.md 2.1). */
export const CHANNEL_PERMISSION_SETTINGS = {
  can_add_subscribers_group: setting('role:nobody'),
  can_administer_channel_group: setting('channel_creator'),
  can_create_topic_group: setting('role:everyone', EVERYONE),
  can_delete_any_message_group: setting('role:nobody', EVERYONE),
  can_delete_own_message_group: setting('role:nobody', EVERYONE),
  can_move_messages_out_of_channel_group: setting('role:nobody', EVERYONE),
  can_move_messages_within_channel_group: setting('role:nobody', EVERYONE),
  can_remove_subscribers_group: setting('role:administrators', EVERYONE),
  can_resolve_topics_group: setting('role:nobody', EVERYONE),
  can_send_message_group: setting('role:everyone', EVERYONE),
  can_subscribe_group: setting('role:nobody'),
} as const satisfies Record<string, PermissionSetting>;
export type ChannelPermissionSetting = keyof typeof CHANNEL_PERMISSION_SETTINGS;

const IN_SYSTEM_GROUPS = { defaultForSystemGroups: 'role:nobody' } as const;

/** Settings of a user group (users.md 15). */
export const GROUP_PERMISSION_SETTINGS = {
  can_add_members_group: setting('group_creator', IN_SYSTEM_GROUPS),
  can_join_group: setting('role:nobody', IN_SYSTEM_GROUPS),
  can_leave_group: setting('role:everyone', { ...IN_SYSTEM_GROUPS, ...EVERYONE }),
  can_manage_group: setting('group_creator', IN_SYSTEM_GROUPS),
  can_mention_group: setting('role:everyone', {
    ...IN_SYSTEM_GROUPS,
    ...EVERYONE,
    refusedSystemGroups: ['role:owners'],
  }),
  can_remove_members_group: setting('role:nobody', IN_SYSTEM_GROUPS),
} as const satisfies Record<string, PermissionSetting>;
export type GroupPermissionSetting = keyof typeof GROUP_PERMISSION_SETTINGS;

/** One entry of `server_supported_permission_settings` (organization.md 4.8). */
export interface WirePermissionSetting {
  require_system_group: boolean;
  allow_internet_group: boolean;
  allow_nobody_group: boolean;
  allow_everyone_group: boolean;
  default_group_name: string;
  default_for_system_groups: string | null;
  allowed_system_groups: readonly string[];
}

function toWire(settings: Record<string, PermissionSetting>): Record<string, WirePermissionSetting> {
  return Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [
      name,
      {
        require_system_group: value.requiresSystemGroup,
        allow_internet_group: false,
        allow_nobody_group: value.allowsNobody,
        allow_everyone_group: value.allowsEveryone,
        default_group_name: value.defaultGroup,
        default_for_system_groups: value.defaultForSystemGroups,
        allowed_system_groups: value.allowedSystemGroups,
      },
    ]),
  );
}

/** The tables above as clients read them. */
export const SERVER_SUPPORTED_PERMISSION_SETTINGS = {
  realm: toWire(REALM_PERMISSION_SETTINGS),
  stream: toWire(CHANNEL_PERMISSION_SETTINGS),
  group: toWire(GROUP_PERMISSION_SETTINGS),
} as const;
