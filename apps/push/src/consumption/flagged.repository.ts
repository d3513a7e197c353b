import { Injectable } from '@nestjs/common';
import { Database } from '@stoa/database';

/** Messages whose notifications may have to be withdrawn; `index` names the change in the answer. */
export interface FlaggedQuery {
  /** These users' notifications of these messages. */
  pairs: readonly { index: number; userIds: readonly number[]; messageIds: readonly number[] }[];
  /** Everything that these users were notified of. */
  everything: readonly { index: number; userIds: readonly number[] }[];
  /** Everybody's notifications of these messages. */
  messages: readonly { index: number; messageIds: readonly number[] }[];
}

/** A notification that a user has got, or is about to get. */
export interface Flagged {
  index: number;
  userId: number;
  messageId: number;
  /** The devices have to be notified. */
  hasDevice: boolean;
  /** The message is deleted. */
  isGone: boolean;
}

/** `Mark all as read` reads so many (push.md 10). */
const MOST_OF_ONE_USER = 10_000;

const FLAGGED_SQL = `WITH found AS (
    SELECT u.idx, u.user_id, r.message_id FROM unnest($1::int[], $2::int[]) AS u (idx, user_id)
      JOIN unnest($3::int[], $4::bigint[]) AS r (idx, message_id) ON r.idx = u.idx
      WHERE EXISTS (SELECT FROM pushed_message p WHERE p.user_id = u.user_id AND p.message_id = r.message_id)
        OR EXISTS (SELECT FROM push_job j WHERE j.message_id = r.message_id AND j.user_id = u.user_id AND j.failed_at IS NULL)
    UNION ALL SELECT e.idx, e.user_id, f.message_id FROM unnest($5::int[], $6::int[]) AS e (idx, user_id)
      CROSS JOIN LATERAL (
        SELECT p.message_id FROM pushed_message p WHERE p.user_id = e.user_id
        UNION SELECT j.message_id FROM push_job j
          WHERE j.user_id = e.user_id AND j.message_id IS NOT NULL AND j.failed_at IS NULL
        ORDER BY message_id DESC LIMIT ${MOST_OF_ONE_USER}) f
    UNION ALL SELECT g.idx, f.user_id, g.message_id FROM unnest($7::int[], $8::bigint[]) AS g (idx, message_id)
      CROSS JOIN LATERAL (
        SELECT p.user_id FROM pushed_message p WHERE p.message_id = g.message_id
        UNION SELECT j.user_id FROM push_job j WHERE j.message_id = g.message_id AND j.failed_at IS NULL) f)
  SELECT f.idx, f.user_id, f.message_id,
    EXISTS (SELECT FROM push_device d WHERE d.user_id = f.user_id AND d.bouncer_device_id IS NOT NULL)
      OR EXISTS (SELECT FROM client_device c WHERE c.user_id = f.user_id AND c.push_token_id IS NOT NULL)
      OR EXISTS (SELECT FROM push_token t WHERE t.user_id = f.user_id) AS has_device,
    NOT EXISTS (SELECT FROM message m WHERE m.id = f.message_id) AS is_gone
  FROM found f ORDER BY f.message_id`;

/** Which messages carry `active_mobile_push_notification`, or will when what waits is delivered. */
@Injectable()
export class FlaggedRepository {
  constructor(private readonly database: Database) {}

  /** In the order of message ids. */
  async find({ pairs, everything, messages }: FlaggedQuery): Promise<Flagged[]> {
    const users = pairs.flatMap(({ index, userIds }) => userIds.map((id) => [index, id] as const));
    const read = pairs.flatMap(({ index, messageIds }) => messageIds.map((id) => [index, id] as const));
    const all = everything.flatMap(({ index, userIds }) => userIds.map((id) => [index, id] as const));
    const gone = messages.flatMap(({ index, messageIds }) => messageIds.map((id) => [index, id] as const));
    const rows = await this.database.query<{
      idx: number;
      user_id: number;
      message_id: number;
      has_device: boolean;
      is_gone: boolean;
    }>(
      'push_flagged',
      FLAGGED_SQL,
      [users, read, all, gone].flatMap((list) => [list.map(([index]) => index), list.map(([, id]) => id)]),
    );
    return rows.map((row) => ({
      index: row.idx,
      userId: row.user_id,
      messageId: row.message_id,
      hasDevice: row.has_device,
      isGone: row.is_gone,
    }));
  }
}
