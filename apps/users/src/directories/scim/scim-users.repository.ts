import { Injectable } from '@nestjs/common';
import { Database } from '@stoa/database';
import type { Reader } from '@stoa/read-state-store';
import { PROFILE_FIELD_TYPES } from '../../shared/realm-facts/server-facts';
import type { ShownUser } from './protocol/scim-resources';

type UserRow = ShownUser & Record<string, unknown>;

/** Of a field with options the stored value is a key. */
const SHOWN_VALUE = `CASE f.field_type WHEN ${PROFILE_FIELD_TYPES.SELECT.id}
  THEN COALESCE(NULLIF(f.field_data, '')::jsonb -> v.value ->> 'text', v.value) ELSE v.value END`;
const COLUMNS = `a.id, a.version, a.delivery_email AS "deliveryEmail", a.full_name AS "fullName", a.role,
  a.is_active AS "isActive", a.default_language AS language, a.timezone, a.date_joined AS "createdAt",
  d.external_id AS "externalId", d.changed_at AS "changedAt",
  (SELECT COALESCE(jsonb_object_agg(f.name, ${SHOWN_VALUE}), '{}') FROM profile_value v
   JOIN profile_field f ON f.id = v.field_id WHERE v.user_id = a.id) AS profile`;
const TABLES = `account a LEFT JOIN directory_account d ON d.user_id = a.id AND d.source = 'scim'`;
/** Bots are nobody's to provision, and nobody comes back to a deleted account. */
const PEOPLE = 'a.realm_id = $1 AND NOT a.is_bot AND NOT a.is_deleted';

/** What identity providers see of accounts. */
@Injectable()
export class ScimUsersRepository {
  constructor(private readonly database: Database) {}

  async one(realmId: number, userId: number, reader: Reader = this.database): Promise<ShownUser | undefined> {
    const [row] = await reader.query<UserRow>(
      'scim_user',
      `SELECT ${COLUMNS} FROM ${TABLES} WHERE ${PEOPLE} AND a.id = $2`,
      [realmId, userId],
    );
    return row;
  }

  byAddress(realmId: number, address: string): Promise<ShownUser[]> {
    return this.database.query<UserRow>(
      'scim_users_by_address',
      `SELECT ${COLUMNS} FROM ${TABLES} WHERE ${PEOPLE} AND lower(a.delivery_email) = lower($2)`,
      [realmId, address],
    );
  }

  byExternalId(realmId: number, externalId: string): Promise<ShownUser[]> {
    return this.database.query<UserRow>(
      'scim_users_by_external_id',
      `SELECT ${COLUMNS} FROM ${TABLES} WHERE ${PEOPLE} AND d.realm_id = $1 AND d.external_id = $2 ORDER BY a.id`,
      [realmId, externalId],
    );
  }

  /** Everybody, for filters that name nobody. */
  all(realmId: number): Promise<ShownUser[]> {
    return this.database.query<UserRow>(
      'scim_users_all',
      `SELECT ${COLUMNS} FROM ${TABLES} WHERE ${PEOPLE} ORDER BY a.id`,
      [realmId],
    );
  }

  page(realmId: number, offset: number, count: number): Promise<ShownUser[]> {
    return this.database.query<UserRow>(
      'scim_users_page',
      `SELECT ${COLUMNS} FROM ${TABLES} WHERE ${PEOPLE} ORDER BY a.id OFFSET $2 LIMIT $3`,
      [realmId, offset, count],
    );
  }

  async count(realmId: number): Promise<number> {
    const [row] = await this.database.query<{ users: number }>(
      'scim_users_count',
      `SELECT count(*)::int AS users FROM account a WHERE ${PEOPLE}`,
      [realmId],
    );
    return row?.users ?? 0;
  }
}
