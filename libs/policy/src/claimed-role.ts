import { Role } from './roles';

const ROLES = new Map<unknown, number>([
  ['owner', Role.Owner],
  ['administrator', Role.Administrator],
  ['moderator', Role.Moderator],
  ['member', Role.Member],
  ['guest', Role.Guest],
]);

/**
 * The role that a provider gives somebody (identity.md 4): the first value that names one. Others mean something elsewhere.
 * @param values of the claim or attribute
 * @returns undefined where none does: the role stays as it is
 */
export function claimedRole(values: unknown): number | undefined {
  return [values].flat().flatMap((value) => ROLES.get(value) ?? [])[0];
}
