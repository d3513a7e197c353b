import { Inject, Injectable } from '@nestjs/common';
import type { RequestOf } from '@stoa/contracts/rpc';
import { sendPendingNotices } from '@stoa/contracts/messages';
import { changeUserGroupMembers, changeUserGroupSubgroups } from '@stoa/contracts/users';
import { addPendingNotices, directNotice } from '@stoa/database';
import type { RealmUsers } from '@stoa/directory';
import { badRequest, insufficientPermission } from '@stoa/errors';
import { LOGGER } from '@stoa/observability';
import type { Logger } from '@stoa/observability';
import {
  GroupGraph,
  PolicyGroup,
  canAddMembers,
  canAddSubgroups,
  canManageGroup,
  canRemoveMembers,
  wouldCloseCircle,
} from '@stoa/policy';
import { Handles, RpcClient } from '@stoa/rpc';
import type { ActorContext } from '@stoa/rpc';
import { text } from '@stoa/texts';
import { checkSubgroups, checkUsers, graphWith } from './group-members';
import { GroupChannelVisibility } from './group-channel-visibility';
import { GroupFacts, GroupWrites } from './group-writes';
import { membersChanged, subgroupsChanged } from './user-group-change';
import { UserGroupRow, UserGroupsRepository } from './user-groups.repository';

/** A group while its lists change. */
interface ChangingGroup {
  row: UserGroupRow;
  members: Set<number>;
  subgroups: Set<number>;
}

/** Who gets a message about a change. */
interface Told {
  groupName: string;
  added: readonly number[];
  removed: readonly number[];
}

/** What is added to and removed from a group; all of it or nothing. */
interface MembersChange {
  groupId: number;
  add: readonly number[];
  remove: readonly number[];
  addSubgroups: readonly number[];
  removeSubgroups: readonly number[];
}

