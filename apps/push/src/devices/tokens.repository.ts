import { Injectable } from '@nestjs/common';
import { Database, RowOf, WriteTransaction } from '@stoa/database';
import { LegacyToken, TokenKind } from '../relay/relay-requests';

interface TokenRow extends Record<string, unknown>, RowOf<'PushToken', 'token' | 'ios_app_id'> {
  kind: TokenKind;
}

/** A user whose legacy tokens the relay has to forget. */
export interface Unregistration {
  userId: number;
  /** Microseconds since the epoch: names this very request. */
  queuedAt: string;
}

interface UnregistrationRow extends Record<string, unknown>, RowOf<'PushUnregistration', 'user_id'> {
  queued_at: string;
}

const QUEUED_AT = '(extract(epoch FROM u.queued_at) * 1000000)::int8::text';

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

  /** Tokens of the user except one, whose case does not matter. */
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
   * Removes the tokens of deactivated accounts, and those that were registered by a login whose key is revoked by now:
   * every key that the account has is younger. Tokens of a deactivated organization stay for its return.
   * @param realmIds null looks at all organizations
   * @param tells whether the relay has to be notified
   * @returns what the relay has to forget
   */
  async removeOfRevoked(realmIds: readonly number[] | null, tells: boolean): Promise<Unregistration[]> {
    const rows = await this.database.query<UnregistrationRow>(
      'push_remove_revoked_tokens',
      `WITH gone AS (
         DELETE FROM push_token t USING account a, realm r
         WHERE ($1::int[] IS NULL OR r.id = ANY ($1::int[])) AND a.id = t.user_id AND r.id = a.realm_id
           AND r.deactivated_at IS NULL AND (NOT a.is_active OR NOT EXISTS (
             SELECT FROM api_key k
             WHERE k.user_id = t.user_id AND k.revoked_at IS NULL AND k.created_at <= t.created_at))
         RETURNING t.user_id)
       INSERT INTO push_unregistration AS u (user_id) SELECT DISTINCT user_id FROM gone WHERE $2
       ON CONFLICT (user_id) DO UPDATE SET queued_at = now() RETURNING u.user_id, ${QUEUED_AT} AS queued_at`,
      [realmIds, tells],
    );
    return rows.map(unregistration);
  }

  /** Users whose tokens the relay still has to forget. */
  async unregistrations(afterUserId: number, limit: number): Promise<Unregistration[]> {
    const rows = await this.database.query<UnregistrationRow>(
      'push_unregistrations',
      `SELECT u.user_id, ${QUEUED_AT} AS queued_at FROM push_unregistration u
       WHERE u.user_id > $1 ORDER BY u.user_id LIMIT $2`,
      [afterUserId, limit],
    );
    return rows.map(unregistration);
  }

  async isUnregistrationQueued({ userId, queuedAt }: Unregistration): Promise<boolean> {
    const rows = await this.database.query(
      'push_unregistration',
      `SELECT FROM push_unregistration u WHERE u.user_id = $1 AND ${QUEUED_AT} = $2`,
      [userId, queuedAt],
    );
    return rows.length > 0;
  }

  /** The relay has forgotten them, unless it was asked again in the meantime. */
  async endUnregistration(tx: WriteTransaction, { userId, queuedAt }: Unregistration): Promise<void> {
    await tx.query(`DELETE FROM push_unregistration u WHERE u.user_id = $1 AND ${QUEUED_AT} = $2`, [userId, queuedAt]);
  }
}

function unregistration({ user_id, queued_at }: UnregistrationRow): Unregistration {
  return { userId: user_id, queuedAt: queued_at };
}
