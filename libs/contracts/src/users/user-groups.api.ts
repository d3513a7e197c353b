import { Type } from '@sinclair/typebox';
import { boolean, integer, integers, json, text } from '@stoa/http-params';
import { EmptyResponseSchema } from '../rpc/empty-response';
import { DocumentedError, defineEndpoint } from '../rpc/define-endpoint';
import { GroupSettingUpdateSchema, GroupSettingValueSchema, UserGroupSchema } from './group-object';
import { CLOSED } from '../rpc/nullable';

const ids = Type.Array(Type.Integer());
const error = (msg: string): DocumentedError => ({ code: 'BAD_REQUEST', msg });
const DENIED = error('Insufficient permission');
const UNKNOWN = error('Invalid user group');
const DEACTIVATED = error('User group is deactivated.');
const NAMES = [
  error("User group name can't be empty!"),
  error('User group name cannot exceed 100 characters.'),
  error("User group name cannot start with '@'."),
  error("User group 'backend' already exists."),
];

const SETTING_VALUES = [
  error("'can_manage_group' setting cannot be set to 'role:everyone' group."),
  error('Invalid user group'),
  error('Invalid user group ID: 99'),
  DEACTIVATED,
];

const NOTHING = error('Nothing to do. Specify at least one of "add", "delete", "add_subgroups" or "delete_subgroups".');
const NO_SUBGROUPS = error('Nothing to do. Specify at least one of "add" or "delete".');
const SUBGROUPS = [
  error('Invalid user group ID: 99'),
  DEACTIVATED,
  error('User group 31 is already a subgroup of this group.'),
  error('User group 30 is already a subgroup of one of the passed subgroups.'),
  error('User group 31 is not a subgroup of this group.'),
];

const user_group_id = integer({ doc: 'ID of the group.' });

export const listUserGroups = defineEndpoint({
  method: 'GET',
  path: 'user_groups',
  tag: 'User groups',
  summary: 'Get user groups',
  description: 'System groups are among them.',
  auth: 'user',
  guard: 'non-guest',
  subject: 'rpc.users.v1.user-groups.list',
  params: {
    include_deactivated_groups: boolean({ default: false, doc: 'Whether deactivated groups are listed.' }),
  },
  response: Type.Object({ user_groups: Type.Array(UserGroupSchema) }, CLOSED),
});

export const createUserGroup = defineEndpoint({
  method: 'POST',
  path: 'user_groups/create',
  tag: 'User groups',
  summary: 'Create a user group',
  description: 'The caller is not made a member.',
  auth: 'user',
  guard: 'non-guest',
  subject: 'rpc.users.v1.user-groups.create',
  params: {
    name: text({ doc: 'Name, unique in the organization; at most 100 characters.' }),
    description: text({ doc: 'What the group is for; may be empty.' }),
    members: integers({ doc: 'IDs of its first members.' }),
    subgroups: integers({ optional: true, doc: 'IDs of groups whose members belong to it.' }),
    can_add_members_group: json(GroupSettingValueSchema, {
      optional: true,
      doc: 'Who may add members; the creator unless set.',
    }),
    can_join_group: json(GroupSettingValueSchema, { optional: true, doc: 'Who may join; nobody unless set.' }),
    can_leave_group: json(GroupSettingValueSchema, { optional: true, doc: 'Who may leave; everyone unless set.' }),
    can_manage_group: json(GroupSettingValueSchema, {
      optional: true,
      doc: 'Who may manage the group; the creator unless set.',
    }),
    can_mention_group: json(GroupSettingValueSchema, {
      optional: true,
      doc: 'Who may mention the group; everyone unless set.',
    }),
    can_remove_members_group: json(GroupSettingValueSchema, {
      optional: true,
      doc: 'Who may remove members; nobody unless set.',
    }),
  },
  response: Type.Object({ group_id: Type.Integer({ description: 'ID of the new group.' }) }, CLOSED),
  errors: [DENIED, ...NAMES, error('Invalid user ID: 99'), ...SETTING_VALUES],
});

/** `PATCH /user_groups/{id}` (users.md 15); null leaves a property as it is. */
export const updateUserGroup = defineEndpoint({
  method: 'PATCH',
  path: 'user_groups/{user_group_id}',
  tag: 'User groups',
  summary: 'Update a user group',
  auth: 'user',
  guard: 'non-guest',
  subject: 'rpc.users.v1.user-groups.update',
  idempotent: true,
  params: {
    user_group_id,
    name: text({ optional: true, doc: 'New name.' }),
    description: text({ optional: true, doc: 'New description.' }),
    can_add_members_group: json(GroupSettingUpdateSchema, { optional: true, doc: 'Who may add members.' }),
    can_join_group: json(GroupSettingUpdateSchema, { optional: true, doc: 'Who may join.' }),
    can_leave_group: json(GroupSettingUpdateSchema, { optional: true, doc: 'Who may leave.' }),
    can_manage_group: json(GroupSettingUpdateSchema, { optional: true, doc: 'Who may manage the group.' }),
    can_mention_group: json(GroupSettingUpdateSchema, { optional: true, doc: 'Who may mention the group.' }),
    can_remove_members_group: json(GroupSettingUpdateSchema, { optional: true, doc: 'Who may remove members.' }),
    deactivated: boolean({ optional: true, doc: 'False makes a deactivated group active again; true does nothing.' }),
  },
  response: EmptyResponseSchema,
  errors: [
    error('No new data supplied'),
    UNKNOWN,
    DENIED,
    ...NAMES,
    { code: 'EXPECTATION_MISMATCH', msg: "'old' value does not match the expected value." },
    ...SETTING_VALUES,
  ],
});

