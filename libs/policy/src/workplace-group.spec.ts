import { GroupGraph, PolicyGroup } from './group-membership';
import type { ManagedGroup } from './group-permissions';
import { isManagedByAdministrators } from './workplace-group';

const NOBODY = 1;
const ADMINISTRATORS = 3;
const MEMBERS = 6;
const ADMINISTRATOR_LISTED = 30;
const MEMBER_LISTED = 31;
const TEAM_LISTED = 32;

const group = (id: number, name: string | null, members: number[], subgroups: number[]): PolicyGroup => ({
  ...{ id, name, isSystemGroup: name?.startsWith('role:') ?? false, isDeactivated: false },
  ...{ directMembers: members, directSubgroups: subgroups },
});
const managed = (id: number, settings: Partial<ManagedGroup> = {}): ManagedGroup => ({
  ...{ id, isSystemGroup: false, can_mention_group: MEMBERS },
  ...{ can_manage_group: NOBODY, can_add_members_group: NOBODY, can_remove_members_group: NOBODY },
  ...{ can_join_group: NOBODY, can_leave_group: NOBODY },
  ...settings,
});

const STAFF = 20;
const TEAM = 21;

function decide(staff: Partial<ManagedGroup>, { below = [TEAM], team = {}, all = 2 } = {}): boolean {
  const groups = new GroupGraph([
    group(NOBODY, 'role:nobody', [], []),
    group(2, 'role:owners', [], []),
    group(ADMINISTRATORS, 'role:administrators', [], [2]),
    group(MEMBERS, 'role:members', [], [ADMINISTRATORS]),
    group(STAFF, 'staff', [], below),
    group(TEAM, 'team', [], []),
    group(ADMINISTRATOR_LISTED, null, [200], [2]),
    group(MEMBER_LISTED, null, [200, 400], []),
    group(TEAM_LISTED, null, [200], [TEAM]),
  ]);
  const known = new Map([managed(STAFF, staff), managed(TEAM, team)].map((one) => [one.id, one]));
  return isManagedByAdministrators(STAFF, {
    groups,
    managedGroup: (id) => known.get(id),
    user: (id) => ({ role: id }),
    canManageAllGroups: all,
  });
}

describe('level 477: a group of the workplace', () => {
  it.each<[Partial<ManagedGroup>, Parameters<typeof decide>[1], boolean]>([
    [{}, {}, true],
    [{ can_manage_group: ADMINISTRATORS }, {}, true],
    [{ can_manage_group: ADMINISTRATOR_LISTED }, {}, true],
    [{ can_mention_group: MEMBERS }, {}, true],
    [{ can_manage_group: MEMBERS }, {}, false],
    [{ can_add_members_group: MEMBERS }, {}, false],
    [{ can_remove_members_group: MEMBERS }, {}, false],
    [{ can_join_group: MEMBERS }, {}, false],
    [{ can_leave_group: MEMBERS }, {}, false],
    [{ can_manage_group: MEMBER_LISTED }, {}, false],
    [{ can_manage_group: TEAM_LISTED }, {}, false],
    [{ can_manage_group: 99 }, {}, false],
    [{}, { team: { can_join_group: MEMBERS } }, false],
    [{}, { below: [MEMBERS] }, true],
    [{}, { below: [], team: { can_join_group: MEMBERS } }, true],
    [{}, { all: MEMBERS }, false],
  ])('with %j and %j is managed by administrators: %s', (staff, rest, expected) =>
    expect(decide(staff, rest)).toBe(expected),
  );

  it('is none that nobody knows', () => {
    const groups = new GroupGraph([]);
    const facts = { groups, managedGroup: () => undefined, user: () => undefined, canManageAllGroups: 2 };
    expect(isManagedByAdministrators(5, facts)).toBe(false);
  });
});
