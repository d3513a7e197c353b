import { Static, Type } from '@sinclair/typebox';
import { CLOSED, Nullable } from '../rpc/nullable';

/** Value of a permission setting: a named group, or the users and groups of an anonymous one (users.md 15). */
export const GroupSettingValueSchema = Type.Union([
  Type.Integer(),
  Type.Object(
    { direct_members: Type.Array(Type.Integer()), direct_subgroups: Type.Array(Type.Integer()) },
    { ...CLOSED, title: 'AnonymousGroup' },
  ),
]);
export type GroupSettingValue = Static<typeof GroupSettingValueSchema>;

/** How a permission setting is changed: the new value, and what the caller believes the current one to be. */
export const GroupSettingUpdateSchema = Type.Object(
  { new: GroupSettingValueSchema, old: Type.Optional(Nullable(GroupSettingValueSchema)) },
  { title: 'GroupSettingUpdate' },
);
export type GroupSettingUpdate = Static<typeof GroupSettingUpdateSchema>;

/** A user group; clients decode it strictly, so it has exactly these keys. */
export const UserGroupSchema = Type.Object(
  {
    id: Type.Integer(),
    name: Type.String(),
    description: Type.String(),
    creator_id: Nullable(Type.Integer()),
    date_created: Nullable(Type.Integer()),
    members: Type.Array(Type.Integer(), { description: 'Direct active members, ascending.' }),
    direct_subgroup_ids: Type.Array(Type.Integer()),
    is_system_group: Type.Boolean(),
    deactivated: Type.Boolean(),
    can_add_members_group: GroupSettingValueSchema,
    can_join_group: GroupSettingValueSchema,
    can_leave_group: GroupSettingValueSchema,
    can_manage_group: GroupSettingValueSchema,
    can_mention_group: GroupSettingValueSchema,
    can_remove_members_group: GroupSettingValueSchema,
  },
  CLOSED,
);
export type UserGroupObject = Static<typeof UserGroupSchema>;
