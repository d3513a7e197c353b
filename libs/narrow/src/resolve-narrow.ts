import { findContradiction } from './classify';
import { badNarrow, type NarrowFailure } from './narrow-result';
import type { NarrowReference, NarrowTerm } from './narrow-term';

/** What a narrow names and what must be looked up before it can be resolved. */
export interface NarrowReferences {
  channels: NarrowReference[];
  users: NarrowReference[];
  /** The message of `with`. */
  withMessageId: number | null;
}

/** The lookups of the caller. Undefined stands for what does not exist and for what the caller may not know of. */
export interface NarrowLookups {
  /** The caller, or null for a spectator. */
  ownUserId: number | null;
  /** By id, or by name ignoring case. */
  channelId(reference: NarrowReference): number | undefined;
  /** By id, or by API address. */
  userId(reference: NarrowReference): number | undefined;
}

/** The conversation that a message is in now. */
export type MessageConversation = { channelId: number; topic: string } | { userIds: readonly number[] };

type Unresolved = 'channel' | 'sender' | 'mentions' | 'dm' | 'dm-including' | 'group-pm-with' | 'with';

/** A condition whose channels and users are ids. */
export type ResolvedCondition =
  | Exclude<NarrowTerm, { operator: Unresolved }>
  | { operator: 'channel'; channelId: number }
  | { operator: 'sender'; userId: number }
  | { operator: 'mentions'; userId: number }
  /** All participants, the caller included, ascending; empty matches nothing. */
  | { operator: 'dm'; userIds: readonly number[] }
  | { operator: 'dm-including'; userId: number }
  | { operator: 'group-pm-with'; userId: number };

export type ResolvedTerm = ResolvedCondition & { negated: boolean };
export type ResolvedResult = { ok: true; terms: ResolvedTerm[] } | NarrowFailure;

export function collectNarrowReferences(terms: readonly NarrowTerm[]): NarrowReferences {
  const channels = new Set<NarrowReference>();
  const users = new Set<NarrowReference>();
  let withMessageId: number | null = null;
  for (const term of terms) {
    switch (term.operator) {
      case 'channel':
        channels.add(term.operand);
        break;
      case 'sender':
      case 'mentions':
      case 'dm-including':
      case 'group-pm-with':
        users.add(term.operand);
        break;
      case 'dm':
        for (const reference of term.operand) users.add(reference);
        break;
      case 'with':
        withMessageId = term.operand;
        break;
      default:
        break;
    }
  }
  return { channels: [...channels], users: [...users], withMessageId };
}

/** The operand of a conversation as the error text shows it: addresses as sent, ids as a list. */
function describeConversation(operand: readonly NarrowReference[]): string {
  return operand.every((reference) => typeof reference === 'number') ? `[${operand.join(', ')}]` : operand.join(',');
}

function resolveTerm(term: NarrowTerm, lookups: NarrowLookups): ResolvedTerm | NarrowFailure | null {
  const { negated } = term;
  switch (term.operator) {
    case 'channel': {
      const channelId = lookups.channelId(term.operand);
      const kind = lookups.ownUserId === null ? 'web-public channel' : 'channel';
      if (channelId === undefined) return badNarrow(`unknown ${kind} ${term.operand}`);
      return { operator: 'channel', channelId, negated };
    }
    case 'sender':
    case 'mentions':
    case 'dm-including':
    case 'group-pm-with': {
      const userId = lookups.userId(term.operand);
      if (userId === undefined) {
        return badNarrow(term.operator === 'mentions' ? 'unknown user' : `unknown user ${term.operand}`);
      }
      return { operator: term.operator, userId, negated };
    }
    case 'dm': {
      const userIds = term.operand.map((reference) => lookups.userId(reference));
      const known = userIds.filter((userId) => userId !== undefined);
      if (known.length < userIds.length) return badNarrow(`unknown user in ${describeConversation(term.operand)}`);
      if (known.length > 0 && lookups.ownUserId !== null) known.push(lookups.ownUserId);
      return { operator: 'dm', userIds: [...new Set(known)].sort((a, b) => a - b), negated };
    }
    case 'with':
      return null;
    default:
      return term;
  }
}

const CONVERSATION_OPERATORS: ReadonlySet<string> = new Set(['channel', 'topic', 'dm']);

/** Replaces the conversation that a narrow names by the one where the message of `with` is now (messages.md 9.3). */
function followMessage(terms: readonly ResolvedTerm[], conversation: MessageConversation): ResolvedTerm[] {
  const others = terms.filter(({ operator }) => !CONVERSATION_OPERATORS.has(operator));
  const current: ResolvedTerm[] =
    'userIds' in conversation
      ? [{ operator: 'dm', userIds: conversation.userIds, negated: false }]
      : [
          { operator: 'channel', channelId: conversation.channelId, negated: false },
          { operator: 'topic', operand: conversation.topic, negated: false },
        ];
  return [...current, ...others];
}

function namesConversation(terms: readonly ResolvedTerm[]): boolean {
  const operators = new Set<string>(terms.filter(({ negated }) => !negated).map(({ operator }) => operator));
  return operators.has('dm') || (operators.has('channel') && operators.has('topic'));
}

/**
 * Resolves what a narrow names (messages.md 9.2, 9.3), with the texts for unknown channels and users, and refuses
 * contradictions.
 * @param conversation where the message of `with` is now; null when there is no such message that the caller can read
 */
export function resolveNarrow(
  terms: readonly NarrowTerm[],
  lookups: NarrowLookups,
  conversation: MessageConversation | null = null,
): ResolvedResult {
  const hasWith = terms.some(({ operator }) => operator === 'with');
  // Following the message drops the terms that it replaces, for any conversation that they name.
  const relevant =
    hasWith && conversation !== null ? terms.filter(({ operator }) => !CONVERSATION_OPERATORS.has(operator)) : terms;
  const contradiction = findContradiction(relevant);
  if (contradiction !== null) return contradiction;
  const resolved: ResolvedTerm[] = [];
  for (const term of relevant) {
    const result = resolveTerm(term, lookups);
    if (result === null) continue;
    if ('ok' in result) return result;
    resolved.push(result);
  }
  if (!hasWith) return { ok: true, terms: resolved };
  if (conversation !== null) return { ok: true, terms: followMessage(resolved, conversation) };
  return namesConversation(resolved) ? { ok: true, terms: resolved } : badNarrow("Invalid 'with' operator");
}
