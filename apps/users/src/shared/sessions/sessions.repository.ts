import { Injectable } from '@nestjs/common';
import { Database, RowOf, WriteTransaction, setKeys } from '@stoa/database';

/** Why a session does not go on; kept with it. */
export type SessionEnd =
  | 'log_out'
  | 'handed_over'
  | 'revoked'
  | 'password_change'
  | 'password_reset'
  | 'factor_change'
  | 'replaced'
  | 'provider_log_out'
  | 'too_many'
  | 'too_old'
  | 'user_deactivated'
  | 'realm_deactivated';

export interface NewSession {
  userId: number;
  /** The one that the sign-in was checked against. */
  passwordHash: string | null;
  tokenHash: Buffer;
  /** How the user signed in: password, second_factor (and a password), passkey, development, or the kind of a provider. */
  method: string;
  /** The provider that vouched for the user, if one did. */
  providerId: number | null;
  /** When the user signed in there, or in the session before, in seconds since 1970; null: now, or not known. */
  authenticatedAt: number | null;
  /** The latest end that the session before had, in seconds since 1970; null without such a limit. */
  longestUntil: number | null;
  ipAddress: string;
  userAgent: string;
}

/** How long sessions last, in days. */
export interface SessionLives {
  idleDays: number;
  longestDays: number;
}

export type EndedSession = RowOf<'UserSession', 'id' | 'userId'>;
export type SessionRow = RowOf<'UserSession', 'id' | 'ipAddress' | 'userAgent' | 'method'> & {
  created_at: number;
  last_used_at: number;
  /** What the button of the provider says with which it began. */
  provider: string | null;
  /** The end that no use moves on. */
  ends_by: number;
};

/** Ended sessions are kept this long: their cookies are still answered with the reason. */
const KEPT_DAYS = 30;

/** Sessions that began with a provider. Of the realm, so that nothing but its indexes is read. */
const OF_PROVIDER = `realm_id = $3 AND id IN (SELECT id FROM user_session WHERE provider_id = $1
         UNION ALL SELECT session_id FROM external_session WHERE provider_id = $1)`;

@Injectable()
export class SessionsRepository {
  constructor(private readonly database: Database) {}

  /**
   * Waits for a change of the account that is under way, and finds nothing if it deactivated the account or changed the
   * password: the session would outlive what ends all sessions. A change of the provider is waited for as well, which
   * decides how long the session may last.
   * @returns undefined if the account is not as it was when the sign-in was checked
   */
  async insert(tx: WriteTransaction, session: NewSession, lives: SessionLives): Promise<number | undefined> {
    const [row] = await tx.query<RowOf<'UserSession', 'id'>>(
      `WITH provider AS (
         SELECT id, now() + make_interval(hours => (settings ->> 'max_session_hours')::int) AS longest_until
           FROM sign_in_provider WHERE id = $9::int FOR SHARE)
       INSERT INTO user_session (realm_id, user_id, token_hash, method, ip_address, user_agent, provider_id,
         authenticated_at, longest_until, expires_at)
       SELECT account.realm_id, account.id, $3, $4, $5, $6, provider.id,
         CASE WHEN $10::float8 IS NOT NULL THEN LEAST(now(), to_timestamp($10::float8)) END,
         LEAST(provider.longest_until, to_timestamp($11::float8)),
         LEAST(now() + make_interval(days => LEAST($7::int, $8::int)), provider.longest_until,
           to_timestamp($11::float8))
         FROM (SELECT id, realm_id FROM account
                WHERE id = $1 AND is_active AND password_hash IS NOT DISTINCT FROM $2 FOR SHARE) account
         JOIN realm ON realm.id = account.realm_id AND realm.deactivated_at IS NULL
         LEFT JOIN provider ON true
       RETURNING id`,
      [
        session.userId,
        session.passwordHash,
        session.tokenHash,
        session.method,
        session.ipAddress,
        session.userAgent,
        lives.idleDays,
        lives.longestDays,
        session.providerId,
        session.authenticatedAt,
        session.longestUntil,
      ],
    );
    return row?.id;
  }

  /** From where the user's other sessions were opened, live or ended, the newest first. */
  async earlierBrowsers(
    tx: WriteTransaction,
    userId: number,
    sessionId: number,
  ): Promise<RowOf<'UserSession', 'ipAddress' | 'userAgent'>[]> {
    return tx.query<RowOf<'UserSession', 'ipAddress' | 'userAgent'>>(
      `SELECT ip_address AS "ipAddress", user_agent AS "userAgent" FROM user_session
       WHERE user_id = $1 AND id <> $2 ORDER BY id DESC LIMIT 200`,
      [userId, sessionId],
    );
  }

  /** Live sessions, the last used one first. Times are seconds since 1970. */
  async live(userId: number, { longestDays }: SessionLives): Promise<SessionRow[]> {
    return this.database.query<SessionRow>(
      'users_sessions',
      `SELECT s.id, s.ip_address AS "ipAddress", s.user_agent AS "userAgent", s.method, p.display_name AS provider,
         extract(epoch FROM s.created_at)::int AS created_at, extract(epoch FROM s.last_used_at)::int AS last_used_at,
         extract(epoch FROM LEAST(s.created_at + make_interval(days => $2::int), s.longest_until))::int AS ends_by
       FROM user_session s LEFT JOIN sign_in_provider p ON p.id = s.provider_id
       WHERE s.user_id = $1 AND s.ended_at IS NULL AND s.expires_at > now()
       ORDER BY s.last_used_at DESC, s.id DESC`,
      [userId, longestDays],
    );
  }

