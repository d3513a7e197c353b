import { GroupGraph } from './group-membership';
import { isLimitedGuest } from './limited-guests';

const EVERYONE = 1;
const MEMBERS = 2;
const group = { isSystemGroup: true, isDeactivated: false };
const groups = new GroupGraph([
  { ...group, id: EVERYONE, name: 'role:everyone', directMembers: [60], directSubgroups: [MEMBERS] },
  { ...group, id: MEMBERS, name: 'role:members', directMembers: [40], directSubgroups: [] },
]);

describe('limited guests (users.md 3)', () => {
  it.each([
    ['a guest where everyone accesses all', 60, 600, EVERYONE, false],
    ['a guest where members do', 60, 600, MEMBERS, true],
    ['a member where members do', 40, 400, MEMBERS, false],
  ])('%s', (_what, userId, role, setting, expected) => {
    expect(isLimitedGuest({ userId, role, isBot: false }, setting, groups)).toBe(expected);
  });
});
