/** One account's presence, in UNIX seconds. */
export interface PresenceEntry {
  userId: number;
  /** Null: never active since it is kept. */
  lastActive: number | null;
  lastConnected: number;
  updateId: number;
}

/** What presences say of an account besides its times. */
export interface PresenceUser {
  id: number;
  /** API email. */
  email: string;
  /** UNIX seconds. */
  dateJoined: number;
}

export interface LegacyPresence {
  client: 'website';
  status: 'active' | 'idle';
  timestamp: number;
}

/** Seconds that a client may be connected longer than active and still counts as active (users.md 11). */
const LEGACY_ACTIVE_OFFSET_SECONDS = 70;

/** The modern format (users.md 11): both times, the account's beginning where there was no activity. */
export function modernPresence(
  { lastActive, lastConnected }: Pick<PresenceEntry, 'lastActive' | 'lastConnected'>,
  dateJoined: number,
): { active_timestamp: number; idle_timestamp: number } {
  return { active_timestamp: lastActive ?? dateJoined, idle_timestamp: lastConnected };
}

/** The legacy format (users.md 11), `aggregated` without `pushable`. */
export function legacyPresence({ lastActive, lastConnected }: Pick<PresenceEntry, 'lastActive' | 'lastConnected'>): {
  website: LegacyPresence & { pushable: false };
  aggregated: LegacyPresence;
} {
  const isActive = lastActive !== null && lastActive + LEGACY_ACTIVE_OFFSET_SECONDS >= lastConnected;
  const aggregated: LegacyPresence = {
    client: 'website',
    status: isActive ? 'active' : 'idle',
    timestamp: isActive ? lastActive : lastConnected,
  };
  return { website: { ...aggregated, pushable: false }, aggregated };
}
