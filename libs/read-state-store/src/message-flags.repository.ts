import { MessageFlagBit, flagNames, flagNamesWithoutReceipt } from '@stoa/read-state';
import { Reader } from './reader';

/** Columns of {@link FLAG_COLUMNS}. */
export interface FlagColumns {
  receipt: number;
  bits: number;
  is_read: boolean;
  channel_wildcard: boolean;
}

/** What one user holds of a message. */
export interface MessageHolding {
  /** Received or flagged later: what the API calls having a row; access to protected history rests on it. */
  isHeld: boolean;
  /** Names and order of messages.md 11. */
  flags: string[];
}

type StateRow = FlagColumns & Record<string, unknown>;

/** What {@link holdingOf} needs of `read_state_of` or `messages_with_state($user, $ids) f`, for statements that read more. */
export const FLAG_COLUMNS = 'f.receipt, f.bits, f.is_read, f.channel_wildcard';

export class MessageFlagsRepository {
  /**
   * Flags of messages for one user, in one round trip; messages that do not exist are left out. Does not check access.
   */
  async flagsOfMessages(
    reader: Reader,
    userId: number,
    messageIds: readonly number[],
  ): Promise<Map<number, MessageHolding>> {
    const rows = await reader.query<StateRow & { message_id: number }>(
      'flags_of_messages',
      `SELECT f.message_id, ${FLAG_COLUMNS} FROM read_state_of($1, $2::bigint[]) f`,
      [userId, messageIds],
    );
    return new Map(rows.map((row) => [row.message_id, holdingOf(row)]));
  }

  /** Those of the messages that a user holds; made for many messages of few topics. */
  async heldAmong(reader: Reader, userId: number, messageIds: readonly number[]): Promise<Set<number>> {
    const rows = await reader.query<{ message_id: number }>(
      'messages_held',
      'SELECT message_id FROM messages_held($1, $2::bigint[])',
      [userId, messageIds],
    );
    return new Set(rows.map((row) => row.message_id));
  }

  /** The flags of one message for several users, such as the recipients of an update_message event. */
  async flagsOfUsers(
    reader: Reader,
    messageId: number,
    userIds: readonly number[],
  ): Promise<Map<number, MessageHolding>> {
    const rows = await reader.query<StateRow & { user_id: number }>(
      'flags_of_users',
      `SELECT u.id AS user_id, ${FLAG_COLUMNS} FROM unnest($1::int[]) AS u (id)
       CROSS JOIN LATERAL read_state_of(u.id, ARRAY[$2::bigint]) f`,
      [userIds, messageId],
    );
    return new Map(rows.map((row) => [row.user_id, holdingOf(row)]));
  }

  /** Everybody who holds a message, active or not: row holders in the terms of messages.md 1. Unordered. */
  async holdersOf(reader: Reader, messageId: number): Promise<number[]> {
    const rows = await reader.query<{ user_id: number }>(
      'holders_of_message',
      'SELECT user_id FROM message_holders($1)',
      [messageId],
    );
    return rows.map((row) => row.user_id);
  }

  /**
   * Who holds a message and has read it (read receipts, messages.md 13, before settings and muting narrow it), active or
   * not. Unordered.
   */
  async readersOf(reader: Reader, messageId: number): Promise<number[]> {
    const rows = await reader.query<{ user_id: number }>(
      'readers_of_message',
      `SELECT h.user_id FROM message_holders($1) h JOIN message m ON m.id = $1
       LEFT JOIN read_position p ON p.user_id = h.user_id
       LEFT JOIN read_chunk c ON c.user_id = h.user_id AND c.chunk = $1::bigint / 4096
       LEFT JOIN message_flag f ON m.born_read AND f.user_id = h.user_id AND f.message_id = $1
       WHERE CASE WHEN m.born_read THEN COALESCE(f.bits, 0) & ${MessageFlagBit.unread_notice} = 0
         ELSE ($1 >= COALESCE(p.position, 0)) = (COALESCE(get_bit(c.bits, ($1::bigint % 4096)::int), 0) = 1) END`,
      [messageId],
    );
    return rows.map((row) => row.user_id);
  }
}

/** What the columns mean. */
export function holdingOf(row: FlagColumns): MessageHolding {
  const isHeld = row.receipt > 0 || (row.bits & MessageFlagBit.historical) !== 0;
  if (!isHeld) return { isHeld, flags: flagNamesWithoutReceipt() };
  const derived = row.channel_wildcard && row.receipt === 1 ? MessageFlagBit.stream_wildcard_mentioned : 0;
  return { isHeld, flags: flagNames(row.is_read, row.bits | derived) };
}
