/** What can be deleted with an account that is deactivated, under the names of the API (users.md 4). */
export const DELETIONS = [
  ...(['delete_profile', 'delete_public_channel_messages'] as const),
  ...(['delete_private_channel_messages', 'delete_direct_messages'] as const),
] as const;
export type Deletion = (typeof DELETIONS)[number];

/** The parameter for what was chosen; none for nothing, as services that do not know it expect. */
export function deletionsFor(chosen: ReadonlySet<Deletion>): { actions?: Partial<Record<Deletion, boolean>> } {
  if (chosen.size === 0) return {};
  return { actions: Object.fromEntries(DELETIONS.filter((one) => chosen.has(one)).map((one) => [one, true])) };
}
