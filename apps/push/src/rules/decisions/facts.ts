/** Who sent a message where, and whom it mentions: the same for every recipient (push.md 9). */
export interface PushedMessageFacts {
  senderId: number;
  conversation: 'channel' | 'direct';
  /** Sent without external notifications: welcome and onboarding messages, own tests, imports. */
  isSilent: boolean;
  /** A non-silent `@all`, `@everyone`, `@channel` or `@stream` was rendered. */
  hasChannelWildcard: boolean;
  /** A non-silent `@topic` was rendered. */
  hasTopicWildcard: boolean;
  /** Groups with a non-silent mention; order does not matter. Ids: `mentionsOf`. */
  mentionedGroups: readonly MentionedGroupFacts[];
}

export interface MentionedGroupFacts {
  groupId: number;
  /** As the payload names it: system groups by their display name. */
  name: string;
  /** Number of all members, those of subgroups included: the smallest group that has the recipient is named. */
  size: number;
  /** Whether the user is a member, directly or through subgroups. */
  hasMember(userId: number): boolean;
}

/** Columns of `account` (users.md 8) that decide on notifications. */
export interface PushSettings {
  enableOfflinePushNotifications: boolean;
  enableOnlinePushNotifications: boolean;
  enableStreamPushNotifications: boolean;
  enableFollowedTopicPushNotifications: boolean;
  enableFollowedTopicWildcardMentionsNotify: boolean;
  wildcardMentionsNotify: boolean;
  /** Those of mail concern mails, and edits: who had a mail for the message is not notified of an edit (push.md 9.4). */
  enableOfflineEmailNotifications: boolean;
  enableStreamEmailNotifications: boolean;
  enableFollowedTopicEmailNotifications: boolean;
}

/** What a subscriber set for the channel and the topic of a message. */
export interface ChannelRecipientFacts {
  /** `user_topic.visibility_policy`: 0 none, 1 muted, 2 unmuted, 3 followed. */
  topicPolicy: number;
  isChannelMuted: boolean;
  /** `subscription.push_notifications`; null inherits the user's setting. */
  pushNotifications: boolean | null;
  /** `subscription.wildcard_mentions_notify`; null inherits the user's setting. */
  wildcardMentionsNotify: boolean | null;
  /** `subscription.email_notifications`; null inherits the user's setting. */
  emailNotifications: boolean | null;
  /** Sent or reacted in the topic. Looked at only if the message has a topic wildcard. */
  isTopicParticipant: boolean;
}

/** One user who received the message: a participant of the conversation, or a subscriber of the channel. */
export interface PushRecipientFacts {
  userId: number;
  /** Human and active, in an active organization. */
  isActiveHuman: boolean;
  /** Has a legacy token or an active end-to-end encrypted device. */
  hasUsableDevice: boolean;
  hasMutedSender: boolean;
  /** A non-silent mention of this very user (ids: `mentionsOf`); not one of a group or wildcard. */
  isMentionedPersonally: boolean;
  settings: PushSettings;
  /** Null for direct messages. */
  channel: ChannelRecipientFacts | null;
}

/** One user who holds a message whose content was edited, with the facts as they are after the edit (push.md 9.4, 10). */
export interface EditRecipientFacts extends PushRecipientFacts {
  /** Mentioned before the edit in any way: personally, by group, or by a wildcard that reached the user. */
  wasMentioned: boolean;
}

/** What makes a user idle for push (push.md 9.2). */
export interface IdleFacts {
  /** Has an event queue that accepts message events. */
  hasMessageQueue: boolean;
  /** When the user's presence was last `active`, milliseconds since the epoch; null if never. */
  lastActiveAt: number | null;
  /** The clock, milliseconds since the epoch. */
  now: number;
}
