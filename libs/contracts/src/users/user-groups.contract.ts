import { Static, Type } from '@sinclair/typebox';
import { EmptyResponseSchema } from '../empty-response';
import { defineRpc } from '../rpc/define-rpc';
import { GroupSettingUpdateSchema, GroupSettingValueSchema, UserGroupSchema } from './group-object';
import { CLOSED, Nullable } from './nullable';

const ids = Type.Array(Type.Integer());
const groupId = Type.Integer();

/** `GET /user_groups` (users.md 15). */
export const listUserGroups = defineRpc({
  subject: 'rpc.users.v1.user-groups.list',
  request: Type.Object({ includeDeactivatedGroups: Type.Boolean() }),
  response: Type.Object({ user_groups: Type.Array(UserGroupSchema) }, CLOSED),
  idempotent: true,
});

/** `POST /user_groups/create` (users.md 15). */
export const createUserGroup = defineRpc({
  subject: 'rpc.users.v1.user-groups.create',
  request: Type.Object({
    name: Type.String(),
    description: Type.String(),
    memberIds: ids,
    subgroupIds: ids,
    settings: Type.Record(Type.String(), GroupSettingValueSchema),
  }),
  response: Type.Object({ group_id: Type.Integer({ description: 'ID of the new group.' }) }, CLOSED),
  idempotent: false,
});
export type CreateUserGroupRequest = Static<(typeof createUserGroup)['request']>;

/** `PATCH /user_groups/{id}` (users.md 15); null leaves a property as it is. */
export const updateUserGroup = defineRpc({
  subject: 'rpc.users.v1.user-groups.update',
  request: Type.Object({
    groupId,
    name: Nullable(Type.String()),
    description: Nullable(Type.String()),
    deactivated: Nullable(Type.Boolean()),
    settings: Type.Record(Type.String(), GroupSettingUpdateSchema),
  }),
  response: EmptyResponseSchema,
  idempotent: true,
});
export type UpdateUserGroupRequest = Static<(typeof updateUserGroup)['request']>;

/** `POST /user_groups/{id}/deactivate` (users.md 15). */
export const deactivateUserGroup = defineRpc({
  subject: 'rpc.users.v1.user-groups.deactivate',
  request: Type.Object({ groupId }),
  response: EmptyResponseSchema,
  idempotent: false,
});

/** `POST /user_groups/{id}/members` and `…/subgroups` (users.md 15). */
export const changeUserGroupMembers = defineRpc({
  subject: 'rpc.users.v1.user-groups.change-members',
  request: Type.Object({ groupId, add: ids, delete: ids, addSubgroups: ids, deleteSubgroups: ids }),
  response: EmptyResponseSchema,
  idempotent: false,
});
export type ChangeUserGroupMembersRequest = Static<(typeof changeUserGroupMembers)['request']>;

/** `GET /user_groups/{id}/members` (users.md 15). */
export const listUserGroupMembers = defineRpc({
  subject: 'rpc.users.v1.user-groups.list-members',
  request: Type.Object({ groupId, directMemberOnly: Type.Boolean() }),
  response: Type.Object({ members: ids }, CLOSED),
  idempotent: true,
});

/** `GET /user_groups/{id}/subgroups` (users.md 15). */
export const listUserGroupSubgroups = defineRpc({
  subject: 'rpc.users.v1.user-groups.list-subgroups',
  request: Type.Object({ groupId, directSubgroupOnly: Type.Boolean() }),
  response: Type.Object({ subgroups: ids }, CLOSED),
  idempotent: true,
});

/** `GET /user_groups/{id}/members/{user_id}` (users.md 15). */
export const checkUserGroupMember = defineRpc({
  subject: 'rpc.users.v1.user-groups.check-member',
  request: Type.Object({ groupId, userId: Type.Integer(), directMemberOnly: Type.Boolean() }),
  response: Type.Object({ is_user_group_member: Type.Boolean() }, CLOSED),
  idempotent: true,
});
