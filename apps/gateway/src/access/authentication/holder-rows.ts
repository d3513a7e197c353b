import type { RowOf } from '@stoa/database';
import type { Holder } from './api-key-store';

/** What {@link HOLDER_COLUMNS} gives of an account and its organization. */
export interface HolderRow
  extends
    RowOf<
      'Account',
      | 'realm_id'
      | 'is_active'
      | 'role'
      | 'is_bot'
      | 'bot_type'
      | 'email'
      | 'delivery_email'
      | 'full_name'
      | 'default_language'
      | 'can_create_users'
      | 'can_forge_sender'
    >,
    RowOf<'Realm', 'partition' | 'string_id'> {
  user_id: number;
  custom_host: string | null;
  access_version: number;
  is_realm_deactivated: boolean;
}

/** Columns of `account` and `realm` that say who calls. */
export const HOLDER_COLUMNS = `
         account.id AS user_id, account.realm_id, realm.partition, realm.string_id,
         (SELECT min(host) FROM realm_host WHERE realm_id = realm.id) AS custom_host,
         realm.deactivated_at IS NOT NULL AS is_realm_deactivated, account.is_active, account.role, account.is_bot,
         account.bot_type, account.email, account.delivery_email, account.full_name, account.default_language,
         account.can_create_users, account.can_forge_sender,
         COALESCE((SELECT version FROM set_version WHERE key = 'realm:' || realm.id || ':access'), 0) AS access_version`;

export function holderOf(row: HolderRow): Holder {
  return {
    userId: row.user_id,
    realmId: row.realm_id,
    accessVersion: row.access_version,
    partition: row.partition,
    stringId: row.string_id,
    customHost: row.custom_host,
    isRealmDeactivated: row.is_realm_deactivated,
    isActive: row.is_active,
    role: row.role,
    isBot: row.is_bot,
    botType: row.bot_type,
    email: row.email,
    deliveryEmail: row.delivery_email,
    fullName: row.full_name,
    language: row.default_language,
    canCreateUsers: row.can_create_users,
    canForgeSender: row.can_forge_sender,
  };
}
