import type { SearchNames } from '../../narrow/search-text';
import type { State } from '../../store/state';

/** Who and what a search may name, as the organization is now. */
export function searchNames({ userId, users, channels }: State): SearchNames {
  const isSame = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();
  return {
    ownUserId: userId,
    channelIds: (name) =>
      [...channels.values()].filter((channel) => isSame(channel.name, name)).map(({ stream_id }) => stream_id),
    userIds: (name) =>
      [...users.values()]
        .filter((user) => isSame(user.full_name, name) || isSame(user.email, name))
        .map(({ user_id }) => user_id),
  };
}
