import { FetchScope, conversationCount, isEmptyScope } from './fetch-scope';
import { MessageCondition } from './message-condition';
import type { WalkThrough } from './window-sql';

type ConditionOf<K extends MessageCondition['kind']> = Extract<MessageCondition, { kind: K }>;

/** By what the messages of a side are found; all else is checked of what is found. */
export type WindowPlan =
  | { by: 'nothing' }
  | { by: 'ids'; messageIds: readonly number[] }
  | { by: 'unread' }
  | { by: 'flag'; flag: { bits: number; orChannelWildcard: boolean } }
  | { by: 'search'; query: string; through: WalkThrough }
  | { by: 'followed-topic' }
  | { by: 'conversation' }
  | { by: 'direct-receipt' }
  | { by: 'organization' }
  /** The newest messages of the organization first; when too few of them match, by conversation. */
  | { by: 'newest-then-conversation' };

/** With so few conversations, the newest of each are read. */
export const FEW_CONVERSATIONS = 16;

/** Chooses the way that reads the fewest messages. `scope` and `conditions` are narrowed already. */
export function windowPlan(scope: FetchScope, conditions: readonly MessageCondition[]): WindowPlan {
  if (isEmptyScope(scope)) return { by: 'nothing' };
  const named = positive(conditions, 'id');
  if (named) return { by: 'ids', messageIds: named.messageIds };
  const words = positive(conditions, 'search');
  const search = words ?? positive(conditions, 'mentions');
  if (search?.query === '') return { by: 'nothing' };
  if (positive(conditions, 'unread')) return { by: 'unread' };
  const flag = positive(conditions, 'flag');
  if (flag) return { by: 'flag', flag };
  const isByConversation = conversationCount(scope) <= FEW_CONVERSATIONS || positive(conditions, 'topic') !== undefined;
  if (search) {
    const isBySender = positive(conditions, 'sender') !== undefined;
    const through = isBySender ? 'sender' : isByConversation ? 'conversation' : 'organization';
    return { by: 'search', query: search.query, through };
  }
  if (isByConversation) return { by: 'conversation' };
  if (positive(conditions, 'followed')) return { by: 'followed-topic' };
  if (scope.sharedRecipientIds.length + scope.receivedRecipientIds.length === 0) return { by: 'direct-receipt' };
  if (isIndexed(conditions)) return { by: 'organization' };
  return { by: 'newest-then-conversation' };
}

/** Senders, and what few messages have, are found by indexes of their own. */
function isIndexed(conditions: readonly MessageCondition[]): boolean {
  const has = positive(conditions, 'has')?.what;
  return positive(conditions, 'sender') !== undefined || has === 'attachment' || has === 'image';
}

function positive<K extends MessageCondition['kind']>(
  conditions: readonly MessageCondition[],
  kind: K,
): ConditionOf<K> | undefined {
  return conditions.find((condition): condition is ConditionOf<K> => condition.kind === kind && !condition.negated);
}
