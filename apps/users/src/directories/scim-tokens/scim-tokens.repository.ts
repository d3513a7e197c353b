import { Injectable } from '@nestjs/common';
import { Database, RowOf, WriteTransaction } from '@stoa/database';

/** An attribute of the provider, and the custom profile field that it is here. */
export interface MappedField {
  external: string;
  local: string;
}

export interface ScimTokenRow extends RowOf<
  'ScimToken',
  'id' | 'name' | 'givesWholeNames' | 'createsGuestsWithoutChannels' | 'acceptsDeletions' | 'adoptsGroups'
> {
  profileFields: MappedField[];
}
export type ListedScimToken = ScimTokenRow & {
  /** Seconds since 1970, as the others. */
  createdAt: number;
  expiresAt: number | null;
  lastUsedAt: number | null;
};

export interface NewScimToken extends Omit<ScimTokenRow, 'id'> {
  tokenHash: Buffer;
  expiresInDays: number | null;
}

const OPTIONS = `id, name, gives_whole_names AS "givesWholeNames", accepts_deletions AS "acceptsDeletions",
  creates_guests_without_channels AS "createsGuestsWithoutChannels", adopts_groups AS "adoptsGroups",
  profile_fields AS "profileFields"`;
const IN_FORCE = 'revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now())';

@Injectable()
export class ScimTokensRepository {
  constructor(private readonly database: Database) {}

  /** One that is in force; notes its use, every few minutes. */
  async use(realmId: number, tokenId: number): Promise<ScimTokenRow | undefined> {
    const [row] = await this.database.query<ScimTokenRow & { is_noted: boolean } & Record<string, unknown>>(
      'scim_token_use',
      `SELECT ${OPTIONS}, COALESCE(last_used_at > now() - interval '5 minutes', false) AS is_noted
       FROM scim_token WHERE realm_id = $1 AND id = $2 AND ${IN_FORCE}`,
      [realmId, tokenId],
    );
    if (row && !row.is_noted) {
      await this.database.query('scim_token_note', 'UPDATE scim_token SET last_used_at = now() WHERE id = $1', [
        tokenId,
      ]);
    }
    return row;
  }

  list(realmId: number): Promise<ListedScimToken[]> {
    return this.database.query<ListedScimToken & Record<string, unknown>>(
      'scim_token_list',
      `SELECT ${OPTIONS}, floor(extract(epoch FROM created_at))::int8 AS "createdAt",
         floor(extract(epoch FROM expires_at))::int8 AS "expiresAt",
         floor(extract(epoch FROM last_used_at))::int8 AS "lastUsedAt"
       FROM scim_token WHERE realm_id = $1 AND ${IN_FORCE} ORDER BY id`,
      [realmId],
    );
  }

  /** Callers hold the realm's lock. */
  async countInForce(tx: WriteTransaction): Promise<number> {
    const [row] = await tx.query<{ tokens: number }>(
      `SELECT count(*)::int AS tokens FROM scim_token WHERE realm_id = $1 AND ${IN_FORCE}`,
      [tx.realmId],
    );
    return row?.tokens ?? 0;
  }

  async insert(tx: WriteTransaction, token: NewScimToken): Promise<number> {
    const [row] = await tx.query<RowOf<'ScimToken', 'id'>>(
      `INSERT INTO scim_token (realm_id, name, token_hash, gives_whole_names, creates_guests_without_channels,
         accepts_deletions, adopts_groups, expires_at, profile_fields)
       VALUES ($1, $2, $3, $4, $5, $6, $7, now() + make_interval(days => $8::int), $9) RETURNING id`,
      [
        ...[tx.realmId, token.name, token.tokenHash, token.givesWholeNames, token.createsGuestsWithoutChannels],
        ...[token.acceptsDeletions, token.adoptsGroups, token.expiresInDays, JSON.stringify(token.profileFields)],
      ],
    );
    if (!row) throw new Error('an inserted token has an id');
    return row.id;
  }

  /** @returns false if there is none in force */
  async revoke(tx: WriteTransaction, tokenId: number): Promise<boolean> {
    const rows = await tx.query<RowOf<'ScimToken', 'id'>>(
      'UPDATE scim_token SET revoked_at = now() WHERE realm_id = $1 AND id = $2 AND revoked_at IS NULL RETURNING id',
      [tx.realmId, tokenId],
    );
    return rows.length > 0;
  }
}
