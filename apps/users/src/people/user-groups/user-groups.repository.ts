import { Injectable } from '@nestjs/common';
import { GroupKind, RowOf, WriteTransaction, setKeys } from '@stoa/database';
import {
  CHANNEL_PERMISSION_SETTINGS,
  GROUP_PERMISSION_SETTINGS,
  GroupPermissionSetting,
  REALM_PERMISSION_SETTINGS,
} from '@stoa/policy';

/** A named or system group as it is stored. */
export interface UserGroupRow
  extends Readonly<Record<GroupPermissionSetting, number>>, RowOf<'UserGroup', 'id' | 'description' | 'creatorId'> {
  isSystemGroup: boolean;
  name: string;
  /** Unix seconds. */
  dateCreated: number | null;
  isDeactivated: boolean;
  /** Direct members, active or not, ascending. */
  memberIds: number[];
  /** Direct subgroups, ascending. */
  subgroupIds: number[];
}

/** What a new group is made of; settings are ids of groups. */
export interface NewUserGroup extends Readonly<Record<GroupPermissionSetting, number>> {
  name: string;
  description: string;
  /** Null: a directory made it. */
  creatorId: number | null;
}

/** Settings that hold a group, by what they belong to. */
export interface GroupUses {
  supergroupIds: number[];
  channels: { id: number; settings: string[] }[];
  groups: { id: number; settings: string[] }[];
  realmSettings: string[];
}

const SETTINGS = Object.keys(GROUP_PERMISSION_SETTINGS).join(', ');

/** The id comes from a client and may be larger than the column's type. */
const GROUP = `
  SELECT id, kind = ${GroupKind.System} AS "isSystemGroup", name, description, creator_id AS "creatorId",
    floor(extract(epoch FROM date_created))::int8 AS "dateCreated", deactivated AS "isDeactivated", ${SETTINGS},
    ARRAY(SELECT user_id FROM group_membership WHERE group_id = g.id ORDER BY 1) AS "memberIds",
    ARRAY(SELECT subgroup_id FROM group_subgroup WHERE supergroup_id = g.id ORDER BY 1) AS "subgroupIds"
  FROM user_group g WHERE id = $1::bigint AND realm_id = $2 AND kind <> ${GroupKind.Anonymous}`;

/** Names of those settings of a row whose group is one of $1. */
function settingsUsing(settings: object): string {
  const names = Object.keys(settings).map((name) => `CASE WHEN ${name} = ANY($1::int[]) THEN '${name}' END`);
  return `array_remove(ARRAY[${names.join(', ')}], NULL)`;
}

const CHANNEL_USES = `
  SELECT id, settings FROM (SELECT id, ${settingsUsing(CHANNEL_PERMISSION_SETTINGS)} AS settings FROM channel
    WHERE realm_id = $2 AND NOT is_archived) uses WHERE settings <> '{}' ORDER BY id`;
const GROUP_USES = `
  SELECT id, settings FROM (SELECT id, ${settingsUsing(GROUP_PERMISSION_SETTINGS)} AS settings FROM user_group
    WHERE realm_id = $2 AND NOT deactivated AND id <> $3) uses WHERE settings <> '{}' ORDER BY id`;
const REALM_USES = `SELECT ${settingsUsing(REALM_PERMISSION_SETTINGS)} AS settings FROM realm WHERE id = $2`;

/** User groups with their members and subgroups. Callers hold the realm's exclusive lock. */
@Injectable()
export class UserGroupsRepository {
  async group(tx: WriteTransaction, groupId: number): Promise<UserGroupRow | undefined> {
    const [row] = await tx.query<UserGroupRow & Record<string, unknown>>(GROUP, [groupId, tx.realmId]);
    return row;
  }

  /** Deactivated groups keep their names; case counts. */
  async isNameTaken(tx: WriteTransaction, name: string): Promise<boolean> {
    const rows = await tx.query('SELECT FROM user_group WHERE realm_id = $1 AND name = $2', [tx.realmId, name]);
    return rows.length > 0;
  }

  async insert(tx: WriteTransaction, group: NewUserGroup): Promise<{ id: number; dateCreated: number }> {
    const [row] = await tx.query<RowOf<'UserGroup', 'id'> & { dateCreated: number }>(
      `INSERT INTO user_group (realm_id, kind, date_created, name, description, creator_id, ${SETTINGS})
       SELECT $1, ${GroupKind.Named}, now(), n.name, n.description, n.creator_id,
         ${SETTINGS.replace(/\w+/g, 'n.$&')}
       FROM jsonb_populate_record(NULL::user_group, $2::jsonb) n
       RETURNING id, floor(extract(epoch FROM date_created))::int8 AS "dateCreated"`,
      [tx.realmId, JSON.stringify({ ...group, creator_id: group.creatorId })],
    );
    if (!row) throw new Error('an inserted group has an id');
    this.bump(tx, row.id);
    return row;
  }

