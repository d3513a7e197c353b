import { Injectable } from '@nestjs/common';
import { WriteTransaction } from '@stoa/database';

export interface TopicPolicy {
  userId: number;
  channelId: number;
  topic: string;
  /** 0 none, 1 muted, 2 unmuted, 3 followed (channels.md 3.5). */
  policy: number;
}

@Injectable()
export class TopicPoliciesRepository {
  /** The row keeps its first spelling of the topic. @returns unix seconds of the change, null when nothing changed */
  async store(tx: WriteTransaction, { userId, channelId, topic, policy }: TopicPolicy): Promise<number | null> {
    const now = "date_trunc('second', clock_timestamp())";
    const rows =
      policy === 0
        ? await tx.query<{ changed_at: number }>(
            `DELETE FROM user_topic WHERE user_id = $1 AND channel_id = $2 AND lower(topic) = lower($3)
             RETURNING extract(epoch FROM ${now})::bigint AS changed_at`,
            [userId, channelId, topic],
          )
        : await tx.query<{ changed_at: number }>(
            `INSERT INTO user_topic AS t (user_id, channel_id, topic, visibility_policy, last_updated)
             VALUES ($1, $2, $3, $4, ${now})
             ON CONFLICT (user_id, channel_id, lower(topic)) DO UPDATE
               SET visibility_policy = excluded.visibility_policy, last_updated = excluded.last_updated
               WHERE t.visibility_policy <> excluded.visibility_policy
             RETURNING extract(epoch FROM t.last_updated)::bigint AS changed_at`,
            [userId, channelId, topic, policy],
          );
    return rows[0]?.changed_at ?? null;
  }

  /** All muted topics of a user in channels that are not archived, as the legacy event lists them. */
  async muted(tx: WriteTransaction, userId: number): Promise<[channelName: string, topic: string, since: number][]> {
    const rows = await tx.query<{ name: string; topic: string; since: number }>(
      `SELECT c.name, t.topic, extract(epoch FROM t.last_updated)::bigint AS since
       FROM user_topic t JOIN channel c ON c.id = t.channel_id AND NOT c.is_archived
       WHERE t.user_id = $1 AND t.visibility_policy = 1 ORDER BY t.id`,
      [userId],
    );
    return rows.map(({ name, topic, since }) => [name, topic, since]);
  }
}
