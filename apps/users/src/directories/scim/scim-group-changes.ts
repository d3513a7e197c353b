import { Injectable } from '@nestjs/common';
import { wireGroupValue } from '@stoa/directory';
import { PolicyGroup, groupNameProblem } from '@stoa/policy';
import type { GroupSettingValue } from '@stoa/contracts/users';
import { GroupChannelVisibility } from '../../people/user-groups/group-channel-visibility';
import { graphWith } from '../../people/user-groups/group-members';
import type { RealmGroupFacts } from '../../people/user-groups/group-writes';
import {
  groupAdded,
  groupDeactivated,
  groupReactivated,
  groupUpdated,
  membersChanged,
  objectionsTo,
  settingValuesOf,
  userGroupObject,
} from '../../people/user-groups/user-group-change';
import { UserGroupRow, UserGroupsRepository } from '../../people/user-groups/user-groups.repository';
import type { GroupStep } from './protocol/group-input';
import { ScimError, invalidValue } from './protocol/scim-error';
import { ScimGroupsRepository } from './scim-groups.repository';
import { isUserId } from './scim-user-lists';

const DESCRIPTION = 'Created from SCIM';

/** What a provider's groups are made of; all of it in a transaction with the realm's exclusive lock. */
@Injectable()
export class ScimGroupChanges {
  constructor(
    private readonly groups: UserGroupsRepository,
    private readonly repository: ScimGroupsRepository,
    private readonly visibility: GroupChannelVisibility,
  ) {}

  /** A group that nobody but the provider changes. @returns its id @throws ScimError 400, 409 */
  async create(facts: RealmGroupFacts, name: string, adopts: boolean): Promise<number> {
    const { tx, groups, everybody } = facts;
    checkName(name);
    const holder = await this.repository.holderOfName(tx, name);
    if (holder) return this.adopt(facts, name, holder, adopts);
    const nobody = groups.graph.idOf('role:nobody');
    const settings = {
      ...{ can_add_members_group: nobody, can_join_group: nobody, can_leave_group: nobody, can_manage_group: nobody },
      ...{ can_remove_members_group: nobody, can_mention_group: groups.graph.idOf('role:everyone') },
    };
    const head = { name, description: DESCRIPTION, creatorId: null };
    const { id, dateCreated } = await this.groups.insert(tx, { ...head, ...settings });
    const row = { ...head, id, dateCreated, isSystemGroup: false, isDeactivated: false };
    tx.emit(groupAdded(userGroupObject(row, [], [], settings), everybody));
    return id;
  }

  /** Applies steps in order; what is so already is no error. @throws ScimError 400, 409 */
  async apply(facts: RealmGroupFacts, groupId: number, steps: readonly GroupStep[]): Promise<void> {
    const row = await this.groups.group(facts.tx, groupId);
    if (!row) throw new Error(`group ${groupId} was there`);
    const members = new Set(row.memberIds);
    let externalId: string | null | undefined;
    let name = row.name;
    for (const step of steps) {
      if (step.kind === 'describe') {
        if (step.input.externalId !== undefined) externalId = step.input.externalId;
        if (step.input.displayName !== undefined) name = step.input.displayName;
      } else changeMembers(facts, members, step);
    }
    await this.rename(facts, row, name);
    await this.storeMembers(facts, row, members);
    await this.repository.note(facts.tx, groupId, externalId);
  }

  /** Nobody is in it any more; it is deactivated unless something still names it. */
  async unlink(facts: RealmGroupFacts, groupId: number): Promise<void> {
    const { tx, everybody } = facts;
    await this.apply(facts, groupId, [{ kind: 'clear' }]);
    if (objectionsTo(await this.groups.uses(tx, groupId)).length > 0) return;
    await this.groups.update(tx, groupId, { deactivated: true });
    tx.emit(...groupDeactivated(groupId, everybody));
  }

  /** A group that this provider made before and let go comes back; another one only where that is wanted. */
  private async adopt(
    facts: RealmGroupFacts,
    name: string,
    holder: { id: number; isSystemGroup: boolean; isDeactivated: boolean; isManaged: boolean },
    adopts: boolean,
  ): Promise<number> {
    const returns = holder.isDeactivated && holder.isManaged;
    const isAdoptable = adopts && !holder.isManaged && !holder.isSystemGroup;
    if (!returns && !isAdoptable) throw nameTaken(name);
    if (holder.isDeactivated) await this.reactivate(facts, holder.id);
    return holder.id;
  }