  /**
   * Ends the live sessions that began with a provider longer ago than they may last now. Those of a release before this
   * column are known by what the provider ends sessions by, where it does.
   */
  async endTooOld(tx: WriteTransaction, providerId: number, hours: number): Promise<EndedSession[]> {
    return tx.query<EndedSession>(
      `UPDATE user_session SET ended_at = now(), end_reason = 'too_old'
       WHERE ${OF_PROVIDER} AND ended_at IS NULL AND expires_at > now()
         AND created_at <= now() - make_interval(hours => $2::int)
       RETURNING id, user_id AS "userId"`,
      [providerId, hours, tx.realmId],
    );
  }

  /** @param hours that sessions which began with a provider last from now on; null: as long as others */
  async limitOfProvider(tx: WriteTransaction, providerId: number, hours: number | null): Promise<void> {
    await tx.query(
      `UPDATE user_session SET longest_until = created_at + make_interval(hours => $2::int),
         expires_at = LEAST(expires_at, created_at + make_interval(hours => $2::int))
       WHERE ${OF_PROVIDER} AND ended_at IS NULL AND expires_at > now()`,
      [providerId, hours, tx.realmId],
    );
  }

  /** @param userId null for whoever has it */
  async endOne(
    tx: WriteTransaction,
    sessionId: number,
    userId: number | null,
    end: SessionEnd,
  ): Promise<EndedSession[]> {
    return tx.query<EndedSession>(
      `UPDATE user_session SET ended_at = now(), end_reason = $3
       WHERE id = $1 AND realm_id = $4 AND ($2::int IS NULL OR user_id = $2) AND ended_at IS NULL AND expires_at > now()
       RETURNING id, user_id AS "userId"`,
      [sessionId, userId, end, tx.realmId],
    );
  }

  async endMany(tx: WriteTransaction, sessionIds: readonly number[], end: SessionEnd): Promise<EndedSession[]> {
    return tx.query<EndedSession>(
      `UPDATE user_session SET ended_at = now(), end_reason = $2
       WHERE id = ANY($1::int[]) AND realm_id = $3 AND ended_at IS NULL
       RETURNING id, user_id AS "userId"`,
      [sessionIds, end, tx.realmId],
    );
  }

  /** @param keptId a session that goes on, or null */
  async endOfUsers(
    tx: WriteTransaction,
    userIds: readonly number[],
    end: SessionEnd,
    keptId: number | null,
  ): Promise<EndedSession[]> {
    return tx.query<EndedSession>(
      `UPDATE user_session SET ended_at = now(), end_reason = $2
       WHERE user_id = ANY($1::int[]) AND ended_at IS NULL AND id IS DISTINCT FROM $3::int
       RETURNING id, user_id AS "userId"`,
      [userIds, end, keptId],
    );
  }

  async endOfRealm(tx: WriteTransaction, end: SessionEnd): Promise<EndedSession[]> {
    return tx.query<EndedSession>(
      `UPDATE user_session SET ended_at = now(), end_reason = $2 WHERE realm_id = $1 AND ended_at IS NULL
       RETURNING id, user_id AS "userId"`,
      [tx.realmId, end],
    );
  }

  /** Ends all live sessions of an account but the `kept` that were used last. */
  async endOldest(tx: WriteTransaction, userId: number, kept: number, end: SessionEnd): Promise<EndedSession[]> {
    return tx.query<EndedSession>(
      `UPDATE user_session SET ended_at = now(), end_reason = $3 WHERE id IN (
         SELECT id FROM user_session WHERE user_id = $1 AND ended_at IS NULL
         ORDER BY last_used_at DESC, id DESC OFFSET $2)
       RETURNING id, user_id AS "userId"`,
      [userId, kept, end],
    );
  }

  /** Deletes sessions of an account that ended, or ran out, long ago. */
  async forgetOld(tx: WriteTransaction, userId: number): Promise<void> {
    await tx.query(
      `DELETE FROM user_session
       WHERE user_id = $1 AND LEAST(ended_at, expires_at) < now() - make_interval(days => $2::int)`,
      [userId, KEPT_DAYS],
    );
  }

  /** @returns false if the session is not live any more */
  async renewToken(tx: WriteTransaction, sessionId: number, userId: number, tokenHash: Buffer): Promise<boolean> {
    const rows = await tx.query(
      `UPDATE user_session SET token_hash = $3
       WHERE id = $1 AND user_id = $2 AND ended_at IS NULL AND expires_at > now() RETURNING id`,
      [sessionId, userId, tokenHash],
    );
    // What gateways know of the token before must not count any more.
    if (rows.length > 0) tx.bump(setKeys.realmAccess(tx.realmId));
    return rows.length > 0;
  }

  /** A provider has confirmed just now whose session it is. */
  async noteConfirmed(tx: WriteTransaction, sessionId: number): Promise<void> {
    await tx.query('UPDATE user_session SET confirmed_at = now() WHERE id = $1', [sessionId]);
  }

  /** Sessions that were used a moment ago last longer, up to their longest life. Repeated notes write nothing. */
  async recordUses(sessionIds: readonly number[], lives: SessionLives): Promise<void> {
    await this.database.query(
      'users_session_uses',
      `UPDATE user_session SET last_used_at = now(),
         expires_at = LEAST(now() + make_interval(days => $2::int), created_at + make_interval(days => $3::int),
           longest_until)
       WHERE id = ANY($1::int[]) AND ended_at IS NULL AND expires_at > now()
         AND last_used_at < now() - interval '1 minute'`,
      [sessionIds, lives.idleDays, lives.longestDays],
    );
  }
}
