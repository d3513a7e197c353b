import { Injectable } from '@nestjs/common';
import { Database, RowOf, WriteTransaction } from '@stoa/database';

export type DueKind = 'scheduled_message' | 'reminder';

/** Something whose time has come. */
export interface DueItem {
  kind: DueKind;
  id: number;
  realmId: number;
  partition: number;
  userId: number;
}

export interface DueBatch {
  items: DueItem[];
  /** Until the next one is due, in milliseconds; null if none is waiting. */
  nextInMs: number | null;
}

/** A scheduled message as it is sent. */
export interface DueMessage {
  channelId: number | null;
  userIds: number[];
  topic: string;
  content: string;
  clientName: string;
  readBySender: boolean;
  /** Seconds since the epoch. */
  deliverAt: number;
  rowVersion: string;
}

interface DueRow {
  kind: DueKind;
  id: number;
  realm_id: number;
  partition: number;
  user_id: number;
}

const WAITING = `SELECT 'scheduled_message' AS kind, id, realm_id, sender_id AS user_id, deliver_at FROM scheduled_message
    WHERE delivered_at IS NULL AND NOT failed AND NOT id = ANY($1::int[])
  UNION ALL
  SELECT 'reminder', id, realm_id, user_id, deliver_at FROM reminder
    WHERE delivered_at IS NULL AND NOT failed AND NOT id = ANY($2::int[])`;

/** The waiting rows of both kinds, and what becomes of them. Times are the database's. */
@Injectable()
export class DueItemsRepository {
  constructor(private readonly database: Database) {}

  /** What is due, earliest first; `resting` is left out. */
  async due(limit: number, resting: Readonly<Record<DueKind, readonly number[]>>): Promise<DueBatch> {
    const skipped = [resting.scheduled_message, resting.reminder];
    const rows = await this.database.query<DueRow & Record<string, unknown>>(
      'delivery_due',
      `SELECT w.kind, w.id, w.realm_id, r.partition, w.user_id
       FROM (${WAITING}) w JOIN realm r ON r.id = w.realm_id
       WHERE w.deliver_at <= now() ORDER BY w.deliver_at, w.kind, w.id LIMIT $3`,
      [...skipped, limit],
    );
    if (rows.length > 0) return { items: rows.map(dueItem), nextInMs: 0 };
    const [next] = await this.database.query<{ next_in_ms: number | null }>(
      'delivery_next',
      `SELECT ceil(extract(epoch FROM min(w.deliver_at) - now()) * 1000)::float8 AS next_in_ms FROM (${WAITING}) w`,
      skipped,
    );
    return { items: [], nextInMs: next?.next_in_ms ?? null };
  }

  /** A scheduled message that still waits, as it is now. */
  async message(id: number): Promise<DueMessage | undefined> {
    const [row] = await this.database.query<
      RowOf<'ScheduledMessage', 'channel_id' | 'user_ids' | 'topic' | 'content' | 'client_name' | 'read_by_sender'> & {
        deliver_at: number;
        row_version: string;
      }
    >(
      'delivery_message',
      `SELECT channel_id, user_ids, topic, content, client_name, read_by_sender,
         floor(extract(epoch FROM deliver_at))::int8 AS deliver_at, xmin::text AS row_version
       FROM scheduled_message WHERE id = $1 AND delivered_at IS NULL AND NOT failed AND deliver_at <= now()`,
      [id],
    );
    return (
      row && {
        channelId: row.channel_id,
        userIds: row.user_ids,
        topic: row.topic,
        content: row.content,
        clientName: row.client_name,
        readBySender: row.read_by_sender,
        deliverAt: row.deliver_at,
        rowVersion: row.row_version,
      }
    );
  }

  async reminder(id: number): Promise<{ content: string; rowVersion: string } | undefined> {
    const [row] = await this.database.query<RowOf<'Reminder', 'content'> & { row_version: string }>(
      'delivery_reminder',
      `SELECT content, xmin::text AS row_version FROM reminder
       WHERE id = $1 AND delivered_at IS NULL AND NOT failed AND deliver_at <= now()`,
      [id],
    );
    return row && { content: row.content, rowVersion: row.row_version };
  }

  /** Takes an item for this transaction alone: false if another one has it, or it is not what was read any more. */
  async claim(tx: WriteTransaction, kind: DueKind, id: number, rowVersion: string): Promise<boolean> {
    const rows = await tx.query(
      `SELECT id FROM ${kind} WHERE id = $1 AND xmin::text = $2 AND delivered_at IS NULL AND NOT failed
       FOR UPDATE SKIP LOCKED`,
      [id, rowVersion],
    );
    return rows.length > 0;
  }

  async markDelivered(tx: WriteTransaction, kind: DueKind, id: number, messageId: number): Promise<void> {
    await tx.query(`UPDATE ${kind} SET delivered_at = now(), delivered_message_id = $2 WHERE id = $1`, [id, messageId]);
    if (kind === 'scheduled_message') {
      await tx.query('DELETE FROM attachment_scheduled_reference WHERE scheduled_message_id = $1', [id]);
    }
  }

  async markFailed(tx: WriteTransaction, kind: DueKind, id: number, reason: string): Promise<void> {
    await tx.query(`UPDATE ${kind} SET failed = true, failure_message = $2 WHERE id = $1`, [id, reason]);
  }
}

function dueItem(row: DueRow): DueItem {
  return {
    kind: row.kind,
    id: row.id,
    realmId: row.realm_id,
    partition: row.partition,
    userId: row.user_id,
  };
}
