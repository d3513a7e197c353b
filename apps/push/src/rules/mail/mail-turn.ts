import type { AccountMailKind } from '@stoa/contracts/push';
import type { UnsubscribeType } from '@stoa/contracts/users';
import type { MailTrigger } from '../decisions/triggers';

/** A message that was noted for its recipient, as things are when the mail is written. */
export interface NotedMessage {
  messageId: number;
  trigger: MailTrigger;
  exists: boolean;
  canRead: boolean;
  isRead: boolean;
}

export interface MailRecipientFacts {
  /** An active person of an active organization. */
  isServed: boolean;
  /** Mails to the address came back, or were complained about. */
  isSuspended: boolean;
  settings: { enableOfflineEmailNotifications: boolean; enableFollowedTopicEmailNotifications: boolean };
}

/** Why a mail is not written. */
export type MailDropReason = 'inactive' | 'suspended' | 'switched_off' | 'gone' | 'no_access' | 'read' | 'nothing';

/**
 * What of a conversation's noted messages is told at the moment of the mail: nothing that was read, deleted or became
 * invisible, and nothing of a kind that the recipient has switched off meanwhile.
 * @returns the messages, or why there is nothing to say
 */
export function stillMissed(
  noted: readonly NotedMessage[],
  { isServed, isSuspended, settings }: MailRecipientFacts,
): readonly NotedMessage[] | MailDropReason {
  if (!isServed) return 'inactive';
  if (isSuspended) return 'suspended';
  const wanted = noted.filter(({ trigger }) => isWanted(trigger, settings));
  if (wanted.length === 0) return 'switched_off';
  const existing = wanted.filter(({ exists }) => exists);
  if (existing.length === 0) return 'gone';
  const readable = existing.filter(({ canRead }) => canRead);
  if (readable.length === 0) return 'no_access';
  const unread = readable.filter(({ isRead }) => !isRead);
  return unread.length === 0 ? 'read' : unread;
}

/** What the channel's setting says is not looked at again: it was when the message came. */
function isWanted(trigger: MailTrigger, settings: MailRecipientFacts['settings']): boolean {
  switch (trigger) {
    case 'followed_topic_email_notify':
      return settings.enableFollowedTopicEmailNotifications;
    case 'stream_email_notify':
      return true;
    default:
      return settings.enableOfflineEmailNotifications;
  }
}

const IS_FOR_SAFETY: Readonly<Record<AccountMailKind, boolean>> = {
  new_login: true,
  address_changed: true,
  address_check: true,
  welcome: false,
  onboarding_topics: false,
  onboarding_guide: false,
  onboarding_team: false,
};

/** What a suspended address gets all the same: its user needs it to keep the account, or to end the suspension. */
export function isForSafety(kind: AccountMailKind): boolean {
  return IS_FOR_SAFETY[kind];
}

/** Whether a mail may wait for others to its domain: not if it is about safety, or confirms an address. @param kind any */
export function isPaced(kind: string): boolean {
  return !Object.entries(IS_FOR_SAFETY).some(([name, isSafe]) => isSafe && name === kind);
}

/** What the link of a mail ends; null for mails of which there is only one, and those that one has to get. */
export function unsubscribeTypeOf(kind: AccountMailKind): UnsubscribeType | null {
  switch (kind) {
    case 'new_login':
      return 'login';
    case 'onboarding_topics':
    case 'onboarding_guide':
    case 'onboarding_team':
      return 'welcome';
    case 'welcome':
    case 'address_changed':
    case 'address_check':
      return null;
  }
}

/** Before the messages that mention the recipient stand earlier ones of their topic. */
export function needsContext(trigger: MailTrigger): boolean {
  return trigger !== 'direct_message' && trigger !== 'followed_topic_email_notify' && trigger !== 'stream_email_notify';
}
