import { CHUNK_SIZE, ChunkBits, MessageFlagBit } from '@stoa/read-state';
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
  /** Only what this user sent. */
  senderId?: number;
  /** Also in a channel that the user has left (it is marked read then). */
  includeUnsubscribed?: boolean;
}

/** A range of ids, both bounds included, from the low one upwards or from the high one down. */
export interface UnreadRange extends UnreadScope {
  low: number;
  high: number;
  isAscending: boolean;
  /** How many are probably needed: portions are made for that. */
  wanted?: number;
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

/** What read_state_unread_messages returns. */
const MESSAGE_COLUMNS =
  'm.id, m.recipient_id, m.origin_recipient_id, m.topic, m.sender_id, m.channel_wildcard, m.moves';

/**
 * The candidates are what lies above the position ($2 to $9), the bits set below it ($4), and read-by-default notices with a row
 * ($5 to $10); the rest asks of each whether it is held, in a conversation that the user is in, and which flags it has. With the mark
 * of a channel wildcard the flag is derived for who received the message when it was sent.
 */
const UNREAD_SQL = `
  SELECT m.id, m.recipient_id, k.id AS channel_id, m.topic, m.sender_id,
    COALESCE(f.bits, 0) | CASE WHEN m.channel_wildcard AND r.receipt = 1
      THEN ${MessageFlagBit.stream_wildcard_mentioned} ELSE 0 END AS bits
  FROM (
    SELECT u.*, true AS is_held FROM read_state_unread_messages($1, $2::bigint, $9::bigint, $3::int) u
    UNION ALL SELECT ${MESSAGE_COLUMNS}, false FROM unnest($4::bigint[]) AS b (id)
      JOIN message m ON m.id = b.id AND NOT m.born_read
    UNION ALL SELECT ${MESSAGE_COLUMNS}, false FROM message_flag n JOIN message m ON m.id = n.message_id AND m.born_read
      WHERE n.user_id = $1 AND n.message_id >= $5::bigint AND n.message_id < $10::bigint AND n.bits & 192 <> 0 AND n.bits & ${MessageFlagBit.unread_notice} <> 0
  ) m
  LEFT JOIN channel k ON k.recipient_id = m.recipient_id
  LEFT JOIN message_flag f ON f.user_id = $1 AND f.message_id = m.id
  CROSS JOIN LATERAL (SELECT CASE
      WHEN m.is_held AND NOT m.channel_wildcard THEN 1
      WHEN k.id IS NULL THEN (SELECT count(*)::int FROM direct_message_receipt d
        WHERE d.user_id = $1 AND d.message_id = m.id)
      WHEN m.moves = '{}' THEN (SELECT count(*)::int FROM membership_span s
        WHERE s.user_id = $1 AND s.recipient_id = m.origin_recipient_id AND s.is_active
          AND s.first_message_id < m.id AND (s.last_message_id IS NULL OR m.id < s.last_message_id))
      ELSE message_receipt($1, m.origin_recipient_id, m.id, m.moves) END AS receipt OFFSET 0) r
  WHERE (r.receipt > 0 OR COALESCE(f.bits, 0) & ${MessageFlagBit.historical} <> 0)
    AND ($3::int IS NULL OR m.recipient_id = $3) AND ($7::text IS NULL OR lower(m.topic) = lower($7))
    AND ($11::int IS NULL OR m.sender_id = $11)
    AND (k.id IS NULL OR $8 OR m.recipient_id IN (
      SELECT o.recipient_id FROM membership_span o WHERE o.user_id = $1 AND o.last_message_id IS NULL))
  ORDER BY m.id DESC LIMIT $6`;

/** Ids looked through at first; more each time, as long as too little was found. */
const FIRST_WINDOW = 16 * CHUNK_SIZE;
const WINDOW_GROWTH = 4;
/** No id comes near. */
const ABOVE_ALL_IDS = Number.MAX_SAFE_INTEGER;
const ABOVE_ALL_ROWS = 2_147_483_647;

/** Ids looked through at first when a range is read in portions, and bits of one portion: at least, and per id wanted. */
const SMALLEST_PORTION = 2048;
const PORTION_PER_ID = 1.2;

/** What has to be looked through, from the newest down. */
interface Unexplored {
  position: number;
  /** Ids at or above the position and below this one; then, the position. */
  above: number;
  window: number;
  /** Ids of the bits set below the position, ascending. */
  bits: number[];
  /** Everything from here up was looked through. */
  explored: number;
}

/** One query's share of it. */
interface Part {
  aboveFrom: number;
  aboveBelow: number;
  bits: number[];
  noticesFrom: number;
  noticesBelow: number;
}

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
    const unexplored = await this.bitsOf(reader, userId);
    const found: UnreadRow[] = [];
    // Bits below the position may be of messages that were deleted, moved away or left: ask until enough were found.
    while (unexplored.explored > 0 && found.length < limit) {
      const missing = limit - found.length;
      const part = nextPart(unexplored, missing);
      const rows = await reader.query<UnreadRow>('unread_messages', UNREAD_SQL, [
        userId,
        part.aboveFrom,
        scope.recipientId ?? null,
        part.bits,
        part.noticesFrom,
        missing,
        scope.topic ?? null,
        scope.includeUnsubscribed ?? false,
        part.aboveBelow,
        part.noticesBelow,
        scope.senderId ?? null,
      ]);
      for (const row of rows) found.push(row);
    }
    return found.sort((a, b) => a.id - b.id).map(unreadMessageOf);
  }

  /**
   * Unread messages of a range, in growing portions, so that a caller who needs a few reads only a few. A portion may be empty.
   */
  async *unreadInRange(
    reader: Reader,
    userId: number,
    range: UnreadRange,
  ): AsyncGenerator<UnreadMessage[], void, undefined> {
    const { position, above, bits } = await this.bitsOf(reader, userId);
    for (const { low, below } of portionsOf(range, { position, newest: above - 1, bits })) {
      const rows = await reader.query<UnreadRow>('unread_messages', UNREAD_SQL, [
        userId,
        Math.max(low, position),
        range.recipientId ?? null,
        bits.filter((id) => id >= low && id < below),
        low,
        ABOVE_ALL_ROWS,
        range.topic ?? null,
        range.includeUnsubscribed ?? false,
        below,
        below,
        range.senderId ?? null,
      ]);
      const found = rows.map(unreadMessageOf);
      yield range.isAscending ? found.reverse() : found;
    }
  }

  /** The newest unread messages below an id, at most `limit`, in no particular order. */
  async newestBelow(
    reader: Reader,
    userId: number,
    { below, limit, ...scope }: UnreadScope & { below: number; limit: number },
  ): Promise<UnreadMessage[]> {
    const found: UnreadMessage[] = [];
    const range = { ...scope, low: 0, high: below - 1, isAscending: false, wanted: limit };
    for await (const portion of this.unreadInRange(reader, userId, range)) {
      found.push(...portion);
      if (found.length >= limit) break;
    }
    return found.slice(0, limit);
  }

  private async bitsOf(reader: Reader, userId: number): Promise<Unexplored> {
    const rows = await reader.query<{ position: number; newest: number; chunk: number | null; bits: Buffer | null }>(
      'unread_bits',
      `SELECT COALESCE(p.position, 0) AS position, (SELECT COALESCE(max(id), 0) FROM message) AS newest,
         c.chunk, bit_send(c.bits) AS bits
       FROM (SELECT $1::int AS user_id) u LEFT JOIN read_position p ON p.user_id = u.user_id
       LEFT JOIN read_chunk c ON c.user_id = u.user_id AND c.chunk < p.position / 4096
       ORDER BY c.chunk`,
      [userId],
    );
    const ids: number[] = [];
    for (const { chunk, bits } of rows) {
      if (chunk !== null && bits !== null) for (const id of chunkBitsOf(bits).ids(chunk)) ids.push(id);
    }
    const { position = 0, newest = 0 } = rows[0] ?? {};
    // What appears while this runs counts as new: the first window is open at its top.
    const above = Math.max(position, newest + 1);
    return { position, above, window: FIRST_WINDOW, bits: ids, explored: ABOVE_ALL_IDS };
  }
}

