import { Injectable } from '@nestjs/common';
import { REALM_SETTING_SCHEMAS, realmSettingColumn } from '@stoa/contracts/organization';
import { Database, GroupKind, RowOf, WriteTransaction, setKeys } from '@stoa/database';
import {
  GROUP_PERMISSION_SETTINGS,
  ManagedGroup,
  REALM_PERMISSION_SETTINGS,
  RealmPermissionSetting,
} from '@stoa/policy';

/** A value of a simple setting as it is stored. */
export type SettingColumn = string | number | boolean | null;

export type RealmRow = Readonly<Record<Exclude<RealmPermissionSetting, 'workplace_users_group'>, number>> &
  Readonly<Record<string, unknown>> & {
    /** Null: its default, as the organization is older than the setting. */
    readonly workplace_users_group: number | null;
    readonly string_id: string;
    readonly authentication_methods: Readonly<Record<string, boolean>>;
    /** Kinds of the organization's identity providers: no column of its own. */
    readonly sign_in_kinds: readonly string[];
    readonly demo_organization_scheduled_deletion_at: string | null;
    readonly waiting_period_threshold: number;
  };

const COLUMNS = [
  ...Object.keys(REALM_SETTING_SCHEMAS).map(realmSettingColumn),
  ...Object.keys(REALM_PERMISSION_SETTINGS),
  'rendered_description',
  'authentication_methods',
  'string_id',
].join(', ');

const GROUP_SETTINGS = Object.keys(GROUP_PERMISSION_SETTINGS);
/** Only anonymous groups lack settings. */
const MANAGED_GROUPS = `
  SELECT id, kind = ${GroupKind.System} AS "isSystemGroup",
    ${GROUP_SETTINGS.map((name) => `COALESCE(${name}, 0) AS ${name}`).join(', ')}
  FROM user_group WHERE realm_id = $1 AND id = ANY($2::int[]) AND kind = ${GroupKind.Named}`;

/** Who becomes or ceases to be a direct member of `role:fullmembers` by its rule: members past the waiting period. */
const FULL_MEMBERSHIP = `
  SELECT a.id, a.is_active, m.user_id IS NULL AS enters FROM account a
  LEFT JOIN group_membership m ON m.group_id = $1 AND m.user_id = a.id
  WHERE a.realm_id = $2 AND (m.user_id IS NULL) =
    (a.role = 400 AND extract(epoch FROM now() - a.date_joined) >= $3::int8 * 86400)
  ORDER BY a.id`;

/** Organizations where a member is past the waiting period and no full member yet. */
const REALMS_WITH_PROMOTIONS = `
  SELECT r.id AS "realmId", r.partition FROM realm r
  JOIN user_group g ON g.realm_id = r.id AND g.kind = ${GroupKind.System} AND g.name = 'role:fullmembers'
  WHERE r.waiting_period_threshold > 0 AND r.deactivated_at IS NULL AND EXISTS (
    SELECT FROM account a WHERE a.realm_id = r.id AND a.role = 400
      AND a.date_joined <= now() - make_interval(days => r.waiting_period_threshold)
      AND NOT EXISTS (SELECT FROM group_membership m WHERE m.group_id = g.id AND m.user_id = a.id))
  ORDER BY r.id`;

/** The organization's row. Callers hold the realm's exclusive lock. */
@Injectable()
export class RealmSettingsRepository {
  async realm(tx: WriteTransaction): Promise<RealmRow> {
    const [row] = await tx.query<{ realm: RealmRow }>(
      `SELECT to_jsonb(r) || jsonb_build_object('sign_in_kinds',
         ARRAY(SELECT DISTINCT kind FROM sign_in_provider WHERE realm_id = r.id
               UNION ALL SELECT 'ldap' FROM ldap_directory WHERE realm_id = r.id)) AS realm
       FROM realm r WHERE id = $1`,
      [tx.realmId],
    );
    if (!row) throw new Error(`there is no organization ${tx.realmId}`);
    return row.realm;
  }

