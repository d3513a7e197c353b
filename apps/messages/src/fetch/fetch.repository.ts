import { Injectable } from '@nestjs/common';
import { Database, statementName } from '@stoa/database';
import { FetchScope, isEmptyScope } from './fetch-scope';
import { MessageCondition, SqlBuilder, conditionSql } from './message-condition';
import { MessageRow } from './message-object';

export interface Window {
  /** Ids below, at and above the anchor: `before` and `at` go down from it, `after` goes up. */
  anchor: number;
  includeAnchor: boolean;
  numBefore: number;
  numAfter: number;
}

export interface WindowIds {
  /** Ascending. */
  before: number[];
  at: number | null;
  after: number[];
}

interface IdRow {
  side: 'before' | 'at' | 'after';
  id: number;
}

const MESSAGE_SELECT = `SELECT m.id, m.recipient_id, c.id AS channel_id, c.name AS channel_name,
  CASE WHEN c.id IS NULL THEN (SELECT d.user_ids FROM direct_conversation d WHERE d.recipient_id = m.recipient_id) END
    AS participant_ids,
  m.sender_id, m.topic, m.content, m.rendered_content, extract(epoch FROM m.sent_at)::bigint AS sent_at,
  extract(epoch FROM m.last_edited_at)::bigint AS last_edited_at,
  extract(epoch FROM m.last_moved_at)::bigint AS last_moved_at, m.is_me_message, m.client_name, m.topic_links,
  COALESCE((SELECT jsonb_agg(jsonb_build_object('emoji_name', r.emoji_name, 'emoji_code', r.emoji_code,
      'reaction_type', r.reaction_type, 'user_id', r.user_id) ORDER BY r.id)
    FROM reaction r WHERE r.message_id = m.id), '[]') AS reactions,
  COALESCE((SELECT jsonb_agg(jsonb_build_object('id', s.id, 'message_id', s.message_id, 'sender_id', s.sender_id,
      'msg_type', s.msg_type, 'content', s.content) ORDER BY s.id)
    FROM submessage s WHERE s.message_id = m.id), '[]') AS submessages
  FROM message m LEFT JOIN channel c ON c.recipient_id = m.recipient_id`;

/** The SQL of fetching messages. */
@Injectable()
export class FetchRepository {
  constructor(private readonly database: Database) {}

  /** Conversations in which a user ever received something, and the direct ones that it is in. */
  async recipientsOf(userId: number): Promise<{ channels: number[]; direct: number[] }> {
    const [row] = await this.database.query<{ channels: number[]; direct: number[] }>(
      'recipients_of_user',
      `SELECT ARRAY(SELECT DISTINCT recipient_id FROM membership_span WHERE user_id = $1
           UNION SELECT m.recipient_id FROM message_flag f JOIN message m ON m.id = f.message_id
             WHERE f.user_id = $1 AND f.bits & 64 <> 0
           UNION SELECT v.to_recipient_id FROM message_move v JOIN membership_span s
             ON s.recipient_id = v.to_recipient_id AND s.user_id = $1) AS channels,
         ARRAY(SELECT recipient_id FROM direct_conversation_participant WHERE user_id = $1) AS direct`,
      [userId],
    );
    return row ?? { channels: [], direct: [] };
  }

  async directConversation(realmId: number, userIds: readonly number[]): Promise<number | null> {
    const [row] = await this.database.query<{ recipient_id: number }>(
      'find_direct_conversation',
      `SELECT recipient_id FROM direct_conversation
       WHERE realm_id = $1 AND participants_key = md5(array_to_string($2::int[], ','))`,
      [realmId, userIds],
    );
    return row?.recipient_id ?? null;
  }

  async subscribedChannels(userId: number): Promise<number[]> {
    const rows = await this.database.query<{ channel_id: number }>(
      'subscribed_channel_ids',
      'SELECT channel_id FROM subscription WHERE user_id = $1 AND active',
      [userId],
    );
    return rows.map((row) => row.channel_id);
  }

  /** Direct conversations that include both users; of more than two participants if `groupsOnly`. */
  async conversationsIncluding(userId: number, otherId: number, groupsOnly: boolean): Promise<number[]> {
    const rows = await this.database.query<{ recipient_id: number }>(
      'conversations_including',
      `SELECT a.recipient_id FROM direct_conversation_participant a
       JOIN direct_conversation_participant b ON b.recipient_id = a.recipient_id AND b.user_id = $2
       JOIN direct_conversation d ON d.recipient_id = a.recipient_id
       WHERE a.user_id = $1 AND (NOT $3 OR cardinality(d.user_ids) > 2)`,
      [userId, otherId, groupsOnly],
    );
    return rows.map((row) => row.recipient_id);
  }

