import type { SignUpProblem } from '@stoa/policy';
import { RequestRefused } from '../../api/failures';

/** Why a link leads nowhere. */
export type LinkReason = 'unknown' | 'expired' | 'used' | 'revoked';
/** Why nobody can come in by a link, or with an address. What can be typed anew is said at its field. */
export type EntryReason = LinkReason | Exclude<SignUpProblem, 'invalid-address' | 'reserved'>;

const LINK_REASONS: readonly string[] = ['unknown', 'expired', 'used', 'revoked'] satisfies LinkReason[];
const ADDRESS_REASONS: readonly string[] = [
  ...['invitation-required', 'domain-not-allowed', 'disposable', 'contains-plus', 'already-member', 'deactivated'],
] satisfies string[];

function isLinkReason(reason: unknown): reason is LinkReason {
  return typeof reason === 'string' && LINK_REASONS.includes(reason);
}

function isEntryReason(reason: unknown): reason is EntryReason {
  return isLinkReason(reason) || (typeof reason === 'string' && ADDRESS_REASONS.includes(reason));
}

function reasonIn(error: unknown): unknown {
  return error instanceof RequestRefused ? error.data.reason : undefined;
}

/** The reason that a refusal gives; undefined for refusals that are not about the link. */
export function linkReasonOf(error: unknown): LinkReason | undefined {
  const reason = reasonIn(error);
  return isLinkReason(reason) ? reason : undefined;
}

/** The same, for addresses too. */
export function entryReasonOf(error: unknown): EntryReason | undefined {
  const reason = reasonIn(error);
  return isEntryReason(reason) ? reason : undefined;
}
