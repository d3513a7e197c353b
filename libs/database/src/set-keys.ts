/** Sets that hold something of what `realm:ID:access` is about. */
const WITH_ACCESS = /^(realm:\d+):(?:users|settings)$/;

/** Keys of the versioned sets that read caches hold copies of (table set_version; design.md 6). */
export const setKeys = {
  /** Realm row, permission settings, linkifiers, playgrounds, custom emoji, profile fields. */
  realmSettings: (realmId: number) => `realm:${realmId}:settings`,
  /** Accounts with the settings that sends need, muted users, alert words, roles. */
  realmUsers: (realmId: number) => `realm:${realmId}:users`,
  /**
   * Who may call, as whom and where: API keys, and what of accounts and the realm row decides about it. Whoever gives users
   * or settings a new version gives it one too; where only keys end it is bumped by itself.
   */
  realmAccess: (realmId: number) => `realm:${realmId}:access`,
  /** User groups, their members and subgroups. */
  realmGroups: (realmId: number) => `realm:${realmId}:groups`,
  /** Ids, names and settings of all channels. */
  realmChannels: (realmId: number) => `realm:${realmId}:channels`,
  /** A channel's row and its members. */
  channel: (channelId: number) => `channel:${channelId}`,
} as const;

/** Whether processes keep copies of the set whose use Redis confirms (`SharedVersions` of libs/redis). */
export function isSharedSet(setKey: string): boolean {
  return /^realm:\d+:access$/.test(setKey);
}

/** The set itself, and the one that it is part of. */
export function setsBumpedWith(setKey: string): string[] {
  const realm = WITH_ACCESS.exec(setKey)?.[1];
  return realm === undefined ? [setKey] : [setKey, `${realm}:access`];
}

/** Tables whose rows store the version of their set. */
export type VersionedTable = 'account' | 'subscription' | 'channel' | 'user_group';
