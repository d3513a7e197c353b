import { Type } from '@sinclair/typebox';
import { GroupSettingValueSchema, UserGroupSchema } from '../users/group-object';
import { CLOSED } from '../rpc/nullable';

const head = { id: Type.Integer(), type: Type.Literal('user_group') };
const group_id = Type.Integer();
const value = Type.Optional(GroupSettingValueSchema);

/** A group is new, or for clients without `include_deactivated_groups` active again (users.md 19). */
export const UserGroupAddEventSchema = Type.Object(
  { ...head, op: Type.Literal('add'), group: UserGroupSchema },
  CLOSED,
);

export const UserGroupUpdateEventSchema = Type.Object(
  {
    ...head,
    op: Type.Literal('update'),
    group_id,
    data: Type.Object(
      {
        name: Type.Optional(Type.String()),
        description: Type.Optional(Type.String()),
        deactivated: Type.Optional(Type.Boolean()),
        can_add_members_group: value,
        can_join_group: value,
        can_leave_group: value,
        can_manage_group: value,
        can_mention_group: value,
        can_remove_members_group: value,
      },
      { ...CLOSED, minProperties: 1, maxProperties: 1 },
    ),
  },
  CLOSED,
);

/** A group was deactivated, for clients without `include_deactivated_groups`. */
export const UserGroupRemoveEventSchema = Type.Object({ ...head, op: Type.Literal('remove'), group_id }, CLOSED);

/** Groups became direct subgroups of a group, or are not any more. */
export const UserGroupSubgroupsEventSchema = Type.Object(
  {
    ...head,
    op: Type.Union([Type.Literal('add_subgroups'), Type.Literal('remove_subgroups')]),
    group_id,
    direct_subgroup_ids: Type.Array(Type.Integer()),
  },
  CLOSED,
);
