import { Injectable } from '@nestjs/common';
import type { RowOf } from '@stoa/database';
import type { Reader } from '@stoa/read-state-store';
import { UserRow } from '@stoa/wire-objects';

type Row = UserRow & Record<string, unknown>;

/** Columns of a {@link UserRow}, of `account` as `a`, profile values apart: rows are used as they come. */
export const USER_COLUMNS = `
  a.id, a.version, a.email, a.delivery_email AS "deliveryEmail", a.full_name AS "fullName", a.role,
  a.is_active AS "isActive", a.is_bot AS "isBot", a.bot_type AS "botType", a.bot_owner_id AS "botOwnerId",
  a.avatar_source AS "avatarSource", a.avatar_version AS "avatarVersion", a.avatar_key AS "avatarKey", a.timezone,
  floor(date_part('epoch', a.date_joined))::int8 AS "dateJoined", a.email_address_visibility AS "emailVisibility",
  a.presence_enabled AS "presenceEnabled", a.is_imported_stub AS "isImportedStub",
  a.is_deleted AS "isDeleted"`;

/** Reads what user objects are made of. */
@Injectable()
export class UserSetsRepository {
  /** Version of a set in the reader's snapshot, 0 if it never changed. */
  async version(reader: Reader, setKey: string): Promise<number> {
    const rows = await reader.query<RowOf<'SetVersion', 'version'>>(
      'users_set_version',
      'SELECT version FROM set_version WHERE key = $1',
      [setKey],
    );
    return rows[0]?.version ?? 0;
  }

  /** The organization of the system bots, once there is one. */
  async internalRealmId(reader: Reader): Promise<number | undefined> {
    const rows = await reader.query<RowOf<'Realm', 'id'>>(
      'users_internal_realm',
      'SELECT id FROM realm WHERE is_internal',
    );
    return rows[0]?.id;
  }

  /**
   * Accounts that changed after a version, ascending by id; values of profile fields count as changes. In pages, because a
   * result of megabytes is parsed in one go, two at a time, so that the database works while one is parsed. What
   * user objects are made of changes only under the realm's lock: pages fit together in a snapshot and under that lock.
   */
  async changedAfter(reader: Reader, realmId: number, version: number): Promise<UserRow[]> {
    const changed = await reader.query<RowOf<'Account', 'id'>>(
      'users_changed_ids',
      'SELECT id FROM account WHERE realm_id = $1 AND version > $2 ORDER BY id',
      [realmId, version],
    );
    const pages: UserRow[][] = [];
    let next = 0;
    const readPages = async (): Promise<void> => {
      for (let page = next++; page * PAGE_SIZE < changed.length; page = next++) {
        const ids = changed.slice(page * PAGE_SIZE, (page + 1) * PAGE_SIZE).map(({ id }) => id);
        pages[page] = await this.accounts(reader, ids);
      }
    };
    await Promise.all([readPages(), readPages()]);
    return pages.flat();
  }

  /** Accounts by id, ascending. */
  accounts(reader: Reader, ids: readonly number[]): Promise<UserRow[]> {
    return reader.query<Row>('users_accounts', ACCOUNTS, [ids]);
  }
}

const PAGE_SIZE = 1_000;

const ACCOUNTS = `
  SELECT ${USER_COLUMNS}, p.data::text AS "profileData"
  FROM account a LEFT JOIN (
    SELECT v.user_id, jsonb_object_agg(v.field_id, jsonb_strip_nulls(jsonb_build_object(
      'value', v.value, 'rendered_value', v.rendered_value))) AS data
    FROM profile_value v WHERE v.user_id = ANY ($1::int[]) GROUP BY v.user_id
  ) p ON p.user_id = a.id
  WHERE a.id = ANY ($1::int[]) ORDER BY a.id`;
