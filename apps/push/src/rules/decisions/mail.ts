import { EditRecipientFacts, PushRecipientFacts, PushedMessageFacts } from './facts';
import { causeOf, isAddressed, isToldOfFollowedTopic, messageTriggerOf, wantsChannelMail } from './new-message';
import { MailDecision, MailTrigger } from './triggers';

/**
 * Whether and why a recipient gets a mail about a new message (mail-and-integrations.md 2.1). Being idle is left to
 * `isIdle`: mails, unlike pushes, go to nobody who is there.
 */
export function decideMail(message: PushedMessageFacts, recipient: PushRecipientFacts): MailDecision | null {
  if (!isAddressed(message, recipient)) return null;
  const trigger = mailTriggerOf(message, recipient);
  return trigger === null ? null : { trigger, ...causeOf(trigger, message, recipient) };
}

/** Whether an edit gives a reason for a mail that the message did not give: a mention that is new. */
export function decideMailOfEdit(message: PushedMessageFacts, recipient: EditRecipientFacts): MailDecision | null {
  const { channel, settings } = recipient;
  if (message.conversation === 'direct' || !channel || recipient.wasMentioned) return null;
  if (isToldOfFollowedTopic(recipient) || wantsChannelMail(settings, channel)) return null;
  return decideMail(message, recipient);
}

function mailTriggerOf(message: PushedMessageFacts, recipient: PushRecipientFacts): MailTrigger | null {
  const { settings, channel } = recipient;
  const own = settings.enableOfflineEmailNotifications ? messageTriggerOf(message, recipient) : null;
  if (own !== null || !channel) return own;
  if (channel.topicPolicy === FOLLOWED && settings.enableFollowedTopicEmailNotifications) {
    return 'followed_topic_email_notify';
  }
  return wantsChannelMail(settings, channel) ? 'stream_email_notify' : null;
}

/** `user_topic.visibility_policy` */
const FOLLOWED = 3;
