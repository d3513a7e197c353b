import type { MailTrigger, MentionedGroup, PushTrigger } from './rules/decisions/triggers';

/** Something that the consumer found to be delivered. */
export interface NewJob {
  realmId: number;
  userId: number;
  /** When the change was written that it is about, in milliseconds since the epoch. */
  happenedAtMs: number;
  work: NewNotification | NewWithdrawal;
}

/** A message's notification. */
export interface NewNotification {
  messageId: number;
  trigger: PushTrigger;
  mentionedGroup: MentionedGroup | null;
  isSenderHidden: boolean;
}

/** A message that its user gets a mail about unless they read it in time. */
export interface NewMissedMessage {
  realmId: number;
  userId: number;
  messageId: number;
  happenedAtMs: number;
  trigger: MailTrigger;
  mentionedGroup: MentionedGroup | null;
  isSenderHidden: boolean;
}

/** Notifications that devices have to take back. */
export interface NewWithdrawal {
  removedIds: readonly number[];
}

/** A user for whom there is something to deliver. */
export interface Recipient {
  realmId: number;
  userId: number;
}

export function isNotification(work: NewNotification | NewWithdrawal): work is NewNotification {
  return 'messageId' in work;
}
