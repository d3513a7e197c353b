import { FetchedMessage } from '@stoa/contracts';
import { DirectoryUser, RealmSettings, RealmUsers } from '@stoa/directory';
import { avatarUrl, isGravatarOfPublicAddress } from '@stoa/policy';
import { displayRecipient } from '../messages/sender-fields';

/** A stored message with what hangs on it, as the repository reads it. */
export interface MessageRow {
  id: number;
  recipient_id: number;
  /** Null for direct messages. */
  channel_id: number | null;
  channel_name: string | null;
  /** Participants of a direct message. */
  participant_ids: number[] | null;
  sender_id: number;
  topic: string;
  content: string;
  rendered_content: string;
  /** Seconds. */
  sent_at: number;
  last_edited_at: number | null;
  last_moved_at: number | null;
  is_me_message: boolean;
  client_name: string;
  topic_links: { text: string; url: string }[];
  reactions: FetchedMessage['reactions'];
  submessages: FetchedMessage['submessages'];
}

export interface MessageObjectOptions {
  applyMarkdown: boolean;
  clientGravatar: boolean;
  /** What stands for the empty topic; null leaves it empty. */
  emptyTopicName: string | null;
}

/** Builds the message object of a fetch (messages.md 2). */
export function messageObject(
  row: MessageRow,
  flags: string[],
  realm: { settings: RealmSettings; users: Pick<RealmUsers, 'get'> },
  options: MessageObjectOptions,
): FetchedMessage {
  const sender = realm.users.get(row.sender_id);
  if (!sender) throw new Error(`message ${row.id} has no sender`);
  const isChannel = row.channel_id !== null;
  return {
    id: row.id,
    sender_id: sender.id,
    sender_email: sender.email,
    sender_full_name: sender.fullName,
    sender_realm_str: realm.settings.stringId,
    avatar_url:
      options.clientGravatar && isGravatarOfPublicAddress(sender)
        ? null
        : avatarUrl({ ...sender, realmId: realm.settings.id }),
    client: row.client_name,
    content: options.applyMarkdown ? row.rendered_content : row.content,
    content_type: options.applyMarkdown ? 'text/html' : 'text/x-markdown',
    timestamp: row.sent_at,
    recipient_id: row.recipient_id,
    type: isChannel ? 'stream' : 'private',
    ...(row.channel_id === null ? {} : { stream_id: row.channel_id }),
    display_recipient: row.channel_name ?? displayRecipient(participants(row, realm.users)),
    subject: isChannel && row.topic === '' && options.emptyTopicName !== null ? options.emptyTopicName : row.topic,
    topic_links: row.topic_links,
    is_me_message: row.is_me_message,
    reactions: row.reactions,
    submessages: row.submessages,
    flags,
    ...(row.last_edited_at === null ? {} : { last_edit_timestamp: row.last_edited_at }),
    ...(row.last_moved_at === null ? {} : { last_moved_timestamp: row.last_moved_at }),
  };
}

function participants(row: MessageRow, users: Pick<RealmUsers, 'get'>): DirectoryUser[] {
  return (row.participant_ids ?? []).flatMap((userId) => users.get(userId) ?? []);
}
