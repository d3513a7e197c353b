import { Injectable } from '@nestjs/common';
import { Database, type RowOf } from '@stoa/database';
import type { TopicActivity } from '../../rules/mail/digests/hot-topics';
import { DIGEST_TOPICS } from '../../rules/mail/digests/hot-topics';
import { AWAY_DAYS } from './digest-orders.repository';

/** A channel that a user reads. */
export interface ReadChannel {
  userId: number;
  channelId: number;
  /** Since when they are subscribed, in message ids. */
  sinceMessageId: number;
}

/** A lively topic of a channel, and what is known of the whole channel. */
export interface ActiveTopic extends TopicActivity {
  /** Of the topic, the oldest first. */
  sampleIds: number[];
  /** Some of those who wrote there. */
  senderIds: number[];
  channelFirstMessageId: number;
  channelMessages: number;
  channelTopics: number;
}

/** What a reader wants to hear nothing of. */
export interface MutedThings {
  /** By channel and topic in lower case, as `5:lunch`. */
  topics: ReadonlySet<string>;
  userIds: ReadonlySet<number>;
}

export type NewChannel = RowOf<'Channel', 'id' | 'name' | 'isWebPublic'>;

const SAMPLES = 2;
const SENDERS = 4;
const MUTED = 1;

/** What digests tell, in statements that do not grow with them. */
@Injectable()
export class DigestFactsRepository {
  constructor(private readonly database: Database) {}

  /** Users whose setting is still on, in an organization whose setting is still on. */
  async wanting(userIds: readonly number[]): Promise<Set<number>> {
    const rows = await this.database.query<RowOf<'Account', 'id'>>(
      'digest_wanting',
      `SELECT a.id FROM account a JOIN realm r ON r.id = a.realm_id
       WHERE a.id = ANY ($1::int[]) AND a.enable_digest_emails AND r.digest_emails_enabled`,
      [userIds],
    );
    return new Set(rows.map(({ id }) => id));
  }

  /** Channels that the users are subscribed to and have not muted. */
  channels(userIds: readonly number[]): Promise<ReadChannel[]> {
    return this.database.query<ReadChannel & Record<string, unknown>>(
      'digest_channels',
      `SELECT s.user_id AS "userId", s.channel_id AS "channelId", p.first_message_id AS "sinceMessageId"
       FROM subscription s JOIN channel c ON c.id = s.channel_id AND NOT c.is_archived
         JOIN membership_span p ON p.user_id = s.user_id AND p.recipient_id = c.recipient_id
           AND p.last_message_id IS NULL AND p.is_active
       WHERE s.user_id = ANY ($1::int[]) AND s.active AND NOT s.is_muted`,
      [userIds],
    );
  }

  /** The liveliest topics of each channel of the last days: as many as a digest of that channel alone would tell. */
  topics(channelIds: readonly number[]): Promise<ActiveTopic[]> {
    return this.database.query<ActiveTopic & Record<string, unknown>>(
      'digest_topics',
      `WITH topics AS (
         SELECT c.id AS channel_id, lower(m.topic) AS key, count(*) AS messages, count(DISTINCT m.sender_id) AS people,
           min(m.id) AS first_id, max(m.id) AS last_id, (array_agg(m.id ORDER BY m.id))[1:${SAMPLES}] AS sample_ids,
           (array_agg(DISTINCT m.sender_id))[1:${SENDERS}] AS sender_ids
         FROM channel c JOIN message m ON m.recipient_id = c.recipient_id JOIN account s ON s.id = m.sender_id
         WHERE c.id = ANY ($1::int[]) AND m.sent_at > now() - make_interval(days => ${AWAY_DAYS}) AND NOT s.is_bot
         GROUP BY c.id, lower(m.topic)),
       ranked AS (
         SELECT t.*, min(first_id) OVER channel AS channel_first_id, sum(messages) OVER channel AS channel_messages,
           count(*) OVER channel AS channel_topics,
           row_number() OVER (PARTITION BY channel_id ORDER BY people DESC, messages DESC, last_id DESC) AS by_people,
           row_number() OVER (PARTITION BY channel_id ORDER BY messages DESC, last_id DESC) AS by_messages
         FROM topics t WINDOW channel AS (PARTITION BY channel_id))
       SELECT channel_id AS "channelId", key, messages, people, last_id AS "lastMessageId", sample_ids AS "sampleIds",
         sender_ids AS "senderIds", channel_first_id AS "channelFirstMessageId",
         channel_messages::int8 AS "channelMessages", channel_topics AS "channelTopics"
       FROM ranked WHERE by_people <= ${DIGEST_TOPICS} OR by_messages <= ${DIGEST_TOPICS}`,
      [channelIds],
    );
  }

  async muted(userIds: readonly number[]): Promise<Map<number, MutedThings>> {
    const rows = await this.database.query<{ user_id: number; topics: string[]; user_ids: number[] }>(
      'digest_muted',
      `SELECT u.user_id,
         ARRAY(SELECT t.channel_id || ':' || lower(t.topic) FROM user_topic t
           WHERE t.user_id = u.user_id AND t.visibility_policy = ${MUTED}) AS topics,
         ARRAY(SELECT m.muted_user_id FROM muted_user m WHERE m.user_id = u.user_id) AS user_ids
       FROM unnest($1::int[]) AS u (user_id)`,
      [userIds],
    );
    return new Map(
      rows.map(({ user_id, topics, user_ids }) => [user_id, { topics: new Set(topics), userIds: new Set(user_ids) }]),
    );
  }

  /** Public channels of the organization that were made in the last days. */
  newChannels(realmId: number): Promise<NewChannel[]> {
    return this.database.query<NewChannel>(
      'digest_new_channels',
      `SELECT id, name, is_web_public AS "isWebPublic" FROM channel
       WHERE realm_id = $1 AND NOT invite_only AND NOT is_archived
         AND date_created > now() - make_interval(days => ${AWAY_DAYS})
       ORDER BY date_created, id`,
      [realmId],
    );
  }

  async names(userIds: readonly number[]): Promise<Map<number, string>> {
    const rows = await this.database.query<RowOf<'Account', 'id' | 'fullName'>>(
      'digest_names',
      'SELECT id, full_name AS "fullName" FROM account WHERE id = ANY ($1::int[])',
      [userIds],
    );
    return new Map(rows.map(({ id, fullName }) => [id, fullName]));
  }

  /** The group whose members see everybody: guests outside of it see whom they share something with. */
  async visibilityGroup(realmId: number): Promise<string | null> {
    const [row] = await this.database.query<RowOf<'UserGroup', 'name'>>(
      'digest_visibility',
      'SELECT g.name FROM realm r JOIN user_group g ON g.id = r.can_access_all_users_group WHERE r.id = $1',
      [realmId],
    );
    return row?.name ?? null;
  }
}
