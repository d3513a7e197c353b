import { Controller } from '@nestjs/common';
import {
  type ChangeUserGroupMembersRequest,
  type CreateUserGroupRequest,
  type RpcRequest,
  type RpcResponse,
  type UpdateUserGroupRequest,
  changeUserGroupMembers,
  checkUserGroupMember,
  createUserGroup,
  deactivateUserGroup,
  listUserGroupMembers,
  listUserGroupSubgroups,
  listUserGroups,
  updateUserGroup,
} from '@stoa/contracts';
import { type CallContext, Handles, RawJson, requireActor } from '@stoa/rpc';
import { CreateGroupService } from './create-group.service';
import { GroupMembersService } from './group-members.service';
import { GroupReading } from './group-reading';
import { UpdateGroupService } from './update-group.service';

@Controller()
export class UserGroupsHandler {
  constructor(
    private readonly reading: GroupReading,
    private readonly creating: CreateGroupService,
    private readonly updating: UpdateGroupService,
    private readonly membership: GroupMembersService,
  ) {}

  @Handles(listUserGroups)
  async list(request: RpcRequest<typeof listUserGroups>, context: CallContext): Promise<RawJson> {
    return new RawJson(await this.reading.list(requireActor(context), request.includeDeactivatedGroups));
  }

  @Handles(createUserGroup)
  async create(request: CreateUserGroupRequest, context: CallContext): Promise<RpcResponse<typeof createUserGroup>> {
    return { group_id: await this.creating.create(requireActor(context), request) };
  }

  @Handles(updateUserGroup)
  async update(request: UpdateUserGroupRequest, context: CallContext): Promise<object> {
    await this.updating.update(requireActor(context), request);
    return {};
  }

  @Handles(deactivateUserGroup)
  async deactivate(request: RpcRequest<typeof deactivateUserGroup>, context: CallContext): Promise<object> {
    await this.updating.deactivate(requireActor(context), request.groupId);
    return {};
  }

  @Handles(changeUserGroupMembers)
  async changeMembers(request: ChangeUserGroupMembersRequest, context: CallContext): Promise<object> {
    await this.membership.change(requireActor(context), request);
    return {};
  }

  @Handles(listUserGroupMembers)
  async members(
    request: RpcRequest<typeof listUserGroupMembers>,
    context: CallContext,
  ): Promise<RpcResponse<typeof listUserGroupMembers>> {
    return { members: await this.reading.members(requireActor(context), request.groupId, request.directMemberOnly) };
  }

  @Handles(listUserGroupSubgroups)
  async subgroups(
    request: RpcRequest<typeof listUserGroupSubgroups>,
    context: CallContext,
  ): Promise<RpcResponse<typeof listUserGroupSubgroups>> {
    const { groupId, directSubgroupOnly } = request;
    return { subgroups: await this.reading.subgroups(requireActor(context), groupId, directSubgroupOnly) };
  }

  @Handles(checkUserGroupMember)
  async isMember(
    request: RpcRequest<typeof checkUserGroupMember>,
    context: CallContext,
  ): Promise<RpcResponse<typeof checkUserGroupMember>> {
    return { is_user_group_member: await this.reading.isMember(requireActor(context), request) };
  }
}
