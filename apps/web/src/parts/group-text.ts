import type { UserGroup } from '../store/state';
import { type PeopleKey, peopleTexts, tp } from '../strings/people-strings';

/** What a group is called: those of roles by what the role is called. */
export function groupText(group: UserGroup | undefined): string | undefined {
  if (!group?.is_system_group) return group?.name;
  const key = group.name.replace(':', '.');
  return peopleTexts.has(key) ? tp(key satisfies PeopleKey) : group.name;
}
