import { Injectable } from '@nestjs/common';
import { Database, RowOf } from '@stoa/database';
import { ApiKeyStore, KeyHolder } from './api-key-store';
import { HashLoader } from './hash-loader';
import { HOLDER_COLUMNS, HolderRow, holderOf } from './holder-rows';

type KeyHolderRow = RowOf<'ApiKey', 'key_hash'> & HolderRow;

const FIND_BY_HASHES = `
  SELECT api_key.key_hash, ${HOLDER_COLUMNS}
    FROM api_key
    JOIN account ON account.id = api_key.user_id
    JOIN realm ON realm.id = account.realm_id
   WHERE api_key.key_hash = ANY ($1::bytea[]) AND api_key.revoked_at IS NULL`;

/** Reads the holders of keys. */
@Injectable()
export class ApiKeyRepository extends ApiKeyStore {
  private readonly loader = new HashLoader<KeyHolder>(async (hashes) => {
    const rows = await this.database.query<KeyHolderRow>('gateway_api_key_holders', FIND_BY_HASHES, [hashes]);
    return rows.map((row) => [row.key_hash, { ...holderOf(row), keyHash: row.key_hash }]);
  });

  constructor(private readonly database: Database) {
    super();
  }

  override findByHash(keyHash: Buffer): Promise<KeyHolder | undefined> {
    return this.loader.load(keyHash);
  }
}
