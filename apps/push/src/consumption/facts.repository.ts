import { Injectable } from '@nestjs/common';
import { Database, RowOf } from '@stoa/database';
import type { PushRecipientFacts } from '../rules/decisions/facts';

/** A message whose recipients are read. `index` names it in the answer. */
export interface WantedMessage {
  index: number;
  senderId: number;
  /** Null for direct messages. */
  channelId: number | null;
  topic: string;
  /** Every subscriber is read: a wildcard mention. */
  concernsEverybody: boolean;
  /** Also who wants all messages of the channel or the topic. */
  concernsListeners: boolean;
  /** What the user set for the topic later did not count then; the message itself may have made the user follow it. */
  happenedAtMs: number;
  /** Read in any case: participants, mentioned users, holders of a notification. */
  userIds: readonly number[];
}

/** What the database knows of a possible recipient; the rest follows from the message. */
export type CandidateFacts = Pick<PushRecipientFacts, 'userId' | 'hasUsableDevice' | 'hasMutedSender' | 'settings'> & {
  /** Null for direct messages and for who is not subscribed. */
  channel: Omit<NonNullable<PushRecipientFacts['channel']>, 'isTopicParticipant'> | null;
};

/** Where an edited message is and who sent it. */
export interface EditedMessage extends RowOf<'Message', 'id' | 'senderId' | 'topic'> {
  channelId: number | null;
}

const HAS_DEVICE = `(EXISTS (SELECT FROM push_device d WHERE d.user_id = a.id AND d.bouncer_device_id IS NOT NULL)
  OR EXISTS (SELECT FROM client_device c WHERE c.user_id = a.id AND c.push_token_id IS NOT NULL)
  OR EXISTS (SELECT FROM push_token t WHERE t.user_id = a.id))`;

/** Separate indexes find the users who want every message of a channel or topic: channels may be large. */
const CANDIDATES_SQL = `WITH m AS MATERIALIZED (
    SELECT * FROM unnest($1::int[], $2::int[], $3::int[], $4::text[], $5::bool[], $6::bool[],
      $7::float8[]) AS m (idx, sender_id, channel_id, topic, everybody, listeners, happened_at)),
  found AS (
    SELECT n.idx, n.user_id FROM unnest($8::int[], $9::int[]) AS n (idx, user_id)
    UNION SELECT m.idx, s.user_id FROM m JOIN subscription s ON s.channel_id = m.channel_id WHERE m.everybody AND s.active
    UNION SELECT m.idx, s.user_id FROM m JOIN subscription s ON s.channel_id = m.channel_id AND s.push_notifications
      WHERE m.listeners AND s.active
    UNION SELECT m.idx, t.user_id FROM m JOIN user_topic t ON t.channel_id = m.channel_id AND lower(t.topic) = lower(m.topic)
      WHERE m.listeners AND t.visibility_policy = 3
    UNION SELECT m.idx, s.user_id FROM m JOIN channel c ON c.id = m.channel_id
      JOIN account b ON b.realm_id = c.realm_id AND b.enable_stream_push_notifications
      JOIN subscription s ON s.user_id = b.id AND s.channel_id = m.channel_id AND s.active
      WHERE m.listeners AND s.push_notifications IS NULL
    UNION SELECT m.idx, s.user_id FROM m JOIN subscription s ON s.channel_id = m.channel_id AND s.email_notifications
      WHERE $10 AND m.listeners AND s.active
    UNION SELECT m.idx, s.user_id FROM m JOIN channel c ON c.id = m.channel_id
      JOIN account b ON b.realm_id = c.realm_id AND b.enable_stream_email_notifications
      JOIN subscription s ON s.user_id = b.id AND s.channel_id = m.channel_id AND s.active
      WHERE $10 AND m.listeners AND s.email_notifications IS NULL)
  SELECT f.idx, a.id AS user_id, a.enable_offline_push_notifications, a.enable_online_push_notifications,
    a.enable_stream_push_notifications, a.enable_followed_topic_push_notifications,
    a.enable_followed_topic_wildcard_mentions_notify, a.wildcard_mentions_notify AS wildcards_notify,
    a.enable_offline_email_notifications, a.enable_stream_email_notifications,
    a.enable_followed_topic_email_notifications, d.has_device,
    s.active, s.is_muted, s.push_notifications, s.wildcard_mentions_notify, s.email_notifications,
    COALESCE(ut.visibility_policy, 0) AS topic_policy,
    EXISTS (SELECT FROM muted_user mu WHERE mu.user_id = a.id AND mu.muted_user_id = m.sender_id) AS has_muted_sender
  FROM found f JOIN m ON m.idx = f.idx
  JOIN account a ON a.id = f.user_id AND a.is_active AND NOT a.is_bot
  LEFT JOIN subscription s ON s.user_id = a.id AND s.channel_id = m.channel_id
  LEFT JOIN user_topic ut ON ut.user_id = a.id AND ut.channel_id = m.channel_id AND lower(ut.topic) = lower(m.topic)
    AND ut.last_updated < to_timestamp(m.happened_at / 1000.0)
  CROSS JOIN LATERAL (SELECT ${HAS_DEVICE} AS has_device) d
  WHERE d.has_device OR ($10::bool AND (a.enable_offline_email_notifications OR a.enable_stream_email_notifications
    OR a.enable_followed_topic_email_notifications OR s.email_notifications))`;

