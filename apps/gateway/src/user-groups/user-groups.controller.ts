import type { DocumentedError } from '@stoa/contracts';
import {
  badRequest,
  changeUserGroupMembers,
  checkUserGroupMember,
  createUserGroup,
  deactivateUserGroup,
  listUserGroupMembers,
  listUserGroupSubgroups,
  listUserGroups,
  updateUserGroup,
} from '@stoa/contracts';
import { RpcClient } from '@stoa/rpc';
import { Endpoint, EndpointController } from '../http/endpoint.decorator';
import type { UserContext } from '../http/request-context';
import {
  ChangeMembersParams,
  ChangeSubgroupsParams,
  CheckMemberParams,
  CreateUserGroupParams,
  ListMembersParams,
  ListSubgroupsParams,
  ListUserGroupsParams,
  UpdateUserGroupParams,
  UserGroupParams,
  settingsOf,
} from './user-groups.params';

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
const NOTHING = 'Nothing to do. Specify at least one of "add", "delete", "add_subgroups" or "delete_subgroups".';
const NO_SUBGROUPS = 'Nothing to do. Specify at least one of "add" or "delete".';
const SUBGROUPS = [
  error('Invalid user group ID: 99'),
  DEACTIVATED,
  error('User group 31 is already a subgroup of this group.'),
  error('User group 30 is already a subgroup of one of the passed subgroups.'),
  error('User group 31 is not a subgroup of this group.'),
];

/** User groups (users.md 15): not for guests and bots. */
@EndpointController()
export class UserGroupsController {
  constructor(private readonly rpc: RpcClient) {}

  @Endpoint({
    method: 'GET',
    path: 'user_groups',
    summary: 'Get user groups',
    description: 'System groups are among them.',
    tag: 'User groups',
    auth: 'user',
    guard: 'human-member',
    params: ListUserGroupsParams,
    response: listUserGroups.response,
  })
  list(ctx: UserContext, params: ListUserGroupsParams): Promise<Buffer> {
    return this.rpc.callRaw(listUserGroups, ctx, params);
  }

  @Endpoint({
    method: 'POST',
    path: 'user_groups/create',
    summary: 'Create a user group',
    description: 'The caller is not made a member.',
    tag: 'User groups',
    auth: 'user',
    guard: 'human-member',
    params: CreateUserGroupParams,
    response: createUserGroup.response,
    errors: [DENIED, ...NAMES, error('Invalid user ID: 99'), ...SETTING_VALUES],
  })
  create(ctx: UserContext, params: CreateUserGroupParams): Promise<Buffer> {
    const { name, description, members, subgroups = [] } = params;
    return this.rpc.callRaw(createUserGroup, ctx, {
      name,
      description,
      memberIds: members,
      subgroupIds: subgroups,
      settings: settingsOf(params),
    });
  }

  @Endpoint({
    method: 'PATCH',
    path: 'user_groups/{user_group_id}',
    summary: 'Update a user group',
    tag: 'User groups',
    auth: 'user',
    guard: 'human-member',
    params: UpdateUserGroupParams,
    response: updateUserGroup.response,
    errors: [
      error('No new data supplied'),
      UNKNOWN,
      DENIED,
      ...NAMES,
      { code: 'EXPECTATION_MISMATCH', msg: "'old' value does not match the expected value." },
      ...SETTING_VALUES,
    ],
  })
  update(ctx: UserContext, params: UpdateUserGroupParams): Promise<Buffer> {
    const { name = null, description = null, deactivated = null } = params;
    const settings = settingsOf(params);
    if (name === null && description === null && deactivated === null && Object.keys(settings).length === 0) {
      throw badRequest('No new data supplied');
    }
    const groupId = params.user_group_id;
    return this.rpc.callRaw(updateUserGroup, ctx, { groupId, name, description, deactivated, settings });
  }

  @Endpoint({
    method: 'POST',
    path: 'user_groups/{user_group_id}/deactivate',
    summary: 'Deactivate a user group',
    tag: 'User groups',
    auth: 'user',
    guard: 'human-member',
    params: UserGroupParams,
    response: deactivateUserGroup.response,
    errors: [
      UNKNOWN,
      DENIED,
      DEACTIVATED,
      { code: 'CANNOT_DEACTIVATE_GROUP_IN_USE', msg: 'Cannot deactivate user group in use.' },
    ],
  })
  deactivate(ctx: UserContext, params: UserGroupParams): Promise<Buffer> {
    return this.rpc.callRaw(deactivateUserGroup, ctx, { groupId: params.user_group_id });
  }

