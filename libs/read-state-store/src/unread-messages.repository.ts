import { ChunkBits, MessageFlagBit } from '@stoa/read-state';
import { Reader } from './reader';
import { type IdRange, type Part, type Unexplored, nextPart, portionsOf, unexplored } from './unread-parts';

/** An unread message, and the conversation that it is in. */
export interface UnreadMessage {
  id: number;
  recipientId: number;
}

/** Unread messages of one conversation, in a channel of one spelling of a topic. */
export interface UnreadGroup {
  /** Null: a direct conversation. */
  channelId: number | null;
  topic: string;
  /** Participants of a direct conversation, ascending; null: a channel. */
  userIds: readonly number[] | null;
  /** Ids of the messages, ascending, joined by commas. */
  ids: string;
  count: number;
  /** Ids of messages that mention the user. */
  mentioned: readonly number[];
  /** Ids of messages that do so by a wildcard only. */
  wildcardMentioned: readonly number[];
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

export type UnreadRange = UnreadScope & IdRange;

interface UnreadRow extends Record<string, unknown> {
  id: number;
  recipient_id: number;
}

/** Registers count at most these (realtime.md 2.4). */
export const MOST_UNREAD = 50_000;

/** What read_state_unread_messages returns. */
const MESSAGE_COLUMNS =
  'm.id, m.recipient_id, m.origin_recipient_id, m.topic, m.sender_id, m.channel_wildcard, m.moves';

/**
 * 1 for who received the message when it was sent, 2 for who holds it since it was moved, 0 for others. Nobody is a member of a
 * direct conversation, whose messages are looked for where those of channels were not found.
 */
const RECEIPT = `CASE WHEN m.moves <> '{}' THEN message_receipt($1, m.origin_recipient_id, m.id, m.moves)
    ELSE COALESCE(NULLIF((SELECT count(*)::int FROM membership_span s
      WHERE s.user_id = $1 AND s.recipient_id = m.origin_recipient_id AND s.is_active
        AND s.first_message_id < m.id AND (s.last_message_id IS NULL OR m.id < s.last_message_id)), 0),
      (SELECT count(*)::int FROM direct_message_receipt d WHERE d.user_id = $1 AND d.message_id = m.id)) END`;

/** Flags of a message. With the mark of a channel wildcard one is derived for who received the message when it was sent. */
const BITS = `COALESCE(f.bits, 0) | CASE WHEN m.channel_wildcard AND ${RECEIPT} = 1
      THEN ${MessageFlagBit.stream_wildcard_mentioned} ELSE 0 END`;

/**
 * The candidates are what is held above the position ($2 to $9), the bits set below it ($4), and read-by-default notices with a
 * row ($5 to $10); the rest asks of each of those others whether it is held, and of all whether the user is in the conversation.
 * What most messages have no need to be asked for stands last in each condition.
 */
const unreadSql = (columns: string): string => `
  SELECT ${columns}
  FROM (
    SELECT u.*, true AS is_held FROM read_state_unread_messages($1, $2::bigint, $9::bigint, $3::int) u
    UNION ALL SELECT ${MESSAGE_COLUMNS}, false FROM unnest($4::bigint[]) AS b (id)
      JOIN message m ON m.id = b.id AND NOT m.born_read
    UNION ALL SELECT ${MESSAGE_COLUMNS}, false FROM message_flag n JOIN message m ON m.id = n.message_id AND m.born_read
      WHERE n.user_id = $1 AND n.message_id >= $5::bigint AND n.message_id < $10::bigint AND n.bits & 192 <> 0 AND n.bits & ${MessageFlagBit.unread_notice} <> 0
  ) m
  LEFT JOIN message_flag f ON f.user_id = $1 AND f.message_id = m.id
  WHERE (m.is_held OR COALESCE(f.bits, 0) & ${MessageFlagBit.historical} <> 0 OR ${RECEIPT} > 0)
    AND ($3::int IS NULL OR m.recipient_id = $3) AND ($7::text IS NULL OR lower(m.topic) = lower($7))
    AND ($11::int IS NULL OR m.sender_id = $11)
    AND ($8 OR m.recipient_id IN (
      SELECT o.recipient_id FROM membership_span o WHERE o.user_id = $1 AND o.last_message_id IS NULL)
      OR (SELECT k.id FROM channel k WHERE k.recipient_id = m.recipient_id) IS NULL)
  ORDER BY m.id DESC LIMIT $6`;

const UNREAD_SQL = unreadSql('m.id, m.recipient_id');

/**
 * The same in groups, a row for each conversation: rows cost more to send and to read than to aggregate. Lists of a group are
 * joined by commas, those of a row's groups by semicolons. Channels are looked up once a row; a scalar subquery for
 * participants, as a join might read all direct conversations there are.
 */
const UNREAD_GROUPS_SQL = `
  SELECT c.channel_id, r.topics, r.ids, r.counts, r.mentioned, r.wildcard_mentioned,
    CASE WHEN c.channel_id IS NULL
      THEN (SELECT d.user_ids FROM direct_conversation d WHERE d.recipient_id = r.recipient_id) END AS user_ids
  FROM (
    SELECT g.recipient_id, json_agg(g.topic)::text AS topics, string_agg(g.ids, ';') AS ids,
      string_agg(g.count::text, ';') AS counts, string_agg(COALESCE(g.mentioned, ''), ';') AS mentioned,
      string_agg(COALESCE(g.wildcard_mentioned, ''), ';') AS wildcard_mentioned
    FROM (
      SELECT u.recipient_id, u.topic, string_agg(u.id::text, ',' ORDER BY u.id) AS ids, count(*) AS count,
        string_agg(u.id::text, ',') FILTER (WHERE u.bits & ${MessageFlagBit.mentioned} <> 0) AS mentioned,
        string_agg(u.id::text, ',') FILTER (WHERE u.bits & ${MessageFlagBit.mentioned} = 0 AND u.bits &
          (${MessageFlagBit.stream_wildcard_mentioned} | ${MessageFlagBit.topic_wildcard_mentioned}) <> 0) AS wildcard_mentioned
      FROM (${unreadSql(`m.id, m.recipient_id, m.topic, ${BITS} AS bits`)}) u GROUP BY u.recipient_id, u.topic
    ) g GROUP BY g.recipient_id
  ) r CROSS JOIN LATERAL (SELECT (SELECT k.id FROM channel k WHERE k.recipient_id = r.recipient_id) AS channel_id OFFSET 0) c`;

interface UnreadGroupsRow extends Record<string, unknown> {
  channel_id: number | null;
  /** A JSON list. */
  topics: string;
  ids: string;
  counts: string;
  mentioned: string;
  wildcard_mentioned: string;
  user_ids: number[] | null;
}

const NO_IDS: readonly number[] = [];
/** Rows of a range are bounded by the range. */
const ABOVE_ALL_ROWS = 2_147_483_647;

interface LimitedPart extends Part {
  /** No more of it than so many messages. */
  limit: number;
}

function partParams(userId: number, part: LimitedPart, scope: UnreadScope): unknown[] {
  return [
    userId,
    part.aboveFrom,
    scope.recipientId ?? null,
    part.bits,
    part.noticesFrom,
    part.limit,
    scope.topic ?? null,
    scope.includeUnsubscribed ?? false,
    part.aboveBelow,
    part.noticesBelow,
    scope.senderId ?? null,
  ];
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
    const found: UnreadRow[] = [];
    await this.explore(reader, userId, limit, async (part) => {
      const rows = await reader.query<UnreadRow>('unread_messages', UNREAD_SQL, partParams(userId, part, scope));
      for (const row of rows) found.push(row);
      return rows.length;
    });
    return found.sort((a, b) => a.id - b.id).map(unreadMessageOf);
  }

