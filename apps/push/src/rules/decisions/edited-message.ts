import { EditRecipientFacts, PushedMessageFacts } from './facts';
import { isEligible, isToldOfFollowedTopic, triggerOf, wantsChannelMail, wantsChannelPush } from './new-message';
import { PushDecision } from './triggers';

/**
 * Whether an edit of a message's content newly notifies a user (push.md 9.4). A group's mention is reported like a
 * personal one. Being idle is left to `passesIdleRule`, as with new messages.
 */
export function decideEdit(message: PushedMessageFacts, recipient: EditRecipientFacts): PushDecision | null {
  const { channel, settings } = recipient;
  if (message.conversation === 'direct' || !channel || recipient.wasMentioned) return null;
  if (!isEligible(message, recipient)) return null;
  // Users who want every message of the channel or topic were notified when it was sent.
  if (isToldOfFollowedTopic(recipient)) return null;
  if (wantsChannelPush(settings, channel) || wantsChannelMail(settings, channel)) return null;
  const trigger = triggerOf(message, recipient);
  return trigger === null ? null : { trigger };
}

/** What decides whether an edit withdraws a notification (push.md 10). */
export interface EditRemovalFacts {
  conversation: 'channel' | 'direct';
  /** Mentioned before the edit in any way. */
  wasMentioned: boolean;
  /** Mentioned after the edit in any way. */
  isMentioned: boolean;
  settings: EditRecipientFacts['settings'];
  /** Null for direct messages, and for holders of the message who left the channel. */
  channel: EditRecipientFacts['channel'];
}

/** Whether an edit withdraws a user's notification: the mention is gone and channel push (trigger 8) does not hold. */
export function editWithdraws(facts: EditRemovalFacts): boolean {
  if (facts.conversation === 'direct' || !facts.wasMentioned || facts.isMentioned) return false;
  return !facts.channel || !wantsChannelPush(facts.settings, facts.channel);
}
