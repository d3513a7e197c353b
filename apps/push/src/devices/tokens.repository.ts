import { Injectable } from '@nestjs/common';
import { Database, WriteTransaction } from '@stoa/database';
import { LegacyToken, TokenKind } from '../relay/relay-requests';

interface TokenRow extends Record<string, unknown> {
  kind: TokenKind;
  token: string;
  ios_app_id: string | null;
}

/** Tables push_token and push_unregistration. APNs tokens are stored in lower case. */
@Injectable()
export class TokensRepository {
  constructor(private readonly database: Database) {}

  async ofUser(userId: number): Promise<LegacyToken[]> {
    const rows = await this.database.query<TokenRow>(
      'push_tokens_of_user',
      'SELECT kind, token, ios_app_id FROM push_token WHERE user_id = $1 ORDER BY id',
      [userId],
    );
    return rows.map(({ kind, token, ios_app_id }) => ({ kind, token, iosAppId: ios_app_id }));
  }

  /** Tokens of the user beside one, whose case does not matter. */
  async countOthers(tx: WriteTransaction, userId: number, { kind, token }: LegacyToken): Promise<number> {
    const [row] = await tx.query<{ count: number }>(
      `SELECT count(*)::int8 AS count FROM push_token
       WHERE user_id = $1 AND NOT (kind = $2 AND lower(token) = lower($3))`,
      [userId, kind, token],
    );
    return row?.count ?? 0;
  }

  /** A token that is known, whatever its case, stays as it is; its time says that it was wanted again. */
  async store(tx: WriteTransaction, userId: number, { kind, token, iosAppId }: LegacyToken): Promise<void> {
    await tx.query(
      `INSERT INTO push_token (user_id, kind, token, ios_app_id) VALUES ($1, $2, $3, $4)
       ON CONFLICT (user_id, kind, lower(token)) DO UPDATE SET created_at = now()`,
      [userId, kind, token, iosAppId],
    );
  }

  /** @returns how many of the tokens there were */
  async remove(tx: WriteTransaction, userId: number, kind: TokenKind, tokens: readonly string[]): Promise<number> {
    const rows = await tx.query(
      'DELETE FROM push_token WHERE user_id = $1 AND kind = $2 AND token = ANY ($3::text[]) RETURNING id',
      [userId, kind, tokens],
    );
    return rows.length;
  }

  /**
   * Removes the tokens of users whose account was deactivated, or whose keys were revoked after a token was registered;
   * those of a deactivated organization stay for its return.
   * @param tells whether the relay has to hear of it
   */
  async removeOfRevoked(
    tx: Pick<WriteTransaction, 'query'>,
    userIds: readonly number[],
    tells: boolean,
  ): Promise<void> {
    await tx.query(
      `WITH gone AS (
         DELETE FROM push_token t USING account a, realm r
         WHERE t.user_id = ANY ($1::int[]) AND a.id = t.user_id AND r.id = a.realm_id AND r.deactivated_at IS NULL
           AND (NOT a.is_active
             OR t.created_at < (SELECT max(k.revoked_at) FROM api_key k WHERE k.user_id = t.user_id))
         RETURNING t.user_id)
       INSERT INTO push_unregistration (user_id) SELECT DISTINCT user_id FROM gone WHERE $2
       ON CONFLICT (user_id) DO UPDATE SET queued_at = now()`,
      [userIds, tells],
    );
  }

  /** Users whose tokens the relay still has to forget. */
  async unregistrations(afterUserId: number, limit: number): Promise<{ userId: number; queuedAt: string }[]> {
    const rows = await this.database.query<{ user_id: number; queued_at: string }>(
      'push_unregistrations',
      `SELECT user_id, (extract(epoch FROM queued_at) * 1000000)::int8::text AS queued_at FROM push_unregistration
       WHERE user_id > $1 ORDER BY user_id LIMIT $2`,
      [afterUserId, limit],
    );
    return rows.map((row) => ({ userId: row.user_id, queuedAt: row.queued_at }));
  }

  async isUnregistrationQueued(userId: number, queuedAt: string): Promise<boolean> {
    const rows = await this.database.query(
      'push_unregistration',
      `SELECT FROM push_unregistration WHERE user_id = $1 AND (extract(epoch FROM queued_at) * 1000000)::int8::text = $2`,
      [userId, queuedAt],
    );
    return rows.length > 0;
  }

  /** The relay has forgotten them, unless it was asked again in the meantime. */
  async endUnregistration(tx: WriteTransaction, userId: number, queuedAt: string): Promise<void> {
    await tx.query(
      `DELETE FROM push_unregistration WHERE user_id = $1 AND (extract(epoch FROM queued_at) * 1000000)::int8::text = $2`,
      [userId, queuedAt],
    );
  }
}