  private async reactivate(facts: RealmGroupFacts, groupId: number): Promise<void> {
    const { tx, groups, users, everybody } = facts;
    const row = await this.groups.group(tx, groupId);
    if (!row) throw new Error(`group ${groupId} was there`);
    await this.groups.update(tx, groupId, { deactivated: false });
    const valueOf = (id: number): GroupSettingValue => wireGroupValue(groups, users, id);
    const active = row.memberIds.filter((userId) => users.get(userId)?.isActive);
    const group = userGroupObject(
      { ...row, isDeactivated: false },
      active,
      row.subgroupIds,
      settingValuesOf(row, valueOf),
    );
    tx.emit(...groupReactivated(group, everybody));
  }

  private async rename({ tx, everybody }: RealmGroupFacts, row: UserGroupRow, name: string): Promise<void> {
    if (name === row.name) return;
    checkName(name);
    if (await this.groups.isNameTaken(tx, name)) throw nameTaken(name);
    await this.groups.update(tx, row.id, { name });
    tx.emit(groupUpdated(row.id, { name }, everybody));
  }

  /** Only what differs is written: concurrent requests wait for each other's lock and add up. */
  private async storeMembers(facts: RealmGroupFacts, row: UserGroupRow, members: ReadonlySet<number>): Promise<void> {
    const { tx, users, groups, everybody } = facts;
    const before = new Set(row.memberIds);
    const added = [...members].filter((id) => !before.has(id)).sort((first, second) => first - second);
    const removed = row.memberIds.filter((id) => !members.has(id));
    if (added.length === 0 && removed.length === 0) return;
    if (added.length > 0) await this.groups.addMembers(tx, row.id, added);
    if (removed.length > 0) await this.groups.removeMembers(tx, row.id, removed);
    // Clients know active members only; others are listed again when they come back.
    const active = (ids: readonly number[]): number[] => ids.filter((id) => users.get(id)?.isActive);
    const shownAdded = active(added);
    const shownRemoved = active(removed);
    if (shownAdded.length > 0) tx.emit(membersChanged('add_members', row.id, shownAdded, everybody));
    if (shownRemoved.length > 0) tx.emit(membersChanged('remove_members', row.id, shownRemoved, everybody));
    const changed: PolicyGroup = {
      ...{ id: row.id, name: row.name, isSystemGroup: false, isDeactivated: row.isDeactivated },
      ...{ directMembers: [...members], directSubgroups: row.subgroupIds },
    };
    tx.emit(...(await this.visibility.events(facts, row.id, graphWith(groups.graph, changed))));
  }
}

function changeMembers(
  facts: RealmGroupFacts,
  members: Set<number>,
  step: Exclude<GroupStep, { kind: 'describe' }>,
): void {
  const isHuman = (id: number): boolean => facts.users.get(id)?.isBot === false;
  switch (step.kind) {
    case 'remove':
      // Who is gone altogether is not in the group either.
      for (const id of step.memberIds) members.delete(Number(id));
      return;
    case 'add':
      for (const id of knownUsers(facts, step.memberIds)) members.add(id);
      return;
    case 'clear':
    case 'replace': {
      const kept = step.kind === 'clear' ? [] : knownUsers(facts, step.memberIds);
      // A provider does not see bots, so a list of its does not mean that they leave.
      for (const id of [...members]) if (isHuman(id)) members.delete(id);
      for (const id of kept) members.add(id);
      return;
    }
  }
}

/** @throws ScimError 400 for whoever is no human of the organization, those of other organizations alike */
function knownUsers({ users }: RealmGroupFacts, ids: readonly string[]): number[] {
  const unknown = ids.filter((id) => !isUserId(id) || users.get(Number(id))?.isBot !== false);
  if (unknown.length > 0) {
    throw invalidValue(`Invalid user ids found in the request: {${unknown.slice(0, 20).join(', ')}}`);
  }
  return ids.map(Number);
}

function checkName(name: string): void {
  const problem = groupNameProblem(name);
  if (problem) throw invalidValue(problem);
}

function nameTaken(name: string): ScimError {
  return new ScimError(409, `Group name already in use: ${name}`, 'uniqueness');
}
