import { Injectable } from '@nestjs/common';
import { MessageFlagBit } from '@stoa/read-state';
import { MOST_UNREAD, Reader, UnreadGroup, UnreadMessagesRepository } from '@stoa/read-state-store';

const RECENT_DIRECT_MESSAGES = 1000;
const STARRED_AT_MOST = 10_000;
/** The condition of the index over flag rows that make a message held: few of the rows of who has starred much. */
const HELD_FLAGS = 'bits & 192 <> 0';

/** A user's unread messages, by conversation and topic. */
export interface UnreadRead {
  groups: UnreadGroup[];
  /** As many as registers count: older ones may be missing. */
  isCut: boolean;
}

/** Which parts of {@link MessageMarks} are asked for. */
export interface WantedMarks {
  maxMessageId: boolean;
  starred: boolean;
  recentConversations: boolean;
}

/** Null where it was not asked for. */
export interface MessageMarks {
  /** Newest message that the user received, -1 if there is none. */
  maxMessageId: number | null;
  /** JSON text of the ids of starred messages, ascending, the lowest ten thousand (realtime.md 2.2). */
  starred: string | null;
  /** JSON text of the conversations of the newest direct messages, newest first, without the user (realtime.md 2.2). */
  recentConversations: string | null;
}

/** Of the user $1. */
const MAX_MESSAGE_ID = `GREATEST(
  (SELECT max(message_id) FROM direct_message_receipt WHERE user_id = $1),
  (SELECT max(newest.id) FROM membership_span s CROSS JOIN LATERAL (
     SELECT m.id FROM message m
     WHERE m.recipient_id = s.recipient_id AND m.id > s.first_message_id
       AND (s.last_message_id IS NULL OR m.id < s.last_message_id)
     ORDER BY m.id DESC LIMIT 1) newest
   WHERE s.user_id = $1 AND s.is_active),
  (SELECT max(message_id) FROM message_flag
   WHERE user_id = $1 AND ${HELD_FLAGS} AND bits & ${MessageFlagBit.historical} <> 0))`;

/** In one round trip, as most registrations want all of it. */
const MARKS = `SELECT
  CASE WHEN $2::boolean THEN COALESCE(${MAX_MESSAGE_ID}, -1) END AS max_message_id,
  CASE WHEN $3::boolean THEN (
    SELECT '[' || COALESCE(string_agg(f.message_id::text, ',' ORDER BY f.message_id), '') || ']'
    FROM (SELECT message_id FROM message_flag WHERE user_id = $1 AND bits & 1 <> 0
          ORDER BY message_id LIMIT ${STARRED_AT_MOST}) f) END AS starred,
  CASE WHEN $4::boolean THEN (
    SELECT COALESCE(json_agg(r ORDER BY r.max_message_id DESC), '[]')::text FROM (
      SELECT array_remove(c.user_ids, $1::int) AS user_ids, max(d.message_id) AS max_message_id
      FROM (SELECT recipient_id, message_id FROM direct_message_receipt WHERE user_id = $1
            ORDER BY message_id DESC LIMIT ${RECENT_DIRECT_MESSAGES}) d
      JOIN direct_conversation c USING (recipient_id)
      GROUP BY c.recipient_id, c.user_ids) r) END AS recent_conversations`;

interface MarksRow extends Record<string, unknown> {
  max_message_id: number | null;
  starred: string | null;
  recent_conversations: string | null;
}

/** Reads of a user's messages and flags that registrations and `GET /users/me` show. */
@Injectable()
export class MessageStateRepository {
  private readonly unreadMessages = new UnreadMessagesRepository();

  /** Newest message that a user received, -1 if there is none. */
  async maxMessageId(reader: Reader, userId: number): Promise<number> {
    const rows = await reader.query<{ id: number | null }>('users_max_message_id', `SELECT ${MAX_MESSAGE_ID} AS id`, [
      userId,
    ]);
    return rows[0]?.id ?? -1;
  }

  /** What registrations say of a user's messages, but for the unread ones. */
  async marks(reader: Reader, userId: number, wanted: WantedMarks): Promise<MessageMarks> {
    const { maxMessageId, starred, recentConversations } = wanted;
    const params = [userId, maxMessageId, starred, recentConversations];
    const [row] = await reader.query<MarksRow>('users_message_marks', MARKS, params);
    return {
      maxMessageId: row?.max_message_id ?? null,
      starred: row?.starred ?? null,
      recentConversations: row?.recent_conversations ?? null,
    };
  }

  /** The newest unread messages, as many as registers count (realtime.md 2.4). */
  async unread(reader: Reader, userId: number): Promise<UnreadRead> {
    const groups = await this.unreadMessages.unreadGroups(reader, userId, MOST_UNREAD);
    return { groups, isCut: groups.reduce((sum, { count }) => sum + count, 0) === MOST_UNREAD };
  }
}
