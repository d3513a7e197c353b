import { MessageFlagBit } from '@stoa/read-state';
import { FetchScope, conversationCount } from './fetch-scope';
import { MessageCondition, SqlBuilder, conditionSql } from './message-condition';

/** One side of a window: the nearest `limit` messages of a range of ids, both bounds included. */
export interface SideQuery {
  scope: FetchScope;
  conditions: readonly MessageCondition[];
  low: number;
  high: number;
  /** From the low bound upwards; else from the high bound down. */
  isAscending: boolean;
  limit: number;
}

/** What a walk to a frequent word goes through. */
export type WalkThrough = 'sender' | 'conversation' | 'organization';

export interface SqlText {
  text: string;
  params: unknown[];
}

/** Columns that the conditions of a fetch read: they are selected too when messages are found by something else. */
const COLUMNS = `m.id, m.realm_id, m.recipient_id, m.origin_recipient_id, m.moves, m.sender_id, m.topic, m.content,
  m.channel_wildcard, m.has_attachment, m.has_image, m.has_link, m.search_vector`;

/**
 * The usual window: of one conversation, by the same indexes as {@link byConversation}. An array of one has PostgreSQL
 * expect ten conversations of a plan for all parameters, and so make a plan for each call, which takes three times as long
 * as what it does.
 */
function byOnlyConversation(query: SideQuery): SqlText {
  const { sharedRecipientIds, receivedRecipientIds, directRecipientIds, userId } = query.scope;
  const sql = new SqlBuilder();
  const [received] = receivedRecipientIds;
  const filters = [
    `m.recipient_id = ${sql.add(received ?? sharedRecipientIds[0] ?? directRecipientIds[0], 'int')}`,
    rangeSql(query, sql),
    ...filtersSql(query, sql),
    ...(received === undefined ? [] : [receivedSql(sql.add(userId, 'int'))]),
  ];
  return {
    text: `SELECT m.id FROM message m WHERE ${filters.join(' AND ')} ${orderSql(query, sql)}`,
    params: sql.params,
  };
}

/**
 * Each conversation contributes at most as many rows as the side has, by the index on (recipient, id) or, with a topic, on
 * (recipient, topic, id): the cost follows the number of conversations and of rows asked for, not the size of the history.
 */
export function byConversation(query: SideQuery): SqlText {
  const { scope } = query;
  if (conversationCount(scope) === 1) return byOnlyConversation(query);
  const sql = new SqlBuilder();
  const order = orderSql(query, sql);
  const filters = [rangeSql(query, sql), ...filtersSql(query, sql)];
  const ofRecipients = (recipientIds: readonly number[], extra: string[]) => `
    SELECT x.id FROM unnest(${sql.add(recipientIds, 'int[]')}) AS r (id) CROSS JOIN LATERAL (
      SELECT m.id FROM message m WHERE m.recipient_id = r.id AND ${[...filters, ...extra].join(' AND ')} ${order}) x`;
  const sources: string[] = [];
  const open = [...scope.sharedRecipientIds, ...scope.directRecipientIds];
  if (open.length > 0) sources.push(ofRecipients(open, []));
  if (scope.receivedRecipientIds.length > 0) {
    sources.push(ofRecipients(scope.receivedRecipientIds, [receivedSql(sql.add(scope.userId, 'int'))]));
  }
  return { text: `SELECT m.id FROM (${sources.join(' UNION ALL ')}) m ${order}`, params: sql.params };
}

/** The first message of each conversation at or after a moment, by the index on (recipient, time); the earliest of them. */
export function firstSince({ scope, conditions }: Pick<SideQuery, 'scope' | 'conditions'>, since: Date): SqlText {
  const sql = new SqlBuilder();
  const order = 'ORDER BY m.sent_at, m.id LIMIT 1';
  const filters = [
    `m.sent_at >= ${sql.add(since, 'timestamptz')}`,
    ...conditions.map((condition) => conditionSql(condition, scope.userId, sql)),
  ];
  const ofRecipients = (recipientIds: readonly number[], extra: string[]) => `
    SELECT x.id, x.sent_at FROM unnest(${sql.add(recipientIds, 'int[]')}) AS r (id) CROSS JOIN LATERAL (
      SELECT m.id, m.sent_at FROM message m WHERE m.recipient_id = r.id AND ${[...filters, ...extra].join(' AND ')}
      ${order}) x`;
  const sources = [ofRecipients([...scope.sharedRecipientIds, ...scope.directRecipientIds], [])];
  if (scope.receivedRecipientIds.length > 0) {
    sources.push(ofRecipients(scope.receivedRecipientIds, [receivedSql(sql.add(scope.userId, 'int'))]));
  }
  return { text: `SELECT m.id FROM (${sources.join(' UNION ALL ')}) m ${order}`, params: sql.params };
}

