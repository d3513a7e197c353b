import { GroupSettingUpdateSchema, GroupSettingValueSchema } from '@stoa/contracts';
import type { GroupSettingUpdate, GroupSettingValue } from '@stoa/contracts';
import { BooleanParam, IntegerListParam, IntegerParam, JsonParam, StringParam } from '@stoa/http-params';
import { GROUP_PERMISSION_SETTINGS, GroupPermissionSetting } from '@stoa/policy';

const GROUP = { in: 'path', doc: 'ID of the group.' } as const;

/** `GET /user_groups` (users.md 15). */
export class ListUserGroupsParams {
  @BooleanParam({ default: false, name: 'include_deactivated_groups', doc: 'Whether deactivated groups are listed.' })
  includeDeactivatedGroups!: boolean;
}

/** `POST /user_groups/create` (users.md 15). */
export class CreateUserGroupParams {
  @StringParam({ doc: 'Name, unique in the organization; at most 100 characters.' })
  name!: string;

  @StringParam({ doc: 'What the group is for; may be empty.' })
  description!: string;

  @IntegerListParam({ doc: 'IDs of its first members.' })
  members!: number[];

  @IntegerListParam({ optional: true, doc: 'IDs of groups whose members belong to it.' })
  subgroups?: number[];

  @JsonParam(GroupSettingValueSchema, { optional: true, doc: 'Who may add members; the creator unless set.' })
  can_add_members_group?: GroupSettingValue;

  @JsonParam(GroupSettingValueSchema, { optional: true, doc: 'Who may join; nobody unless set.' })
  can_join_group?: GroupSettingValue;

  @JsonParam(GroupSettingValueSchema, { optional: true, doc: 'Who may leave; everyone unless set.' })
  can_leave_group?: GroupSettingValue;

  @JsonParam(GroupSettingValueSchema, { optional: true, doc: 'Who may manage the group; the creator unless set.' })
  can_manage_group?: GroupSettingValue;

  @JsonParam(GroupSettingValueSchema, { optional: true, doc: 'Who may mention the group; everyone unless set.' })
  can_mention_group?: GroupSettingValue;

  @JsonParam(GroupSettingValueSchema, { optional: true, doc: 'Who may remove members; nobody unless set.' })
  can_remove_members_group?: GroupSettingValue;
}

/** `PATCH /user_groups/{id}` (users.md 15). */
export class UpdateUserGroupParams {
  @IntegerParam(GROUP)
  user_group_id!: number;

  @StringParam({ optional: true, doc: 'New name.' })
  name?: string;

  @StringParam({ optional: true, doc: 'New description.' })
  description?: string;

  @JsonParam(GroupSettingUpdateSchema, { optional: true, doc: 'Who may add members.' })
  can_add_members_group?: GroupSettingUpdate;

  @JsonParam(GroupSettingUpdateSchema, { optional: true, doc: 'Who may join.' })
  can_join_group?: GroupSettingUpdate;

  @JsonParam(GroupSettingUpdateSchema, { optional: true, doc: 'Who may leave.' })
  can_leave_group?: GroupSettingUpdate;

  @JsonParam(GroupSettingUpdateSchema, { optional: true, doc: 'Who may manage the group.' })
  can_manage_group?: GroupSettingUpdate;

  @JsonParam(GroupSettingUpdateSchema, { optional: true, doc: 'Who may mention the group.' })
  can_mention_group?: GroupSettingUpdate;

  @JsonParam(GroupSettingUpdateSchema, { optional: true, doc: 'Who may remove members.' })
  can_remove_members_group?: GroupSettingUpdate;

  @BooleanParam({ optional: true, doc: 'False makes a deactivated group active again; true does nothing.' })
  deactivated?: boolean;
}

/** The values among the parameters that are permission settings. */
export function settingsOf<T>(params: Partial<Record<GroupPermissionSetting, T>>): Record<string, T> {
  const settings: Record<string, T> = {};
  for (const name of Object.keys(GROUP_PERMISSION_SETTINGS) as GroupPermissionSetting[]) {
    const value = params[name];
    if (value !== undefined) settings[name] = value;
  }
  return settings;
}

/** `POST /user_groups/{id}/deactivate` (users.md 15). */
export class UserGroupParams {
  @IntegerParam(GROUP)
  user_group_id!: number;
}

/** `POST /user_groups/{id}/members` (users.md 15). */
export class ChangeMembersParams {
  @IntegerParam(GROUP)
  user_group_id!: number;

  @IntegerListParam({ optional: true, doc: 'IDs of users to add.' })
  add?: number[];

  @IntegerListParam({ optional: true, doc: 'IDs of users to remove.' })
  delete?: number[];

  @IntegerListParam({ optional: true, name: 'add_subgroups', doc: 'IDs of groups to add.' })
  addSubgroups?: number[];

  @IntegerListParam({ optional: true, name: 'delete_subgroups', doc: 'IDs of groups to remove.' })
  deleteSubgroups?: number[];
}

/** `POST /user_groups/{id}/subgroups` (users.md 15). */
export class ChangeSubgroupsParams {
  @IntegerParam(GROUP)
  user_group_id!: number;

  @IntegerListParam({ optional: true, doc: 'IDs of groups to add.' })
  add?: number[];

  @IntegerListParam({ optional: true, doc: 'IDs of groups to remove.' })
  delete?: number[];
}

/** `GET /user_groups/{id}/members` (users.md 15). */
export class ListMembersParams {
  @IntegerParam(GROUP)
  user_group_id!: number;

  @BooleanParam({ default: false, name: 'direct_member_only', doc: 'Leaves members of subgroups out.' })
  directMemberOnly!: boolean;
}

/** `GET /user_groups/{id}/members/{user_id}` (users.md 15). */
export class CheckMemberParams extends ListMembersParams {
  @IntegerParam({ in: 'path', doc: 'ID of the user.' })
  user_id!: number;
}

/** `GET /user_groups/{id}/subgroups` (users.md 15). */
export class ListSubgroupsParams {
  @IntegerParam(GROUP)
  user_group_id!: number;

  @BooleanParam({ default: false, name: 'direct_subgroup_only', doc: 'Leaves subgroups of subgroups out.' })
  directSubgroupOnly!: boolean;
}
