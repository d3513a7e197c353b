import { Injectable } from '@nestjs/common';
import { RowOf, WriteTransaction } from '@stoa/database';
import { UnreadDetails } from '../../access/read-state/flag-change';

interface DetailsRow extends RowOf<'Message', 'id' | 'topic'> {
  channel_id: number | null;
  user_ids: number[] | null;
  is_mentioned: boolean;
  is_wildcard_mentioned: boolean;
  is_muted: boolean;
}

/** Reads the details in the `update_message_flags` event of newly unread messages (messages.md 11). */
@Injectable()
export class UnreadDetailsReader {
  async of(tx: WriteTransaction, userId: number, messageIds: readonly number[]): Promise<Map<number, UnreadDetails>> {
    const rows = await tx.query<DetailsRow>(
      `SELECT m.id, c.id AS channel_id, m.topic,
         (SELECT d.user_ids FROM direct_conversation d WHERE d.recipient_id = m.recipient_id) AS user_ids,
         COALESCE(f.bits, 0) & 4 <> 0 AS is_mentioned,
         m.channel_wildcard OR COALESCE(f.bits, 0) & 24 <> 0 AS is_wildcard_mentioned,
         COALESCE(t.visibility_policy = 1, false)
           OR (COALESCE(s.is_muted, false) AND COALESCE(t.visibility_policy, 0) NOT IN (2, 3)) AS is_muted
       FROM message m
       LEFT JOIN channel c ON c.recipient_id = m.recipient_id
       LEFT JOIN message_flag f ON f.user_id = $1 AND f.message_id = m.id
       LEFT JOIN subscription s ON s.user_id = $1 AND s.channel_id = c.id
       LEFT JOIN user_topic t ON t.user_id = $1 AND t.channel_id = c.id AND lower(t.topic) = lower(m.topic)
       WHERE m.id = ANY($2::bigint[])`,
      [userId, messageIds],
    );
    return new Map(rows.map((row) => [row.id, unreadDetails(row, userId)]));
  }
}

function unreadDetails(row: DetailsRow, userId: number): UnreadDetails {
  const isMentioned = row.is_mentioned || (row.is_wildcard_mentioned && !row.is_muted);
  const mentioned: Pick<UnreadDetails, 'mentioned'> = isMentioned ? { mentioned: true } : {};
  if (row.channel_id === null) {
    return { type: 'private', ...mentioned, user_ids: (row.user_ids ?? []).filter((id) => id !== userId) };
  }
  return {
    type: 'stream',
    ...mentioned,
    stream_id: row.channel_id,
    topic: row.topic,
    unmuted_stream_msg: !row.is_muted,
  };
}
