import { GuestPair } from './guest-access.repository';

export interface GuestChannel {
  /** Subscribers before a change that adds, or after one that removes. */
  members: Iterable<number>;
  /** Who is added or removed. */
  altered: ReadonlySet<number>;
}

/**
 * Pairs of a limited guest and somebody who come to share, or cease to share, one of the channels: each altered guest with
 * every fellow, and each other guest with everybody altered. Bots are seen by everybody and count nowhere.
 */
export function guestPairs(
  channels: readonly GuestChannel[],
  facts: { isGuest: (userId: number) => boolean; isBot: (userId: number) => boolean },
): GuestPair[] {
  const pairs = new Map<string, GuestPair>();
  const add = (guestId: number, subjectId: number): void => {
    if (guestId === subjectId || facts.isBot(subjectId)) return;
    pairs.set(`${guestId}:${subjectId}`, { guestId, subjectId });
  };
  for (const { members, altered } of channels) {
    const fellows = new Set([...members, ...altered]);
    const alteredGuests = [...altered].filter(facts.isGuest);
    for (const guestId of alteredGuests) for (const fellow of fellows) add(guestId, fellow);
    for (const fellow of fellows) {
      if (altered.has(fellow) || !facts.isGuest(fellow)) continue;
      for (const subjectId of altered) add(fellow, subjectId);
    }
  }
  return [...pairs.values()];
}
