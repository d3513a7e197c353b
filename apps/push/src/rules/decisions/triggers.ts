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

export interface MentionedGroup {
  groupId: number;
  name: string;
}

export interface PushDecision {
  trigger: PushTrigger;
  /** Only with `mentioned`, when no personal mention but a group's caused the push. */
  mentionedGroup?: MentionedGroup;
}
