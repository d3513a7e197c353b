import type { PolicyPair } from '../../send/topic-policies/topic-policies.repository';

export interface PolicyMove {
  userId: number;
  /** The old topic's row is reset. */
  resetsOld: boolean;
  /** The new topic's policy, if it changes. */
  policy: number | null;
}

/** Followed, unmuted, none, muted. */
const BY_VISIBILITY = [1, 0, 2, 3];

/**
 * What becomes of visibility policies when a whole topic moves (messages.md 5.5).
 * @param context.destinationWasEmpty the new topic had no message before
 * @param context.losesAccess who cannot read the destination keeps nothing
 */
export function movedPolicies(
  pairs: readonly PolicyPair[],
  context: { destinationWasEmpty: boolean; losesAccess: (userId: number) => boolean },
): PolicyMove[] {
  return pairs.flatMap((pair) => {
    const resetsOld = pair.old !== 0;
    if (context.losesAccess(pair.userId)) return resetsOld ? [{ userId: pair.userId, resetsOld, policy: null }] : [];
    const policy = context.destinationWasEmpty ? pair.old : mostVisible(pair.old, pair.new);
    const isChanged = policy !== pair.new;
    return resetsOld || isChanged ? [{ userId: pair.userId, resetsOld, policy: isChanged ? policy : null }] : [];
  });
}

function mostVisible(a: number, b: number): number {
  return BY_VISIBILITY.indexOf(a) > BY_VISIBILITY.indexOf(b) ? a : b;
}
