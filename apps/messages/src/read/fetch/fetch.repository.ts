import { Injectable } from '@nestjs/common';
import { Database, RowOf, statementName } from '@stoa/database';
import { RENDERER_VERSION } from '@stoa/markdown';
import { FLAG_COLUMNS } from '@stoa/read-state-store';
import { FetchScope, isEmptyScope } from './fetch-scope';
import type { OwnConversations } from './fetch-viewer';
import { MessageCondition } from './message-condition';
import { MessageRow } from './message-object';
import { SqlText, amongIds } from './window-sql';

/** $1 the user, 0 for nobody; $2 ids; $3 whether the HTML, $4 whether the source is asked for; $5 keys of sets; $6 a version. */
const MESSAGES = `
  SELECT m.id, m.recipient_id, m.sender_id, m.topic, CASE WHEN $3 THEN m.rendered_content ELSE '' END AS rendered_content,
    CASE WHEN $4 OR m.renderer_version < $6::int THEN m.content ELSE '' END AS content, m.renderer_version,
    floor(date_part('epoch', m.sent_at))::bigint AS sent_at,
    floor(date_part('epoch', m.last_edited_at))::bigint AS last_edited_at,
    floor(date_part('epoch', m.last_moved_at))::bigint AS last_moved_at, m.is_me_message, m.client_name,
    NULLIF(m.topic_links, '[]') AS topic_links, r.reactions, s.submessages, e.edits, d.user_ids AS participant_ids,
    ${FLAG_COLUMNS},
    (SELECT string_agg(COALESCE(v.version, 0)::text, ',' ORDER BY k.place)
     FROM unnest($5::text[]) WITH ORDINALITY AS k (key, place) LEFT JOIN set_version v ON v.key = k.key) AS set_versions
  FROM messages_with_state($1, $2::bigint[]) f CROSS JOIN LATERAL (SELECT (f.message).*) m
  LEFT JOIN direct_conversation d ON d.recipient_id = m.recipient_id
  LEFT JOIN (
    SELECT message_id, jsonb_agg(jsonb_build_object('emoji_name', emoji_name, 'emoji_code', emoji_code,
      'reaction_type', reaction_type, 'user_id', user_id) ORDER BY id) AS reactions
    FROM reaction WHERE message_id = ANY($2::bigint[]) GROUP BY message_id
  ) r ON r.message_id = m.id
  LEFT JOIN (
    SELECT message_id, jsonb_agg(jsonb_build_object('id', id, 'message_id', message_id, 'sender_id', sender_id,
      'msg_type', msg_type, 'content', content) ORDER BY id) AS submessages
    FROM submessage WHERE message_id = ANY($2::bigint[]) GROUP BY message_id
  ) s ON s.message_id = m.id
  LEFT JOIN (
    SELECT message_id,
      jsonb_agg(jsonb_build_object('user_id', user_id, 'timestamp', floor(extract(epoch FROM edited_at))::bigint)
        || jsonb_strip_nulls(jsonb_build_object('prev_content', prev_content,
          'prev_rendered_content', prev_rendered_content, 'prev_topic', prev_topic, 'topic', topic,
          'prev_stream', prev_channel_id, 'stream', channel_id)) ORDER BY id DESC) AS edits
    FROM message_edit WHERE message_id = ANY($2::bigint[]) GROUP BY message_id
  ) e ON e.message_id = m.id
  ORDER BY m.id`;

type MessagePlace = RowOf<'Message', 'recipient_id' | 'topic'> & { participant_ids: number[] | null };

/** What is asked for of messages. */
export interface MessagesQuery {
  /** Whose flags; 0 for nobody's. */
  userId: number;
  messageIds: readonly number[];
  withHtml: boolean;
  withSource: boolean;
  /** Sets whose versions are to be told with the messages. */
  setKeys: readonly string[];
}

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
             WHERE f.user_id = $1 AND f.bits & 192 <> 0 AND f.bits & 64 <> 0
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

  /** What a walk (`byWalk`) found, in its order; `end` is the last message that it read, if more may follow. */
  async walked({ text, params }: SqlText): Promise<{ found: number[]; end: number | undefined }> {
    const rows = await this.database.queryFresh<{ id: number; matches: boolean; is_end: boolean }>('', text, params);
    const found = rows.flatMap(({ id, matches }) => (matches ? [id] : []));
    return { found, end: rows.find((row) => row.is_end)?.id };
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

  /**
   * Messages with all that hangs on them and the user's flags, ascending; and the versions of sets, in the order of their
   * keys, that the same snapshot has. The source also comes for what was rendered by an older renderer.
   */
  async messages(asked: MessagesQuery): Promise<{ rows: MessageRow[]; setVersions: number[] | null }> {
    const { userId, messageIds, withHtml, withSource, setKeys } = asked;
    const rows = await this.database.queryFresh<MessageRow & { set_versions: string | null }>(
      'fetch_messages',
      MESSAGES,
      [userId, messageIds, withHtml, withSource, setKeys, withHtml ? RENDERER_VERSION : 0],
    );
    return { rows, setVersions: rows[0]?.set_versions?.split(',').map(Number) ?? null };
  }

  /** Where a message is; participants are null for channels. */
  async placeOf(messageId: number): Promise<MessagePlace | undefined> {
    const [row] = await this.database.query<MessagePlace & Record<string, unknown>>(
      'place_of_message',
      `SELECT m.recipient_id, m.topic, d.user_ids AS participant_ids
       FROM message m LEFT JOIN direct_conversation d ON d.recipient_id = m.recipient_id WHERE m.id = $1`,
      [messageId],
    );
    return row;
  }
}
