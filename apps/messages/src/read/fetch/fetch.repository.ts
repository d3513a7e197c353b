import { Injectable } from '@nestjs/common';
import { Database, RowOf, statementName } from '@stoa/database';
import { FetchScope, isEmptyScope } from './fetch-scope';
import type { OwnConversations } from './fetch-viewer';
import { MessageCondition } from './message-condition';
import { MessageRow } from './message-object';
import { SqlText, amongIds } from './window-sql';

const MESSAGE_SELECT = `SELECT m.id, m.recipient_id, c.id AS channel_id, c.name AS channel_name,
  CASE WHEN c.id IS NULL THEN (SELECT d.user_ids FROM direct_conversation d WHERE d.recipient_id = m.recipient_id) END
    AS participant_ids,
  m.sender_id, m.topic, m.content, m.rendered_content, m.renderer_version, floor(extract(epoch FROM m.sent_at))::bigint AS sent_at,
  floor(extract(epoch FROM m.last_edited_at))::bigint AS last_edited_at,
  floor(extract(epoch FROM m.last_moved_at))::bigint AS last_moved_at, m.is_me_message, m.client_name, m.topic_links,
  COALESCE((SELECT jsonb_agg(jsonb_build_object('emoji_name', r.emoji_name, 'emoji_code', r.emoji_code,
      'reaction_type', r.reaction_type, 'user_id', r.user_id) ORDER BY r.id)
    FROM reaction r WHERE r.message_id = m.id), '[]') AS reactions,
  COALESCE((SELECT jsonb_agg(jsonb_build_object('id', s.id, 'message_id', s.message_id, 'sender_id', s.sender_id,
      'msg_type', s.msg_type, 'content', s.content) ORDER BY s.id)
    FROM submessage s WHERE s.message_id = m.id), '[]') AS submessages,
  (SELECT jsonb_agg(jsonb_build_object('user_id', e.user_id, 'timestamp', floor(extract(epoch FROM e.edited_at))::bigint)
      || jsonb_strip_nulls(jsonb_build_object('prev_content', e.prev_content,
        'prev_rendered_content', e.prev_rendered_content, 'prev_topic', e.prev_topic, 'topic', e.topic,
        'prev_stream', e.prev_channel_id, 'stream', e.channel_id)) ORDER BY e.id DESC)
    FROM message_edit e WHERE e.message_id = m.id) AS edits
  FROM message m LEFT JOIN channel c ON c.recipient_id = m.recipient_id`;

@Injectable()
export class FetchRepository {
  constructor(private readonly database: Database) {}

  /** What a user is in, and was in: all that decides, besides copies, what it can read. */
  async conversationsOf(userId: number): Promise<OwnConversations> {
    const [row] = await this.database.query<OwnConversations & Record<string, unknown>>(
      'conversations_of_user',
      `SELECT ARRAY(SELECT channel_id FROM subscription WHERE user_id = $1 AND active) AS subscribed,
         ARRAY(SELECT DISTINCT recipient_id FROM membership_span WHERE user_id = $1
           UNION SELECT m.recipient_id FROM message_flag f JOIN message m ON m.id = f.message_id
             WHERE f.user_id = $1 AND f.bits & 64 <> 0
           UNION SELECT v.to_recipient_id FROM message_move v JOIN membership_span s
             ON s.recipient_id = v.to_recipient_id AND s.user_id = $1) AS channels,
         ARRAY(SELECT recipient_id FROM direct_conversation_participant WHERE user_id = $1) AS direct`,
      [userId],
    );
    return row ?? { subscribed: [], channels: [], direct: [] };
  }

  async directConversation(realmId: number, userIds: readonly number[]): Promise<number | null> {
    const [row] = await this.database.query<RowOf<'DirectConversation', 'recipient_id'>>(
      'find_direct_conversation',
      `SELECT recipient_id FROM direct_conversation
       WHERE realm_id = $1 AND participants_key = md5(array_to_string($2::int[], ','))`,
      [realmId, userIds],
    );
    return row?.recipient_id ?? null;
  }

  /** Direct conversations that include both users; of more than two participants if `groupsOnly`. */
  async conversationsIncluding(userId: number, otherId: number, groupsOnly: boolean): Promise<number[]> {
    const rows = await this.database.query<RowOf<'DirectConversationParticipant', 'recipient_id'>>(
      'conversations_including',
      `SELECT a.recipient_id FROM direct_conversation_participant a
       JOIN direct_conversation_participant b ON b.recipient_id = a.recipient_id AND b.user_id = $2
       JOIN direct_conversation d ON d.recipient_id = a.recipient_id
       WHERE a.user_id = $1 AND (NOT $3 OR cardinality(d.user_ids) > 2)`,
      [userId, otherId, groupsOnly],
    );
    return rows.map((row) => row.recipient_id);
  }

  /** No message has a higher id, except those that are sent meanwhile. */
  async newestId(): Promise<number> {
    const [row] = await this.database.query<{ id: number }>(
      'newest_message_id',
      'SELECT COALESCE(max(id), 0) AS id FROM message',
    );
    return row?.id ?? 0;
  }

  /** Ids, planned anew for these parameters: whose way depends on how frequent something is. */
  async ids({ text, params }: SqlText): Promise<number[]> {
    const rows = await this.database.queryFresh<{ id: number }>('', text, params);
    return rows.map((row) => row.id);
  }

  /** Ids, by a statement that is planned once. */
  async preparedIds({ text, params }: SqlText): Promise<number[]> {
    const rows = await this.database.queryFresh<{ id: number }>(statementName(text) ?? '', text, params);
    return rows.map((row) => row.id);
  }

  /** Those of the given messages that the scope and conditions admit, in the order of their ids. */
  async among(
    scope: FetchScope,
    conditions: readonly MessageCondition[],
    messageIds: readonly number[],
    limit = messageIds.length,
    isAscending = true,
  ): Promise<number[]> {
    if (messageIds.length === 0 || isEmptyScope(scope)) return [];
    return this.preparedIds(amongIds({ scope, conditions }, messageIds, limit, isAscending));
  }

  /** Messages with all that hangs on them, ascending. */
  async messages(messageIds: readonly number[]): Promise<MessageRow[]> {
    return this.database.queryFresh<MessageRow>(
      'fetch_messages',
      `${MESSAGE_SELECT} WHERE m.id = ANY($1::bigint[]) ORDER BY m.id`,
      [messageIds],
    );
  }
}
