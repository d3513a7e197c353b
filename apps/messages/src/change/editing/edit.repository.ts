import { Injectable } from '@nestjs/common';
import { RowOf, WriteTransaction } from '@stoa/database';
import { Reader } from '@stoa/read-state-store';

export interface TopicMessage {
  id: number;
  /** Seconds since the epoch. */
  sentAt: number;
}

export interface TopicPlace {
  recipientId: number;
  topic: string;
  /** Only messages that this user received count (protected history); null: all. */
  receivedBy: number | null;
}

/** Users who starred the same messages. */
export interface StarredBy {
  messageIds: number[];
  userIds: number[];
}

/** Reads of edits, moves and deletions, in their transactions. */
@Injectable()
export class EditRepository {
  /** Polls and todo lists begin with a submessage (markdown.md 13.2). */
  async isWidget(tx: WriteTransaction, messageId: number): Promise<boolean> {
    const rows = await tx.query('SELECT FROM submessage WHERE message_id = $1 LIMIT 1', [messageId]);
    return rows.length > 0;
  }

  /** Messages of a topic from an id on, ascending, with their rows locked against other edits. */
  async topicMessages(tx: WriteTransaction, place: TopicPlace, fromId: number): Promise<TopicMessage[]> {
    const rows = await tx.query<RowOf<'Message', 'id'> & { sent_at: number }>(
      `SELECT m.id, extract(epoch FROM m.sent_at)::float8 AS sent_at FROM message m
       WHERE m.recipient_id = $1 AND lower(m.topic) = lower($2) AND m.id >= $3
       ORDER BY m.id FOR NO KEY UPDATE OF m`,
      [place.recipientId, place.topic, fromId],
    );
    return rows.map((row) => ({ id: row.id, sentAt: row.sent_at }));
  }

  async topicHasMessages(tx: WriteTransaction, place: TopicPlace): Promise<boolean> {
    const rows = await tx.query(
      `SELECT FROM message m WHERE m.recipient_id = $1 AND lower(m.topic) = lower($2)
         AND ($3::int IS NULL OR message_received($3, m.id)) LIMIT 1`,
      [place.recipientId, place.topic, place.receivedBy],
    );
    return rows.length > 0;
  }

  async firstOfTopic(tx: WriteTransaction, place: TopicPlace): Promise<number | null> {
    const [row] = await tx.query<RowOf<'Message', 'id'>>(
      `SELECT m.id FROM message m WHERE m.recipient_id = $1 AND lower(m.topic) = lower($2) ORDER BY m.id LIMIT 1`,
      [place.recipientId, place.topic],
    );
    return row?.id ?? null;
  }

  /** The newest messages of a topic, at most `limit`, descending, with their rows locked. */
  async newestOfTopic(tx: WriteTransaction, place: TopicPlace, limit: number): Promise<number[]> {
    const rows = await tx.query<RowOf<'Message', 'id'>>(
      `SELECT m.id FROM message m WHERE m.recipient_id = $1 AND lower(m.topic) = lower($2)
         AND ($3::int IS NULL OR message_received($3, m.id))
       ORDER BY m.id DESC LIMIT $4 FOR UPDATE OF m`,
      [place.recipientId, place.topic, place.receivedBy, limit],
    );
    return rows.map((row) => row.id);
  }

  /**
   * Who holds at least one of several messages of a channel, active or not. Of messages that were moved before, the newest
   * of each move speaks for all: who was there at the move and is still subscribed holds it.
   * @param messageIds ascending
   */
  async holdersOfSome(tx: WriteTransaction, recipientId: number, messageIds: readonly number[]): Promise<number[]> {
    const rows = await tx.query<{ user_id: number }>(
      `WITH moving AS MATERIALIZED (
         SELECT m.id, m.moves FROM message m WHERE m.id = ANY ($2::bigint[])),
       sent_here AS MATERIALIZED (
         SELECT array_agg(id::bigint ORDER BY id) AS ids FROM moving WHERE moves = '{}')
       SELECT s.user_id FROM membership_span s CROSS JOIN sent_here h
         WHERE s.recipient_id = $1 AND s.is_active
           AND h.ids[width_bucket(s.first_message_id::bigint, h.ids) + 1]
             < COALESCE(s.last_message_id, 9223372036854775807)
       UNION SELECT h.user_id FROM (SELECT max(id) AS id FROM moving WHERE moves <> '{}' GROUP BY moves) newest
         CROSS JOIN LATERAL message_holders(newest.id) h
       UNION SELECT f.user_id FROM message_flag f WHERE f.message_id = ANY ($2::bigint[]) AND f.bits & 64 <> 0`,
      [recipientId, messageIds],
    );
    return rows.map((row) => row.user_id);
  }

  /**
   * Users who were ever subscribed to one channel and are not subscribed to another now: they lose what is moved there
   * (messages.md 5.5).
   */
  async leavers(tx: WriteTransaction, fromRecipientId: number, toRecipientId: number): Promise<number[]> {
    const rows = await tx.query<RowOf<'MembershipSpan', 'user_id'>>(
      `SELECT DISTINCT s.user_id FROM membership_span s WHERE s.recipient_id = $1 AND NOT EXISTS (
         SELECT FROM membership_span n
         WHERE n.user_id = s.user_id AND n.recipient_id = $2 AND n.last_message_id IS NULL)`,
      [fromRecipientId, toRecipientId],
    );
    return rows.map((row) => row.user_id);
  }

  /** Which of the messages each of these users has starred. */
  async stars(tx: WriteTransaction, messageIds: readonly number[], userIds: readonly number[]): Promise<StarredBy[]> {
    if (userIds.length === 0) return [];
    const rows = await tx.query<{ message_ids: number[]; user_ids: number[] }>(
      `SELECT f.message_ids, array_agg(f.user_id) AS user_ids FROM (
         SELECT user_id, array_agg(message_id ORDER BY message_id) AS message_ids FROM message_flag
         WHERE message_id = ANY ($1::bigint[]) AND user_id = ANY ($2::int[]) AND bits & 1 <> 0 GROUP BY user_id) f
       GROUP BY f.message_ids`,
      [messageIds, userIds],
    );
    return rows.map((row) => ({ messageIds: row.message_ids, userIds: row.user_ids }));
  }

  /** The newest message of a topic, for the notice that may be taken back. */
  async lastOfTopic(
    reader: Reader,
    recipientId: number,
    topic: string,
  ): Promise<{ id: number; senderId: number; content: string; ageSeconds: number } | null> {
    const [row] = await reader.query<RowOf<'Message', 'id' | 'sender_id' | 'content'> & { age: number }>(
      'last_of_topic',
      `SELECT m.id, m.sender_id, m.content, extract(epoch FROM clock_timestamp() - m.sent_at)::float8 AS age
       FROM message m WHERE m.recipient_id = $1 AND lower(m.topic) = lower($2) ORDER BY m.id DESC LIMIT 1`,
      [recipientId, topic],
    );
    return row ? { id: row.id, senderId: row.sender_id, content: row.content, ageSeconds: row.age } : null;
  }
}
