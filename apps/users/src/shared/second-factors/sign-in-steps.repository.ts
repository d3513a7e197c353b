import { Injectable } from '@nestjs/common';
import { Database, RowOf } from '@stoa/database';

export type StepKind = 'second_factor' | 'passkey_sign_in' | 'passkey_registration';

export interface NewStep {
  tokenHash: Buffer;
  realmId: number;
  userId: number | null;
  kind: StepKind;
  passwordHash: string | null;
  challenge: string | null;
  minutes: number;
}

export type StepRow = RowOf<'SignInStep', 'userId' | 'passwordHash' | 'challenge'>;

/** Sign-ins that are half done, by the hash of what the browser knows. */
@Injectable()
export class SignInStepsRepository {
  constructor(private readonly database: Database) {}

  /** Forgets some old ones by the way, so that none are left for ever. */
  async insert(step: NewStep): Promise<void> {
    await this.database.query(
      'users_sign_in_step_insert',
      `WITH old AS (SELECT token_hash FROM sign_in_step WHERE expires_at < now() - interval '1 hour' LIMIT 20
         FOR UPDATE SKIP LOCKED),
       gone AS (DELETE FROM sign_in_step USING old WHERE sign_in_step.token_hash = old.token_hash)
       INSERT INTO sign_in_step (token_hash, realm_id, user_id, kind, password_hash, challenge, expires_at)
       VALUES ($1, $2, $3, $4, $5, $6, now() + make_interval(mins => $7::int))`,
      [step.tokenHash, step.realmId, step.userId, step.kind, step.passwordHash, step.challenge, step.minutes],
    );
  }

  async find(tokenHash: Buffer, realmId: number, kind: StepKind): Promise<StepRow | undefined> {
    const [row] = await this.database.query<StepRow>(
      'users_sign_in_step',
      `SELECT user_id AS "userId", password_hash AS "passwordHash", challenge FROM sign_in_step
       WHERE token_hash = $1 AND realm_id = $2 AND kind = $3 AND expires_at > now()`,
      [tokenHash, realmId, kind],
    );
    return row;
  }

  /** @returns undefined if somebody else was faster */
  async take(tokenHash: Buffer, realmId: number, kind: StepKind): Promise<StepRow | undefined> {
    const [row] = await this.database.query<StepRow>(
      'users_sign_in_step_take',
      `DELETE FROM sign_in_step WHERE token_hash = $1 AND realm_id = $2 AND kind = $3 AND expires_at > now()
       RETURNING user_id AS "userId", password_hash AS "passwordHash", challenge`,
      [tokenHash, realmId, kind],
    );
    return row;
  }
}
