import { GroupSettingUpdate, GroupSettingValue } from '@stoa/contracts/users';
import { DomainError } from '@stoa/errors';
import { PermissionSetting, groupValueProblem, isSameGroupValue, normalizedGroupValue } from '@stoa/policy';
import { wireGroupValue } from './group-values';
import type { RealmGroups } from './directory-sets';
import type { RealmUsers } from './directory-user';

/** What values are checked against; current copies, read under the realm's lock by who writes. */
export interface GroupSettingFacts {
  users: RealmUsers;
  groups: RealmGroups;
}

export interface GroupSettingChangeRequest {
  /** As the parameter is called. */
  name: string;
  setting: PermissionSetting;
  update: GroupSettingUpdate;
  /** What the setting's column holds. */
  currentGroupId: number;
}

/**
 * A value that a create endpoint was given, normalised.
 * @throws DomainError with the texts of organization.md 4.3
 */
export function checkGroupValue(
  name: string,
  setting: PermissionSetting,
  value: GroupSettingValue,
  { users, groups }: GroupSettingFacts,
): GroupSettingValue {
  const normalized = normalizedGroupValue(value, groups.graph.idOf('role:nobody'));
  const problem = groupValueProblem(name, setting, normalized, {
    namedGroup: (groupId) => groups.named.get(groupId),
    isActiveUser: (userId) => users.get(userId)?.isActive ?? false,
  });
  if (problem) throw new DomainError(problem.code, problem.msg, { data: problem.data });
  return normalized;
}

/**
 * What a setting changes to (users.md 15, "Update form"): a wrong `old` fails before anything else, then an equal value
 * changes nothing, then the new one is checked.
 * @returns the normalised new value, or undefined when nothing changes
 * @throws DomainError with the texts of organization.md 4.3
 */
export function changedGroupSetting(
  { name, setting, update, currentGroupId }: GroupSettingChangeRequest,
  facts: GroupSettingFacts,
): GroupSettingValue | undefined {
  const nobody = facts.groups.graph.idOf('role:nobody');
  const current = wireGroupValue(facts.groups, facts.users, currentGroupId);
  // What clients were shown may be an empty list, where all members are deactivated: `old` means the same as nobody.
  const expected = normalizedGroupValue(current, nobody);
  if (update.old !== undefined && update.old !== null) {
    if (!isSameGroupValue(normalizedGroupValue(update.old, nobody), expected)) throw expectationMismatch();
  }
  const wanted = normalizedGroupValue(update.new, nobody);
  if (isSameGroupValue(wanted, current)) return undefined;
  return checkGroupValue(name, setting, wanted, facts);
}

function expectationMismatch(): DomainError {
  return new DomainError('EXPECTATION_MISMATCH', "'old' value does not match the expected value.", {
    data: { field_name: 'old' },
  });
}
