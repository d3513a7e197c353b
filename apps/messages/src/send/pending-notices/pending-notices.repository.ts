import { Injectable } from '@nestjs/common';
import { Database, NewNotice, WriteTransaction } from '@stoa/database';

/** A notice that waits to be sent, and where it goes by now. */
export interface PendingNotice extends NewNotice {
  id: number;
  realmId: number;
  partition: number;
  /** Who made the change that the notice is about. */
  userId: number;
  /** Since the change. */
  waitedSeconds: number;
  /** Of the job, this one included. */
  attempts: number;
}

export interface Backlog {
  count: number;
  /** 0 if nothing waits. */
  oldestSeconds: number;
}

/** How long a row is left to who took it on: longer each time. */
const LEASE = "least(interval '10 minutes', interval '10 seconds' * 2 ^ attempts)";
const NOTICES = `SELECT n.id, n.kind, n.realm_id AS "realmId", r.partition, n.actor_user_id AS "userId",
    COALESCE(c.id, n.channel_id) AS "channelId", n.to_user_id AS "toUserId",
    CASE WHEN c.id IS NULL THEN n.topic ELSE m.topic END AS topic, n.content, n.message_id AS "messageId",
    extract(epoch FROM clock_timestamp() - n.created_at)::float8 AS "waitedSeconds", n.attempts
  FROM noticed n JOIN realm r ON r.id = n.realm_id
    LEFT JOIN message m ON m.id = n.message_id LEFT JOIN channel c ON c.recipient_id = m.recipient_id
  ORDER BY n.id`;

type NoticeRow = PendingNotice & Record<string, unknown>;

/** Rows of what the notification bot is going to write. They are written by `addPendingNotices`. */
@Injectable()
export class PendingNoticesRepository {
  constructor(private readonly database: Database) {}

  /** Takes on what is due, oldest first: no other replica's job does for a while. */
  takeDue(limit: number): Promise<PendingNotice[]> {
    return this.database.query<NoticeRow>(
      'pending_notices_take_due',
      `WITH noticed AS (
         UPDATE pending_notice SET attempts = attempts + 1, due_at = clock_timestamp() + ${LEASE} WHERE id IN
           (SELECT id FROM pending_notice WHERE due_at <= clock_timestamp() ORDER BY id LIMIT $1 FOR UPDATE SKIP LOCKED)
         RETURNING *)
       ${NOTICES}`,
      [limit],
    );
  }

  /** Those that still wait, oldest first. */
  waiting(ids: readonly number[]): Promise<PendingNotice[]> {
    return this.database.query<NoticeRow>(
      'pending_notices_waiting',
      `WITH noticed AS (SELECT * FROM pending_notice WHERE id = ANY ($1::bigint[])) ${NOTICES}`,
      [ids],
    );
  }

  /** Whether the notice still waits; until the transaction ends nobody else sends it. */
  async claim(tx: WriteTransaction, id: number): Promise<boolean> {
    const rows = await tx.query('SELECT FROM pending_notice WHERE id = $1 FOR UPDATE SKIP LOCKED', [id]);
    return rows.length > 0;
  }

  async remove(tx: WriteTransaction, id: number): Promise<void> {
    await tx.query('DELETE FROM pending_notice WHERE id = $1', [id]);
  }

  async backlog(): Promise<Backlog> {
    const [row] = await this.database.query<Backlog & Record<string, unknown>>(
      'pending_notices_backlog',
      `SELECT count(*) AS count,
         COALESCE(extract(epoch FROM clock_timestamp() - min(created_at)), 0)::float8 AS "oldestSeconds"
       FROM pending_notice`,
    );
    return row ?? { count: 0, oldestSeconds: 0 };
  }
}
