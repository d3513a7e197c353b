import { Injectable } from '@nestjs/common';
import type { RowOf } from '@stoa/database';
import { MessageFlagBit } from '@stoa/read-state';
import {
  MOST_UNREAD,
  MessageFlagsRepository,
  Reader,
  UnreadMessage,
  UnreadMessagesRepository,
} from '@stoa/read-state-store';

const RECENT_DIRECT_MESSAGES = 1000;
const STARRED_AT_MOST = 10_000;
/** The condition of the index over flag rows that make a message held: few of the rows of who has starred much. */
const HELD_FLAGS = 'bits & 192 <> 0';

/** A user's unread messages, ascending, with the participants of the direct conversations among them. */
export interface UnreadRead {
  messages: UnreadMessage[];
  /** As many as registers count: older ones may be missing. */
  isCut: boolean;
  /** By recipient id, ascending. */
  participants: ReadonlyMap<number, readonly number[]>;
}

/** Reads of a user's messages and flags that registrations and `GET /users/me` show. */
@Injectable()
export class MessageStateRepository {
  private readonly unreadMessages = new UnreadMessagesRepository();
  private readonly flags = new MessageFlagsRepository();

  /** Newest message that a user received, -1 if there is none. */
  async maxMessageId(reader: Reader, userId: number): Promise<number> {
    const rows = await reader.query<{ id: number | null }>(
      'users_max_message_id',
      `SELECT GREATEST(
         (SELECT max(message_id) FROM direct_message_receipt WHERE user_id = $1),
         (SELECT max(newest.id) FROM membership_span s CROSS JOIN LATERAL (
            SELECT m.id FROM message m
            WHERE m.recipient_id = s.recipient_id AND m.id > s.first_message_id
              AND (s.last_message_id IS NULL OR m.id < s.last_message_id)
            ORDER BY m.id DESC LIMIT 1) newest
          WHERE s.user_id = $1 AND s.is_active),
         (SELECT max(message_id) FROM message_flag
          WHERE user_id = $1 AND ${HELD_FLAGS} AND bits & ${MessageFlagBit.historical} <> 0)) AS id`,
      [userId],
    );
    return rows[0]?.id ?? -1;
  }

  /** The newest unread messages, as many as registers count (realtime.md 2.4). */
  async unread(reader: Reader, userId: number): Promise<UnreadRead> {
    const messages = await this.unreadMessages.unreadMessages(reader, userId, MOST_UNREAD);
    const direct = new Set(
      messages.filter(({ channelId }) => channelId === null).map(({ recipientId }) => recipientId),
    );
    const participants = direct.size === 0 ? new Map<number, number[]>() : await this.participants(reader, [...direct]);
    return { messages, isCut: messages.length === MOST_UNREAD, participants };
  }

  private async participants(reader: Reader, recipientIds: readonly number[]): Promise<Map<number, number[]>> {
    const rows = await reader.query<RowOf<'DirectConversation', 'recipient_id' | 'user_ids'>>(
      'users_direct_participants',
      'SELECT recipient_id, user_ids FROM direct_conversation WHERE recipient_id = ANY ($1::int[])',
      [recipientIds],
    );
    return new Map(rows.map((row) => [row.recipient_id, row.user_ids]));
  }

  /** Ids of starred messages, ascending, the lowest ten thousand (realtime.md 2.2). */
  async starred(reader: Reader, userId: number): Promise<number[]> {
    return (await this.flags.starredMessages(reader, userId)).slice(0, STARRED_AT_MOST);
  }

  /** Conversations of the newest direct messages, newest first, without the user (realtime.md 2.2). */
  recentConversations(reader: Reader, userId: number): Promise<{ user_ids: number[]; max_message_id: number }[]> {
    return reader.query<{ user_ids: number[]; max_message_id: number }>(
      'users_recent_conversations',
      `SELECT array_remove(c.user_ids, $1) AS user_ids, max(r.message_id) AS max_message_id
       FROM (SELECT recipient_id, message_id FROM direct_message_receipt WHERE user_id = $1
             ORDER BY message_id DESC LIMIT $2) r
       JOIN direct_conversation c USING (recipient_id)
       GROUP BY c.recipient_id, c.user_ids ORDER BY max_message_id DESC`,
      [userId, RECENT_DIRECT_MESSAGES],
    );
  }
}
