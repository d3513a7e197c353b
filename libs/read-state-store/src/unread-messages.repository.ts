import { ChunkBits, MessageFlagBit } from '@stoa/read-state';
import { Reader } from './reader';

/** One unread message with what realtime.md 2.4 (unread_msgs) groups by. */
export interface UnreadMessage {
  id: number;
  recipientId: number;
  /** Null: a direct message. */
  channelId: number | null;
  topic: string;
  senderId: number;
  isMentioned: boolean;
  /** By a channel or topic wildcard. */
  isWildcardMentioned: boolean;
}

/** Which part of the unread messages; `topic` needs `recipientId`, and is compared regardless of case. */
export interface UnreadScope {
  recipientId?: number;
  topic?: string;
  /** Also in a channel that the user has left (it is marked read then). */
  includeUnsubscribed?: boolean;
}

interface UnreadRow extends Record<string, unknown> {
  id: number;
  recipient_id: number;
  channel_id: number | null;
  topic: string;
  sender_id: number;
  bits: number;
}

/** Registers count at most these (realtime.md 2.4). */
export const MOST_UNREAD = 50_000;

const WILDCARD_BITS = MessageFlagBit.stream_wildcard_mentioned | MessageFlagBit.topic_wildcard_mentioned;

/**
 * The candidates are what lies above the position, the bits set below it ($4), and born-read notices with a row; the rest
 * asks of each whether it is held, in a conversation that the user is in, and which flags it has. With the mark of a
 * channel wildcard the flag is derived for who received the message when it was sent.
 */
const UNREAD_SQL = `
  SELECT m.id, m.recipient_id, k.id AS channel_id, m.topic, m.sender_id,
    COALESCE(f.bits, 0) | CASE WHEN m.channel_wildcard AND r.receipt = 1
      THEN ${MessageFlagBit.stream_wildcard_mentioned} ELSE 0 END AS bits
  FROM (
    SELECT u.message_id AS id, false AS is_notice
      FROM read_state_unread_above($1, $2::bigint, 9223372036854775807, $3::int) u WHERE $5
    UNION ALL SELECT b.id, false FROM unnest($4::bigint[]) AS b (id)
    UNION ALL SELECT n.message_id, true FROM message_flag n
      WHERE $5 AND n.user_id = $1 AND n.bits & 192 <> 0 AND n.bits & ${MessageFlagBit.unread_notice} <> 0
  ) i
  JOIN message m ON m.id = i.id AND m.born_read = i.is_notice
    AND ($3::int IS NULL OR m.recipient_id = $3) AND ($7::text IS NULL OR lower(m.topic) = lower($7))
  LEFT JOIN channel k ON k.recipient_id = m.recipient_id
  LEFT JOIN message_flag f ON f.user_id = $1 AND f.message_id = m.id
  CROSS JOIN LATERAL (SELECT CASE
      WHEN k.id IS NULL THEN (SELECT count(*)::int FROM direct_message_receipt d
        WHERE d.user_id = $1 AND d.message_id = m.id)
      WHEN m.moves = '{}' THEN (SELECT count(*)::int FROM membership_span s
        WHERE s.user_id = $1 AND s.recipient_id = m.origin_recipient_id AND s.is_active
          AND s.first_message_id < m.id AND (s.last_message_id IS NULL OR m.id < s.last_message_id))
      ELSE message_receipt($1, m.origin_recipient_id, m.id, m.moves) END AS receipt OFFSET 0) r
  WHERE (r.receipt > 0 OR COALESCE(f.bits, 0) & ${MessageFlagBit.historical} <> 0)
    AND (k.id IS NULL OR $8 OR m.recipient_id IN (
      SELECT o.recipient_id FROM membership_span o WHERE o.user_id = $1 AND o.last_message_id IS NULL))
  ORDER BY m.id DESC LIMIT $6`;

/** A user's unread messages, found from the position and the bits alone. */
export class UnreadMessagesRepository {
  /**
   * The newest unread messages, ascending: received, in a channel subscribed to now or direct, not read. Two round trips,
   * more only for tens of thousands.
   */
  async unreadMessages(
    reader: Reader,
    userId: number,
    limit = MOST_UNREAD,
    scope: UnreadScope = {},
  ): Promise<UnreadMessage[]> {
    const { position, below } = await this.bitsOf(reader, userId);
    const found: UnreadRow[] = [];
    let isFirst = true;
    // Below the position some bits are of messages that were deleted, moved away or left: ask until enough were found.
    do {
      const ids = below.splice(Math.max(0, below.length - limit));
      const rows = await reader.query<UnreadRow>('unread_messages', UNREAD_SQL, [
        userId,
        position,
        scope.recipientId ?? null,
        ids,
        isFirst,
        limit - found.length,
        scope.topic ?? null,
        scope.includeUnsubscribed ?? false,
      ]);
      found.push(...rows);
      isFirst = false;
    } while (below.length > 0 && found.length < limit);
    return found.sort((a, b) => a.id - b.id).map(unreadMessageOf);
  }

  /** The position, and the ids of the bits set below it, ascending. */
  private async bitsOf(reader: Reader, userId: number): Promise<{ position: number; below: number[] }> {
    const rows = await reader.query<{ position: number; chunk: number | null; bits: Buffer | null }>(
      'unread_bits',
      `SELECT COALESCE(p.position, 0) AS position, c.chunk, bit_send(c.bits) AS bits
       FROM (SELECT $1::int AS user_id) u LEFT JOIN read_position p ON p.user_id = u.user_id
       LEFT JOIN read_chunk c ON c.user_id = u.user_id AND c.chunk < p.position / 4096
       ORDER BY c.chunk`,
      [userId],
    );
    const below: number[] = [];
    for (const { chunk, bits } of rows) {
      if (chunk !== null && bits !== null) for (const id of chunkBitsOf(bits).ids(chunk)) below.push(id);
    }
    return { position: rows[0]?.position ?? 0, below };
  }
}

/** `bit_send` puts the length in bits before the bits. */
function chunkBitsOf(sent: Buffer): ChunkBits {
  return new ChunkBits(sent.subarray(4));
}

function unreadMessageOf(row: UnreadRow): UnreadMessage {
  return {
    id: row.id,
    recipientId: row.recipient_id,
    channelId: row.channel_id,
    topic: row.topic,
    senderId: row.sender_id,
    isMentioned: (row.bits & MessageFlagBit.mentioned) !== 0,
    isWildcardMentioned: (row.bits & WILDCARD_BITS) !== 0,
  };
}
