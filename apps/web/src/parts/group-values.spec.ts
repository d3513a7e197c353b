import { CHANNEL_PERMISSION_SETTINGS, type PermissionSetting, REALM_PERMISSION_SETTINGS } from '@stoa/policy';
import { ME, aGroup, anAnswer } from '../test-support/answer';
import { snapshotState } from '../store/snapshot';
import { groupText, holdersText, isEmptyRefused, partsOf, partsToAdd, systemChoices, valueOf } from './group-values';

const EVERYONE = 1;
const NOBODY = 2;
const INTERNET = 3;
const DESIGN = 4;
const GONE = 5;
const OWNERS = 6;
const role = (id: number, name: string) => aGroup(id, { name, is_system_group: true });

const state = snapshotState(
  anAnswer({
    realm_user_groups: [
      role(INTERNET, 'role:internet'),
      role(EVERYONE, 'role:everyone'),
      role(OWNERS, 'role:owners'),
      role(NOBODY, 'role:nobody'),
      aGroup(DESIGN, { name: 'design' }),
      aGroup(GONE, { name: 'gone', deactivated: true }),
    ],
  }),
);
const { can_send_message_group: post, can_subscribe_group: join } = CHANNEL_PERMISSION_SETTINGS;
const { can_manage_all_groups: manage } = REALM_PERMISSION_SETTINGS;
const keys = (parts: readonly { key: string }[]) => parts.map(({ key }) => key);

describe('values of permission settings', () => {
  it('are groups and people, and none of them for nobody', () => {
    expect(keys(partsOf(state, EVERYONE))).toEqual([`group ${EVERYONE}`]);
    expect(keys(partsOf(state, { direct_members: [ME, 20], direct_subgroups: [DESIGN] }))).toEqual([
      `group ${DESIGN}`,
      `user ${ME}`,
      'user 20',
    ]);
    expect(partsOf(state, NOBODY)).toEqual([]);
  });

  it('are written as the service stores them', () => {
    expect(valueOf(state, [{ kind: 'group', id: DESIGN }])).toBe(DESIGN);
    expect(valueOf(state, [])).toBe(NOBODY);
    expect(
      valueOf(state, [
        { kind: 'user', id: 30 },
        { kind: 'user', id: 20 },
      ]),
    ).toEqual({
      direct_members: [20, 30],
      direct_subgroups: [],
    });
  });

  it('take what the setting accepts', () => {
    const roles = (setting: PermissionSetting) => systemChoices(state, setting).map(({ name }) => name);
    expect(roles(post)).toEqual(['role:everyone', 'role:owners', 'role:nobody']);
    expect(roles(join)).toEqual(['role:owners', 'role:nobody']);
    expect(roles(manage)).toEqual(['role:owners']);
    expect(isEmptyRefused(state, manage, NOBODY)).toBe(true);
    expect(isEmptyRefused(state, post, NOBODY)).toBe(false);
  });

  it('offer roles before groups before people, by the words typed, and nothing that is gone', () => {
    expect(keys(partsToAdd(state, post, ''))).toEqual([
      `group ${EVERYONE}`,
      `group ${OWNERS}`,
      `group ${DESIGN}`,
      `user ${ME}`,
      'user 20',
      'user 30',
    ]);
    expect(keys(partsToAdd(state, post, 'des'))).toEqual([`group ${DESIGN}`]);
  });

  it('name groups of roles in words', () => {
    expect(groupText({ name: 'role:everyone', is_system_group: true })).toBe('Everyone');
    expect(groupText({ name: 'design', is_system_group: false })).toBe('design');
  });
});

describe('who has a permission', () => {
  const ADMINISTRATORS = 7;
  const withRoles = snapshotState(
    anAnswer({
      realm_user_groups: [
        role(EVERYONE, 'role:everyone'),
        role(OWNERS, 'role:owners'),
        role(ADMINISTRATORS, 'role:administrators'),
        role(NOBODY, 'role:nobody'),
        aGroup(DESIGN, { name: 'design' }),
      ],
    }),
  );

  it('is named once, by the widest of the roles', () => {
    const people = { direct_members: [20], direct_subgroups: [DESIGN] };
    expect(holdersText(withRoles, [people])).toBe('design and User 20');
    expect(holdersText(withRoles, [people, DESIGN], { withAdministrators: true })).toBe(
      'design, User 20, and Administrators',
    );
    expect(holdersText(withRoles, [OWNERS], { withAdministrators: true })).toBe('Administrators');
    expect(holdersText(withRoles, [EVERYONE], { withAdministrators: true })).toBe('Everyone');
    expect(holdersText(withRoles, [NOBODY])).toBe('');
  });

  it('is not all of a long list', () => {
    const members = Array.from({ length: 9 }, (_, index) => 100 + index);
    expect(holdersText(withRoles, [{ direct_members: members, direct_subgroups: [] }])).toMatch(/, and 3 others$/);
  });
});
