import { Injectable } from '@nestjs/common';
import { RowOf, WriteTransaction } from '@stoa/database';
import { Reader } from '@stoa/read-state-store';

export interface TopicKey {
  channelId: number;
  topic: string;
}

export interface TopicPolicy extends TopicKey {
  userId: number;
  /** 0 none, 1 muted, 2 unmuted, 3 followed (channels.md 3.5). */
  policy: number;
}

/** Policies of one user for the topic that messages leave and the one that they come to; 0: none (channels.md 3.5). */
export interface PolicyPair {
  userId: number;
  old: number;
  new: number;
}

export type MutedTopics = [channelName: string, topic: string, lastUpdated: number][];

/** Rows of `user_topic`: what topics are to users. */
@Injectable()
export class TopicPoliciesRepository {
  /** The row keeps its first spelling of the topic. @returns unix seconds of the change, null when nothing changed */
  async set(tx: WriteTransaction, { userId, channelId, topic, policy }: TopicPolicy): Promise<number | null> {
    const now = 'clock_timestamp()';
    const rows =
      policy === 0
        ? await tx.query<{ changed_at: number }>(
            `DELETE FROM user_topic WHERE user_id = $1 AND channel_id = $2 AND lower(topic) = lower($3)
             RETURNING floor(extract(epoch FROM ${now}))::bigint AS changed_at`,
            [userId, channelId, topic],
          )
        : await tx.query<{ changed_at: number }>(
            `INSERT INTO user_topic AS t (user_id, channel_id, topic, visibility_policy, last_updated)
             VALUES ($1, $2, $3, $4, ${now})
             ON CONFLICT (user_id, channel_id, lower(topic)) DO UPDATE
               SET visibility_policy = excluded.visibility_policy, last_updated = excluded.last_updated
               WHERE t.visibility_policy <> excluded.visibility_policy
             RETURNING floor(extract(epoch FROM t.last_updated))::bigint AS changed_at`,
            [userId, channelId, topic, policy],
          );
    return rows[0]?.changed_at ?? null;
  }

  /** Everybody with a policy for one of two topics. */
  async pairs(tx: WriteTransaction, from: TopicKey, to: TopicKey): Promise<PolicyPair[]> {
    const rows = await tx.query<{ user_id: number; old: number; new: number }>(
      `SELECT t.user_id,
         COALESCE(max(t.visibility_policy) FILTER (WHERE t.channel_id = $1 AND lower(t.topic) = lower($2)), 0)::int AS old,
         COALESCE(max(t.visibility_policy) FILTER (WHERE t.channel_id = $3 AND lower(t.topic) = lower($4)), 0)::int AS new
       FROM user_topic t WHERE (t.channel_id = $1 AND lower(t.topic) = lower($2))
         OR (t.channel_id = $3 AND lower(t.topic) = lower($4))
       GROUP BY t.user_id`,
      [from.channelId, from.topic, to.channelId, to.topic],
    );
    return rows.map((row) => ({ userId: row.user_id, old: row.old, new: row.new }));
  }

  /** Sets the policies of several users for one topic. */
  async store(
    tx: WriteTransaction,
    { channelId, topic }: TopicKey,
    changes: readonly { userId: number; policy: number }[],
    at: Date,
  ): Promise<void> {
    if (changes.length === 0) return;
    await tx.query(
      `INSERT INTO user_topic (user_id, channel_id, topic, visibility_policy, last_updated)
       SELECT n.user_id, $1, $2, n.policy, $5 FROM unnest($3::int[], $4::int[]) AS n (user_id, policy)
       ON CONFLICT (user_id, channel_id, lower(topic))
       DO UPDATE SET visibility_policy = excluded.visibility_policy, last_updated = excluded.last_updated`,
      [channelId, topic, changes.map(({ userId }) => userId), changes.map(({ policy }) => policy), at],
    );
  }

  async remove(tx: WriteTransaction, { channelId, topic }: TopicKey, userIds: readonly number[]): Promise<void> {
    if (userIds.length === 0) return;
    await tx.query(
      'DELETE FROM user_topic WHERE channel_id = $1 AND lower(topic) = lower($2) AND user_id = ANY ($3::int[])',
      [channelId, topic, userIds],
    );
  }

  /** Removes the rows of a deleted topic; with protected history not those of who keeps a message of it. */
  async removeDeleted(
    tx: WriteTransaction,
    { channelId, topic }: TopicKey,
    protectedRecipientId: number | null,
  ): Promise<number[]> {
    const rows = await tx.query<RowOf<'UserTopic', 'user_id'>>(
      `DELETE FROM user_topic t WHERE t.channel_id = $1 AND lower(t.topic) = lower($2)
         AND NOT EXISTS (SELECT FROM message m WHERE m.recipient_id = $3 AND lower(m.topic) = lower($2)
           AND message_received(t.user_id, m.id))
       RETURNING t.user_id`,
      [channelId, topic, protectedRecipientId],
    );
    return rows.map((row) => row.user_id);
  }

  async followers(reader: Reader, { channelId, topic }: TopicKey): Promise<number[]> {
    const rows = await reader.query<RowOf<'UserTopic', 'user_id'>>(
      'followers_of_topic',
      `SELECT user_id FROM user_topic WHERE channel_id = $1 AND lower(topic) = lower($2) AND visibility_policy = 3`,
      [channelId, topic],
    );
    return rows.map((row) => row.user_id);
  }

  /** Every muted topic of each user, as `muted_topics` events list them (channels.md 13.3). */
  async mutedTopics(tx: WriteTransaction, userIds: readonly number[]): Promise<Map<number, MutedTopics>> {
    const rows = await tx.query<RowOf<'UserTopic', 'user_id'> & { muted_topics: MutedTopics }>(
      `SELECT t.user_id, jsonb_agg(jsonb_build_array(c.name, t.topic, floor(extract(epoch FROM t.last_updated))::bigint)
         ORDER BY t.id) AS muted_topics
       FROM user_topic t JOIN channel c ON c.id = t.channel_id AND NOT c.is_archived
       WHERE t.user_id = ANY ($1::int[]) AND t.visibility_policy = 1 GROUP BY t.user_id`,
      [userIds],
    );
    const found = new Map(rows.map((row) => [row.user_id, row.muted_topics]));
    return new Map(userIds.map((userId) => [userId, found.get(userId) ?? []]));
  }
}
