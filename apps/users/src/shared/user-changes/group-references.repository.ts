import { Injectable } from '@nestjs/common';
import type { RowOf, WriteTransaction } from '@stoa/database';
import {
  CHANNEL_PERMISSION_SETTINGS,
  type ChannelPermissionSetting,
  GROUP_PERMISSION_SETTINGS,
  type GroupPermissionSetting,
  REALM_PERMISSION_SETTINGS,
  type RealmPermissionSetting,
} from '@stoa/policy';

const ANONYMOUS = 3;

/** A permission setting whose value lists a user by name, that is: through an anonymous group. */
export type SettingReference = {
  /** Of the organization, group or channel. */
  holderId: number;
  groupId: number;
} & (
  | { holder: 'realm'; setting: RealmPermissionSetting }
  | { holder: 'group'; setting: GroupPermissionSetting }
  | { holder: 'channel'; setting: ChannelPermissionSetting }
);

const values = (settings: object, table: string): string =>
  Object.keys(settings)
    .map((name) => `('${name}', ${table}.${name})`)
    .join(', ');

const REFERENCES = `
  WITH anonymous AS (
    SELECT g.id FROM group_membership m JOIN user_group g ON g.id = m.group_id AND g.kind = ${ANONYMOUS}
    WHERE m.user_id = $2)
  SELECT 'realm' AS holder, r.id AS "holderId", s.name AS setting, s.value AS "groupId"
  FROM realm r CROSS JOIN LATERAL (VALUES ${values(REALM_PERMISSION_SETTINGS, 'r')}) AS s (name, value)
  WHERE r.id = $1 AND s.value IN (SELECT id FROM anonymous)
  UNION ALL
  SELECT 'group', g.id, s.name, s.value
  FROM user_group g CROSS JOIN LATERAL (VALUES ${values(GROUP_PERMISSION_SETTINGS, 'g')}) AS s (name, value)
  WHERE g.realm_id = $1 AND s.value IN (SELECT id FROM anonymous)
  UNION ALL
  SELECT 'channel', c.id, s.name, s.value
  FROM channel c CROSS JOIN LATERAL (VALUES ${values(CHANNEL_PERMISSION_SETTINGS, 'c')}) AS s (name, value)
  WHERE c.realm_id = $1 AND s.value IN (SELECT id FROM anonymous)`;

/** Reads where a user is named in groups and settings. */
@Injectable()
export class GroupReferencesRepository {
  /** Named and system groups that a user is a direct member of, ascending. */
  async namedGroups(tx: WriteTransaction, userId: number): Promise<number[]> {
    const rows = await tx.query<RowOf<'UserGroup', 'id'>>(
      `SELECT g.id FROM group_membership m JOIN user_group g ON g.id = m.group_id
       WHERE m.user_id = $1 AND g.kind <> ${ANONYMOUS} ORDER BY g.id`,
      [userId],
    );
    return rows.map(({ id }) => id);
  }

  settings(tx: WriteTransaction, userId: number): Promise<SettingReference[]> {
    return tx.query<SettingReference & Record<string, unknown>>(REFERENCES, [tx.realmId, userId]);
  }
}
