import type { PermissionSetting } from './permission-settings';

/** Value of a permission setting as clients write it: a named group, or the users and groups of an anonymous one. */
export type GroupValue = number | AnonymousGroupValue;
export interface AnonymousGroupValue {
  direct_members: number[];
  direct_subgroups: number[];
}

/** What a check of values looks up. */
export interface GroupValueFacts {
  /** A named or system group of the organization. */
  namedGroup(groupId: number): { name: string; isSystemGroup: boolean; isDeactivated: boolean } | undefined;
  /** Whether an account of the organization exists and is active. */
  isActiveUser(userId: number): boolean;
}

/** Why a value is refused: the error body of organization.md 4.3, always HTTP 400. */
export interface GroupValueProblem {
  code: 'BAD_REQUEST' | 'SYSTEM_GROUP_REQUIRED';
  msg: string;
  data?: { setting_name: string };
}

const ascending = (first: number, second: number): number => first - second;

/**
 * The form in which a value is compared, stored and written (users.md 15): a list of exactly one group is that group,
 * an empty one is nobody, lists are sorted and without repeats.
 */
export function normalizedGroupValue(value: GroupValue, nobodyGroupId: number): GroupValue {
  if (typeof value === 'number') return value;
  const members = [...new Set(value.direct_members)].sort(ascending);
  const subgroups = [...new Set(value.direct_subgroups)].sort(ascending);
  const [only] = subgroups;
  if (members.length === 0 && only === undefined) return nobodyGroupId;
  if (members.length === 0 && subgroups.length === 1 && only !== undefined) return only;
  return { direct_members: members, direct_subgroups: subgroups };
}

/** Whether two values are the same; the order of their lists does not count. */
export function isSameGroupValue(first: GroupValue, second: GroupValue): boolean {
  if (typeof first === 'number' || typeof second === 'number') return first === second;
  return (
    isSameList(first.direct_members, second.direct_members) &&
    isSameList(first.direct_subgroups, second.direct_subgroups)
  );
}

function isSameList(first: readonly number[], second: readonly number[]): boolean {
  const wanted = new Set(first);
  const given = new Set(second);
  return wanted.size === given.size && [...wanted].every((id) => given.has(id));
}

/**
 * Whether a setting may have a value, given in normalised form (organization.md 4.3, "Errors of group values").
 * @returns undefined when it may
 */
export function groupValueProblem(
  settingName: string,
  setting: PermissionSetting,
  value: GroupValue,
  facts: GroupValueFacts,
): GroupValueProblem | undefined {
  if (typeof value === 'number') return namedGroupProblem(settingName, setting, value, facts);
  if (setting.requiresSystemGroup) return systemGroupRequired(settingName);
  for (const groupId of value.direct_subgroups) {
    const group = facts.namedGroup(groupId);
    if (!group) return refused(`Invalid user group ID: ${groupId}`);
    if (group.isDeactivated) return refused('User group is deactivated.');
  }
  const stranger = value.direct_members.find((userId) => !facts.isActiveUser(userId));
  return stranger === undefined ? undefined : refused(`Invalid user ID: ${stranger}`);
}

function namedGroupProblem(
  settingName: string,
  setting: PermissionSetting,
  groupId: number,
  facts: GroupValueFacts,
): GroupValueProblem | undefined {
  const group = facts.namedGroup(groupId);
  if (!group) return refused('Invalid user group');
  if (group.isDeactivated) return refused('User group is deactivated.');
  if (setting.requiresSystemGroup && !group.isSystemGroup) return systemGroupRequired(settingName);
  if (group.isSystemGroup && !allowsSystemGroup(setting, group.name)) {
    return refused(`'${settingName}' setting cannot be set to '${group.name}' group.`);
  }
  return undefined;
}

function allowsSystemGroup(setting: PermissionSetting, name: string): boolean {
  if (name === 'role:internet' || setting.refusedSystemGroups.includes(name)) return false;
  if (name === 'role:nobody' && !setting.allowsNobody) return false;
  if (name === 'role:everyone' && !setting.allowsEveryone) return false;
  return setting.allowedSystemGroups.length === 0 || setting.allowedSystemGroups.includes(name);
}

function refused(msg: string): GroupValueProblem {
  return { code: 'BAD_REQUEST', msg };
}

function systemGroupRequired(settingName: string): GroupValueProblem {
  return {
    code: 'SYSTEM_GROUP_REQUIRED',
    msg: `'${settingName}' must be a system user group.`,
    data: { setting_name: settingName },
  };
}
