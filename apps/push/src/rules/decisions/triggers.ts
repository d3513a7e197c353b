/** Why a message itself is told; in order of precedence (push.md 9.1). */
const MESSAGE_TRIGGERS = [
  'direct_message',
  'mentioned',
  'topic_wildcard_mentioned_in_followed_topic',
  'stream_wildcard_mentioned_in_followed_topic',
  'topic_wildcard_mentioned',
  'stream_wildcard_mentioned',
] as const;

/** Why a user is notified; settings for all messages of a topic or a channel come last. */
export const PUSH_TRIGGERS = [...MESSAGE_TRIGGERS, 'followed_topic_push_notify', 'stream_push_notify'] as const;
/** Why a user gets a mail about a message, in the same order. */
export const MAIL_TRIGGERS = [...MESSAGE_TRIGGERS, 'followed_topic_email_notify', 'stream_email_notify'] as const;

export type MessageTrigger = (typeof MESSAGE_TRIGGERS)[number];
export type PushTrigger = (typeof PUSH_TRIGGERS)[number];
export type MailTrigger = (typeof MAIL_TRIGGERS)[number];

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
