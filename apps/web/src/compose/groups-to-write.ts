import { membersOf } from '../store/groups';
import type { State } from '../store/state';

/** Larger groups are written to in channels. */
const MOST_PEOPLE = 20;

/** A group whose members can be written to at once. */
export interface GroupToWrite {
  readonly name: string;
  /** Its active members without the user, directly or through subgroups. */
  readonly userIds: readonly number[];
}

/** Groups that stand for people in a direct message (web-details.md D.1). */
export function groupsToWrite({
  groups,
  users,
  userId,
}: Pick<State, 'groups' | 'users' | 'userId'>): readonly GroupToWrite[] {
  return [...groups.values()]
    .filter(({ is_system_group, deactivated }) => !is_system_group && !deactivated)
    .map(({ id, name }) => ({
      name,
      userIds: [...membersOf(groups, id)].filter((member) => member !== userId && users.get(member)?.is_active),
    }))
    .filter(({ userIds }) => userIds.length > 0 && userIds.length <= MOST_PEOPLE);
}
