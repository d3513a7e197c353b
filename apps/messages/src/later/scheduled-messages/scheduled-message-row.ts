import type { ScheduledMessage, SendMessageRequest } from '@stoa/contracts/messages';

/** A scheduled message as it is stored. */
export interface ScheduledMessageRow {
  id: number;
  sender_id: number;
  kind: 'private' | 'stream';
  /** Channel messages. */
  channel_id: number | null;
  /** Direct messages: the participants other than the sender, or only the sender. */
  user_ids: number[];
  topic: string;
  content: string;
  rendered_content: string;
  /** Seconds since the epoch. */
  deliver_at: number;
  client_name: string;
  read_by_sender: boolean;
  failed: boolean;
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
