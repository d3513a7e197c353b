/**
 * How much one user may keep of what only that user sees. The reference knows no limit; these are far above what anybody
 * uses, and keep register answers and the flagging of messages from growing without end.
 */
export const PERSONAL_LIMITS = {
  'alert words': 1000,
  drafts: 1000,
  'navigation views': 1000,
  'saved snippets': 1000,
} as const;

export type PersonalList = keyof typeof PERSONAL_LIMITS;

/**
 * Decided under the user's lock. A list that is already above the limit stays, and may be changed and shortened.
 * @param kept how many there are with the new ones
 * @returns what to answer if something was added beyond the limit
 */
export function roomProblem(list: PersonalList, kept: number, added: number): string | undefined {
  const limit = PERSONAL_LIMITS[list];
  if (added <= 0 || kept <= limit) return undefined;
  return `You cannot have more than ${limit} ${list}. Delete some that you no longer need and try again.`;
}