  /** Writes the named columns; the others keep their values. */
  async update(tx: WriteTransaction, columns: Readonly<Record<string, unknown>>): Promise<void> {
    await tx.query(
      `UPDATE realm r SET (${COLUMNS}) = (SELECT ${COLUMNS.replace(/\w+/g, 'n.$&')}
         FROM jsonb_populate_record(r, $2::jsonb) n) WHERE r.id = $1`,
      [tx.realmId, JSON.stringify(columns)],
    );
    tx.bump(setKeys.realmSettings(tx.realmId));
  }

  /** Those of the groups that have settings: named ones. */
  managedGroups(tx: WriteTransaction, groupIds: readonly number[]): Promise<ManagedGroup[]> {
    return tx.query<ManagedGroup & Record<string, unknown>>(MANAGED_GROUPS, [tx.realmId, groupIds]);
  }

  async isSubdomainTaken(tx: WriteTransaction, subdomain: string): Promise<boolean> {
    const rows = await tx.query('SELECT FROM realm WHERE string_id = $1', [subdomain]);
    return rows.length > 0;
  }

  /** A host of its own under which an organization is served, whatever its subdomain. */
  async customHost(tx: WriteTransaction): Promise<string | null> {
    const [row] = await tx.query<{ host: string | null }>(
      'SELECT min(host) AS host FROM realm_host WHERE realm_id = $1',
      [tx.realmId],
    );
    return row?.host ?? null;
  }

  async fullMembersGroup(tx: WriteTransaction): Promise<number> {
    const [row] = await tx.query<RowOf<'UserGroup', 'id'>>(
      `SELECT id FROM user_group WHERE realm_id = $1 AND kind = ${GroupKind.System} AND name = 'role:fullmembers'`,
      [tx.realmId],
    );
    if (!row) throw new Error('the organization has no group of full members');
    return row.id;
  }

  /** Brings the group of full members up to date. @returns active accounts that entered and left it */
  async renewFullMembers(
    tx: WriteTransaction,
    groupId: number,
    waitingPeriodDays: number,
  ): Promise<{ entered: number[]; left: number[] }> {
    const changes = await tx.query<RowOf<'Account', 'id' | 'is_active'> & { enters: boolean }>(FULL_MEMBERSHIP, [
      groupId,
      tx.realmId,
      waitingPeriodDays,
    ]);
    if (changes.length === 0) return { entered: [], left: [] };
    const idsOf = (enters: boolean): number[] => changes.filter((row) => row.enters === enters).map(({ id }) => id);
    await tx.query('DELETE FROM group_membership WHERE group_id = $1 AND user_id = ANY($2::int[])', [
      groupId,
      idsOf(false),
    ]);
    await tx.query('INSERT INTO group_membership (group_id, user_id) SELECT $1, unnest($2::int[])', [
      groupId,
      idsOf(true),
    ]);
    tx.bump(setKeys.realmGroups(tx.realmId), { table: 'user_group', ids: [groupId] });
    const active = changes.filter((row) => row.is_active);
    return {
      entered: active.filter(({ enters }) => enters).map(({ id }) => id),
      left: active.filter(({ enters }) => !enters).map(({ id }) => id),
    };
  }

  /** Which organizations have somebody to promote; needs no lock, as it only says where to look. */
  realmsWithPromotions(database: Database): Promise<{ realmId: number; partition: number }[]> {
    return database.query<RowOf<'Realm', 'partition'> & { realmId: number }>(
      'realms_with_promotions',
      REALMS_WITH_PROMOTIONS,
    );
  }

  async deactivate(tx: WriteTransaction, deletionDelayDays: number | null): Promise<void> {
    await tx.query(
      `UPDATE realm SET deactivated_at = now(), scheduled_deletion_at = now() + make_interval(days => $2::int)
       WHERE id = $1`,
      [tx.realmId, deletionDelayDays],
    );
    tx.bump(setKeys.realmSettings(tx.realmId));
  }
}