  @Endpoint({
    method: 'POST',
    path: 'user_groups/{user_group_id}/members',
    summary: 'Change the members of a user group',
    tag: 'User groups',
    auth: 'user',
    guard: 'human-member',
    params: ChangeMembersParams,
    response: changeUserGroupMembers.response,
    errors: [
      error(NOTHING),
      UNKNOWN,
      DENIED,
      error('Invalid user ID: 99'),
      error('User 11 is already a member of this group'),
      error("There is no member '11' in this user group"),
      ...SUBGROUPS,
    ],
  })
  changeMembers(ctx: UserContext, params: ChangeMembersParams): Promise<Buffer> {
    const { add = [], delete: removed = [], addSubgroups = [], deleteSubgroups = [] } = params;
    if ([add, removed, addSubgroups, deleteSubgroups].every((ids) => ids.length === 0)) throw badRequest(NOTHING);
    const groupId = params.user_group_id;
    return this.rpc.callRaw(changeUserGroupMembers, ctx, {
      groupId,
      add,
      delete: removed,
      addSubgroups,
      deleteSubgroups,
    });
  }

  @Endpoint({
    method: 'GET',
    path: 'user_groups/{user_group_id}/members',
    summary: 'Get the members of a user group',
    tag: 'User groups',
    auth: 'user',
    guard: 'human-member',
    params: ListMembersParams,
    response: listUserGroupMembers.response,
    errors: [UNKNOWN, DEACTIVATED],
  })
  members(ctx: UserContext, params: ListMembersParams): Promise<Buffer> {
    const { user_group_id: groupId, directMemberOnly } = params;
    return this.rpc.callRaw(listUserGroupMembers, ctx, { groupId, directMemberOnly });
  }

  @Endpoint({
    method: 'GET',
    path: 'user_groups/{user_group_id}/members/{user_id}',
    summary: 'Get whether a user is a member of a user group',
    tag: 'User groups',
    auth: 'user',
    guard: 'human-member',
    params: CheckMemberParams,
    response: checkUserGroupMember.response,
    errors: [UNKNOWN, DEACTIVATED, error('No such user'), error('User is deactivated')],
  })
  isMember(ctx: UserContext, params: CheckMemberParams): Promise<Buffer> {
    const { user_group_id: groupId, user_id: userId, directMemberOnly } = params;
    return this.rpc.callRaw(checkUserGroupMember, ctx, { groupId, userId, directMemberOnly });
  }

  @Endpoint({
    method: 'POST',
    path: 'user_groups/{user_group_id}/subgroups',
    summary: 'Change the subgroups of a user group',
    tag: 'User groups',
    auth: 'user',
    guard: 'human-member',
    params: ChangeSubgroupsParams,
    response: changeUserGroupMembers.response,
    errors: [error(NO_SUBGROUPS), UNKNOWN, DENIED, ...SUBGROUPS],
  })
  changeSubgroups(ctx: UserContext, params: ChangeSubgroupsParams): Promise<Buffer> {
    const { add = [], delete: removed = [] } = params;
    if (add.length === 0 && removed.length === 0) throw badRequest(NO_SUBGROUPS);
    return this.rpc.callRaw(changeUserGroupMembers, ctx, {
      groupId: params.user_group_id,
      add: [],
      delete: [],
      addSubgroups: add,
      deleteSubgroups: removed,
    });
  }

  @Endpoint({
    method: 'GET',
    path: 'user_groups/{user_group_id}/subgroups',
    summary: 'Get the subgroups of a user group',
    tag: 'User groups',
    auth: 'user',
    guard: 'human-member',
    params: ListSubgroupsParams,
    response: listUserGroupSubgroups.response,
    errors: [UNKNOWN, DEACTIVATED],
  })
  subgroups(ctx: UserContext, params: ListSubgroupsParams): Promise<Buffer> {
    const { user_group_id: groupId, directSubgroupOnly } = params;
    return this.rpc.callRaw(listUserGroupSubgroups, ctx, { groupId, directSubgroupOnly });
  }
}
