import type { Presence, State, User } from '../../store/state';

/** What a list of people goes by. */
export type UserOrder = 'name' | 'role' | 'active' | 'joined';

/** Seconds since 1970, 0 if never or unknown. */
export function lastActiveAt(presence: Presence | undefined): number {
  return presence ? Math.max(presence.active_timestamp, presence.idle_timestamp) : 0;
}

/** By name; by role, the highest first; by last activity or by joining, the latest first. */
export function sortedUsers(
  users: readonly User[],
  presences: State['presences'],
  order: UserOrder,
  language: string,
): readonly User[] {
  const { compare } = new Intl.Collator(language);
  const rank = (user: User): number => {
    switch (order) {
      case 'name':
        return 0;
      case 'role':
        return user.role;
      case 'active':
        return -lastActiveAt(presences.get(user.user_id));
      case 'joined':
        return -Date.parse(user.date_joined) || 0;
    }
  };
  const ranks = new Map(users.map((user) => [user.user_id, rank(user)]));
  const rankOf = ({ user_id }: User): number => ranks.get(user_id) ?? 0;
  return users.toSorted((a, b) => rankOf(a) - rankOf(b) || compare(a.full_name, b.full_name));
}
