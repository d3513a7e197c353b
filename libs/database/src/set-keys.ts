/** Keys of the versioned sets that read caches hold copies of (table set_version; design.md 6). */
export const setKeys = {
  /** Realm row, permission settings, linkifiers, playgrounds, custom emoji, profile fields. */
  realmSettings: (realmId: number) => `realm:${realmId}:settings`,
  /** Accounts with the settings that sends need, muted users, alert words, roles. */
  realmUsers: (realmId: number) => `realm:${realmId}:users`,
  /** User groups, their members and subgroups. */
  realmGroups: (realmId: number) => `realm:${realmId}:groups`,
  /** Ids, names and settings of all channels. */
  realmChannels: (realmId: number) => `realm:${realmId}:channels`,
  /** A channel's row and its members. */
  channel: (channelId: number) => `channel:${channelId}`,
} as const;

/** Tables whose rows store the version of their set. */
export type VersionedTable = 'account' | 'subscription' | 'channel' | 'user_group';
