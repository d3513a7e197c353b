import { Injectable } from '@nestjs/common';
import { Database } from '@stoa/database';
import { ApiKeyStore, KeyHolder } from './api-key-store';

interface KeyHolderRow {
  key_hash: Buffer;
  user_id: number;
  realm_id: number;
  partition: number;
  string_id: string;
  custom_host: string | null;
  is_realm_deactivated: boolean;
  is_active: boolean;
  role: number;
  is_bot: boolean;
  bot_type: number | null;
  email: string;
  delivery_email: string;
  full_name: string;
  can_create_users: boolean;
  can_forge_sender: boolean;
}

const FIND_BY_HASH = `
  SELECT api_key.key_hash, account.id AS user_id, account.realm_id, realm.partition, realm.string_id,
         (SELECT min(host) FROM realm_host WHERE realm_id = realm.id) AS custom_host,
         realm.deactivated_at IS NOT NULL AS is_realm_deactivated, account.is_active, account.role, account.is_bot,
         account.bot_type, account.email, account.delivery_email, account.full_name, account.can_create_users,
         account.can_forge_sender
    FROM api_key
    JOIN account ON account.id = api_key.user_id
    JOIN realm ON realm.id = account.realm_id
   WHERE api_key.key_hash = $1 AND api_key.revoked_at IS NULL`;

@Injectable()
export class ApiKeyRepository extends ApiKeyStore {
  constructor(private readonly database: Database) {
    super();
  }

  override async findByHash(keyHash: Buffer): Promise<KeyHolder | undefined> {
    const [row] = await this.database.query<KeyHolderRow>('gateway_api_key_holder', FIND_BY_HASH, [keyHash]);
    return (
      row && {
        keyHash: row.key_hash,
        userId: row.user_id,
        realmId: row.realm_id,
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
        canCreateUsers: row.can_create_users,
        canForgeSender: row.can_forge_sender,
      }
    );
  }
}
