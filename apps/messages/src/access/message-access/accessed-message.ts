import type { RowOf } from '@stoa/database';
import { ChannelMembers, DirectoryChannel } from '@stoa/directory';

/** Columns of a message that is being read or changed. */
export interface MessageAccessRow extends RowOf<
  'Message',
  | 'id'
  | 'realm_id'
  | 'recipient_id'
  | 'sender_id'
  | 'topic'
  | 'content'
  | 'rendered_content'
  | 'renderer_version'
  | 'channel_wildcard'
  | 'is_me_message'
  | 'has_attachment'
  | 'client_name'
> {
  /** Seconds, with a fraction. */
  sent_at: number;
  /** Null for direct messages. */
  channel_id: number | null;
  /** Of a direct message, ascending. */
  participant_ids: number[] | null;
}

/** A message that its would-be reader may read, or modify where that was asked for. */
export interface AccessedMessage {
  id: number;
  recipientId: number;
  senderId: number;
  topic: string;
  content: string;
  renderedContent: string;
  rendererVersion: number;
  /** Seconds since the epoch. */
  sentAt: number;
  channelWildcard: boolean;
  isMeMessage: boolean;
  hasAttachment: boolean;
  clientName: string;
  /** The channel that it is in now; null for direct messages. */
  channel: DirectoryChannel | null;
  /** The channel's active subscribers; null for direct messages. */
  members: ChannelMembers | null;
  /** Participants of a direct message, ascending; else null. */
  participantIds: number[] | null;
  /** The reader has what the API calls a row (messages.md 1, "Receipts"). */
  isHeld: boolean;
  /** The reader's flags (messages.md 11). */
  flags: string[];
}

export function accessedMessage(
  row: MessageAccessRow,
  members: ChannelMembers | null,
  holding: { isHeld: boolean; flags: string[] },
): AccessedMessage {
  return {
    id: row.id,
    recipientId: row.recipient_id,
    senderId: row.sender_id,
    topic: row.topic,
    content: row.content,
    renderedContent: row.rendered_content,
    rendererVersion: row.renderer_version,
    sentAt: row.sent_at,
    channelWildcard: row.channel_wildcard,
    isMeMessage: row.is_me_message,
    hasAttachment: row.has_attachment,
    clientName: row.client_name,
    channel: members?.channel ?? null,
    members,
    participantIds: row.participant_ids,
    ...holding,
  };
}
