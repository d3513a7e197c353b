import { Injectable } from '@nestjs/common';
import type { RequestOf, RpcResponse } from '@stoa/contracts/rpc';
import {
  checkUserGroupMember,
  listUserGroupMembers,
  listUserGroupSubgroups,
  listUserGroups,
} from '@stoa/contracts/users';
import { Database, setKeys } from '@stoa/database';
import { badRequest, noSuchUser, userIsDeactivated } from '@stoa/errors';
import { PolicyGroup, recursiveSubgroups } from '@stoa/policy';
import { Handles, RawJson } from '@stoa/rpc';
import type { ActorContext } from '@stoa/rpc';
import type { GroupSet } from '../../register/state/group-set';
import { RegisterSets } from '../../register/register-sets';
import type { UserSet } from '../../shared/user-set/user-set';
import { UserSetsRepository } from '../../shared/user-set/user-sets.repository';
import { UserSets } from '../../shared/user-set/user-sets';

interface ReadGroups {
  groups: GroupSet;
  users: UserSet;
}

/** Reads of groups (users.md 15), from the copies that registrations use, exact as of one snapshot. */
@Injectable()
export class GroupReading {
  constructor(
    private readonly database: Database,
    private readonly userSets: UserSets,
    private readonly repository: UserSetsRepository,
    private readonly sets: RegisterSets,
  ) {}

  @Handles(listUserGroups)
  async list(ctx: ActorContext, request: RequestOf<typeof listUserGroups>): Promise<RawJson> {
    const { groups } = await this.read(ctx);
    const { bytes } = groups.shared(ctx.actor.realmId, request.include_deactivated_groups);
    return new RawJson(`{"user_groups":${bytes.toString()}}`);
  }

  @Handles(listUserGroupMembers)
  async members(
    ctx: ActorContext,
    { user_group_id, direct_member_only }: RequestOf<typeof listUserGroupMembers>,
  ): Promise<RpcResponse<typeof listUserGroupMembers>> {
    const { groups } = await this.read(ctx);
    const group = readable(groups, user_group_id);
    const members = direct_member_only ? group.directMembers : groups.graph.membersOf(user_group_id);
    return { members: [...members].sort((first, second) => first - second) };
  }

  @Handles(listUserGroupSubgroups)
  async subgroups(
    ctx: ActorContext,
    { user_group_id, direct_subgroup_only }: RequestOf<typeof listUserGroupSubgroups>,
  ): Promise<RpcResponse<typeof listUserGroupSubgroups>> {
    const { groups } = await this.read(ctx);
    const group = readable(groups, user_group_id);
    const subgroups = direct_subgroup_only ? group.directSubgroups : recursiveSubgroups(groups.graph, user_group_id);
    return { subgroups: [...subgroups].sort((first, second) => first - second) };
  }

  @Handles(checkUserGroupMember)
  async isMember(
    ctx: ActorContext,
    { user_group_id, user_id, direct_member_only }: RequestOf<typeof checkUserGroupMember>,
  ): Promise<RpcResponse<typeof checkUserGroupMember>> {
    const { groups, users } = await this.read(ctx);
    const group = readable(groups, user_group_id);
    const user = users.find(user_id);
    if (!user) throw noSuchUser();
    if (!user.isActive) throw userIsDeactivated();
    const isDirect = group.directMembers.includes(user_id);
    return {
      is_user_group_member: direct_member_only ? isDirect : groups.graph.membersOf(user_group_id).has(user_id),
    };
  }

  private read({ actor: { realmId } }: ActorContext): Promise<ReadGroups> {
    return this.database.snapshotRead(async (reader) => {
      const users = await this.userSets.locked(reader, realmId);
      const version = await this.repository.version(reader, setKeys.realmGroups(realmId));
      return { users, groups: await this.sets.groups(reader, realmId, version, users) };
    });
  }
}

/** @throws DomainError `Invalid user group`, `User group is deactivated.` */
function readable({ graph }: GroupSet, groupId: number): PolicyGroup {
  const group = graph.get(groupId);
  if (!group || group.name === null) throw badRequest('Invalid user group');
  if (group.isDeactivated) throw badRequest('User group is deactivated.');
  return group;
}
