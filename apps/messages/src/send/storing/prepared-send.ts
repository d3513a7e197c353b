import { DirectoryChannel, UsedVersions } from '@stoa/directory';
import { SentWidget } from '../widgets/sent-widget';

/** A message that passed every check on the copies at hand, ready to be written if those copies are current. */
export interface PreparedSend {
  /** The copy of the channel that the decision rested on; null for direct messages. */
  channel: DirectoryChannel | null;
  topic: string;
  content: string;
  renderedContent: string;
  routing: string;
  body: string;
  record: SendRecord;
  automaticNewVisibilityPolicy: number | null;
  widget: SentWidget | null;
}

/** What `message_write` writes besides the texts, by the names that it reads; it leaves out what is not there. */
export interface SendRecord extends UsedVersions, SpecialRecipients {
  realm_id: number;
  recipient_id: number;
  sender_id: number;
  renderer_version: number;
  client_name: string;
  topic_links: { text: string; url: string }[];
  channel_wildcard: boolean;
  is_me_message: boolean;
  has_attachment: boolean;
  has_image: boolean;
  has_link: boolean;
  partition: number;
  /** Null for direct messages. */
  channel_id: number | null;
  /** Participants of a direct message, ascending; null for channel messages. */
  receipt_user_ids: number[] | null;
  policy_user_ids?: number[];
  policies?: number[];
  /** The channel had no message yet, as far as known. */
  sets_first_message: boolean;
  /** Pages that it links to need previews. */
  wants_link_previews: boolean;
  /** Bots whose services are to be called about it. */
  webhook_bot_ids?: number[];
  /** Files that the message claims, ascending. */
  attachment_ids?: number[];
  /** Their owners hear of the claims before the message. */
  claims_first: true;
}

/** Whose copy of a message has rows of its own. */
export interface SpecialRecipients {
  read_user_ids?: number[];
  flag_user_ids?: number[];
  flag_bits?: number[];
}

/** @param rows of message_flag */
export function specialRecipients(
  readUserIds: number[],
  rows: readonly { userId: number; bits: number }[],
): SpecialRecipients {
  return {
    read_user_ids: orNone(readUserIds),
    flag_user_ids: orNone(rows.map(({ userId }) => userId)),
    flag_bits: orNone(rows.map(({ bits }) => bits)),
  };
}

export function orNone(list: number[]): number[] | undefined {
  return list.length > 0 ? list : undefined;
}
