import type { GroupOfPerson } from './directory-groups.repository';
import { isDone, planGroups } from './group-plan';

const CLAIMED: GroupOfPerson = {
  ...{ id: 1, name: 'dev', isSystemGroup: false, isDeactivated: false, isManaged: true, manager: 'claims' },
  isMember: false,
};
const NOTHING = { made: [], joins: [], leaves: [], taken: [], skipped: [] };

describe('what becomes of the groups of somebody', () => {
  it.each<[string, boolean, Partial<GroupOfPerson> | undefined, object]>([
    ['joins', true, {}, { joins: [1] }],
    ['leaves', false, { isMember: true }, { leaves: [1] }],
    ['is in it already', true, { isMember: true }, {}],
    ['is out of it already', false, {}, {}],
    ['joins one that is not there', true, undefined, { made: ['dev'] }],
    ['is out of one that is not there', false, undefined, {}],
    ['joins one that people made', true, { manager: null }, { joins: [1], taken: [1] }],
    ['is in one that people made', true, { manager: null, isMember: true }, { taken: [1] }],
    ['joins one of SCIM', true, { manager: 'scim' }, { skipped: ['group dev: it is managed by SCIM'] }],
    ['joins one of LDAP', true, { manager: 'ldap' }, { skipped: ['group dev: it is managed by LDAP'] }],
    ['is in one of LDAP already', true, { manager: 'ldap', isMember: true }, {}],
    ['joins one of the system', true, { isSystemGroup: true, manager: null }, { skipped: [expect.any(String)] }],
    ['joins one that people deactivated', true, { isDeactivated: true }, { skipped: ['group dev: it is deactivated'] }],
  ])('%s', (_what, isWanted, given, expected) => {
    const present = given ? [{ ...CLAIMED, ...given }] : [];
    const plan = planGroups('claims', new Map([['dev', isWanted]]), present);
    expect(plan).toEqual({ ...NOTHING, ...expected });
    const { skipped: _kept, ...steps } = plan;
    expect(isDone(plan)).toBe(Object.values(steps).every((list) => list.length === 0));
  });

  it('are another source’s, which takes them from below', () => {
    const plan = planGroups('ldap', new Map([['dev', true]]), [CLAIMED]);
    expect(plan).toEqual({ ...NOTHING, joins: [1], taken: [1] });
  });

  it('passes over names that groups cannot have', () => {
    expect(planGroups('claims', new Map([['role:x', true]]), []).skipped).toEqual([
      "group role:x: User group name cannot start with 'role:'.",
    ]);
  });
});
