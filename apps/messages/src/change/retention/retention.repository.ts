import { Injectable } from '@nestjs/common';
import { Database, RowOf, WriteTransaction } from '@stoa/database';

/** A channel, or a direct conversation, whose oldest messages are past their time. */
export interface ExpiredConversation {
  realmId: number;
  partition: number;
  recipientId: number;
  /** Null: a direct conversation. */
  channelId: number | null;
  /** Of a direct conversation. */
  participantIds: number[];
}

/** Messages of one topic that are past their time. */
export interface ExpiredBatch extends RowOf<'Message', 'topic'> {
  messageIds: number[];
}

/** Days that messages of a conversation are kept; -1 is forever (channels.md 4). */
const CHANNEL_DAYS = 'COALESCE(c.message_retention_days, r.message_retention_days)';

/** The oldest message by id stands for its conversation: ids grow with time. */
const isPast = (recipient: string, days: string): string =>
  `(SELECT m.sent_at FROM message m WHERE m.recipient_id = ${recipient} ORDER BY m.id LIMIT 1)
     < now() - make_interval(days => ${days})`;

const EXPIRED = `
  SELECT r.id AS "realmId", r.partition, c.recipient_id AS "recipientId", c.id AS "channelId", '{}'::int[] AS "participantIds"
  FROM channel c JOIN realm r ON r.id = c.realm_id
  WHERE r.deactivated_at IS NULL AND ${CHANNEL_DAYS} > 0 AND ${isPast('c.recipient_id', CHANNEL_DAYS)}
  UNION ALL
  SELECT r.id, r.partition, d.recipient_id, NULL, d.user_ids FROM direct_conversation d JOIN realm r ON r.id = d.realm_id
  WHERE r.deactivated_at IS NULL AND r.message_retention_days > 0 AND ${isPast('d.recipient_id', 'r.message_retention_days')}
  LIMIT $1`;

const BATCH = `
  WITH place AS (
    SELECT x.recipient_id, x.days FROM (
      SELECT c.recipient_id, ${CHANNEL_DAYS} AS days FROM channel c JOIN realm r ON r.id = c.realm_id
      WHERE c.recipient_id = $1
      UNION ALL
      SELECT d.recipient_id, r.message_retention_days FROM direct_conversation d JOIN realm r ON r.id = d.realm_id
      WHERE d.recipient_id = $1) x WHERE x.days > 0),
  oldest AS (
    SELECT m.topic FROM place p JOIN message m ON m.recipient_id = p.recipient_id
    WHERE m.sent_at < now() - make_interval(days => p.days) ORDER BY m.id LIMIT 1)
  SELECT o.topic, ARRAY(
    SELECT m.id FROM place p JOIN message m ON m.recipient_id = p.recipient_id
    WHERE m.topic = o.topic AND m.sent_at < now() - make_interval(days => p.days) ORDER BY m.id LIMIT $2) AS "messageIds"
  FROM oldest o`;

/** Finds messages that an organization's or a channel's retention no longer keeps. */
@Injectable()
export class RetentionRepository {
  constructor(private readonly database: Database) {}

  expired(limit: number): Promise<ExpiredConversation[]> {
    return this.database.query<ExpiredConversation & Record<string, unknown>>('retention_expired', EXPIRED, [limit]);
  }

  /** The next messages to go, read under the conversation's locks; undefined if none are left. */
  async batch(tx: WriteTransaction, recipientId: number, limit: number): Promise<ExpiredBatch | undefined> {
    const [row] = await tx.query<ExpiredBatch & Record<string, unknown>>(BATCH, [recipientId, limit]);
    return row;
  }
}
