import type { ScheduledMessage, SendMessageRequest } from '@stoa/contracts/messages';
import type { RowOf } from '@stoa/database';

/** A scheduled message as it is stored. */
export interface ScheduledMessageRow extends RowOf<
  'ScheduledMessage',
  | 'id'
  | 'sender_id'
  | 'channel_id'
  | 'user_ids'
  | 'topic'
  | 'content'
  | 'rendered_content'
  | 'client_name'
  | 'read_by_sender'
  | 'failed'
> {
  kind: 'private' | 'stream';
  /** Seconds since the epoch. */
  deliver_at: number;
  is_delivered: boolean;
  /** Differs after every change of the row. */
  row_version: string;
}

/** What a user decides about a scheduled message. */
export type ScheduledContent = Pick<
  ScheduledMessageRow,
  'kind' | 'channel_id' | 'user_ids' | 'topic' | 'content' | 'rendered_content' | 'deliver_at'
>;

/** As the API shows it (messages.md 17). */
export function scheduledMessageObject(row: ScheduledMessageRow): ScheduledMessage {
  const address =
    row.channel_id === null
      ? { type: row.kind, to: row.user_ids }
      : { type: row.kind, to: row.channel_id, topic: row.topic };
  return {
    scheduled_message_id: row.id,
    ...address,
    content: row.content,
    rendered_content: row.rendered_content,
    scheduled_delivery_timestamp: row.deliver_at,
    failed: row.failed,
  };
}

export interface SendRequestInput {
  channelId: number | null;
  userIds: readonly number[];
  topic?: string;
  content: string;
  readBySender?: boolean;
}

/** The send that it becomes, and is checked as. */
export function sendRequest({
  channelId,
  userIds,
  topic,
  content,
  readBySender,
}: SendRequestInput): SendMessageRequest {
  return {
    type: channelId === null ? 'direct' : 'channel',
    to: JSON.stringify(channelId ?? userIds),
    topic: channelId === null ? undefined : topic,
    content,
    read_by_sender: readBySender,
  };
}