/** Changes members and subgroups of user groups (users.md 15). */
@Injectable()
export class GroupMembersService {
  constructor(
    private readonly writes: GroupWrites,
    private readonly repository: UserGroupsRepository,
    private readonly visibility: GroupChannelVisibility,
    private readonly rpc: RpcClient,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  @Handles(changeUserGroupMembers)
  async changeMembers(ctx: ActorContext, request: RequestOf<typeof changeUserGroupMembers>): Promise<void> {
    const { user_group_id, add = [], delete: remove = [], add_subgroups = [], delete_subgroups = [] } = request;
    if ([add, remove, add_subgroups, delete_subgroups].every((ids) => ids.length === 0)) {
      throw badRequest(
        'Nothing to do. Specify at least one of "add", "delete", "add_subgroups" or "delete_subgroups".',
      );
    }
    const subgroups = { addSubgroups: add_subgroups, removeSubgroups: delete_subgroups };
    await this.change(ctx, { groupId: user_group_id, add, remove, ...subgroups });
  }

  @Handles(changeUserGroupSubgroups)
  async changeSubgroups(ctx: ActorContext, request: RequestOf<typeof changeUserGroupSubgroups>): Promise<void> {
    const { user_group_id, add = [], delete: remove = [] } = request;
    if (add.length === 0 && remove.length === 0) {
      throw badRequest('Nothing to do. Specify at least one of "add" or "delete".');
    }
    const subgroups = { addSubgroups: add, removeSubgroups: remove };
    await this.change(ctx, { groupId: user_group_id, add: [], remove: [], ...subgroups });
  }

  private async change(ctx: ActorContext, change: MembersChange): Promise<void> {
    const { ids } = await this.writes.write(ctx, async (facts) => {
      const row = await this.writes.access(facts, change.groupId, () => true);
      const group = { row, members: new Set(row.memberIds), subgroups: new Set(row.subgroupIds) };
      const added = await this.add(facts, group, change.add);
      const removed = await this.remove(facts, group, change.remove);
      await this.addSubgroups(facts, group, change.addSubgroups);
      await this.removeSubgroups(facts, group, change.removeSubgroups);
      facts.tx.emit(...(await this.visibility.events(facts, [row.id], graphAfter(facts, group))));
      const told = { groupName: row.name, added: humans(facts, added), removed: humans(facts, removed) };
      return addPendingNotices(facts.tx, ctx.actor.userId, noticesOf(ctx, facts.users, told));
    });
    await this.tell(ctx, ids);
  }

  private async add(facts: GroupFacts, group: ChangingGroup, given: readonly number[]): Promise<number[]> {
    if (given.length === 0) return [];
    const { id } = group.row;
    if (!canAddMembers(group.row, facts.manager, given)) throw insufficientPermission();
    const userIds = checkUsers(facts.users, given);
    const known = userIds.find((userId) => group.members.has(userId));
    if (known !== undefined) throw badRequest(`User ${known} is already a member of this group`);
    for (const userId of userIds) group.members.add(userId);
    await this.repository.addMembers(facts.tx, id, userIds);
    facts.tx.emit(membersChanged('add_members', id, userIds, facts.everybody));
    return userIds;
  }

  private async remove(facts: GroupFacts, group: ChangingGroup, given: readonly number[]): Promise<number[]> {
    if (given.length === 0) return [];
    const { id } = group.row;
    const userIds = checkUsers(facts.users, given);
    if (!canRemoveMembers(group.row, facts.manager, given)) throw insufficientPermission();
    const stranger = userIds.find((userId) => !group.members.has(userId));
    if (stranger !== undefined) throw badRequest(`There is no member '${stranger}' in this user group`);
    for (const userId of userIds) group.members.delete(userId);
    await this.repository.removeMembers(facts.tx, id, userIds);
    facts.tx.emit(membersChanged('remove_members', id, userIds, facts.everybody));
    return userIds;
  }

  private async addSubgroups(facts: GroupFacts, group: ChangingGroup, given: readonly number[]): Promise<void> {
    if (given.length === 0) return;
    const { id } = group.row;
    if (!canAddSubgroups(group.row, facts.manager)) throw insufficientPermission();
    const subgroupIds = checkSubgroups(facts.groups, given);
    const known = subgroupIds.find((subgroupId) => group.subgroups.has(subgroupId));
    if (known !== undefined) throw badRequest(`User group ${known} is already a subgroup of this group.`);
    if (subgroupIds.some((subgroupId) => wouldCloseCircle(facts.groups.graph, id, subgroupId))) {
      throw badRequest(`User group ${id} is already a subgroup of one of the passed subgroups.`);
    }
    for (const subgroupId of subgroupIds) group.subgroups.add(subgroupId);
    await this.repository.addSubgroups(facts.tx, id, subgroupIds);
    facts.tx.emit(subgroupsChanged('add_subgroups', id, subgroupIds, facts.everybody));
  }

  private async removeSubgroups(facts: GroupFacts, group: ChangingGroup, given: readonly number[]): Promise<void> {
    if (given.length === 0) return;
    const { id } = group.row;
    if (!canManageGroup(group.row, facts.manager)) throw insufficientPermission();
    const subgroupIds = checkSubgroups(facts.groups, given);
    const stranger = subgroupIds.find((subgroupId) => !group.subgroups.has(subgroupId));
    if (stranger !== undefined) throw badRequest(`User group ${stranger} is not a subgroup of this group.`);
    for (const subgroupId of subgroupIds) group.subgroups.delete(subgroupId);
    await this.repository.removeSubgroups(facts.tx, id, subgroupIds);
    facts.tx.emit(subgroupsChanged('remove_subgroups', id, subgroupIds, facts.everybody));
  }

  /** What cannot be sent now is sent later, and does not fail the request: what was asked for has happened. */
  private async tell(ctx: ActorContext, noticeIds: readonly number[]): Promise<void> {
    if (noticeIds.length === 0) return;
    try {
      await this.rpc.call(sendPendingNotices, ctx, { noticeIds: [...noticeIds] });
    } catch (error) {
      this.log.error({ err: error, requestId: ctx.requestId }, 'notices of a group are sent later');
    }
  }
}

function noticesOf({ actor }: ActorContext, users: RealmUsers, { groupName: group, added, removed }: Told) {
  const user = `@_**${actor.fullName}|${actor.userId}**`;
  const notice = (userId: number, key: 'group.added' | 'group.removed') =>
    directNotice(userId, text(users.get(userId)?.language ?? '', key, { user, group }));
  return [
    ...added.map((userId) => notice(userId, 'group.added')),
    ...removed.map((userId) => notice(userId, 'group.removed')),
  ];
}

function graphAfter(facts: GroupFacts, { row, members, subgroups }: ChangingGroup): GroupGraph {
  const changed: PolicyGroup = {
    id: row.id,
    name: row.name,
    isSystemGroup: row.isSystemGroup,
    isDeactivated: row.isDeactivated,
    directMembers: [...members],
    directSubgroups: [...subgroups],
  };
  return graphWith(facts.groups.graph, changed);
}

/** Bots get no message, and nobody gets one about their own change. */
function humans({ users, requester }: GroupFacts, userIds: readonly number[]): number[] {
  return userIds.filter((userId) => userId !== requester.id && !users.get(userId)?.isBot);
}
