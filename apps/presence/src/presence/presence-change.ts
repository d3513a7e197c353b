import { PresenceEntry, PresenceUser, legacyPresence, modernPresence } from '@stoa/redis';
import { ChangeEvent, eventOf } from '@stoa/contracts/events';

/** The event `presence` in its fullest form; each queue gets the format that it asked for (users.md 19). */
export function presenceEvent(
  user: PresenceUser,
  entry: PresenceEntry,
  audience: Iterable<number>,
  now: number,
): ChangeEvent {
  return eventOf(
    'presence',
    {
      user_id: user.id,
      email: user.email,
      server_timestamp: now,
      presence: { website: legacyPresence(entry).website },
      presences: { [user.id]: modernPresence(entry, user.dateJoined) },
    },
    audience,
  );
}
