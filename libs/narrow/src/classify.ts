import { badNarrow, type NarrowFailure } from './narrow-result';
import type { NarrowReference, NarrowTerm } from './narrow-term';

type Kind = 'channel' | 'direct' | 'neither';

/** Which kind of message a term asks for. Negated terms ask for neither, except `-is:dm`. */
function kindOf(term: NarrowTerm): Kind {
  if (term.negated) return term.operator === 'is' && term.operand === 'dm' ? 'channel' : 'neither';
  switch (term.operator) {
    case 'channel':
    case 'channels':
    case 'topic':
      return 'channel';
    case 'dm':
    case 'dm-including':
    case 'group-pm-with':
      return 'direct';
    case 'is':
      if (term.operand === 'dm') return 'direct';
      return term.operand === 'resolved' || term.operand === 'followed' ? 'channel' : 'neither';
    default:
      return 'neither';
  }
}

/** The failure of a narrow that asks for channel and direct messages at once; null when it does not (messages.md 9.2). */
export function findContradiction(terms: readonly NarrowTerm[]): NarrowFailure | null {
  const kinds = new Set(terms.map(kindOf));
  return kinds.has('channel') && kinds.has('direct')
    ? badNarrow('No message can be both a channel message and direct message')
    : null;
}

/** Whether a term is about the caller's own copy, which shared history does not have (messages.md 8, "Scope"). */
function needsOwnCopy(term: NarrowTerm): boolean {
  return term.operator === 'is' && term.operand !== 'resolved';
}

/** Whether only messages that the caller has a copy of can match: direct ones, and those found by their flags. */
export function isPersonalOnly(terms: readonly NarrowTerm[]): boolean {
  return terms.some((term) => needsOwnCopy(term) || kindOf(term) === 'direct');
}

/** What decides about shared history, answered by the caller's permissions. */
export interface SharedHistoryAccess {
  /** Whether the caller may read messages of the channel that were sent before joining it. */
  canReadHistory(channel: NarrowReference): boolean;
  /** Non-guests. */
  canAccessPublicChannels: boolean;
}

/**
 * Whether messages without a copy of the caller are searched as well (messages.md 8, "Scope"): a channel whose history
 * is readable, or all public ones, and no term about own copies.
 */
export function needsSharedHistory(terms: readonly NarrowTerm[], access: SharedHistoryAccess): boolean {
  if (terms.some(needsOwnCopy)) return false;
  return terms.some((term) => {
    if (term.negated) return false;
    if (term.operator === 'channel') return access.canReadHistory(term.operand);
    return term.operator === 'channels' && term.operand === 'public' && access.canAccessPublicChannels;
  });
}

/** All search terms as one query, or null when there is none; they cannot be negated (messages.md 9.4). */
export function searchQuery(terms: readonly NarrowTerm[]): string | null {
  const queries = terms.flatMap((term) => (term.operator === 'search' ? [term.operand] : []));
  return queries.length === 0 ? null : queries.join(' ');
}

const SPECTATOR_OPERATORS: ReadonlySet<string> = new Set([
  'channels',
  'channel',
  'topic',
  'sender',
  'has',
  'search',
  'near',
  'id',
  'with',
]);

/**
 * The narrow of a caller without account (messages.md 8, "Spectators"): it must include `channels:web-public`,
 * `in:home` is dropped, other personal terms are refused.
 */
export function spectatorNarrow(terms: readonly NarrowTerm[]): { ok: true; terms: NarrowTerm[] } | NarrowFailure {
  const kept = terms.filter((term) => !(term.operator === 'in' && term.operand === 'home' && !term.negated));
  const isAllowed = kept.every(
    (term) => SPECTATOR_OPERATORS.has(term.operator) || (term.operator === 'is' && term.operand === 'resolved'),
  );
  const isWebPublic = kept.some(
    (term) => term.operator === 'channels' && term.operand === 'web-public' && !term.negated,
  );
  if (isAllowed && isWebPublic) return { ok: true, terms: kept };
  return {
    ok: false,
    code: 'UNAUTHORIZED',
    msg: 'Not logged in: API authentication or user session required',
  };
}
