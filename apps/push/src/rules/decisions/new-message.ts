import { ChannelRecipientFacts, PushRecipientFacts, PushedMessageFacts } from './facts';
import { smallestGroup } from './mentioned-group';
import { MentionedGroup, MessageTrigger, PushDecision, PushTrigger } from './triggers';

const TopicPolicy = { Muted: 1, Unmuted: 2, Followed: 3 } as const;

/**
 * Whether and why a new message is pushed to a recipient (push.md 9, rules 1 to 5 and 9.1). Being idle (rule 6) is
 * left to `passesIdleRule`, whose facts cost more and are rarely needed.
 */
export function decideNewMessage(message: PushedMessageFacts, recipient: PushRecipientFacts): PushDecision | null {
  if (!isEligible(message, recipient)) return null;
  const trigger = triggerOf(message, recipient);
  return trigger === null ? null : { trigger, ...causeOf(trigger, message, recipient) };
}

/** The group that caused the trigger, if one did. */
export function causeOf(
  trigger: string,
  message: PushedMessageFacts,
  recipient: PushRecipientFacts,
): { mentionedGroup?: MentionedGroup } {
  if (trigger !== 'mentioned' || recipient.isMentionedPersonally) return {};
  const mentionedGroup = smallestGroup(message.mentionedGroups, recipient.userId);
  return mentionedGroup ? { mentionedGroup } : {};
}

/** Rules 1 to 4 of push.md 9: they hold for everybody who may be pushed to at all. */
export function isEligible(message: PushedMessageFacts, recipient: PushRecipientFacts): boolean {
  return recipient.hasUsableDevice && isAddressed(message, recipient);
}

/** The same but for the device: who may be notified in some way. */
export function isAddressed(message: PushedMessageFacts, recipient: PushRecipientFacts): boolean {
  return (
    recipient.isActiveHuman && recipient.userId !== message.senderId && !recipient.hasMutedSender && !message.isSilent
  );
}

/** The first trigger of push.md 9.1 that applies. */
export function triggerOf(message: PushedMessageFacts, recipient: PushRecipientFacts): PushTrigger | null {
  const { settings, channel } = recipient;
  const own = settings.enableOfflinePushNotifications ? messageTriggerOf(message, recipient) : null;
  return own ?? (channel && subscriptionTrigger(recipient, channel));
}

/** Triggers 1 to 6, for who wants them of the way in question. */
export function messageTriggerOf(message: PushedMessageFacts, recipient: PushRecipientFacts): MessageTrigger | null {
  if (message.conversation === 'direct') return 'direct_message';
  if (isMentioned(message, recipient)) return 'mentioned';
  return recipient.channel && wildcardTrigger(message, recipient, recipient.channel);
}

function isMentioned(message: PushedMessageFacts, recipient: PushRecipientFacts): boolean {
  return recipient.isMentionedPersonally || message.mentionedGroups.some((group) => group.hasMember(recipient.userId));
}

/** Triggers 3 to 6: a followed topic is looked at before rule W, and `@topic` before `@all`. */
function wildcardTrigger(
  message: PushedMessageFacts,
  { settings }: PushRecipientFacts,
  channel: ChannelRecipientFacts,
): MessageTrigger | null {
  const topicWildcard = message.hasTopicWildcard && channel.isTopicParticipant;
  if (channel.topicPolicy === TopicPolicy.Followed && settings.enableFollowedTopicWildcardMentionsNotify) {
    if (topicWildcard) return 'topic_wildcard_mentioned_in_followed_topic';
    if (message.hasChannelWildcard) return 'stream_wildcard_mentioned_in_followed_topic';
  }
  const notifies = channel.wildcardMentionsNotify ?? settings.wildcardMentionsNotify;
  if (isSilenced(channel) || !notifies) return null;
  if (topicWildcard) return 'topic_wildcard_mentioned';
  return message.hasChannelWildcard ? 'stream_wildcard_mentioned' : null;
}

/** Triggers 7 and 8: what the user wants of every message of the topic or the channel. */
function subscriptionTrigger({ settings }: PushRecipientFacts, channel: ChannelRecipientFacts): PushTrigger | null {
  if (channel.topicPolicy === TopicPolicy.Followed && settings.enableFollowedTopicPushNotifications) {
    return 'followed_topic_push_notify';
  }
  return wantsChannelPush(settings, channel) ? 'stream_push_notify' : null;
}

/** Rule C of push.md 9.1. */
export function wantsChannelPush(
  settings: Pick<PushRecipientFacts['settings'], 'enableStreamPushNotifications'>,
  channel: ChannelRecipientFacts,
): boolean {
  return !isSilenced(channel) && (channel.pushNotifications ?? settings.enableStreamPushNotifications);
}

/** Rule C of mail (push.md 9.1, end of the table). */
export function wantsChannelMail(
  settings: Pick<PushRecipientFacts['settings'], 'enableStreamEmailNotifications'>,
  channel: ChannelRecipientFacts,
): boolean {
  return !isSilenced(channel) && (channel.emailNotifications ?? settings.enableStreamEmailNotifications);
}

/** Whether the user follows the topic and asked for a push or a mail of each of its messages. */
export function isToldOfFollowedTopic({ settings, channel }: PushRecipientFacts): boolean {
  if (channel?.topicPolicy !== TopicPolicy.Followed) return false;
  return settings.enableFollowedTopicPushNotifications || settings.enableFollowedTopicEmailNotifications;
}

/** A topic that is followed in a muted channel counts as silenced here (push.md 9.1). */
function isSilenced({ topicPolicy, isChannelMuted }: ChannelRecipientFacts): boolean {
  return topicPolicy === TopicPolicy.Muted || (isChannelMuted && topicPolicy !== TopicPolicy.Unmuted);
}
