import { GroupGraph, PolicyGroup, PolicyUser } from './group-membership';
import {
  ManagedGroup,
  canAddMembers,
  canAddSubgroups,
  canManageGroup,
  canRemoveMembers,
  groupNameProblem,
  recursiveSubgroups,
  recursiveSupergroups,
  wouldCloseCircle,
} from './group-permissions';

const NOBODY = 1;
const OWNERS = 2;
const EVERYONE = 7;
const row = (id: number, name: string | null, members: number[], subgroups: number[] = []): PolicyGroup => ({
  id,
  name,
  isSystemGroup: name?.startsWith('role:') ?? false,
  isDeactivated: false,
  directMembers: members,
  directSubgroups: subgroups,
});
const graph = new GroupGraph([
  row(NOBODY, 'role:nobody', []),
  row(OWNERS, 'role:owners', []),
  row(EVERYONE, 'role:everyone', []),
  row(20, 'backend', [5, 9], [21]),
  row(21, 'database', [6], [22]),
  row(22, 'storage', []),
  row(30, null, [5]),
  row(31, null, [6, 9], [22]),
]);
const person = (userId: number, role = 400): PolicyUser => ({ userId, role, isBot: false });
const group: ManagedGroup = {
  id: 20,
  isSystemGroup: false,
  can_manage_group: 30,
  can_add_members_group: 31,
  can_join_group: EVERYONE,
  can_leave_group: EVERYONE,
  can_remove_members_group: NOBODY,
  can_mention_group: EVERYONE,
};
const manager = (user: PolicyUser, canManageAllGroups = OWNERS) => ({ user, groups: graph, canManageAllGroups });
const owner = person(1, 100);
const creator = person(5);
const adder = person(6);
const other = person(8);
const guest = person(9, 600);

describe('who may change a group (users.md 15)', () => {
  it.each([
    ['an owner', owner, true, true, true, true],
    ['its manager', creator, true, true, true, true],
    ['who may add members', adder, false, true, true, false],
    ['a member of the organization', other, false, false, false, false],
    ['a guest who is listed', guest, false, false, false, false],
  ])('%s', (_who, user, manages, adds, addsGroups, removes) => {
    expect(canManageGroup(group, manager(user))).toBe(manages);
    expect(canAddMembers(group, manager(user), [8, 77])).toBe(adds);
    expect(canAddSubgroups(group, manager(user))).toBe(addsGroups);
    expect(canRemoveMembers(group, manager(user), [8, 77])).toBe(removes);
  });

  it('lets people join and leave by themselves where that is allowed', () => {
    expect(canAddMembers(group, manager(other), [8])).toBe(true);
    expect(canAddMembers(group, manager(other), [8, 9])).toBe(false);
    expect(canRemoveMembers(group, manager(other), [8])).toBe(true);
    expect(canRemoveMembers(group, manager(guest), [9])).toBe(true);
    expect(canAddMembers(group, manager(guest), [9])).toBe(false);
    expect(canRemoveMembers({ ...group, can_leave_group: NOBODY }, manager(other), [8])).toBe(false);
  });

  it('keeps everybody away from system groups', () => {
    const system = { ...group, isSystemGroup: true };
    expect(canManageGroup(system, manager(owner))).toBe(false);
    expect(canAddMembers(system, manager(owner), [1])).toBe(false);
    expect(canRemoveMembers(system, manager(owner), [1])).toBe(false);
    expect(canAddSubgroups(system, manager(owner))).toBe(false);
  });

  it('knows what is below and above a group, and circles', () => {
    expect([...recursiveSubgroups(graph, 20)].sort()).toEqual([21, 22]);
    expect([...recursiveSupergroups(graph, 22)].sort()).toEqual([20, 21, 22, 31]);
    expect(wouldCloseCircle(graph, 22, 20)).toBe(true);
    expect(wouldCloseCircle(graph, 20, 20)).toBe(true);
    expect(wouldCloseCircle(graph, 20, 22)).toBe(false);
  });
});

describe('names of groups', () => {
  it.each([
    ['backend', undefined],
    [' back end ', undefined],
    ['x'.repeat(100), undefined],
    ['', "User group name can't be empty!"],
    ['  ', "User group name can't be empty!"],
    ['x'.repeat(101), 'User group name cannot exceed 100 characters.'],
    ['@all', "User group name cannot start with '@'."],
    ['role:x', "User group name cannot start with 'role:'."],
    ['channel:x', "User group name cannot start with 'channel:'."],
  ])('%j: %s', (name, problem) => expect(groupNameProblem(name)).toBe(problem));
});