/** Through the organization's messages, or by whichever index PostgreSQL finds fit for the conditions. */
export function byOrganization(query: SideQuery): SqlText {
  const sql = new SqlBuilder();
  const filters = [
    `m.realm_id = ${sql.add(query.scope.realmId, 'int')}`,
    rangeSql(query, sql),
    ...filtersSql(query, sql),
    scopeSql(query.scope, sql),
  ];
  const text = `SELECT m.id FROM message m WHERE ${filters.join(' AND ')} ${orderSql(query, sql)}`;
  return { text, params: sql.params };
}

/**
 * Through at most `longest` messages, one after the other, until enough are found. Its rows are those that match, and the
 * last that was read if the walk ended there. PostgreSQL takes an organization and its conversations for independent of
 * each other, expects too few, and would rather collect all hits of a word, of all organizations: so it is shown nothing to
 * search for until it has a message in hand. The inner limit bounds what is read, and tells PostgreSQL that it is not all:
 * else it might collect and sort all ids before the first.
 */
export function byWalk(query: SideQuery, through: WalkThrough, longest: number): SqlText {
  const sql = new SqlBuilder();
  const direction = query.isAscending ? 'ASC' : 'DESC';
  const range = `o.id BETWEEN ${sql.add(query.low, 'bigint')} AND ${sql.add(query.high, 'bigint')}`;
  const length = sql.add(longest, 'int');
  const nearest = `ORDER BY o.id ${direction} LIMIT ${length}`;
  const walked = walkedSql(query, through, sql)
    .map((of) => `(SELECT o.id FROM message o WHERE ${of} AND ${range} ${nearest})`)
    .join(' UNION ALL ');
  const filters = [...filtersSql(query, sql), scopeSql(query.scope, sql)];
  const text = `SELECT w.id, m.id IS NOT NULL AS matches, w.place = ${length} AS is_end
    FROM (SELECT o.id, row_number() OVER (ORDER BY o.id ${direction}) AS place FROM (${walked}) o
      ${nearest}) w
    LEFT JOIN LATERAL (SELECT m.id FROM (SELECT ${COLUMNS} FROM message m WHERE m.id = w.id OFFSET 0) m
      WHERE ${filters.join(' AND ')} OFFSET 0) m ON true
    WHERE m.id IS NOT NULL OR w.place = ${length} ORDER BY w.id ${direction} LIMIT ${sql.add(query.limit, 'int')}`;
  return { text, params: sql.params };
}

/**
 * What {@link byWalk} goes through if it finds nothing: each statement selects at least that, the smallest counts. A topic
 * usually lies in one conversation, but PostgreSQL takes the two for independent of each other: so each is counted alone.
 */
export function walkable(query: Pick<SideQuery, 'scope' | 'conditions'>, through: WalkThrough): SqlText[] {
  const of = (filter: (sql: SqlBuilder) => string): SqlText => {
    const sql = new SqlBuilder();
    return { text: `SELECT FROM message o WHERE ${filter(sql)}`, params: sql.params };
  };
  if (through !== 'conversation') return [of((sql) => walkedSql(query, through, sql).join(' OR '))];
  const topic = topicOf(query);
  const conversations = of((sql) => `o.recipient_id = ANY(${sql.add(recipientsOf(query.scope), 'int[]')})`);
  return topic === undefined ? [conversations] : [conversations, of((sql) => topicSql(topic, sql))];
}

/** The conversations in which a topic has messages; undefined if no topic is asked for. */
export function conversationsOfTopic(query: Pick<SideQuery, 'scope' | 'conditions'>): SqlText | undefined {
  const topic = topicOf(query);
  if (topic === undefined) return undefined;
  const sql = new SqlBuilder();
  // The limit has each looked up in the index by conversation and topic.
  const text = `SELECT r.id FROM unnest(${sql.add(recipientsOf(query.scope), 'int[]')}) AS r (id) CROSS JOIN LATERAL (
    SELECT FROM message o WHERE o.recipient_id = r.id AND ${topicSql(topic, sql)} LIMIT 1) o`;
  return { text, params: sql.params };
}

