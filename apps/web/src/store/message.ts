import type { FetchedMessage, WireMessage } from '@stoa/contracts/events';
import { type Conversation, type DirectKey, directKey } from './conversation';

interface AnyMessage extends Pick<
  FetchedMessage,
  'id' | 'sender_id' | 'sender_full_name' | 'sender_email' | 'avatar_url' | 'client' | 'content' | 'timestamp'
> {
  readonly is_me_message: boolean;
  readonly topic_links: FetchedMessage['topic_links'];
  readonly reactions: FetchedMessage['reactions'];
  readonly submessages: FetchedMessage['submessages'];
  readonly flags: ReadonlySet<string>;
  /** Seconds since 1970; absent if the content was never edited. */
  readonly last_edit_timestamp?: number;
  /** Seconds since 1970; absent if the message never got another topic or channel. */
  readonly last_moved_timestamp?: number;
  readonly edit_history?: FetchedMessage['edit_history'];
  /** Comes from before a lost queue: it is shown until it is fetched again, and nothing more. */
  readonly isStale?: true;
}

export interface ChannelMessage extends AnyMessage {
  readonly type: 'stream';
  readonly stream_id: number;
  readonly topic: string;
}

export interface DirectMessage extends AnyMessage {
  readonly type: 'private';
  readonly directKey: DirectKey;
}

/** A message as every window shares it. Who sent it is read from the users, so that it follows them. */
export type Message = ChannelMessage | DirectMessage;

/** A message of an event, or of `GET /messages`, whose flags stand inside. */
export function messageFrom(
  wire: WireMessage | FetchedMessage,
  { ownId, flags }: { ownId: number; flags: readonly string[] },
): Message {
  const { type, stream_id, subject, display_recipient } = wire;
  const common = { ...commonOf(wire), flags: new Set(flags) };
  if (type === 'stream') return { ...common, type, stream_id: stream_id ?? 0, topic: subject };
  const participants = typeof display_recipient === 'string' ? [] : display_recipient;
  const key = directKey(
    participants.map(({ id }) => id),
    ownId,
  );
  return { ...common, type, directKey: key };
}

function commonOf(wire: WireMessage | FetchedMessage) {
  const { id, sender_id, sender_full_name, sender_email, avatar_url, client, content, timestamp } = wire;
  const { is_me_message, topic_links, reactions, submessages } = wire;
  return {
    ...{ id, sender_id, sender_full_name, sender_email, avatar_url, client, content, timestamp },
    ...{ is_me_message, topic_links, reactions, submessages },
    ...('flags' in wire ? editsOf(wire) : {}),
  };
}

function editsOf({ last_edit_timestamp, last_moved_timestamp, edit_history }: FetchedMessage) {
  return {
    ...(last_edit_timestamp === undefined ? {} : { last_edit_timestamp }),
    ...(last_moved_timestamp === undefined ? {} : { last_moved_timestamp }),
    ...(edit_history === undefined ? {} : { edit_history }),
  };
}

export function conversationOf(message: Message): Conversation {
  return message.type === 'stream'
    ? { kind: 'topic', channelId: message.stream_id, topic: message.topic }
    : { kind: 'direct', key: message.directKey };
}