interface CandidateRow
  extends
    Record<string, unknown>,
    RowOf<
      'Account',
      | 'enable_offline_push_notifications'
      | 'enable_online_push_notifications'
      | 'enable_stream_push_notifications'
      | 'enable_followed_topic_push_notifications'
      | 'enable_followed_topic_wildcard_mentions_notify'
      | 'enable_offline_email_notifications'
      | 'enable_stream_email_notifications'
      | 'enable_followed_topic_email_notifications'
    >,
    RowOf<'Subscription', 'push_notifications' | 'wildcard_mentions_notify' | 'email_notifications'> {
  idx: number;
  user_id: number;
  has_device: boolean;
  wildcards_notify: boolean;
  active: boolean | null;
  is_muted: boolean | null;
  topic_policy: number;
  has_muted_sender: boolean;
}

/** What decisions need to know, in a number of statements that does not grow with messages or recipients. */
@Injectable()
export class FactsRepository {
  constructor(private readonly database: Database) {}

  /**
   * Possible recipients with a usable device, per message; active people only.
   * @param withMail also those without one who get mails
   */
  async candidates(messages: readonly WantedMessage[], withMail: boolean): Promise<Map<number, CandidateFacts[]>> {
    const named = messages.flatMap(({ index, userIds }) => userIds.map((userId) => ({ index, userId })));
    const rows = await this.database.query<CandidateRow>('push_candidates', CANDIDATES_SQL, [
      messages.map(({ index }) => index),
      messages.map(({ senderId }) => senderId),
      messages.map(({ channelId }) => channelId),
      messages.map(({ topic }) => topic),
      messages.map(({ concernsEverybody }) => concernsEverybody),
      messages.map(({ concernsListeners }) => concernsListeners),
      messages.map(({ happenedAtMs }) => happenedAtMs),
      named.map(({ index }) => index),
      named.map(({ userId }) => userId),
      withMail,
    ]);
    const found = new Map<number, CandidateFacts[]>();
    for (const row of rows) {
      const known = found.get(row.idx);
      if (known) known.push(candidateFacts(row));
      else found.set(row.idx, [candidateFacts(row)]);
    }
    return found;
  }

  async editedMessages(messageIds: readonly number[]): Promise<Map<number, EditedMessage>> {
    const rows = await this.database.query<EditedMessage & Record<string, unknown>>(
      'push_edited_messages',
      `SELECT m.id, m.sender_id AS "senderId", c.id AS "channelId", m.topic FROM message m
       LEFT JOIN channel c ON c.recipient_id = m.recipient_id WHERE m.id = ANY($1::bigint[])`,
      [messageIds],
    );
    return new Map(rows.map((row) => [row.id, row]));
  }
}

function candidateFacts(row: CandidateRow): CandidateFacts {
  return {
    userId: row.user_id,
    hasUsableDevice: row.has_device,
    hasMutedSender: row.has_muted_sender,
    settings: {
      enableOfflinePushNotifications: row.enable_offline_push_notifications,
      enableOnlinePushNotifications: row.enable_online_push_notifications,
      enableStreamPushNotifications: row.enable_stream_push_notifications,
      enableFollowedTopicPushNotifications: row.enable_followed_topic_push_notifications,
      enableFollowedTopicWildcardMentionsNotify: row.enable_followed_topic_wildcard_mentions_notify,
      wildcardMentionsNotify: row.wildcards_notify,
      enableOfflineEmailNotifications: row.enable_offline_email_notifications,
      enableStreamEmailNotifications: row.enable_stream_email_notifications,
      enableFollowedTopicEmailNotifications: row.enable_followed_topic_email_notifications,
    },
    channel:
      row.active === true
        ? {
            topicPolicy: row.topic_policy,
            isChannelMuted: row.is_muted ?? false,
            pushNotifications: row.push_notifications,
            wildcardMentionsNotify: row.wildcard_mentions_notify,
            emailNotifications: row.email_notifications,
          }
        : null,
  };
}
