import { DirectoryChannel, UsedVersions } from '@stoa/directory';
import { TopicPolicyChange } from './send-change';
import { MessageMarks } from '../rendering/message-marks';
import { SentWidget } from '../widgets/sent-widget';

/** A message that passed every check on the copies at hand, ready to be written if those copies are current. */
export interface PreparedSend {
  realmId: number;
  partition: number;
  /** Null for direct messages. */
  channelId: number | null;
  /** The copy of the channel that the decision rested on. */
  channel: DirectoryChannel | null;
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
