import { Injectable } from '@nestjs/common';
import { Database, RowOf, WriteTransaction } from '@stoa/database';

export interface NewAttempt {
  realmId: number;
  providerId: number | null;
  step: string;
  keyHash: Buffer;
  holderHash: Buffer;
  sealedData: Buffer;
  seconds: number;
}

/** What finds an attempt: only who has both texts. */
export interface AttemptKey {
  realmId: number;
  step: string;
  keyHash: Buffer;
  holderHash: Buffer;
}

export type AttemptRow = RowOf<'SignInAttempt', 'provider_id' | 'sealed_data'>;

/** Forgotten at a time, so that none of many waits for the others. */
const MOST_FORGOTTEN = 1_000;

/** Those whose time is over go with each that is added. */
const ADD = `
  WITH forgotten AS (DELETE FROM sign_in_attempt WHERE id IN (
    SELECT id FROM sign_in_attempt WHERE expires_at < now() ORDER BY expires_at LIMIT ${MOST_FORGOTTEN}
    FOR UPDATE SKIP LOCKED))
  INSERT INTO sign_in_attempt (realm_id, provider_id, step, key_hash, holder_hash, sealed_data, expires_at)
  VALUES ($1, $2, $3, $4, $5, $6, now() + make_interval(secs => $7::int))`;

/** Sign-ins that go on in another request. */
@Injectable()
export class SignInAttemptsRepository {
  constructor(private readonly database: Database) {}

  async insert(attempt: NewAttempt): Promise<void> {
    await this.database.query('sign_in_attempt_add', ADD, valuesOf(attempt));
  }

  /** @returns false where there is the same already; who is just adding it is waited for */
  async insertFirst(tx: WriteTransaction, attempt: NewAttempt): Promise<boolean> {
    const rows = await tx.query<RowOf<'SignInAttempt', 'id'>>(
      `${ADD} ON CONFLICT (key_hash) DO NOTHING RETURNING id`,
      valuesOf(attempt),
    );
    return rows.length > 0;
  }

  /** Finds it for the only time: of two who ask at once, one gets it. */
  async take({ realmId, step, keyHash, holderHash }: AttemptKey): Promise<AttemptRow | undefined> {
    const [row] = await this.database.query<AttemptRow>(
      'sign_in_attempt_take',
      `DELETE FROM sign_in_attempt
       WHERE realm_id = $1 AND step = $2 AND key_hash = $3 AND holder_hash = $4 AND expires_at > now()
       RETURNING provider_id, sealed_data`,
      [realmId, step, keyHash, holderHash],
    );
    return row;
  }

  async read({ realmId, step, keyHash, holderHash }: AttemptKey): Promise<AttemptRow | undefined> {
    const [row] = await this.database.query<AttemptRow>(
      'sign_in_attempt_read',
      `SELECT provider_id, sealed_data FROM sign_in_attempt
       WHERE realm_id = $1 AND step = $2 AND key_hash = $3 AND holder_hash = $4 AND expires_at > now()`,
      [realmId, step, keyHash, holderHash],
    );
    return row;
  }
}

function valuesOf({ realmId, providerId, step, keyHash, holderHash, sealedData, seconds }: NewAttempt): unknown[] {
  return [realmId, providerId, step, keyHash, holderHash, sealedData, seconds];
}
