import { Injectable } from '@nestjs/common';
import { Database } from '@stoa/database';

/** A message that somebody may be told of. */
export interface UserMessage {
  userId: number;
  messageId: number;
}

/** What one user has of a message. */
export interface MessageState {
  isHeld: boolean;
  isRead: boolean;
  isFlagged: boolean;
}

/** What users have of messages. */
@Injectable()
export class MessageStatesRepository {
  constructor(private readonly database: Database) {}

  /** By user and message; messages that do not exist are left out. */
  async states(pairs: readonly UserMessage[]): Promise<Map<number, Map<number, MessageState>>> {
    const rows = await this.database.query<{
      user_id: number;
      message_id: number;
      is_held: boolean;
      is_read: boolean;
      is_flagged: boolean;
    }>(
      'push_message_states',
      `SELECT w.user_id, r.message_id, r.receipt > 0 OR r.bits & 64 <> 0 AS is_held, r.is_read,
         EXISTS (SELECT FROM pushed_message p WHERE p.user_id = w.user_id AND p.message_id = r.message_id) AS is_flagged
       FROM unnest($1::int[], $2::bigint[]) AS w (user_id, message_id)
       CROSS JOIN LATERAL read_state_of(w.user_id, ARRAY[w.message_id]) r`,
      [pairs.map(({ userId }) => userId), pairs.map(({ messageId }) => messageId)],
    );
    const states = new Map<number, Map<number, MessageState>>();
    for (const row of rows) {
      const known = states.get(row.user_id) ?? new Map<number, MessageState>();
      states.set(row.user_id, known);
      known.set(row.message_id, { isHeld: row.is_held, isRead: row.is_read, isFlagged: row.is_flagged });
    }
    return states;
  }
}
