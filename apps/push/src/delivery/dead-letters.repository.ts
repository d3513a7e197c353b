import { Injectable } from '@nestjs/common';
import { Database } from '@stoa/database';
import type { DeadLetter } from '@stoa/contracts/push';
import type { Recipient } from '../jobs';

/** Jobs that failed for good. */
@Injectable()
export class DeadLettersRepository {
  constructor(private readonly database: Database) {}

  /** The oldest first. @param realmId null for all organizations */
  async list(realmId: number | null, afterId: number, limit: number): Promise<DeadLetter[]> {
    const rows = await this.database.query<DeadLetter & Record<string, unknown>>(
      'push_dead_letters',
      `SELECT id, realm_id AS "realmId", user_id AS "userId", message_id AS "messageId",
         cardinality(removed_ids) AS "removedCount", trigger, attempts, failure,
         floor(extract(epoch FROM created_at))::int8 AS "createdAt", floor(extract(epoch FROM failed_at))::int8 AS "failedAt"
       FROM push_job WHERE failed_at IS NOT NULL AND ($1::int IS NULL OR realm_id = $1) AND id > $2
       ORDER BY id LIMIT $3`,
      [realmId, afterId, limit],
    );
    return rows;
  }

  /** They are due again, with all their time. @param ids null for all of the organization */
  async replay(realmId: number | null, ids: readonly number[] | null): Promise<Recipient[]> {
    return this.database.query<Recipient & Record<string, unknown>>(
      'push_dead_letters_replay',
      `UPDATE push_job SET failed_at = NULL, failure = NULL, attempts = 0, due_at = now(), created_at = now()
       WHERE failed_at IS NOT NULL AND ($1::int IS NULL OR realm_id = $1) AND ($2::bigint[] IS NULL OR id = ANY($2))
       RETURNING realm_id AS "realmId", user_id AS "userId"`,
      [realmId, ids],
    );
  }

  /** @returns how many were dropped */
  async discard(realmId: number | null, ids: readonly number[] | null): Promise<number> {
    const rows = await this.database.query(
      'push_dead_letters_discard',
      `DELETE FROM push_job
       WHERE failed_at IS NOT NULL AND ($1::int IS NULL OR realm_id = $1) AND ($2::bigint[] IS NULL OR id = ANY($2))
       RETURNING id`,
      [realmId, ids],
    );
    return rows.length;
  }
}