/** Takes the next window above the position and, once that is exhausted, the newest `limit` bits below it. */
function nextPart(rest: Unexplored, limit: number): Part {
  const aboveBelow = rest.above > rest.position || rest.explored === ABOVE_ALL_IDS ? rest.explored : rest.position;
  const aboveFrom = Math.max(rest.position, rest.above - rest.window);
  const isPositionReached = aboveFrom === rest.position;
  const bits = isPositionReached ? rest.bits.splice(Math.max(0, rest.bits.length - limit)) : [];
  const lowest = rest.bits.length > 0 ? (bits[0] ?? 0) : 0;
  const part = { aboveFrom, aboveBelow, bits, noticesFrom: isPositionReached ? lowest : aboveFrom };
  const noticesBelow = rest.explored;
  rest.above = aboveFrom;
  rest.window *= WINDOW_GROWTH;
  rest.explored = part.noticesFrom;
  return { ...part, noticesBelow };
}

interface Portion {
  low: number;
  /** Not included. */
  below: number;
}

/** Cuts a range into parts of about equal work, nearest to its start first. */
function* portionsOf(
  range: UnreadRange,
  { position, newest, bits }: { position: number; newest: number; bits: readonly number[] },
): Generator<Portion, void, undefined> {
  const below = Math.min(range.high + 1, ABOVE_ALL_IDS);
  const bitsPerPortion = Math.max(SMALLEST_PORTION, Math.ceil((range.wanted ?? 0) * PORTION_PER_ID));
  let length = bitsPerPortion;
  if (range.isAscending) {
    for (let low = range.low; low < below; length *= WINDOW_GROWTH) {
      const next = low < position ? nextBit(bits, low, { count: bitsPerPortion, position }) : low + length;
      // What appears while this runs counts as new: the last portion is open at its top.
      const end = next > newest && next > position ? below : Math.min(next, below);
      yield { low, below: end };
      low = end;
    }
    return;
  }
  for (let end = below; end > range.low; length *= WINDOW_GROWTH) {
    const top = Math.min(end, newest + 1);
    const next = end <= position ? previousBit(bits, end, bitsPerPortion) : Math.max(position, top - length);
    const low = Math.max(range.low, Math.min(next, end - 1));
    yield { low, below: end };
    end = low;
  }
}

/** Where a portion that begins below the position ends: after so many bits, or at the position. */
function nextBit(
  bits: readonly number[],
  low: number,
  { count, position }: { count: number; position: number },
): number {
  const first = bits.findIndex((id) => id >= low);
  return (first < 0 ? undefined : bits[first + count]) ?? position;
}

/** Where a portion that ends below the position begins. */
function previousBit(bits: readonly number[], below: number, count: number): number {
  const end = bits.findIndex((id) => id >= below);
  return bits[(end < 0 ? bits.length : end) - count] ?? 0;
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
