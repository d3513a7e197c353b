/** What decides whether a link of a mail still leads somewhere. */
export interface LinkFacts {
  isUsed: boolean;
  isRevoked: boolean;
  isExpired: boolean;
}

/** Why a link leads nowhere. */
export type LinkProblem = 'used' | 'revoked' | 'expired';

/**
 * Whether a link may be followed (identity.md 1.3). What was done with it is named first: "expired" would send somebody
 * for another link who needs none.
 * @returns null if it may
 */
export function linkProblem({ isUsed, isRevoked, isExpired }: LinkFacts): LinkProblem | null {
  if (isUsed) return 'used';
  if (isRevoked) return 'revoked';
  return isExpired ? 'expired' : null;
}
