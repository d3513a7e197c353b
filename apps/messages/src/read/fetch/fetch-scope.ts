import { MessageCondition } from './message-condition';

/** Which messages a fetch may return at all, before its conditions (messages.md 8, "Scope"). */
export interface FetchScope {
  realmId: number;
  /** 0: nobody, a spectator. */
  userId: number;
  /** Channels whose whole history is searched: shared history that the user may read, in a narrow that asks for it. */
  sharedRecipientIds: readonly number[];
  /** Channels where only what the user received counts. */
  receivedRecipientIds: readonly number[];
  /** Direct conversations that the user is in. */
  directRecipientIds: readonly number[];
}

/** How many conversations may have messages of it. */
export function conversationCount(scope: FetchScope): number {
  return scope.sharedRecipientIds.length + scope.receivedRecipientIds.length + scope.directRecipientIds.length;
}

/** Whether no message at all is within the scope. */
export function isEmptyScope(scope: FetchScope): boolean {
  return conversationCount(scope) === 0;
}

/**
 * Leaves out conversations that the conditions exclude, and the conditions that this settles: the usual fetch is of one
 * channel.
 */
export function narrowedScope(
  scope: FetchScope,
  conditions: readonly MessageCondition[],
): { scope: FetchScope; conditions: MessageCondition[] } {
  let result = scope;
  const rest = conditions.filter((condition) => {
    const narrowed = conversationsOf(condition);
    if (narrowed === null) return true;
    result = {
      ...result,
      sharedRecipientIds: result.sharedRecipientIds.filter(narrowed.channels),
      receivedRecipientIds: result.receivedRecipientIds.filter(narrowed.channels),
      directRecipientIds: result.directRecipientIds.filter(narrowed.direct),
    };
    return !narrowed.isSettled;
  });
  return { scope: result, conditions: rest };
}

interface Admitted {
  channels: (recipientId: number) => boolean;
  direct: (recipientId: number) => boolean;
  /** Whether the choice of conversations is all that the condition asks for. */
  isSettled: boolean;
}

const all = (): boolean => true;
const none = (): boolean => false;

/** Null: it may match in every conversation. */
function conversationsOf(condition: MessageCondition): Admitted | null {
  const { kind, negated } = condition;
  switch (kind) {
    case 'recipient': {
      const named = new Set(condition.recipientIds);
      const isAdmitted = (recipientId: number): boolean => named.has(recipientId) !== negated;
      return { channels: isAdmitted, direct: isAdmitted, isSettled: true };
    }
    case 'direct':
      return { channels: negated ? all : none, direct: negated ? none : all, isSettled: true };
    case 'topic':
    case 'resolved':
    case 'followed':
      return negated ? null : { channels: all, direct: none, isSettled: false };
    default:
      return null;
  }
}
