import { RESOLVED_PREFIX } from '@stoa/policy';
import { MessageFlagBit } from '@stoa/read-state';

/** One filter of a fetch, resolved: names have become ids. Conditions are joined by and. */
export type MessageCondition = { negated: boolean } & (
  | { kind: 'recipient'; recipientIds: readonly number[] }
  | { kind: 'topic'; topic: string }
  | { kind: 'sender'; userId: number }
  /** `query` finds what a message's words say of whom it mentions (message_search_vector). */
  | { kind: 'mentions'; query: string }
  | { kind: 'id'; messageIds: readonly number[] }
  | { kind: 'direct' }
  | { kind: 'flag'; bits: number; orChannelWildcard: boolean }
  | { kind: 'unread' }
  | { kind: 'resolved' }
  | { kind: 'followed' }
  | { kind: 'muted' }
  /** Only the topic's own policy counts. */
  | { kind: 'muted-topic' }
  | { kind: 'has'; what: 'attachment' | 'image' | 'link' | 'reaction' }
  /** `query` is the text of a tsquery; phrases occur literally besides. */
  | { kind: 'search'; query: string; phrases: readonly string[] }
);

/** SQL text with its parameters, in order of their numbers. */
export class SqlBuilder {
  readonly params: unknown[] = [];

  /** @returns the placeholder of a parameter, with its type */
  add(value: unknown, type: string): string {
    this.params.push(value);
    return `$${this.params.length}::${type}`;
  }
}

/** Topics marked as resolved start so (messages.md 9.2). */

/** The condition on the row `m` of `message`; `userId` is whose flags and policies count. */
export function conditionSql(condition: MessageCondition, userId: number, sql: SqlBuilder): string {
  if (!condition.negated) return positiveSql(condition, userId, sql);
  // Spelled so, PostgreSQL looks ids up in a hash table instead of comparing with each.
  if (condition.kind === 'id') return `m.id <> ALL(${sql.add(condition.messageIds, 'bigint[]')})`;
  return `NOT (${positiveSql(condition, userId, sql)})`;
}

function positiveSql(condition: MessageCondition, userId: number, sql: SqlBuilder): string {
  switch (condition.kind) {
    case 'recipient':
      return `m.recipient_id = ANY(${sql.add(condition.recipientIds, 'int[]')})`;
    case 'topic':
      return `lower(m.topic) = lower(${sql.add(condition.topic, 'text')}) AND ${IS_CHANNEL}`;
    case 'mentions':
      return `m.search_vector @@ ${sql.add(condition.query, 'tsquery')}`;
    case 'sender':
      return `m.sender_id = ${sql.add(condition.userId, 'int')}`;
    case 'id':
      return `m.id = ANY(${sql.add(condition.messageIds, 'bigint[]')})`;
    case 'unread':
      return unreadSql(sql.add(userId, 'int'));
    case 'direct':
      return `NOT (${IS_CHANNEL})`;
    case 'flag':
      return flagSql(condition, userId, sql);
    case 'resolved':
      return `m.topic LIKE ${sql.add(`${RESOLVED_PREFIX}%`, 'text')}`;
    case 'followed':
      return topicPolicySql('= 3', userId, sql);
    case 'muted':
      return mutedSql(userId, sql);
    case 'muted-topic':
      return topicPolicySql('= 1', userId, sql);
    case 'has':
      return condition.what === 'reaction'
        ? 'EXISTS (SELECT 1 FROM reaction x WHERE x.message_id = m.id)'
        : `m.has_${condition.what}`;
    case 'search':
      return searchSql(condition, sql);
  }
}

function searchSql({ query, phrases }: { query: string; phrases: readonly string[] }, sql: SqlBuilder): string {
  const literal = phrases.map((phrase) => {
    const pattern = sql.add(`%${phrase.replace(/[\\%_]/g, '\\$&')}%`, 'text');
    return `(m.content ILIKE ${pattern} OR m.topic ILIKE ${pattern})`;
  });
  return [`m.search_vector @@ ${sql.add(query, 'tsquery')}`, ...literal].join(' AND ');
}

const IS_CHANNEL = 'EXISTS (SELECT 1 FROM recipient k WHERE k.id = m.recipient_id AND k.kind = 1)';

/** Held and not read, in a conversation that the user is in (design.md 4). */
function unreadSql(user: string): string {
  return `EXISTS (SELECT 1 FROM read_state_of(${user}, ARRAY[m.id]) r
      WHERE NOT r.is_read AND (r.receipt > 0 OR r.bits & ${MessageFlagBit.historical} <> 0))
    AND (NOT ${IS_CHANNEL} OR EXISTS (SELECT 1 FROM membership_span o
      WHERE o.user_id = ${user} AND o.recipient_id = m.recipient_id AND o.last_message_id IS NULL))`;
}

function flagSql(condition: { bits: number; orChannelWildcard: boolean }, userId: number, sql: SqlBuilder): string {
  const flagged = `EXISTS (SELECT 1 FROM message_flag f WHERE f.user_id = ${sql.add(userId, 'int')}
    AND f.message_id = m.id AND f.bits & ${sql.add(condition.bits, 'int')} <> 0)`;
  if (!condition.orChannelWildcard) return flagged;
  // The mark flags who received the message at its sending; who got it by a move has a row (design.md 4).
  const received = `(m.moves = '{}' OR message_receipt(${sql.add(userId, 'int')}, m.origin_recipient_id, m.id, m.moves) = 1)`;
  return `((m.channel_wildcard AND ${received}) OR ${flagged})`;
}

function topicPolicySql(comparison: string, userId: number, sql: SqlBuilder): string {
  return `EXISTS (SELECT 1 FROM user_topic t JOIN channel c ON c.id = t.channel_id
    WHERE t.user_id = ${sql.add(userId, 'int')} AND c.recipient_id = m.recipient_id
      AND lower(t.topic) = lower(m.topic) AND t.visibility_policy ${comparison})`;
}

/** Topic muted, or channel muted and the topic neither unmuted nor followed. */
function mutedSql(userId: number, sql: SqlBuilder): string {
  const channelMuted = `EXISTS (SELECT 1 FROM subscription s JOIN channel c ON c.id = s.channel_id
    WHERE s.user_id = ${sql.add(userId, 'int')} AND c.recipient_id = m.recipient_id AND s.is_muted)`;
  return `(${topicPolicySql('= 1', userId, sql)} OR (${channelMuted} AND NOT ${topicPolicySql('IN (2, 3)', userId, sql)}))`;
}
