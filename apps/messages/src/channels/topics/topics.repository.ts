import { Injectable } from '@nestjs/common';
import { Database } from '@stoa/database';

export interface TopicRow {
  /** As its newest message spells it. */
  name: string;
  max_id: number;
}

/**
 * The topics of a conversation, one index probe each: the walk jumps from topic to topic in the index on
 * (recipient_id, lower(topic), id), so it costs what there are topics, however many messages they hold.
 */
const TOPIC_KEYS = `WITH RECURSIVE topic (key) AS (
    (SELECT lower(m.topic) FROM message m WHERE m.recipient_id = $1 ORDER BY lower(m.topic) LIMIT 1)
    UNION ALL
    SELECT (SELECT lower(m.topic) FROM message m WHERE m.recipient_id = $1 AND lower(m.topic) > topic.key
            ORDER BY lower(m.topic) LIMIT 1)
    FROM topic WHERE topic.key IS NOT NULL
  )`;

const NEWEST_FIRST = 'ORDER BY max_id DESC';

/** Newest of what was received: by the user's spans, by moves, and rows made later. Moves and rows are few. */
const RECEIVED = `${TOPIC_KEYS}, received AS (
    SELECT topic.key, newest.id, newest.topic FROM topic
    CROSS JOIN membership_span s
    CROSS JOIN LATERAL (SELECT m.id, m.topic FROM message m
      WHERE m.recipient_id = $1 AND lower(m.topic) = topic.key AND m.moves = '{}' AND m.id > s.first_message_id
        AND (s.last_message_id IS NULL OR m.id < s.last_message_id)
      ORDER BY m.id DESC LIMIT 1) newest
    WHERE topic.key IS NOT NULL AND s.user_id = $2 AND s.recipient_id = $1 AND s.is_active
    UNION ALL
    SELECT lower(m.topic), m.id, m.topic FROM message m WHERE m.recipient_id = $1 AND m.moves <> '{}'
      AND message_receipt($2, m.origin_recipient_id, m.id, m.moves) > 0
    UNION ALL
    SELECT lower(m.topic), m.id, m.topic FROM message_flag f JOIN message m ON m.id = f.message_id
    WHERE f.user_id = $2 AND f.bits & 192 <> 0 AND f.bits & 64 <> 0 AND m.recipient_id = $1
  )
  SELECT max_id, name FROM (
    SELECT DISTINCT ON (key) id AS max_id, topic AS name FROM received ORDER BY key, id DESC) newest ${NEWEST_FIRST}`;

const ALL = `${TOPIC_KEYS}
  SELECT newest.id AS max_id, newest.topic AS name FROM topic CROSS JOIN LATERAL (
    SELECT m.id, m.topic FROM message m WHERE m.recipient_id = $1 AND lower(m.topic) = topic.key
    ORDER BY m.id DESC LIMIT 1) newest
  WHERE topic.key IS NOT NULL ${NEWEST_FIRST}`;

@Injectable()
export class TopicsRepository {
  constructor(private readonly database: Database) {}

  /** Every topic of a channel, newest message first. */
  all(recipientId: number): Promise<TopicRow[]> {
    return this.database.query<TopicRow & Record<string, unknown>>('topics_of_channel', ALL, [recipientId]);
  }

  /** Topics from which a user received something. */
  received(recipientId: number, userId: number): Promise<TopicRow[]> {
    return this.database.query<TopicRow & Record<string, unknown>>('topics_received', RECEIVED, [recipientId, userId]);
  }
}