export const deactivateUserGroup = defineEndpoint({
  method: 'POST',
  path: 'user_groups/{user_group_id}/deactivate',
  tag: 'User groups',
  summary: 'Deactivate a user group',
  auth: 'user',
  subject: 'rpc.users.v1.user-groups.deactivate',
  params: {
    user_group_id,
  },
  response: EmptyResponseSchema,
  errors: [
    UNKNOWN,
    DENIED,
    DEACTIVATED,
    { code: 'CANNOT_DEACTIVATE_GROUP_IN_USE', msg: 'Cannot deactivate user group in use.' },
  ],
});

/** `POST /user_groups/{id}/members` and `…/subgroups` (users.md 15). */
export const changeUserGroupMembers = defineEndpoint({
  method: 'POST',
  path: 'user_groups/{user_group_id}/members',
  tag: 'User groups',
  summary: 'Change the members of a user group',
  auth: 'user',
  guard: 'non-guest',
  subject: 'rpc.users.v1.user-groups.change-members',
  params: {
    user_group_id,
    add: integers({ optional: true, doc: 'IDs of users to add.' }),
    delete: integers({ optional: true, doc: 'IDs of users to remove.' }),
    add_subgroups: integers({ optional: true, doc: 'IDs of groups to add.' }),
    delete_subgroups: integers({ optional: true, doc: 'IDs of groups to remove.' }),
  },
  response: EmptyResponseSchema,
  errors: [
    NOTHING,
    UNKNOWN,
    DENIED,
    error('Invalid user ID: 99'),
    error('User 11 is already a member of this group'),
    error("There is no member '11' in this user group"),
    ...SUBGROUPS,
  ],
});

export const listUserGroupMembers = defineEndpoint({
  method: 'GET',
  path: 'user_groups/{user_group_id}/members',
  tag: 'User groups',
  summary: 'Get the members of a user group',
  auth: 'user',
  guard: 'non-guest',
  subject: 'rpc.users.v1.user-groups.list-members',
  params: {
    user_group_id,
    direct_member_only: boolean({ default: false, doc: 'Leaves members of subgroups out.' }),
  },
  response: Type.Object({ members: ids }, CLOSED),
  errors: [UNKNOWN, DEACTIVATED],
});

export const checkUserGroupMember = defineEndpoint({
  method: 'GET',
  path: 'user_groups/{user_group_id}/members/{user_id}',
  tag: 'User groups',
  summary: 'Get whether a user is a member of a user group',
  auth: 'user',
  guard: 'non-guest',
  subject: 'rpc.users.v1.user-groups.check-member',
  params: {
    user_id: integer({ doc: 'ID of the user.' }),
    user_group_id,
    direct_member_only: boolean({ default: false, doc: 'Leaves members of subgroups out.' }),
  },
  response: Type.Object({ is_user_group_member: Type.Boolean() }, CLOSED),
  errors: [UNKNOWN, DEACTIVATED, error('No such user'), error('User is deactivated')],
});

/** `POST /user_groups/{id}/members` and `…/subgroups` (users.md 15). */
export const changeUserGroupSubgroups = defineEndpoint({
  method: 'POST',
  path: 'user_groups/{user_group_id}/subgroups',
  tag: 'User groups',
  summary: 'Change the subgroups of a user group',
  auth: 'user',
  guard: 'non-guest',
  subject: 'rpc.users.v1.user-groups.change-subgroups',
  params: {
    user_group_id,
    add: integers({ optional: true, doc: 'IDs of groups to add.' }),
    delete: integers({ optional: true, doc: 'IDs of groups to remove.' }),
  },
  response: EmptyResponseSchema,
  errors: [NO_SUBGROUPS, UNKNOWN, DENIED, ...SUBGROUPS],
});

export const listUserGroupSubgroups = defineEndpoint({
  method: 'GET',
  path: 'user_groups/{user_group_id}/subgroups',
  tag: 'User groups',
  summary: 'Get the subgroups of a user group',
  auth: 'user',
  guard: 'non-guest',
  subject: 'rpc.users.v1.user-groups.list-subgroups',
  params: {
    user_group_id,
    direct_subgroup_only: boolean({ default: false, doc: 'Leaves subgroups of subgroups out.' }),
  },
  response: Type.Object({ subgroups: ids }, CLOSED),
  errors: [UNKNOWN, DEACTIVATED],
});
