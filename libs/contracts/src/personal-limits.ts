import { badRequest } from '@stoa/errors';

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
 * To be asked under the user's lock. Whoever has more than the limit keeps it and may change and delete.
 * @param kept how many there are with the new ones
 * @throws DomainError 400 which says what to do, if something was added beyond the limit
 */
export function requireRoom(list: PersonalList, kept: number, added: number): void {
  const limit = PERSONAL_LIMITS[list];
  if (added > 0 && kept > limit) {
    throw badRequest(`You cannot have more than ${limit} ${list}. Delete some that you no longer need and try again.`);
  }
}
