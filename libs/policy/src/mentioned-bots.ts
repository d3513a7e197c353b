import { isGuest } from './roles';
import { ChannelViewer, PolicyChannel, canAccessChannelContent, hasSharedHistory } from './channel-access';

/** Codes of `bot_type` (users.md 16). */
export const BotType = { Generic: 1, IncomingWebhook: 2, OutgoingWebhook: 3, Embedded: 4 } as const;

/** An account that a message names, with what decides whether it hears of it. */
export interface MentionedAccount extends Pick<ChannelViewer, 'user' | 'groups'> {
  isActive: boolean;
  /** Null for people. */
  botType: number | null;
}

/**
 * Whether an account that is named in a channel gets the message although it is not subscribed (markdown.md 7.2): generic
 * bots do, where they may read what others write anyway. So a mention opens no private channel to anybody. Guests get what
 * they are subscribed to: what they may know of its sender is decided for subscribers.
 */
export function hearsMentionsUnsubscribed(channel: PolicyChannel, account: MentionedAccount): boolean {
  return account.botType === BotType.Generic && mayReadUnsubscribed(channel, account);
}

/** Whether messages to an account of this type are passed on: to a service elsewhere, or to what runs here. */
export function isAnsweredFor(botType: number | null): boolean {
  return botType === BotType.OutgoingWebhook || botType === BotType.Embedded;
}

/** Whether the service of a bot is called when the bot is named in a channel: where it is subscribed or may read anyway. */
export function isCalledByMention(channel: PolicyChannel, account: MentionedAccount, isSubscribed: boolean): boolean {
  if (!account.isActive || !isAnsweredFor(account.botType)) return false;
  return isSubscribed || mayReadUnsubscribed(channel, account);
}

function mayReadUnsubscribed(channel: PolicyChannel, account: MentionedAccount): boolean {
  if (!account.isActive || isGuest(account.user)) return false;
  return hasSharedHistory(channel) && canAccessChannelContent(channel, { ...account, isSubscribed: false });
}