/** Conditions on `o`, each of which an index has in the order of ids. */
function walkedSql(
  query: Pick<SideQuery, 'scope' | 'conditions'>,
  through: WalkThrough,
  sql: SqlBuilder,
): readonly string[] {
  if (through === 'conversation') {
    const topic = topicOf(query);
    const within = topic === undefined ? '' : ` AND ${topicSql(topic, sql)}`;
    // One by one, their indexes are merged; as a list, all ids would be sorted.
    return recipientsOf(query.scope).map((id) => `o.recipient_id = ${sql.add(id, 'int')}${within}`);
  }
  const sender = query.conditions.find((condition) => condition.kind === 'sender' && !condition.negated);
  if (through === 'sender' && sender?.kind === 'sender') return [`o.sender_id = ${sql.add(sender.userId, 'int')}`];
  return [`o.realm_id = ${sql.add(query.scope.realmId, 'int')}`];
}

function recipientsOf(scope: FetchScope): number[] {
  return [...scope.sharedRecipientIds, ...scope.receivedRecipientIds, ...scope.directRecipientIds];
}

function topicOf({ conditions }: Pick<SideQuery, 'conditions'>): string | undefined {
  const condition = conditions.find(({ kind, negated }) => kind === 'topic' && !negated);
  return condition?.kind === 'topic' ? condition.topic : undefined;
}

function topicSql(topic: string, sql: SqlBuilder): string {
  return `lower(o.topic) = lower(${sql.add(topic, 'text')})`;
}

/** Through everything that the search index finds: for words that are not frequent. */
export function bySearch(query: SideQuery): SqlText {
  return throughHits(query, (sql) => {
    const searches = query.conditions.filter(
      ({ kind, negated }) => kind === 'search' || (kind === 'mentions' && !negated),
    );
    const matches = searches.map((condition) => conditionSql(condition, query.scope.userId, sql));
    return `SELECT ${COLUMNS} FROM message m WHERE ${[rangeSql(query, sql), ...matches].join(' AND ')}`;
  });
}

/** Through the user's flag rows, and the messages whose mark stands for such a row. */
export function byFlag(query: SideQuery, flag: { bits: number; orChannelWildcard: boolean }): SqlText {
  return throughHits(query, (sql) => {
    // The numbers are part of the text: partial indexes are found by them.
    const flagged = `SELECT ${COLUMNS} FROM message_flag f JOIN message m ON m.id = f.message_id
      WHERE f.user_id = ${sql.add(query.scope.userId, 'int')} AND f.bits & ${Math.trunc(flag.bits)} <> 0
        AND ${rangeSql(query, sql)}`;
    if (!flag.orChannelWildcard) return flagged;
    const bit = MessageFlagBit.stream_wildcard_mentioned;
    return `${flagged} UNION ALL SELECT ${COLUMNS} FROM message m
      WHERE m.realm_id = ${sql.add(query.scope.realmId, 'int')} AND m.channel_wildcard AND ${rangeSql(query, sql)}
        AND NOT EXISTS (SELECT FROM message_flag f WHERE f.user_id = ${sql.add(query.scope.userId, 'int')}
          AND f.message_id = m.id AND f.bits & ${bit | flag.bits} <> 0)`;
  });
}

/** Through the topics that the user follows. */
export function byFollowedTopic(query: SideQuery): SqlText {
  const sql = new SqlBuilder();
  const order = orderSql(query, sql);
  const filters = [rangeSql(query, sql), ...filtersSql(query, sql), scopeSql(query.scope, sql)];
  const text = `SELECT m.id FROM (
    SELECT x.id FROM user_topic t JOIN channel c ON c.id = t.channel_id CROSS JOIN LATERAL (
      SELECT m.id FROM message m WHERE m.recipient_id = c.recipient_id AND lower(m.topic) = lower(t.topic)
        AND ${filters.join(' AND ')} ${order}) x
    WHERE t.user_id = ${sql.add(query.scope.userId, 'int')} AND t.visibility_policy = 3) m ${order}`;
  return { text, params: sql.params };
}

