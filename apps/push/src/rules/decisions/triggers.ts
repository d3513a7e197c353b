/** Why a user is notified; in order of precedence (push.md 9.1). */
export const PUSH_TRIGGERS = [
  'direct_message',
  'mentioned',
  'topic_wildcard_mentioned_in_followed_topic',
  'stream_wildcard_mentioned_in_followed_topic',
  'topic_wildcard_mentioned',
  'stream_wildcard_mentioned',
  'followed_topic_push_notify',
  'stream_push_notify',
] as const;

export type PushTrigger = (typeof PUSH_TRIGGERS)[number];

/** Why a user gets a mail about a message; in order of precedence, and apart from the last two as with push. */
export const MAIL_TRIGGERS = [
  'direct_message',
  'mentioned',
  'topic_wildcard_mentioned_in_followed_topic',
  'stream_wildcard_mentioned_in_followed_topic',
  'topic_wildcard_mentioned',
  'stream_wildcard_mentioned',
  'followed_topic_email_notify',
  'stream_email_notify',
] as const;

export type MailTrigger = (typeof MAIL_TRIGGERS)[number];
/** What both have. */
export type MessageTrigger = Extract<PushTrigger, MailTrigger>;

export interface MentionedGroup {
  groupId: number;
  name: string;
}

export interface NotificationDecision<Trigger> {
  trigger: Trigger;
  /** Only with `mentioned`, when no personal mention but a group's caused the push. */
  mentionedGroup?: MentionedGroup;
}

export type PushDecision = NotificationDecision<PushTrigger>;
export type MailDecision = NotificationDecision<MailTrigger>;
