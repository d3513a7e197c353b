import { Injectable } from '@nestjs/common';
import { SnapshotReader, setKeys } from '@stoa/database';
import { UserRow } from './user-row';

/** Where statements run: a registration's snapshot, or the pool. */
export type Reader = Pick<SnapshotReader, 'query'>;

export interface AccountRow {
  id: number;
  version: number;
  email: string;
  delivery_email: string;
  full_name: string;
  role: number;
  is_active: boolean;
  is_bot: boolean;
  bot_type: number | null;
  bot_owner_id: number | null;
  avatar_source: string;
  avatar_version: number;
  avatar_key: string | null;
  timezone: string;
  date_joined: number;
  email_address_visibility: number;
  profile_data: string | null;
}

/** Reads what user objects are made of. */
@Injectable()
export class UserSetsRepository {
  /** Version of a set in the reader's snapshot, 0 if it never changed. */
  async version(reader: Reader, setKey: string): Promise<number> {
    const rows = await reader.query<{ version: number }>(
      'users_set_version',
      'SELECT version FROM set_version WHERE key = $1',
      [setKey],
    );
    return rows[0]?.version ?? 0;
  }

  /**
   * The set's version, and the accounts that changed after another one, ascending by id; values of profile fields count
   * as changes. One statement, so that both come from one snapshot wherever it runs.
   */
  async changedAfter(reader: Reader, realmId: number, version: number): Promise<{ version: number; rows: UserRow[] }> {
    const rows = await reader.query<AccountRow & { set_version: number }>('users_changed_accounts', CHANGED_ACCOUNTS, [
      realmId,
      version,
      setKeys.realmUsers(realmId),
    ]);
    return { version: rows[0]?.set_version ?? 0, rows: rows.filter((row) => row.id !== null).map(toUserRow) };
  }
}

const CHANGED_ACCOUNTS = `
  SELECT s.set_version, a.id, a.version, a.email, a.delivery_email, a.full_name, a.role, a.is_active, a.is_bot,
    a.bot_type, a.bot_owner_id, a.avatar_source, a.avatar_version, a.avatar_key, a.timezone,
    extract(epoch FROM a.date_joined)::int8 AS date_joined, a.email_address_visibility, p.profile_data
  FROM (SELECT COALESCE((SELECT version FROM set_version WHERE key = $3), 0) AS set_version) s
  LEFT JOIN account a ON a.realm_id = $1 AND a.version > $2
  LEFT JOIN (
    SELECT v.user_id, jsonb_object_agg(v.field_id, jsonb_strip_nulls(jsonb_build_object(
             'value', v.value, 'rendered_value', v.rendered_value)))::text AS profile_data
    FROM profile_value v JOIN account o ON o.id = v.user_id
    WHERE o.realm_id = $1 AND o.version > $2
    GROUP BY v.user_id
  ) p ON p.user_id = a.id
  ORDER BY a.id`;

export function toUserRow(row: AccountRow): UserRow {
  return {
    id: row.id,
    version: row.version,
    email: row.email,
    deliveryEmail: row.delivery_email,
    fullName: row.full_name,
    role: row.role,
    isActive: row.is_active,
    isBot: row.is_bot,
    botType: row.bot_type,
    botOwnerId: row.bot_owner_id,
    avatarSource: row.avatar_source,
    avatarVersion: row.avatar_version,
    avatarKey: row.avatar_key,
    timezone: row.timezone,
    dateJoined: row.date_joined,
    emailVisibility: row.email_address_visibility,
    profileData: row.profile_data,
  };
}