/** Through the user's direct messages, in all conversations. */
export function byDirectReceipt(query: SideQuery): SqlText {
  const sql = new SqlBuilder();
  const direction = query.isAscending ? 'ASC' : 'DESC';
  const filters = [
    `d.user_id = ${sql.add(query.scope.userId, 'int')}`,
    `d.message_id BETWEEN ${sql.add(query.low, 'bigint')} AND ${sql.add(query.high, 'bigint')}`,
    ...filtersSql(query, sql),
    scopeSql(query.scope, sql),
  ];
  const text = `SELECT m.id FROM direct_message_receipt d JOIN message m ON m.id = d.message_id
    WHERE ${filters.join(' AND ')} ORDER BY d.message_id ${direction} LIMIT ${sql.add(query.limit, 'int')}`;
  return { text, params: sql.params };
}

/** Messages that are named by id: those are looked up, and then checked. */
export function amongIds(
  { scope, conditions }: Pick<SideQuery, 'scope' | 'conditions'>,
  messageIds: readonly number[],
  limit: number,
  isAscending = true,
): SqlText {
  const sql = new SqlBuilder();
  const filters = [
    `m.id = ANY(${sql.add(messageIds, 'bigint[]')})`,
    ...conditions.map((condition) => conditionSql(condition, scope.userId, sql)),
    scopeSql(scope, sql),
  ];
  const text = `SELECT m.id FROM message m WHERE ${filters.join(' AND ')}
    ORDER BY m.id ${isAscending ? 'ASC' : 'DESC'} LIMIT ${sql.add(limit, 'int')}`;
  return { text, params: sql.params };
}

/** MATERIALIZED: PostgreSQL must not try to find a few by walking through all messages in the order of their ids. */
function throughHits(query: SideQuery, hits: (sql: SqlBuilder) => string): SqlText {
  const sql = new SqlBuilder();
  const found = hits(sql);
  const filters = [...filtersSql(query, sql), scopeSql(query.scope, sql)];
  // Sorted first, so that only as many are checked as are needed.
  const direction = query.isAscending ? 'ASC' : 'DESC';
  const text = `WITH hit AS MATERIALIZED (${found})
    SELECT m.id FROM (SELECT * FROM hit ORDER BY id ${direction} OFFSET 0) m WHERE ${filters.join(' AND ')}
    ${orderSql(query, sql)}`;
  return { text, params: sql.params };
}

function orderSql(query: SideQuery, sql: SqlBuilder): string {
  return `ORDER BY m.id ${query.isAscending ? 'ASC' : 'DESC'} LIMIT ${sql.add(query.limit, 'int')}`;
}

function rangeSql(query: SideQuery, sql: SqlBuilder): string {
  return `m.id BETWEEN ${sql.add(query.low, 'bigint')} AND ${sql.add(query.high, 'bigint')}`;
}

function filtersSql({ scope, conditions }: SideQuery, sql: SqlBuilder): string[] {
  return conditions.map((condition) => conditionSql(condition, scope.userId, sql));
}

function scopeSql(scope: FetchScope, sql: SqlBuilder): string {
  const open = sql.add([...scope.sharedRecipientIds, ...scope.directRecipientIds], 'int[]');
  if (scope.receivedRecipientIds.length === 0) return `m.recipient_id = ANY(${open})`;
  const received = sql.add(scope.receivedRecipientIds, 'int[]');
  return `(m.recipient_id = ANY(${open})
    OR (m.recipient_id = ANY(${received}) AND ${receivedSql(sql.add(scope.userId, 'int'))}))`;
}

/** Received: by a span of where it was sent, through its moves, or by a row of its own (design.md 4). */
function receivedSql(user: string): string {
  return `CASE WHEN m.moves = '{}' THEN EXISTS (SELECT 1 FROM membership_span s WHERE s.user_id = ${user}
      AND s.recipient_id = m.origin_recipient_id AND s.is_active AND s.first_message_id < m.id
      AND (s.last_message_id IS NULL OR m.id < s.last_message_id))
      OR EXISTS (SELECT 1 FROM message_flag h WHERE h.user_id = ${user} AND h.message_id = m.id AND h.bits & 64 <> 0)
    ELSE message_received(${user}, m.id) END`;
}
