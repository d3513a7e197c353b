import { membersOf } from '../store/groups';
import type { State, UserGroup } from '../store/state';

/** Larger groups are written to in channels. */
const MOST_PEOPLE = 20;

/**
 * The people that a group stands for in a direct message (web-details.md D.1): its active members without the user,
 * directly or through subgroups.
 * @returns nobody for a group that cannot be written to so
 */
export function peopleOfGroup(
  { groups, users, userId }: Pick<State, 'groups' | 'users' | 'userId'>,
  { id, is_system_group, deactivated }: UserGroup,
): readonly number[] {
  if (is_system_group || deactivated) return [];
  const people = [...membersOf(groups, id)].filter((member) => member !== userId && users.get(member)?.is_active);
  return people.length > MOST_PEOPLE ? [] : people;
}
