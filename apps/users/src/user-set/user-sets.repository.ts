import { Injectable } from '@nestjs/common';
import type { Reader } from '@stoa/read-state-store';
import { UserRow } from './user-row';

export interface AccountRow extends Record<string, unknown> {
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
  presence_enabled: boolean;
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

  /** The organization of the system bots, once there is one. */
  async internalRealmId(reader: Reader): Promise<number | undefined> {
    const rows = await reader.query<{ id: number }>('users_internal_realm', 'SELECT id FROM realm WHERE is_internal');
    return rows[0]?.id;
  }

  /**
   * Accounts that changed after a version, ascending by id; values of profile fields count as changes. In pages, because a
   * result of megabytes is parsed in one go. What user objects are made of changes only under the realm's lock, so pages
   * fit together in a snapshot and under that lock.
   */
  async changedAfter(reader: Reader, realmId: number, version: number): Promise<UserRow[]> {
    const rows: UserRow[] = [];
    for (;;) {
      const lastId = rows.at(-1)?.id ?? 0;
      const page = await reader.query<AccountRow>('users_changed_accounts', CHANGED_ACCOUNTS, [
        realmId,
        version,
        lastId,
        PAGE_SIZE,
      ]);
      for (const row of page) rows.push(toUserRow(row));
      if (page.length < PAGE_SIZE) return rows;
    }
  }
}

const PAGE_SIZE = 1_000;

const CHANGED_ACCOUNTS = `
  SELECT a.id, a.version, a.email, a.delivery_email, a.full_name, a.role, a.is_active, a.is_bot, a.bot_type,
    a.bot_owner_id, a.avatar_source, a.avatar_version, a.avatar_key, a.timezone,
    extract(epoch FROM a.date_joined)::int8 AS date_joined, a.email_address_visibility, a.presence_enabled,
    (SELECT jsonb_object_agg(v.field_id, jsonb_strip_nulls(jsonb_build_object(
       'value', v.value, 'rendered_value', v.rendered_value)))::text FROM profile_value v WHERE v.user_id = a.id)
      AS profile_data
  FROM (SELECT * FROM account WHERE realm_id = $1 AND version > $2 AND id > $3 ORDER BY id LIMIT $4) a
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
    presenceEnabled: row.presence_enabled,
    profileData: row.profile_data,
  };
}
