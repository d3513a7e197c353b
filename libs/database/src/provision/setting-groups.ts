import type { GroupSettingValue } from '@stoa/contracts/users';
import type { RowOf } from '../row-of';
import { setKeys } from '../set-keys';
import type { WriteTransaction } from '../write-transaction';
import { GroupKind } from './system-groups';

/*
 * Anonymous groups that hold the values of permission settings. Each belongs to one column and lives and dies with its
 * value; its id is never shown. The caller holds the realm's exclusive lock.
 */

type AnonymousValue = Exclude<GroupSettingValue, number>;

/** A new anonymous group for a column that has none yet. @returns its id */
export async function insertSettingGroup(tx: WriteTransaction, value: AnonymousValue): Promise<number> {
  const [id] = await insertSettingGroups(tx, [value]);
  if (id === undefined) throw new Error('an inserted group has an id');
  return id;
}

/** Several new anonymous groups, in as many statements as one. @returns their ids, in the order of the values */
export async function insertSettingGroups(tx: WriteTransaction, values: readonly AnonymousValue[]): Promise<number[]> {
  if (values.length === 0) return [];
  const rows = await tx.query<RowOf<'UserGroup', 'id'>>(
    'INSERT INTO user_group (realm_id, kind) SELECT $1, $2 FROM generate_series(1, $3::int) RETURNING id',
    [tx.realmId, GroupKind.Anonymous, values.length],
  );
  const ids = rows.map(({ id }) => id);
  const groups = values.flatMap((value, index) => {
    const id = ids[index];
    return id === undefined ? [] : [{ id, value }];
  });
  await insertRows(tx, groups);
  return ids;
}

/**
 * Makes the group of a column hold a new value: a named group is taken as it is, lists re-use the column's anonymous
 * group or make one, and an anonymous group that is no longer needed is dropped.
 * @param currentGroupId what the column holds now
 * @returns what the column must hold from now on; the caller writes it
 */
export async function storeSettingGroup(
  tx: WriteTransaction,
  currentGroupId: number,
  value: GroupSettingValue,
): Promise<number> {
  if (typeof value === 'number') {
    await dropSettingGroups(tx, [currentGroupId]);
    return value;
  }
  const emptied = await tx.query<RowOf<'UserGroup', 'id'>>(
    `WITH kept AS (SELECT id FROM user_group WHERE id = $1 AND realm_id = $2 AND kind = $3),
       members AS (DELETE FROM group_membership WHERE group_id IN (SELECT id FROM kept)),
       subgroups AS (DELETE FROM group_subgroup WHERE supergroup_id IN (SELECT id FROM kept))
     SELECT id FROM kept`,
    [currentGroupId, tx.realmId, GroupKind.Anonymous],
  );
  if (emptied.length === 0) return insertSettingGroup(tx, value);
  await insertRows(tx, [{ id: currentGroupId, value }]);
  return currentGroupId;
}

/** Removes those of the groups that are anonymous: their settings have other values now, or are gone. */
async function dropSettingGroups(tx: WriteTransaction, groupIds: readonly number[]): Promise<void> {
  const dropped = await tx.query(
    'DELETE FROM user_group WHERE id = ANY($1::int[]) AND realm_id = $2 AND kind = $3 RETURNING id',
    [groupIds, tx.realmId, GroupKind.Anonymous],
  );
  if (dropped.length > 0) tx.bump(setKeys.realmGroups(tx.realmId));
}

async function insertRows(
  tx: WriteTransaction,
  groups: readonly { id: number; value: AnonymousValue }[],
): Promise<void> {
  const members = groups.flatMap(({ id, value }) => value.direct_members.map((userId) => [id, userId] as const));
  const subgroups = groups.flatMap(({ id, value }) => value.direct_subgroups.map((subId) => [id, subId] as const));
  await tx.query('INSERT INTO group_membership (group_id, user_id) SELECT * FROM unnest($1::int[], $2::int[])', [
    members.map(([groupId]) => groupId),
    members.map(([, userId]) => userId),
  ]);
  await tx.query('INSERT INTO group_subgroup (supergroup_id, subgroup_id) SELECT * FROM unnest($1::int[], $2::int[])', [
    subgroups.map(([groupId]) => groupId),
    subgroups.map(([, subgroupId]) => subgroupId),
  ]);
  tx.bump(setKeys.realmGroups(tx.realmId), { table: 'user_group', ids: groups.map(({ id }) => id) });
}