  /** Ids of the window around the anchor, one statement. */
  async window(scope: FetchScope, conditions: readonly MessageCondition[], window: Window): Promise<WindowIds> {
    if (isEmptyScope(scope)) return { before: [], at: null, after: [] };
    const sql = new SqlBuilder();
    const parts: string[] = [];
    const anchor = sql.add(window.anchor, 'bigint');
    if (window.numBefore > 0) {
      parts.push(sideSql('before', scope, conditions, `m.id < ${anchor}`, 'DESC', window.numBefore, sql));
    }
    if (window.includeAnchor) parts.push(exactSql('at', scope, conditions, `m.id = ${anchor}`, 1, sql));
    if (window.numAfter > 0) {
      parts.push(sideSql('after', scope, conditions, `m.id > ${anchor}`, 'ASC', window.numAfter, sql));
    }
    if (parts.length === 0) return { before: [], at: null, after: [] };
    const text = parts.map((part) => `(${part})`).join(' UNION ALL ');
    const rows = await this.database.query<IdRow>(statementName(text) ?? '', text, sql.params);
    const ids = (side: IdRow['side']) => rows.filter((row) => row.side === side).map((row) => row.id);
    return { before: ids('before').sort((a, b) => a - b), at: ids('at')[0] ?? null, after: ids('after') };
  }

  /** Those of the given messages that the scope and conditions admit, ascending. */
  async among(
    scope: FetchScope,
    conditions: readonly MessageCondition[],
    messageIds: readonly number[],
    limit = messageIds.length,
  ): Promise<number[]> {
    const sql = new SqlBuilder();
    const bound = `m.id = ANY(${sql.add(messageIds, 'bigint[]')})`;
    const text = exactSql('after', scope, conditions, bound, limit, sql);
    const rows = await this.database.query<IdRow>(statementName(text) ?? '', text, sql.params);
    return rows.map((row) => row.id);
  }

  /** Messages with all that hangs on them, ascending. */
  async messages(messageIds: readonly number[]): Promise<MessageRow[]> {
    return this.database.query<MessageRow>(
      'fetch_messages',
      `${MESSAGE_SELECT} WHERE m.id = ANY($1::bigint[]) ORDER BY m.id`,
      [messageIds],
    );
  }
}

/**
 * One side of a window. Each conversation contributes at most as many rows as the side has, by the index on
 * (recipient, id), so the cost follows the number of conversations and rows asked for, not the size of the history.
 */
function sideSql(
  side: IdRow['side'],
  scope: FetchScope,
  conditions: readonly MessageCondition[],
  bound: string,
  direction: 'ASC' | 'DESC',
  limit: number,
  sql: SqlBuilder,
): string {
  const filters = [bound, ...conditions.map((condition) => conditionSql(condition, scope.userId, sql))];
  const rows = sql.add(limit, 'int');
  const order = `ORDER BY m.id ${direction} LIMIT ${rows}`;
  const ofRecipients = (recipientIds: readonly number[], extra: string[]) => `
    SELECT x.id FROM unnest(${sql.add(recipientIds, 'int[]')}) AS r (id) CROSS JOIN LATERAL (
      SELECT m.id FROM message m WHERE m.recipient_id = r.id AND ${[...filters, ...extra].join(' AND ')} ${order}) x`;
  const sources: string[] = [];
  const open = [...scope.sharedRecipientIds, ...scope.directRecipientIds];
  if (open.length > 0) sources.push(ofRecipients(open, []));
  if (scope.receivedRecipientIds.length > 0) {
    sources.push(ofRecipients(scope.receivedRecipientIds, [receivedSql(sql.add(scope.userId, 'int'))]));
  }
  return `SELECT '${side}' AS side, m.id FROM (${sources.join(' UNION ALL ')}) m ${order}`;
}

/** The same for messages that are named by id: those are looked up, and then checked. */
function exactSql(
  side: IdRow['side'],
  scope: FetchScope,
  conditions: readonly MessageCondition[],
  bound: string,
  limit: number,
  sql: SqlBuilder,
): string {
  const user = sql.add(scope.userId, 'int');
  const open = sql.add([...scope.sharedRecipientIds, ...scope.directRecipientIds], 'int[]');
  const received = sql.add(scope.receivedRecipientIds, 'int[]');
  const filters = [bound, ...conditions.map((condition) => conditionSql(condition, scope.userId, sql))];
  return `SELECT '${side}' AS side, m.id FROM message m WHERE ${filters.join(' AND ')}
    AND (m.recipient_id = ANY(${open}) OR (m.recipient_id = ANY(${received}) AND ${receivedSql(user)}))
    ORDER BY m.id LIMIT ${sql.add(limit, 'int')}`;
}

/** Received: by a span of where it was sent, through its moves, or by a row of its own (design section 4). */
function receivedSql(user: string): string {
  return `CASE WHEN m.moves = '{}' THEN EXISTS (SELECT 1 FROM membership_span s WHERE s.user_id = ${user}
      AND s.recipient_id = m.origin_recipient_id AND s.is_active AND s.first_message_id < m.id
      AND (s.last_message_id IS NULL OR m.id < s.last_message_id))
      OR EXISTS (SELECT 1 FROM message_flag h WHERE h.user_id = ${user} AND h.message_id = m.id AND h.bits & 64 <> 0)
    ELSE message_received(${user}, m.id) END`;
}
