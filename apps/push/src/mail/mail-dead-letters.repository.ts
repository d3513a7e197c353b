import { Injectable } from '@nestjs/common';
import type { MailDeadLetter } from '@stoa/contracts/push';
import { Database } from '@stoa/database';
import type { MailOfRealm } from './mail-jobs.repository';

/** Mails that failed for good. */
@Injectable()
export class MailDeadLettersRepository {
  constructor(private readonly database: Database) {}

  /** The oldest first. @param realmId null for all organizations */
  list(realmId: number | null, afterId: number, limit: number): Promise<MailDeadLetter[]> {
    return this.database.query<MailDeadLetter & Record<string, unknown>>(
      'mail_dead_letters',
      `SELECT id, realm_id AS "realmId", user_id AS "userId", kind, attempts, COALESCE(failure, '') AS failure,
         floor(extract(epoch FROM created_at))::int8 AS "createdAt", floor(extract(epoch FROM failed_at))::int8 AS "failedAt"
       FROM mail_job WHERE failed_at IS NOT NULL AND ($1::int IS NULL OR realm_id = $1) AND id > $2
       ORDER BY id LIMIT $3`,
      [realmId, afterId, limit],
    );
  }

  /** They are due again, with all their time. @param ids null for all of the organization */
  replay(realmId: number | null, ids: readonly number[] | null): Promise<MailOfRealm[]> {
    return this.database.query<MailOfRealm & Record<string, unknown>>(
      'mail_dead_letters_replay',
      `UPDATE mail_job SET failed_at = NULL, failure = NULL, attempts = 0, due_at = now(), created_at = now()
       WHERE failed_at IS NOT NULL AND ($1::int IS NULL OR realm_id = $1) AND ($2::bigint[] IS NULL OR id = ANY ($2))
       RETURNING id, realm_id AS "realmId"`,
      [realmId, ids],
    );
  }

  /** @returns how many were dropped */
  async discard(realmId: number | null, ids: readonly number[] | null): Promise<number> {
    const rows = await this.database.query(
      'mail_dead_letters_discard',
      `DELETE FROM mail_job
       WHERE failed_at IS NOT NULL AND ($1::int IS NULL OR realm_id = $1) AND ($2::bigint[] IS NULL OR id = ANY ($2))
       RETURNING id`,
      [realmId, ids],
    );
    return rows.length;
  }
}
