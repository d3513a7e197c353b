/**
 * Advisory transaction locks that guard the sets which audiences are read from (design.md 3, "Audiences are read under
 * a lock"). Each is taken as a statement of its own at the start of a transaction, in the order realm, channels
 * ascending, user; never shared first and exclusive later.
 */
export type LockMode = 'shared' | 'exclusive';

/** First key of pg_advisory_xact_lock, also used by SQL functions; 4 is that of idempotency keys (message_write). */
export const LockClass = { Realm: 1, Channel: 2, User: 3, Topics: 5 } as const;

export interface Lock {
  readonly lockClass: (typeof LockClass)[keyof typeof LockClass];
  readonly id: number;
  readonly mode: LockMode;
}

/** Users, roles, groups, settings and the set of channels of an organization. */
export function lockRealm(realmId: number, mode: LockMode): Lock {
  return { lockClass: LockClass.Realm, id: realmId, mode };
}

/** Members, privacy and settings of a channel. Sends take it shared. */
export function lockChannel(channelId: number, mode: LockMode): Lock {
  return { lockClass: LockClass.Channel, id: channelId, mode };
}

/** One user's read state and personal lists; always exclusive. */
export function lockUser(userId: number): Lock {
  return { lockClass: LockClass.User, id: userId, mode: 'exclusive' };
}

/**
 * Taken by who changes many messages of a channel at once (moves, deletion of a topic), so that two of them never wait
 * for each other's rows; sends do not take it.
 */
export function lockTopics(channelId: number): Lock {
  return { lockClass: LockClass.Topics, id: channelId, mode: 'exclusive' };
}

/**
 * Locks in the order in which they must be taken, each once; exclusive wins over shared.
 */
export function orderLocks(locks: readonly Lock[]): Lock[] {
  const byKey = new Map<string, Lock>();
  for (const lock of locks) {
    const key = `${lock.lockClass}:${lock.id}`;
    const known = byKey.get(key);
    if (!known || (known.mode === 'shared' && lock.mode === 'exclusive')) byKey.set(key, lock);
  }
  return [...byKey.values()].sort((a, b) => a.lockClass - b.lockClass || a.id - b.id);
}

/** The statement that takes a lock, with parameters (class, id). */
export function lockStatement(mode: LockMode): { name: string; text: string } {
  return mode === 'shared'
    ? { name: 'lock_shared', text: 'SELECT pg_advisory_xact_lock_shared($1::int4, $2::int4)' }
    : { name: 'lock_exclusive', text: 'SELECT pg_advisory_xact_lock($1::int4, $2::int4)' };
}
