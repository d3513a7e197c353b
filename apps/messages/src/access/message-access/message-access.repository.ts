import { Injectable } from '@nestjs/common';
import { Reader } from '@stoa/read-state-store';
import { MessageAccessRow } from './accessed-message';

/** How a writing transaction holds the rows: `share` keeps them from being changed or deleted, `update` from being held. */
export type RowLock = 'none' | 'share' | 'update';

const SELECT = `SELECT m.id, m.realm_id, m.recipient_id, m.sender_id, m.topic, m.content, m.rendered_content,
  m.renderer_version, extract(epoch FROM m.sent_at)::float8 AS sent_at, m.channel_wildcard, m.is_me_message,
  m.has_attachment, m.client_name, (SELECT c.id FROM channel c WHERE c.recipient_id = m.recipient_id) AS channel_id,
  (SELECT d.user_ids FROM direct_conversation d WHERE d.recipient_id = m.recipient_id) AS participant_ids
  FROM message m WHERE m.id = ANY($1::bigint[]) ORDER BY m.id`;

const LOCKED: Record<RowLock, string> = {
  none: SELECT,
  share: `${SELECT} FOR SHARE OF m`,
  update: `${SELECT} FOR UPDATE OF m`,
};

@Injectable()
export class MessageAccessRepository {
  /** Messages as they are now, ascending; those that do not exist are left out. Does not check access. */
  rows(reader: Reader, messageIds: readonly number[], lock: RowLock): Promise<MessageAccessRow[]> {
    return reader.query<MessageAccessRow & Record<string, unknown>>(`message_access_${lock}`, LOCKED[lock], [
      messageIds,
    ]);
  }
}
