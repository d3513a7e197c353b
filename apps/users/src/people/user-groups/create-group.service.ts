import { Injectable } from '@nestjs/common';
import type { RequestOf, RpcResponse } from '@stoa/contracts/rpc';
import type { GroupSettingValue } from '@stoa/contracts/users';
import { createUserGroup } from '@stoa/contracts/users';
import { badRequest, insufficientPermission } from '@stoa/errors';
import { checkGroupValue } from '@stoa/directory';
import { insertSettingGroup } from '@stoa/database';
import {
  GROUP_PERMISSION_SETTINGS,
  GroupPermissionSetting,
  REALM_PERMISSION_SETTINGS,
  groupNameProblem,
  hasPermission,
} from '@stoa/policy';
import { Handles } from '@stoa/rpc';
import type { ActorContext } from '@stoa/rpc';
import { GroupFacts, GroupWrites } from './group-writes';
import { checkSubgroups, checkUsers } from './group-members';
import { GroupSettingValues, groupAdded, subgroupsChanged, userGroupObject } from './user-group-change';
import { UserGroupsRepository } from './user-groups.repository';

type CreateRequest = RequestOf<typeof createUserGroup>;

/** Makes user groups (users.md 15). */
@Injectable()
export class CreateGroupService {
  constructor(
    private readonly writes: GroupWrites,
    private readonly repository: UserGroupsRepository,
  ) {}

  @Handles(createUserGroup)
  create(ctx: ActorContext, request: RequestOf<typeof createUserGroup>): Promise<RpcResponse<typeof createUserGroup>> {
    return this.writes.write(ctx, async (facts) => {
      const { tx, manager, settings, groups, requester, everybody } = facts;
      const permission = REALM_PERMISSION_SETTINGS.can_create_groups;
      if (!hasPermission(permission, settings.canCreateGroups, manager.user, groups.graph)) {
        throw insufficientPermission();
      }
      await this.checkName(facts, request.name);
      const memberIds = checkUsers(facts.users, request.members);
      const subgroupIds = checkSubgroups(groups, request.subgroups ?? []);
      const values = settingValues(request, facts);
      const { name, description } = request;
      const columns = await this.store(facts, values);
      const { id, dateCreated } = await this.repository.insert(tx, {
        name,
        description,
        creatorId: requester.id,
        ...columns,
      });
      if (memberIds.length > 0) await this.repository.addMembers(tx, id, memberIds);
      if (subgroupIds.length > 0) await this.repository.addSubgroups(tx, id, subgroupIds);
      const head = { id, name, description, creatorId: requester.id, dateCreated };
      const group = userGroupObject({ ...head, isSystemGroup: false, isDeactivated: false }, memberIds, [], values);
      tx.emit(groupAdded(group, everybody));
      if (subgroupIds.length > 0) tx.emit(subgroupsChanged('add_subgroups', id, subgroupIds, everybody));
      return { group_id: id };
    });
  }

  private async checkName({ tx }: GroupFacts, name: string): Promise<void> {
    const problem = groupNameProblem(name);
    if (problem) throw badRequest(problem);
    if (await this.repository.isNameTaken(tx, name)) throw badRequest(`User group '${name}' already exists.`);
  }

  /** Group ids for the columns; at most six anonymous groups are made. */
  private async store({ tx }: GroupFacts, values: GroupSettingValues): Promise<Record<GroupPermissionSetting, number>> {
    const store = (value: GroupSettingValue): number | Promise<number> =>
      typeof value === 'number' ? value : insertSettingGroup(tx, value);
    return {
      can_add_members_group: await store(values.can_add_members_group),
      can_join_group: await store(values.can_join_group),
      can_leave_group: await store(values.can_leave_group),
      can_manage_group: await store(values.can_manage_group),
      can_mention_group: await store(values.can_mention_group),
      can_remove_members_group: await store(values.can_remove_members_group),
    };
  }
}

function settingValues(given: CreateRequest, facts: GroupFacts): GroupSettingValues {
  const valueOf = (name: GroupPermissionSetting): GroupSettingValue => {
    const setting = GROUP_PERMISSION_SETTINGS[name];
    const value = given[name];
    if (value !== undefined) return checkGroupValue(name, setting, value, facts);
    if (setting.defaultGroup === 'group_creator') return { direct_members: [facts.requester.id], direct_subgroups: [] };
    return facts.groups.graph.idOf(setting.defaultGroup);
  };
  return {
    can_add_members_group: valueOf('can_add_members_group'),
    can_join_group: valueOf('can_join_group'),
    can_leave_group: valueOf('can_leave_group'),
    can_manage_group: valueOf('can_manage_group'),
    can_mention_group: valueOf('can_mention_group'),
    can_remove_members_group: valueOf('can_remove_members_group'),
  };
}
