import { Injectable } from '@nestjs/common';
import { Database, RowOf, WriteTransaction } from '@stoa/database';

export type StoredJwtKey = RowOf<'JwtKey', 'name' | 'algorithm' | 'sealedKey' | 'allowsLongLife'> & {
  created_at: number;
};

export interface NewJwtKey {
  name: string;
  algorithm: string;
  sealedKey: Buffer;
  allowsLongLife: boolean;
}

@Injectable()
export class JwtKeysRepository {
  constructor(private readonly database: Database) {}

  /** By name; of `created_at` seconds since 1970. */
  async ofRealm(realmId: number): Promise<StoredJwtKey[]> {
    return this.database.query<StoredJwtKey>(
      'users_jwt_keys',
      `SELECT name, algorithm, sealed_key AS "sealedKey", allows_long_life AS "allowsLongLife",
         extract(epoch FROM created_at)::int AS created_at
       FROM jwt_key WHERE realm_id = $1 ORDER BY name`,
      [realmId],
    );
  }

  /** @returns false if there is one of the name, or there are `most` already */
  async insert(tx: WriteTransaction, key: NewJwtKey, most: number): Promise<boolean> {
    const rows = await tx.query(
      `INSERT INTO jwt_key (realm_id, name, algorithm, sealed_key, allows_long_life)
       SELECT $1, $2, $3, $4, $5 WHERE (SELECT count(*) FROM jwt_key WHERE realm_id = $1) < $6::int
       ON CONFLICT (realm_id, name) DO NOTHING RETURNING id`,
      [tx.realmId, key.name, key.algorithm, key.sealedKey, key.allowsLongLife, most],
    );
    return rows.length > 0;
  }

  /** @returns false if there is none of the name */
  async remove(tx: WriteTransaction, name: string): Promise<boolean> {
    const rows = await tx.query('DELETE FROM jwt_key WHERE realm_id = $1 AND name = $2 RETURNING id', [
      tx.realmId,
      name,
    ]);
    return rows.length > 0;
  }
}
