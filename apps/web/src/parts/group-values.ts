import type { GroupSettingValue } from '@stoa/contracts/users';
import { type PermissionSetting, normalizedGroupValue } from '@stoa/policy';
import type { State, UserGroup } from '../store/state';
import { userOf } from '../store/users';
import { languageInUse, listText } from '../strings/strings';
import { type SettingsKey, settingsTexts, ts } from '../strings/settings-strings';
import { matchesText } from './text-match';

type ValueState = Pick<State, 'groups' | 'users'>;

/** One of those whom a value means; the key says which. */
export interface ValuePart {
  readonly key: string;
  readonly kind: 'group' | 'user';
  readonly id: number;
  readonly name: string;
}

const NOBODY = 'role:nobody';
const INTERNET = 'role:internet';
const EVERYONE = 'role:everyone';

/** What a group is called: groups of roles have names in every language. */
export function groupText({ name, is_system_group }: Pick<UserGroup, 'name' | 'is_system_group'>): string {
  const key = `group.${name}`;
  return is_system_group && settingsTexts.has(key) ? ts(key satisfies SettingsKey) : name;
}

function systemGroup({ groups }: Pick<State, 'groups'>, name: string): UserGroup | undefined {
  return [...groups.values()].find((group) => group.is_system_group && group.name === name);
}

/** The group that nobody is in. */
function nobodyId(state: Pick<State, 'groups'>): number {
  return systemGroup(state, NOBODY)?.id ?? 0;
}

function groupPart({ groups }: ValueState, id: number): ValuePart {
  const group = groups.get(id);
  return { key: `group ${id}`, kind: 'group', id, name: group ? groupText(group) : ts('group.unknown') };
}

function userPart(state: ValueState, id: number): ValuePart {
  return { key: `user ${id}`, kind: 'user', id, name: userOf(state, id).full_name };
}

/** Groups and people of a value, groups first; none for nobody. */
export function partsOf(state: ValueState, value: GroupSettingValue): readonly ValuePart[] {
  if (typeof value === 'number') return value === nobodyId(state) ? [] : [groupPart(state, value)];
  return [
    ...value.direct_subgroups.map((id) => groupPart(state, id)),
    ...value.direct_members.map((id) => userPart(state, id)),
  ];
}

/** The value that means exactly these, in the form in which the service stores it. */
export function valueOf(state: ValueState, parts: readonly Pick<ValuePart, 'kind' | 'id'>[]): GroupSettingValue {
  const idsOf = (kind: ValuePart['kind']) => parts.filter((part) => part.kind === kind).map(({ id }) => id);
  const value = { direct_members: idsOf('user'), direct_subgroups: idsOf('group') };
  return normalizedGroupValue(value, nobodyId(state));
}

/** System groups that the setting accepts, the widest first as the organization lists them. */
export function systemChoices({ groups }: ValueState, setting: PermissionSetting): readonly UserGroup[] {
  const { allowedSystemGroups: allowed, refusedSystemGroups: refused } = setting;
  return [...groups.values()].filter(({ name, is_system_group }) => {
    if (!is_system_group || name === INTERNET || refused.includes(name)) return false;
    if (name === NOBODY && !setting.allowsNobody) return false;
    if (name === EVERYONE && !setting.allowsEveryone) return false;
    return allowed.length === 0 || allowed.includes(name);
  });
}

/** Groups and people that may be added for what was typed: roles, then groups, then people, each by name. */
export function partsToAdd(state: ValueState, setting: PermissionSetting, typed: string): readonly ValuePart[] {
  const { compare } = new Intl.Collator(languageInUse());
  const byName = (parts: readonly ValuePart[]): ValuePart[] =>
    parts.filter(({ name }) => matchesText(typed, name)).sort((a, b) => compare(a.name, b.name));
  const named = [...state.groups.values()].filter((group) => !group.is_system_group && !group.deactivated);
  const people = [...state.users.values()].filter((user) => user.is_active && !user.is_system_bot);
  const roles = systemChoices(state, setting).filter(({ name }) => name !== NOBODY);
  return [
    ...roles.map(({ id }) => groupPart(state, id)).filter(({ name }) => matchesText(typed, name)),
    ...byName(named.map(({ id }) => groupPart(state, id))),
    ...byName(people.map((user) => userPart(state, user.user_id))),
  ];
}

/** Whether the setting may stand at nobody. */
export function isEmptyRefused(state: ValueState, setting: PermissionSetting, value: GroupSettingValue): boolean {
  return !setting.allowsNobody && value === nobodyId(state);
}

/** Groups of roles, from the widest on: each has everybody of those after it. */
const WIDEST_FIRST = [
  EVERYONE,
  ...['members', 'fullmembers', 'moderators', 'administrators', 'owners'].map((name) => `role:${name}`),
];
const MOST_NAMED = 6;

/**
 * Whom any of these values means, in words, without roles that a wider one has already; empty for nobody.
 * @param withAdministrators they have the permission in any case
 */
export function holdersText(
  state: ValueState,
  values: readonly GroupSettingValue[],
  { withAdministrators = false }: { withAdministrators?: boolean } = {},
): string {
  const administrators = withAdministrators ? systemGroup(state, 'role:administrators') : undefined;
  const all = [...values, ...(administrators ? [administrators.id] : [])].flatMap((value) => partsOf(state, value));
  const widthOf = ({ kind, id }: ValuePart): number => {
    const group = kind === 'group' ? state.groups.get(id) : undefined;
    return group?.is_system_group ? WIDEST_FIRST.indexOf(group.name) : -1;
  };
  const widest = Math.min(...all.map(widthOf).filter((width) => width >= 0));
  const shown = new Map(all.filter((part) => [-1, widest].includes(widthOf(part))).map(({ key, name }) => [key, name]));
  const names = [...shown.values()].slice(0, MOST_NAMED);
  const more = shown.size - names.length;
  const listed = more > 0 ? [...names, ts('whoHas.more', { count: more })] : names;
  return listText(listed);
}
