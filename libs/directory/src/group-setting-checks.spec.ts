import { GROUP_PERMISSION_SETTINGS, GroupGraph, PolicyGroup } from '@stoa/policy';
import { changedGroupSetting, checkGroupValue } from './group-setting-checks';
import { RealmGroups } from './directory-sets';
import { RealmUsers } from './directory-user';

const rows: PolicyGroup[] = [
  { id: 1, name: 'role:nobody', isSystemGroup: true, isDeactivated: false, directMembers: [], directSubgroups: [] },
  { id: 20, name: 'backend', isSystemGroup: false, isDeactivated: false, directMembers: [], directSubgroups: [] },
  { id: 30, name: null, isSystemGroup: false, isDeactivated: false, directMembers: [6, 5], directSubgroups: [20] },
  { id: 31, name: null, isSystemGroup: false, isDeactivated: false, directMembers: [], directSubgroups: [] },
];
const named = new Map(
  rows.flatMap(({ id, name, isSystemGroup, isDeactivated }) =>
    name === null ? [] : [[id, { id, name, isSystemGroup, isDeactivated, canMentionGroup: null }] as const],
  ),
);
const users = new RealmUsers(1, new Map());
vi.spyOn(users, 'get').mockImplementation((id) =>
  id < 10 ? Object.assign(Object.create(null), { isActive: true }) : undefined,
);
const facts = { groups: new RealmGroups(1, new GroupGraph(rows), named), users };
const list = (members: number[], subgroups: number[]) => ({ direct_members: members, direct_subgroups: subgroups });
const change = (currentGroupId: number, update: Parameters<typeof changedGroupSetting>[0]['update']) =>
  changedGroupSetting(
    { name: 'can_join_group', setting: GROUP_PERMISSION_SETTINGS.can_join_group, update, currentGroupId },
    facts,
  );

describe('changes of permission settings (users.md 15)', () => {
  it.each([
    [1, { new: 20 }, 20],
    [1, { new: list([], [20]) }, 20],
    [1, { new: list([], []) }, undefined],
    [1, { new: 1, old: 1 }, undefined],
    [30, { new: list([5, 6], [20]) }, undefined],
    [30, { new: list([5], [20]), old: list([6, 5], [20]) }, list([5], [20])],
    [31, { new: 1, old: list([], []) }, 1],
    [1, { new: list([7, 5], []), old: null }, list([5, 7], [])],
  ])('from %i with %j to %j', (current, update, value) => expect(change(current, update)).toEqual(value));

  it('fail on a wrong old value before anything else', () => {
    expect(() => change(1, { new: 99, old: 20 })).toThrow("'old' value does not match the expected value.");
  });

  it('check the new value', () => {
    expect(() => change(1, { new: 99 })).toThrow('Invalid user group');
    expect(() => change(1, { new: list([50, 5], []) })).toThrow('Invalid user ID: 50');
  });

  it('check the values of new objects', () => {
    const setting = GROUP_PERMISSION_SETTINGS.can_manage_group;
    expect(checkGroupValue('can_manage_group', setting, list([], []), facts)).toBe(1);
  });
});