  async update(
    tx: WriteTransaction,
    groupId: number,
    changes: Partial<Record<'name' | 'description', string> & { deactivated: boolean }> &
      Partial<Record<GroupPermissionSetting, number>>,
  ): Promise<void> {
    await tx.query(
      `UPDATE user_group g SET (name, description, deactivated, ${SETTINGS}) =
         (SELECT n.name, n.description, n.deactivated, ${SETTINGS.replace(/\w+/g, 'n.$&')}
          FROM jsonb_populate_record(g, $2::jsonb) n)
       WHERE g.id = $1`,
      [groupId, JSON.stringify(changes)],
    );
    this.bump(tx, groupId);
  }

  async addMembers(tx: WriteTransaction, groupId: number, userIds: readonly number[]): Promise<void> {
    await tx.query('INSERT INTO group_membership (group_id, user_id) SELECT $1, unnest($2::int[])', [groupId, userIds]);
    this.bump(tx, groupId);
  }

  async removeMembers(tx: WriteTransaction, groupId: number, userIds: readonly number[]): Promise<void> {
    await tx.query('DELETE FROM group_membership WHERE group_id = $1 AND user_id = ANY($2::int[])', [groupId, userIds]);
    this.bump(tx, groupId);
  }

  /** Somebody comes into groups in which he is not. */
  async join(tx: WriteTransaction, userId: number, groupIds: readonly number[]): Promise<void> {
    await tx.query('INSERT INTO group_membership (group_id, user_id) SELECT unnest($2::int[]), $1', [userId, groupIds]);
    tx.bump(setKeys.realmGroups(tx.realmId), { table: 'user_group', ids: [...groupIds] });
  }

  async leave(tx: WriteTransaction, userId: number, groupIds: readonly number[]): Promise<void> {
    await tx.query('DELETE FROM group_membership WHERE user_id = $1 AND group_id = ANY($2::int[])', [userId, groupIds]);
    tx.bump(setKeys.realmGroups(tx.realmId), { table: 'user_group', ids: [...groupIds] });
  }

  async addSubgroups(tx: WriteTransaction, groupId: number, subgroupIds: readonly number[]): Promise<void> {
    await tx.query('INSERT INTO group_subgroup (supergroup_id, subgroup_id) SELECT $1, unnest($2::int[])', [
      groupId,
      subgroupIds,
    ]);
    this.bump(tx, groupId);
  }

  async removeSubgroups(tx: WriteTransaction, groupId: number, subgroupIds: readonly number[]): Promise<void> {
    await tx.query('DELETE FROM group_subgroup WHERE supergroup_id = $1 AND subgroup_id = ANY($2::int[])', [
      groupId,
      subgroupIds,
    ]);
    this.bump(tx, groupId);
  }

  /** What holds a group directly or in an anonymous group; archived channels, deactivated groups and itself do not count. */
  async uses(tx: WriteTransaction, groupId: number): Promise<GroupUses> {
    const above = await tx.query<RowOf<'UserGroup', 'id' | 'kind' | 'deactivated'>>(
      `SELECT g.id, g.kind, g.deactivated FROM group_subgroup s JOIN user_group g ON g.id = s.supergroup_id
       WHERE s.subgroup_id = $1 ORDER BY g.id`,
      [groupId],
    );
    const anonymous = above.filter(({ kind }) => kind === GroupKind.Anonymous).map(({ id }) => id);
    const holders = [groupId, ...anonymous];
    const channels = await tx.query<{ id: number; settings: string[] }>(CHANNEL_USES, [holders, tx.realmId]);
    const groups = await tx.query<{ id: number; settings: string[] }>(GROUP_USES, [holders, tx.realmId, groupId]);
    const [realm] = await tx.query<{ settings: string[] }>(REALM_USES, [holders, tx.realmId]);
    return {
      supergroupIds: above
        .filter(({ kind, deactivated }) => kind !== GroupKind.Anonymous && !deactivated)
        .map(({ id }) => id),
      channels,
      groups,
      realmSettings: realm?.settings ?? [],
    };
  }

  private bump(tx: WriteTransaction, groupId: number): void {
    tx.bump(setKeys.realmGroups(tx.realmId), { table: 'user_group', ids: [groupId] });
  }
}
