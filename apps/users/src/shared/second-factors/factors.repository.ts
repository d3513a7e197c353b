import { Injectable } from '@nestjs/common';
import { Database, RowOf, WriteTransaction } from '@stoa/database';
import type { FactorFacts } from '@stoa/policy';

/** An authenticator app, with whom it is of. */
export type TotpRow = RowOf<'TotpFactor', 'sealedSecret'> & { isConfirmed: boolean };

/** What was counted of an account's attempts at codes. */
export interface CountedAttempt {
  attempts: number;
  /** Seconds until the count begins anew. */
  secondsLeft: number;
}

/** Seconds in which attempts are counted together. */
const ATTEMPTS_SECONDS = 900;

/** Rows of authenticator apps and recovery codes. */
@Injectable()
export class FactorsRepository {
  constructor(private readonly database: Database) {}

  async facts(userId: number): Promise<FactorFacts> {
    const [row] = await this.database.query<{ hasTotp: boolean; passkeys: number; isRequired: boolean }>(
      'users_factor_facts',
      `SELECT EXISTS (SELECT FROM totp_factor WHERE user_id = account.id AND confirmed_at IS NOT NULL) AS "hasTotp",
         (SELECT count(*)::int FROM passkey WHERE user_id = account.id) AS passkeys,
         realm.require_second_factor AS "isRequired"
       FROM account JOIN realm ON realm.id = account.realm_id WHERE account.id = $1`,
      [userId],
    );
    return row ?? { hasTotp: false, passkeys: 0, isRequired: false };
  }

  /** Times are seconds since 1970. */
  async totpState(userId: number): Promise<{ since: number | null; codesLeft: number }> {
    const [row] = await this.database.query<{ since: number | null; codesLeft: number }>(
      'users_totp_state',
      `SELECT (SELECT extract(epoch FROM confirmed_at)::int FROM totp_factor WHERE user_id = $1) AS since,
         (SELECT count(*)::int FROM recovery_code WHERE user_id = $1 AND used_at IS NULL) AS "codesLeft"`,
      [userId],
    );
    return row ?? { since: null, codesLeft: 0 };
  }

  async totp(userId: number): Promise<TotpRow | undefined> {
    const [row] = await this.database.query<TotpRow>(
      'users_totp',
      `SELECT sealed_secret AS "sealedSecret", confirmed_at IS NOT NULL AS "isConfirmed"
       FROM totp_factor WHERE user_id = $1`,
      [userId],
    );
    return row;
  }

  /** Begins to set up an app, in place of one that was not confirmed. @returns false if there is one that counts */
  async begin(userId: number, sealedSecret: Buffer): Promise<boolean> {
    const rows = await this.database.query(
      'users_totp_begin',
      `INSERT INTO totp_factor (user_id, sealed_secret) VALUES ($1, $2)
       ON CONFLICT (user_id) DO UPDATE SET sealed_secret = $2, created_at = now(), last_step = 0
         WHERE totp_factor.confirmed_at IS NULL
       RETURNING user_id`,
      [userId, sealedSecret],
    );
    return rows.length > 0;
  }

  /** Counts an attempt at a code before it is looked at, however many come at the same time. */
  async countAttempt(userId: number): Promise<CountedAttempt> {
    const [row] = await this.database.query<{ attempts: number; secondsLeft: number }>(
      'users_totp_attempt',
      `UPDATE totp_factor SET
         attempts = CASE WHEN attempts_since < now() - make_interval(secs => $2::int) THEN 1 ELSE attempts + 1 END,
         attempts_since = CASE WHEN attempts_since < now() - make_interval(secs => $2::int) THEN now() ELSE attempts_since END
       WHERE user_id = $1
       RETURNING attempts, ($2::int - extract(epoch FROM now() - attempts_since))::int AS "secondsLeft"`,
      [userId, ATTEMPTS_SECONDS],
    );
    return row ?? { attempts: 1, secondsLeft: 0 };
  }

  /** @returns false if the step, or a later one, was used before */
  async useStep(userId: number, step: number): Promise<boolean> {
    const rows = await this.database.query(
      'users_totp_step',
      `UPDATE totp_factor SET last_step = $2, attempts = 0
       WHERE user_id = $1 AND last_step < $2 AND confirmed_at IS NOT NULL RETURNING user_id`,
      [userId, step],
    );
    return rows.length > 0;
  }

  /** @returns false for a code that is none, or was used before */
  async useRecoveryCode(userId: number, codeHash: Buffer): Promise<boolean> {
    const rows = await this.database.query(
      'users_recovery_code_use',
      `WITH used AS (UPDATE recovery_code SET used_at = now()
         WHERE user_id = $1 AND code_hash = $2 AND used_at IS NULL RETURNING user_id)
       UPDATE totp_factor SET attempts = 0 FROM used WHERE totp_factor.user_id = used.user_id RETURNING used.user_id`,
      [userId, codeHash],
    );
    return rows.length > 0;
  }

  /** The app counts from now on. @returns false if there is none to confirm */
  async confirm(tx: WriteTransaction, userId: number, step: number): Promise<boolean> {
    const rows = await tx.query(
      `UPDATE totp_factor SET confirmed_at = now(), last_step = $2, attempts = 0
       WHERE user_id = $1 AND confirmed_at IS NULL RETURNING user_id`,
      [userId, step],
    );
    return rows.length > 0;
  }

  async replaceCodes(tx: WriteTransaction, userId: number, hashes: readonly Buffer[]): Promise<void> {
    await tx.query('DELETE FROM recovery_code WHERE user_id = $1', [userId]);
    await tx.query('INSERT INTO recovery_code (user_id, code_hash) SELECT $1, unnest($2::bytea[])', [userId, hashes]);
  }

  /** @returns false if there was no app that counted */
  async removeTotp(tx: WriteTransaction, userId: number): Promise<boolean> {
    await tx.query('DELETE FROM recovery_code WHERE user_id = $1', [userId]);
    const rows = await tx.query<{ wasConfirmed: boolean }>(
      'DELETE FROM totp_factor WHERE user_id = $1 RETURNING confirmed_at IS NOT NULL AS "wasConfirmed"',
      [userId],
    );
    return rows.some(({ wasConfirmed }) => wasConfirmed);
  }

  async removePasskeys(tx: WriteTransaction, userId: number): Promise<void> {
    await tx.query('DELETE FROM passkey WHERE user_id = $1', [userId]);
  }
}
