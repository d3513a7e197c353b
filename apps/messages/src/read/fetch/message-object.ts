import { FetchedMessage } from '@stoa/contracts/events';
import type { RowOf } from '@stoa/database';
import { DirectoryChannel, DirectoryUser, RealmSettings } from '@stoa/directory';
import { avatarUrl, isGravatarOfPublicAddress } from '@stoa/policy';
import type { FlagColumns } from '@stoa/read-state-store';
import { displayRecipient } from '../../send/storing/sender-fields';

/** A stored message with what hangs on it, as the repository reads it. */
export interface MessageRow
  extends
    RowOf<
      'Message',
      'id' | 'recipient_id' | 'sender_id' | 'topic' | 'renderer_version' | 'is_me_message' | 'client_name'
    >,
    FlagColumns,
    Record<string, unknown> {
  /** Of a direct message; null for channels. */
  participant_ids: number[] | null;
  /** Source and HTML; empty if not asked for. */
  content: string;
  rendered_content: string;
  /** Seconds. */
  sent_at: number;
  last_edited_at: number | null;
  last_moved_at: number | null;
  /** Null without any, as are the next two. */
  topic_links: { text: string; url: string }[] | null;
  reactions: FetchedMessage['reactions'] | null;
  submessages: FetchedMessage['submessages'] | null;
  /** Newest first; null without any. */
  edits: EditRow[] | null;
}

/** One edit or move, as `edit_history` shows it (messages.md 5.6); what did not change is left out. */
export interface EditRow {
  user_id: number | null;
  timestamp: number;
  prev_content?: string;
  prev_rendered_content?: string;
  prev_topic?: string;
  topic?: string;
  prev_stream?: number;
  stream?: number;
}

/** A person of a message, as the viewer may see it. */
export type MessageAuthor = DirectoryUser & { placeholderAvatarUrl?: string };

/** What all messages of one sender say of it. */
export type SenderPart = Pick<
  FetchedMessage,
  'sender_id' | 'sender_email' | 'sender_full_name' | 'sender_realm_str' | 'avatar_url'
>;

export interface MessageObjectOptions {
  applyMarkdown: boolean;
  clientGravatar: boolean;
  /** What stands for the empty topic; null leaves it empty. */
  emptyTopicName: string | null;
  /** The organization's policy: all, moves or none. */
  editHistory: string;
}

/** What the messages of an answer have in common, by the ids that are in them. */
export interface MessageSurroundings {
  authors: ReadonlyMap<number, MessageAuthor>;
  /** By id, of all authors. */
  senders: ReadonlyMap<number, SenderPart>;
  channelOf(recipientId: number): DirectoryChannel | undefined;
}

/** Builds the message object of a fetch (messages.md 2). */
export function messageObject(
  row: MessageRow,
  flags: string[],
  realm: MessageSurroundings,
  options: MessageObjectOptions,
): FetchedMessage {
  const sender = realm.senders.get(row.sender_id);
  if (!sender) throw new Error(`message ${row.id} has no sender`);
  const channel = realm.channelOf(row.recipient_id);
  return {
    id: row.id,
    ...sender,
    client: row.client_name,
    content: options.applyMarkdown ? row.rendered_content : row.content,
    content_type: options.applyMarkdown ? 'text/html' : 'text/x-markdown',
    timestamp: row.sent_at,
    recipient_id: row.recipient_id,
    type: channel ? 'stream' : 'private',
    ...(channel && { stream_id: channel.channelId }),
    display_recipient: channel?.name ?? displayRecipient(participants(row, realm)),
    subject: channel && row.topic === '' && options.emptyTopicName !== null ? options.emptyTopicName : row.topic,
    topic_links: row.topic_links ?? [],
    is_me_message: row.is_me_message,
    reactions: row.reactions ?? [],
    submessages: row.submessages ?? [],
    flags,
    ...(row.last_edited_at === null ? {} : { last_edit_timestamp: row.last_edited_at }),
    ...(row.last_moved_at === null ? {} : { last_moved_timestamp: row.last_moved_at }),
    ...editHistory(row, options),
  };
}

/** Made once for all messages of an author in an answer: its picture's address may take a digest. */
export function senderPart(
  author: MessageAuthor,
  realm: Pick<RealmSettings, 'id' | 'stringId'>,
  options: Pick<MessageObjectOptions, 'clientGravatar'>,
): SenderPart {
  return {
    sender_id: author.id,
    sender_email: author.email,
    sender_full_name: author.fullName,
    sender_realm_str: realm.stringId,
    avatar_url: avatarOf(author, realm.id, options),
  };
}

function avatarOf(
  author: MessageAuthor,
  realmId: number,
  { clientGravatar }: Pick<MessageObjectOptions, 'clientGravatar'>,
): string | null {
  if (author.placeholderAvatarUrl !== undefined) return author.placeholderAvatarUrl;
  return clientGravatar && isGravatarOfPublicAddress(author) ? null : avatarUrl({ ...author, realmId });
}

function editHistory({ edits }: MessageRow, options: MessageObjectOptions): Pick<FetchedMessage, 'edit_history'> {
  if (edits === null || options.editHistory === 'none') return {};
  const told = options.editHistory === 'moves' ? edits.flatMap(moveOf) : edits;
  if (told.length === 0) return {};
  const topicName = (topic: string): string => (topic === '' ? (options.emptyTopicName ?? '') : topic);
  return {
    edit_history: told.map((edit) => ({
      ...edit,
      ...(edit.prev_topic === undefined ? {} : { prev_topic: topicName(edit.prev_topic) }),
      ...(edit.topic === undefined ? {} : { topic: topicName(edit.topic) }),
    })),
  };
}

/** Without what it changed in the content; nothing is left of an edit that only did that. */
function moveOf({ prev_content: _content, prev_rendered_content: _html, ...move }: EditRow): EditRow[] {
  return move.topic === undefined && move.stream === undefined ? [] : [move];
}

function participants(row: MessageRow, { authors }: MessageSurroundings): DirectoryUser[] {
  return (row.participant_ids ?? []).flatMap((userId) => authors.get(userId) ?? []);
}
