import type { MailTrigger, MentionedGroup } from '../decisions/triggers';
import type { UnsubscribeWays } from './unsubscribe-keys';

/** The organization as mails name it. */
export interface MailRealm {
  realmId: number;
  name: string;
  /** Canonical address, without a slash at the end. */
  url: string;
  /** Its host, with a port if it has one. */
  host: string;
  /** What the installation is called that it is in. */
  installation: string;
}

/** Who gets a mail, and how. */
export interface MailRecipient {
  userId: number;
  fullName: string;
  /** `delivery_email` */
  address: string;
  /** `default_language` */
  language: string;
  /** IANA name; '' is UTC. */
  timezone: string;
  usesTwentyFourHours: boolean;
  /** Names the organization in subjects (`realm_name_in_email_notifications_policy`). */
  namesRealm: boolean;
}

/** Why a mail says nothing of what was written. */
export type HiddenBy = 'organization' | 'user';

export interface MailChannelConversation {
  type: 'channel';
  channelId: number;
  channelName: string;
  /** As stored: '' is sent as its display name. */
  topic: string;
}

/** A topic of a channel, as stored. */
export type ConversationPlace = Pick<MailChannelConversation, 'channelId' | 'topic'>;

export interface MailDirectConversation {
  type: 'direct';
  /** Everyone in the conversation, the recipient included, in any order. */
  participants: readonly { userId: number; fullName: string }[];
}

/** A message as a mail shows it. */
export interface MailMessage {
  messageId: number;
  senderName: string;
  /** Markdown. */
  content: string;
  renderedContent: string;
  /** Milliseconds since the epoch. */
  sentAtMs: number;
  /** Null for what only stands before the messages that the mail is about. */
  cause: { trigger: MailTrigger; mentionedGroup: MentionedGroup | null } | null;
}

/** A mail about the messages of one conversation that its recipient has missed (mail-and-integrations.md 2). */
export interface MissedMail {
  mailId: string;
  happenedAtMs: number;
  realm: MailRealm;
  recipient: MailRecipient;
  conversation: MailChannelConversation | MailDirectConversation;
  /** Where the conversation was before: mails that refer to that place are of the same conversation. */
  earlierPlaces: readonly ConversationPlace[];
  /** Of one at least there is a cause; in their order. */
  messages: readonly MailMessage[];
  /** Null if the mail may say what was written. */
  hiddenBy: HiddenBy | null;
  /** What ends mails of this kind. */
  ways: UnsubscribeWays;
  /** Takes answers; null if the mail cannot be answered. */
  replyTo: string | null;
}
