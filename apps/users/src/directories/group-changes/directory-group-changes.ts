import { Injectable } from '@nestjs/common';
import { encodeAudience } from '@stoa/contracts/changes';
import type { GroupSettingValue } from '@stoa/contracts/users';
import { Database, lockRealm } from '@stoa/database';
import { ChangeFactsReader, wireGroupValue } from '@stoa/directory';
import { PolicyGroup } from '@stoa/policy';
import { GroupChannelVisibility } from '../../people/user-groups/group-channel-visibility';
import { graphWith } from '../../people/user-groups/group-members';
import type { RealmGroupFacts } from '../../people/user-groups/group-writes';
import {
  groupAdded,
  groupReactivated,
  membersChanged,
  settingValuesOf,
  userGroupObject,
} from '../../people/user-groups/user-group-change';
import { activeUserIds } from '../../shared/user-changes/user-rules';
import { UserGroupRow, UserGroupsRepository } from '../../people/user-groups/user-groups.repository';

/** Whose groups change. */
export interface RealmOfGroups {
  realmId: number;
  partition: number;
  requestId?: string;
}

/** A group that a directory wants. */
export interface DirectoryGroup {
  name: string;
  description: string;
  /** The system group that may change it by hand, and join it. */
  managers: 'role:nobody' | 'role:owners';
}

/** Ids of groups. */
export interface GroupMoves {
  joins: readonly number[];
  leaves: readonly number[];
}

/** What directories do to groups; all of it within {@link write}, under the realm's exclusive lock. */
@Injectable()
export class DirectoryGroupChanges {
  constructor(
    private readonly database: Database,
    private readonly facts: ChangeFactsReader,
    private readonly groups: UserGroupsRepository,
    private readonly visibility: GroupChannelVisibility,
  ) {}

  write<T>({ realmId, partition, requestId }: RealmOfGroups, work: (facts: RealmGroupFacts) => Promise<T>): Promise<T> {
    const locks = [lockRealm(realmId, 'exclusive')];
    return this.database.write({ realmId, partition, requestId }, locks, async (tx) => {
      const facts = await this.facts.ofRealm(realmId);
      return work({ ...facts, tx, everybody: encodeAudience(activeUserIds(facts.users)) });
    });
  }

  /** The name is checked and free. @returns the id of the group, which is empty */
  async insert(facts: RealmGroupFacts, { name, description, managers }: DirectoryGroup): Promise<number> {
    const { tx, groups, everybody } = facts;
    const some = groups.graph.idOf(managers);
    const settings = {
      ...{ can_add_members_group: some, can_join_group: some, can_manage_group: some, can_remove_members_group: some },
      can_leave_group: groups.graph.idOf('role:nobody'),
      can_mention_group: groups.graph.idOf('role:everyone'),
    };
    const head = { name, description, creatorId: null };
    const { id, dateCreated } = await this.groups.insert(tx, { ...head, ...settings });
    const row = { ...head, id, dateCreated, isSystemGroup: false, isDeactivated: false };
    tx.emit(groupAdded(userGroupObject(row, [], [], settings), everybody));
    return id;
  }

  async reactivate(facts: RealmGroupFacts, groupId: number): Promise<void> {
    const { tx, groups, users, everybody } = facts;
    const row = await this.present(facts, groupId);
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

  /**
   * Only what differs is written: concurrent requests wait for each other's lock and add up.
   * @returns whether anything did
   */
  async storeMembers(facts: RealmGroupFacts, row: UserGroupRow, members: ReadonlySet<number>): Promise<boolean> {
    const { tx, users, groups, everybody } = facts;
    const before = new Set(row.memberIds);
    const added = [...members].filter((id) => !before.has(id)).sort((first, second) => first - second);
    const removed = row.memberIds.filter((id) => !members.has(id));
    if (added.length === 0 && removed.length === 0) return false;
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
    tx.emit(...(await this.visibility.events(facts, [row.id], graphWith(groups.graph, changed))));
    return true;
  }

  /**
   * One person comes into groups and leaves others, whose other members stay.
   * @param moves groups in which he is not yet, and those in which he is
   */
  async move(facts: RealmGroupFacts, userId: number, { joins, leaves }: GroupMoves): Promise<void> {
    const { tx, groups, users, everybody } = facts;
    if (joins.length > 0) await this.groups.join(tx, userId, joins);
    if (leaves.length > 0) await this.groups.leave(tx, userId, leaves);
    const user = users.get(userId);
    if (user?.isActive !== true) return;
    tx.emit(...joins.map((id) => membersChanged('add_members', id, [userId], everybody)));
    tx.emit(...leaves.map((id) => membersChanged('remove_members', id, [userId], everybody)));
    const known = (ids: readonly number[]): PolicyGroup[] => ids.flatMap((id) => groups.graph.get(id) ?? []);
    const joined = known(joins).map((group) => ({ ...group, directMembers: [...group.directMembers, userId] }));
    const left = known(leaves).map((group) => ({
      ...group,
      directMembers: group.directMembers.filter((id) => id !== userId),
    }));
    const after = graphWith(groups.graph, ...joined, ...left);
    tx.emit(...(await this.visibility.events(facts, [...joins, ...leaves], after, [user])));
  }

  /** A group that was just found, or made. */
  async present({ tx }: RealmGroupFacts, groupId: number): Promise<UserGroupRow> {
    const row = await this.groups.group(tx, groupId);
    if (!row) throw new Error(`group ${groupId} was there`);
    return row;
  }
}
