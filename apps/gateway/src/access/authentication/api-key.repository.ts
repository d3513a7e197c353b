import { Injectable } from '@nestjs/common';
import { Database, RowOf } from '@stoa/database';
import DataLoader from 'dataloader';
import { ApiKeyStore, KeyHolder } from './api-key-store';

interface KeyHolderRow
  extends
    RowOf<'ApiKey', 'key_hash'>,
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
      | 'can_create_users'
      | 'can_forge_sender'
    >,
    RowOf<'Realm', 'partition' | 'string_id'> {
  user_id: number;
  custom_host: string | null;
  access_version: number;
  is_realm_deactivated: boolean;
}

const FIND_BY_HASHES = `
  SELECT api_key.key_hash, account.id AS user_id, account.realm_id, realm.partition, realm.string_id,
         (SELECT min(host) FROM realm_host WHERE realm_id = realm.id) AS custom_host,
         realm.deactivated_at IS NOT NULL AS is_realm_deactivated, account.is_active, account.role, account.is_bot,
         account.bot_type, account.email, account.delivery_email, account.full_name, account.can_create_users,
         account.can_forge_sender,
         COALESCE((SELECT version FROM set_version WHERE key = 'realm:' || realm.id || ':access'), 0) AS access_version
    FROM api_key
    JOIN account ON account.id = api_key.user_id
    JOIN realm ON realm.id = account.realm_id
   WHERE api_key.key_hash = ANY ($1::bytea[]) AND api_key.revoked_at IS NULL`;

const LARGEST_BATCH = 500;
const STATEMENTS_AT_ONCE = 2;

/**
 * Reads the holders of keys. Look-ups that come while others are under way go together in one statement: at a peak every
 * account's key is read more than once a second, and a statement for each was a quarter of the gateway's work.
 */
@Injectable()
export class ApiKeyRepository extends ApiKeyStore {
  private readonly loader = new DataLoader<Buffer, KeyHolder | undefined>((hashes) => this.load(hashes), {
    cache: false,
    maxBatchSize: LARGEST_BATCH,
    batchScheduleFn: (send) => this.schedule(send),
  });
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(private readonly database: Database) {
    super();
  }

  override findByHash(keyHash: Buffer): Promise<KeyHolder | undefined> {
    return this.loader.load(keyHash);
  }

  private schedule(send: () => void): void {
    if (this.running < STATEMENTS_AT_ONCE) setImmediate(send);
    else this.waiting.push(send);
  }

  private async load(hashes: readonly Buffer[]): Promise<(KeyHolder | undefined)[]> {
    this.running += 1;
    try {
      const rows = await this.database.query<KeyHolderRow>('gateway_api_key_holders', FIND_BY_HASHES, [hashes]);
      const holders = new Map(rows.map((row) => [row.key_hash.toString('latin1'), toHolder(row)]));
      return hashes.map((hash) => holders.get(hash.toString('latin1')));
    } finally {
      this.running -= 1;
      this.waiting.shift()?.();
    }
  }
}

function toHolder(row: KeyHolderRow): KeyHolder {
  return {
    keyHash: row.key_hash,
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
    canCreateUsers: row.can_create_users,
    canForgeSender: row.can_forge_sender,
  };
}
