import { Injectable } from '@nestjs/common';
import { Database, RowOf } from '@stoa/database';
import { type ScimToken, ScimTokenStore } from './scim-token-store';

/** Reads tokens with every request, so that one that is revoked is refused at once. */
@Injectable()
export class ScimTokensRepository extends ScimTokenStore {
  constructor(private readonly database: Database) {
    super();
  }

  override async find(tokenHash: Buffer): Promise<ScimToken | undefined> {
    const [row] = await this.database.query<RowOf<'ScimToken', 'id' | 'realmId'>>(
      'gateway_scim_token',
      `SELECT id, realm_id AS "realmId" FROM scim_token
       WHERE token_hash = $1 AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now())`,
      [tokenHash],
    );
    return row;
  }
}
