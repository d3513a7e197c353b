import { Injectable } from '@nestjs/common';
import { Database, RowOf, setKeys } from '@stoa/database';
import DataLoader from 'dataloader';
import { ApiKeyStore, KeyHolder } from './api-key-store';
import { HashLoader } from './hash-loader';
import { nameOfHash } from './hashes';
import { HOLDER_COLUMNS, HolderRow, holderOf } from './holder-rows';

type KeyHolderRow = RowOf<'ApiKey', 'key_hash'> & HolderRow;

const FIND_BY_HASHES = `
  SELECT api_key.key_hash, ${HOLDER_COLUMNS}
    FROM api_key
    JOIN account ON account.id = api_key.user_id
    JOIN realm ON realm.id = account.realm_id
   WHERE api_key.key_hash = ANY ($1::bytea[]) AND api_key.revoked_at IS NULL`;

const LARGEST_BATCH = 500;

/** Reads the holders of keys. */
@Injectable()
export class ApiKeyRepository extends ApiKeyStore {
  private readonly loader = new HashLoader<KeyHolder>(async (hashes) => {
    const rows = await this.database.query<KeyHolderRow>('gateway_api_key_holders', FIND_BY_HASHES, [hashes]);
    return rows.map((row) => [row.key_hash, { ...holderOf(row), keyName: nameOfHash(row.key_hash) }]);
  });

  private readonly versions = new DataLoader<number, number>((realmIds) => this.accessVersions(realmIds), {
    cache: false,
    maxBatchSize: LARGEST_BATCH,
  });

  constructor(private readonly database: Database) {
    super();
  }

  override findByHash(keyHash: Buffer): Promise<KeyHolder | undefined> {
    return this.loader.load(keyHash);
  }

  override accessVersion(realmId: number): Promise<number> {
    return this.versions.load(realmId);
  }

  private async accessVersions(realmIds: readonly number[]): Promise<number[]> {
    const keys = realmIds.map(setKeys.realmAccess);
    const rows = await this.database.query<RowOf<'SetVersion', 'key' | 'version'>>(
      'gateway_access_versions',
      'SELECT key, version FROM set_version WHERE key = ANY ($1::text[])',
      [keys],
    );
    const versions = new Map(rows.map(({ key, version }) => [key, version]));
    return keys.map((key) => versions.get(key) ?? 0);
  }
}
