import { Injectable } from '@nestjs/common';
import { AudienceSet } from '@stoa/contracts/changes';
import { Database, RowOf } from '@stoa/database';
import { MessageFlagBit } from '@stoa/read-state';
import { NewJob, NewMissedMessage } from '../jobs';
import { MISSED_SQL, missedColumns } from './missed-rows';
import { NewMessage } from './push-changes';
import { jobColumns } from './position.repository';

interface UnseenRow
  extends Record<string, unknown>, RowOf<'Message', 'id' | 'realm_id' | 'rendered_content' | 'sender_id' | 'topic'> {
  channel_id: number | null;
  sent_at: number;
  bits: number;
  is_silent: boolean;
  was_pushed: boolean;
}

/** A message that a user has not seen. */
export interface UnseenMessage {
  change: NewMessage;
  /** The user was notified of it, or is about to be. */
  wasPushed: boolean;
}

/** Messages of event queues that were collected. */
@Injectable()
export class CollectedQueuesRepository {
  constructor(private readonly database: Database) {}

  /** Those of the messages that the user holds unread, as if they were sent now. */
  async unseen(userId: number, messageIds: readonly number[]): Promise<UnseenMessage[]> {
    const rows = await this.database.query<UnseenRow>(
      'push_unseen_messages',
      `SELECT m.id, m.realm_id, m.rendered_content, m.sender_id, m.topic, c.id AS channel_id, r.bits,
         extract(epoch FROM m.sent_at)::float8 * 1000 AS sent_at,
         EXISTS (SELECT FROM account b JOIN realm i ON i.id = b.realm_id AND i.is_internal
           WHERE b.id = m.sender_id AND b.delivery_email LIKE 'welcome-bot@%') AS is_silent,
         EXISTS (SELECT FROM pushed_message p WHERE p.user_id = $1 AND p.message_id = m.id)
           OR EXISTS (SELECT FROM push_job j WHERE j.user_id = $1 AND j.message_id = m.id AND j.failed_at IS NULL)
           AS was_pushed
       FROM read_state_of($1, $2::bigint[]) r JOIN message m ON m.id = r.message_id
       LEFT JOIN channel c ON c.recipient_id = m.recipient_id
       WHERE NOT r.is_read AND (r.receipt > 0 OR r.bits & ${MessageFlagBit.historical} <> 0)
       ORDER BY m.id`,
      [userId, messageIds],
    );
    return rows.map((row) => ({ change: newMessage(row, userId), wasPushed: row.was_pushed }));
  }

  /** Jobs that no change of the log brings; those that another call has written meanwhile are left out. */
  async append(jobs: readonly NewJob[], missed: readonly NewMissedMessage[]): Promise<void> {
    await this.database.query(
      'push_append_jobs',
      `WITH moved AS (SELECT 1 AS one), ${MISSED_SQL}
       INSERT INTO push_job (realm_id, user_id, message_id, removed_ids, trigger, mentioned_group_id,
         mentioned_group_name, sender_hidden, happened_at)
       SELECT j.realm_id, j.user_id, j.message_id, j.removed_ids::bigint[], j.trigger, j.group_id, j.group_name,
         j.sender_hidden, to_timestamp(j.happened_at / 1000.0)
       FROM unnest($9::int[], $10::int[], $11::bigint[], $12::text[], $13::text[], $14::int[], $15::text[], $16::bool[],
         $17::float8[]) WITH ORDINALITY AS j (realm_id, user_id, message_id, removed_ids, trigger, group_id, group_name,
         sender_hidden, happened_at, place)
       WHERE NOT EXISTS (SELECT FROM push_job o WHERE o.user_id = j.user_id AND o.message_id = j.message_id)
       ORDER BY j.place`,
      [...missedColumns(missed), ...jobColumns(jobs)],
    );
  }
}

function newMessage(row: UnseenRow, userId: number): NewMessage {
  const recipients = AudienceSet.decode({ ids: [userId] });
  const flags = [
    ...((row.bits & MessageFlagBit.mentioned) !== 0 ? ['mentioned'] : []),
    ...((row.bits & MessageFlagBit.topic_wildcard_mentioned) !== 0 ? ['topic_wildcard_mentioned'] : []),
  ];
  return {
    kind: 'message',
    realmId: row.realm_id,
    seq: 0,
    // The notification becomes due with the queue's end.
    happenedAtMs: Date.now(),
    message: {
      id: row.id,
      sender_id: row.sender_id,
      type: row.channel_id === null ? 'private' : 'stream',
      ...(row.channel_id === null ? {} : { stream_id: row.channel_id }),
      subject: row.topic,
      rendered_content: row.rendered_content,
    },
    recipients,
    flags: [{ flags, to: recipients }],
    hiddenFrom: new Set(),
    isSilent: row.is_silent,
  };
}
