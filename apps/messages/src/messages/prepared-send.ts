import { UsedVersions } from '@stoa/directory';
import { TopicPolicyChange } from './send-change';

/** A message that passed every check on the copies at hand, ready to be written if those copies are current. */
export interface PreparedSend {
  realmId: number;
  partition: number;
  /** Null for direct messages. */
  channelId: number | null;
  recipientId: number;
  senderId: number;
  used: UsedVersions;
  topic: string;
  content: string;
  renderedContent: string;
  rendererVersion: number;
  clientName: string;
  topicLinks: { text: string; url: string }[];
  marks: MessageMarks;
  readUserIds: number[];
  flagRows: { userId: number; bits: number }[];
  /** Participants of a direct message; null for channel messages. */
  receiptUserIds: number[] | null;
  policyChanges: TopicPolicyChange[];
  /** The channel had no message yet, as far as known. */
  setsFirstMessage: boolean;
  /** Files that the message claims, ascending. */
  attachmentIds: number[];
  routing: string;
  body: string;
  automaticNewVisibilityPolicy: number | null;
  widget: SentWidget | null;
}

/** `msg_type` of every submessage that the service writes itself. */
export const WIDGET_TYPE = 'widget';

/** The first submessage of a message that is a poll, a todo list or a form (markdown.md 13.2). */
export interface SentWidget {
  submessageId: number;
  /** JSON text. */
  content: string;
}

export interface MessageMarks {
  channelWildcard: boolean;
  isMeMessage: boolean;
  hasAttachment: boolean;
  hasImage: boolean;
  hasLink: boolean;
  /** Pages that it links to are to be looked at. */
  wantsLinkPreviews: boolean;
}

/** As the functions of the database take them. */
export function markBits(marks: MessageMarks): number {
  return (
    (marks.channelWildcard ? 1 : 0) |
    (marks.isMeMessage ? 2 : 0) |
    (marks.hasAttachment ? 4 : 0) |
    (marks.hasImage ? 8 : 0) |
    (marks.hasLink ? 16 : 0) |
    (marks.wantsLinkPreviews ? 32 : 0)
  );
}
