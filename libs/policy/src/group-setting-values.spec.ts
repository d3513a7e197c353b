import { GroupValue, groupValueProblem, isSameGroupValue, normalizedGroupValue } from './group-setting-values';
import {
  CHANNEL_PERMISSION_SETTINGS,
  GROUP_PERMISSION_SETTINGS,
  REALM_PERMISSION_SETTINGS,
} from './permission-settings';

const NOBODY = 1;
const GROUPS = new Map([
  [NOBODY, { name: 'role:nobody', isSystemGroup: true, isDeactivated: false }],
  [2, { name: 'role:owners', isSystemGroup: true, isDeactivated: false }],
  [4, { name: 'role:moderators', isSystemGroup: true, isDeactivated: false }],
  [6, { name: 'role:members', isSystemGroup: true, isDeactivated: false }],
  [7, { name: 'role:everyone', isSystemGroup: true, isDeactivated: false }],
  [8, { name: 'role:internet', isSystemGroup: true, isDeactivated: false }],
  [20, { name: 'backend', isSystemGroup: false, isDeactivated: false }],
  [21, { name: 'retired', isSystemGroup: false, isDeactivated: true }],
]);
const facts = { namedGroup: (id: number) => GROUPS.get(id), isActiveUser: (id: number) => id < 100 };
const SETTINGS = { ...CHANNEL_PERMISSION_SETTINGS, ...GROUP_PERMISSION_SETTINGS, ...REALM_PERMISSION_SETTINGS };
const anonymous = (members: number[], subgroups: number[]): GroupValue => ({
  direct_members: members,
  direct_subgroups: subgroups,
});

describe('values of permission settings (users.md 15)', () => {
  it.each([
    [20, 20],
    [anonymous([], []), NOBODY],
    [anonymous([], [20]), 20],
    [anonymous([], [20, 20]), 20],
    [anonymous([9, 3, 9], []), anonymous([3, 9], [])],
    [anonymous([9], [6, 4]), anonymous([9], [4, 6])],
  ])('%j is stored as %j', (value, stored) => expect(normalizedGroupValue(value, NOBODY)).toEqual(stored));

  it.each([
    [20, 20, true],
    [20, 21, false],
    [20, anonymous([], [20]), false],
    [anonymous([1, 2], [3]), anonymous([2, 1], [3]), true],
    [anonymous([1], [3]), anonymous([1, 2], [3]), false],
    [anonymous([1], [3]), anonymous([1], [4]), false],
  ])('%j is the same as %j: %s', (first, second, same) => expect(isSameGroupValue(first, second)).toBe(same));
});

describe('checks of values (organization.md 4.3)', () => {
  it.each<[keyof typeof SETTINGS, GroupValue, string | undefined]>([
    ['can_create_groups', 20, undefined],
    ['can_create_groups', NOBODY, undefined],
    ['can_create_groups', anonymous([5], [20, 7]), undefined],
    ['can_create_groups', 7, "'can_create_groups' setting cannot be set to 'role:everyone' group."],
    ['can_create_groups', 8, "'can_create_groups' setting cannot be set to 'role:internet' group."],
    ['can_create_groups', 99, 'Invalid user group'],
    ['can_create_groups', 21, 'User group is deactivated.'],
    ['can_create_groups', anonymous([5], [99]), 'Invalid user group ID: 99'],
    ['can_create_groups', anonymous([5], [21]), 'User group is deactivated.'],
    ['can_create_groups', anonymous([5, 100], [20]), 'Invalid user ID: 100'],
    ['can_manage_all_groups', NOBODY, "'can_manage_all_groups' setting cannot be set to 'role:nobody' group."],
    ['can_access_all_users_group', 6, undefined],
    ['can_access_all_users_group', 4, "'can_access_all_users_group' setting cannot be set to 'role:moderators' group."],
    ['can_access_all_users_group', 20, "'can_access_all_users_group' must be a system user group."],
    [
      'can_create_web_public_channel_group',
      anonymous([5], []),
      "'can_create_web_public_channel_group' must be a system user group.",
    ],
    ['can_mention_group', 2, "'can_mention_group' setting cannot be set to 'role:owners' group."],
    ['can_mention_group', 7, undefined],
    ['can_mention_group', NOBODY, undefined],
    ['can_leave_group', 7, undefined],
    ['can_manage_group', 7, "'can_manage_group' setting cannot be set to 'role:everyone' group."],
    ['can_send_message_group', 7, undefined],
  ])('%s as %j: %s', (name, value, msg) => {
    expect(groupValueProblem(name, SETTINGS[name], value, facts)?.msg).toBe(msg);
  });

  it('name the setting where a system group is needed', () => {
    const setting = REALM_PERMISSION_SETTINGS.can_access_all_users_group;
    expect(groupValueProblem('can_access_all_users_group', setting, 20, facts)).toMatchObject({
      code: 'SYSTEM_GROUP_REQUIRED',
      data: { setting_name: 'can_access_all_users_group' },
    });
  });
});