  /** The same messages in groups, in no order; the messages of a topic may be in several. */
  async unreadGroups(reader: Reader, userId: number, limit = MOST_UNREAD): Promise<UnreadGroup[]> {
    const found: UnreadGroup[] = [];
    await this.explore(reader, userId, limit, async (part) => {
      const params = partParams(userId, part, {});
      const groups = (await reader.query<UnreadGroupsRow>('unread_groups', UNREAD_GROUPS_SQL, params)).flatMap(
        groupsOf,
      );
      for (const group of groups) found.push(group);
      return groups.reduce((sum, { count }) => sum + count, 0);
    });
    return found;
  }

  /** @param read reads what is unread of a part, and says how much that was */
  private async explore(
    reader: Reader,
    userId: number,
    limit: number,
    read: (part: LimitedPart) => Promise<number>,
  ): Promise<void> {
    const rest = await this.bitsOf(reader, userId);
    let found = 0;
    // Bits below the position may be of messages that were deleted, moved away or left: ask until enough were found.
    while (rest.explored > 0 && found < limit) {
      const missing = limit - found;
      found += await read({ ...nextPart(rest, missing), limit: missing });
    }
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
    return unexplored(position, newest, ids);
  }
}

/** `bit_send` puts the length in bits before the bits. */
function chunkBitsOf(sent: Buffer): ChunkBits {
  return new ChunkBits(sent.subarray(4));
}

function groupsOf(row: UnreadGroupsRow): UnreadGroup[] {
  const topics: string[] = JSON.parse(row.topics);
  const [ids, counts] = [row.ids.split(';'), row.counts.split(';')];
  const [mentioned, wildcardMentioned] = [row.mentioned.split(';'), row.wildcard_mentioned.split(';')];
  return topics.map((topic, index) => ({
    channelId: row.channel_id,
    topic,
    userIds: row.user_ids,
    ids: ids[index] ?? '',
    count: Number(counts[index]),
    mentioned: idsOf(mentioned[index]),
    wildcardMentioned: idsOf(wildcardMentioned[index]),
  }));
}

function idsOf(list: string | undefined): readonly number[] {
  return list ? list.split(',').map(Number) : NO_IDS;
}

function unreadMessageOf({ id, recipient_id: recipientId }: UnreadRow): UnreadMessage {
  return { id, recipientId };
}
