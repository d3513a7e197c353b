import { Injectable } from '@nestjs/common';
import type { RequestOf } from '@stoa/contracts/rpc';
import type { GroupSettingValue } from '@stoa/contracts/users';
import { deactivateUserGroup, updateUserGroup } from '@stoa/contracts/users';
import { changedGroupSetting, wireGroupValue } from '@stoa/directory';
import { storeSettingGroup } from '@stoa/database';
import { DomainError, badRequest } from '@stoa/errors';
import { GROUP_PERMISSION_SETTINGS, GroupPermissionSetting, canManageGroup, groupNameProblem } from '@stoa/policy';
import { Handles } from '@stoa/rpc';
import type { ActorContext } from '@stoa/rpc';
import { requireRole } from '../../shared/user-changes/user-rules';
import { GroupFacts, GroupWrites } from './group-writes';
import {
  groupDeactivated,
  groupReactivated,
  groupSettingNames,
  groupUpdated,
  objectionsTo,
  settingValuesOf,
  userGroupObject,
} from './user-group-change';
import { UserGroupRow, UserGroupsRepository } from './user-groups.repository';

type UpdateRequest = RequestOf<typeof updateUserGroup>;

/** Properties, settings and activity of groups (users.md 15). */
@Injectable()
export class UpdateGroupService {
  constructor(
    private readonly writes: GroupWrites,
    private readonly repository: UserGroupsRepository,
  ) {}

  @Handles(updateUserGroup)
  async update(ctx: ActorContext, request: RequestOf<typeof updateUserGroup>): Promise<void> {
    const { user_group_id, ...given } = request;
    if (Object.keys(given).length === 0) throw badRequest('No new data supplied');
    await this.writes.write(ctx, async (facts) => {
      const row = await this.writes.access(facts, user_group_id, canManageGroup);
      const texts = await this.changedTexts(facts, row, request);
      const { columns, values } = await this.changedSettings(facts, row, request);
      const isReactivated = request.deactivated === false && row.isDeactivated;
      const changes = { ...texts, ...columns, ...(isReactivated ? { deactivated: false } : {}) };
      if (Object.keys(changes).length === 0) return;
      await this.repository.update(facts.tx, row.id, changes);
      for (const [property, value] of Object.entries({ ...texts, ...Object.fromEntries(values) })) {
        const isHidden = property === 'name' && row.isDeactivated;
        facts.tx.emit(groupUpdated(row.id, { [property]: value }, facts.everybody, isHidden));
      }
      if (isReactivated) facts.tx.emit(...this.reactivated(facts, { ...row, ...texts }, values));
    });
  }

  @Handles(deactivateUserGroup)
  async deactivate(
    ctx: ActorContext,
    { user_group_id: groupId }: RequestOf<typeof deactivateUserGroup>,
  ): Promise<void> {
    await this.writes.write(ctx, async (facts) => {
      const row = await this.writes.access(facts, groupId, (group, manager) => {
        requireRole('human-member', facts.requester);
        return canManageGroup(group, manager);
      });
      if (row.isDeactivated) throw badRequest('User group is deactivated.');
      const objections = objectionsTo(await this.repository.uses(facts.tx, groupId));
      if (objections.length > 0) {
        throw new DomainError('CANNOT_DEACTIVATE_GROUP_IN_USE', 'Cannot deactivate user group in use.', {
          data: { objections },
        });
      }
      await this.repository.update(facts.tx, groupId, { deactivated: true });
      facts.tx.emit(...groupDeactivated(groupId, facts.everybody));
    });
  }

  private async changedTexts(
    { tx }: GroupFacts,
    row: UserGroupRow,
    { name, description }: UpdateRequest,
  ): Promise<{ name?: string; description?: string }> {
    const changes: { name?: string; description?: string } = {};
    if (name !== undefined && name !== row.name) {
      const problem = groupNameProblem(name);
      if (problem) throw badRequest(problem);
      if (await this.repository.isNameTaken(tx, name)) throw badRequest(`User group '${name}' already exists.`);
      changes.name = name;
    }
    if (description !== undefined && description !== row.description) changes.description = description;
    return changes;
  }

  /** What the columns become, and what clients see of it. At most six settings. */
  private async changedSettings(
    facts: GroupFacts,
    row: UserGroupRow,
    request: UpdateRequest,
  ): Promise<{
    columns: Partial<Record<GroupPermissionSetting, number>>;
    values: Map<GroupPermissionSetting, GroupSettingValue>;
  }> {
    const columns: Partial<Record<GroupPermissionSetting, number>> = {};
    const values = new Map<GroupPermissionSetting, GroupSettingValue>();
    for (const name of groupSettingNames()) {
      const update = request[name];
      if (update === undefined) continue;
      const setting = GROUP_PERMISSION_SETTINGS[name];
      const value = changedGroupSetting({ name, setting, update, currentGroupId: row[name] }, facts);
      if (value === undefined) continue;
      values.set(name, value);
      columns[name] = await storeSettingGroup(facts.tx, row[name], value);
    }
    return { columns, values };
  }

  private reactivated(
    facts: GroupFacts,
    row: UserGroupRow,
    values: ReadonlyMap<GroupPermissionSetting, GroupSettingValue>,
  ) {
    const { groups, users, everybody } = facts;
    const settings = settingValuesOf(row, (groupId) => wireGroupValue(groups, users, groupId));
    const members = row.memberIds.filter((userId) => users.get(userId)?.isActive);
    const group = userGroupObject({ ...row, isDeactivated: false }, members, row.subgroupIds, {
      ...settings,
      ...Object.fromEntries(values),
    });
    return groupReactivated(group, everybody);
  }
}
