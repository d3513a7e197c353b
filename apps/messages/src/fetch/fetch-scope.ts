/** Which messages a fetch may return at all, before its conditions (messages.md 8, Scope). */
export interface FetchScope {
  userId: number;
  /** Channels whose whole history is searched: shared history that the user may read, in a narrow that asks for it. */
  sharedRecipientIds: readonly number[];
  /** Channels of which only what the user received counts. */
  receivedRecipientIds: readonly number[];
  /** Direct conversations that the user is in. */
  directRecipientIds: readonly number[];
}

/** Whether no message at all is within the scope. */
export function isEmptyScope(scope: FetchScope): boolean {
  const { sharedRecipientIds, receivedRecipientIds, directRecipientIds } = scope;
  return sharedRecipientIds.length + receivedRecipientIds.length + directRecipientIds.length === 0;
}
