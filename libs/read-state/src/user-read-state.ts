import { MembershipHistory } from './membership';
import { MessageFlagBit, flagNames, flagNamesWithoutReceipt } from './message-flags';
import { ReadSet } from './read-set';
import { Receipt, StoredMessage, receiptOf } from './receipt';

/** All that is stored about one user's messages. */
export class UserReadState {
  readonly memberships = new MembershipHistory();
  readonly readSet = new ReadSet();
  /** Rows of message_flag. */
  readonly flagBits = new Map<number, number>();
  /** Rows of direct_message_receipt. */
  readonly directMessageIds = new Set<number>();

  /** How the user holds the message, rows apart. */
  receipt(message: StoredMessage): Receipt {
    if (message.isDirect) return this.directMessageIds.has(message.id) ? 'original' : 'none';
    return receiptOf(this.memberships, message);
  }

  /** Whether the user has what the API calls a row: received it, or flagged it later. */
  holds(message: StoredMessage): boolean {
    return (this.bitsOf(message.id) & MessageFlagBit.historical) !== 0 || this.receipt(message) !== 'none';
  }

  isRead(message: StoredMessage): boolean {
    if (message.isReadByDefault) return (this.bitsOf(message.id) & MessageFlagBit.unread_notice) === 0;
    return this.readSet.isRead(message.id);
  }

  /** Held and not read; unsubscribing marks the rest as read. */
  isHeldUnread(message: StoredMessage): boolean {
    return !this.isRead(message) && this.holds(message);
  }

  /** Unread for the client: held, not read, and in a conversation that the user is in now. */
  isUnread(message: StoredMessage): boolean {
    return (message.isDirect || this.memberships.isSubscribed(message.recipientId)) && this.isHeldUnread(message);
  }

  /** Flags as the API lists them (messages.md 11). */
  flagsFor(message: StoredMessage): string[] {
    if (!this.holds(message)) return flagNamesWithoutReceipt();
    const isDerived = message.channelWildcard && this.receipt(message) === 'original';
    const derived = isDerived ? MessageFlagBit.stream_wildcard_mentioned : 0;
    return flagNames(this.isRead(message), this.bitsOf(message.id) | derived);
  }

  bitsOf(messageId: number): number {
    return this.flagBits.get(messageId) ?? 0;
  }

  /** A row without bits does not exist. */
  setBits(messageId: number, bits: number): void {
    if (bits === 0) this.flagBits.delete(messageId);
    else this.flagBits.set(messageId, bits);
  }

  mark(message: StoredMessage, read: boolean): void {
    if (!message.isReadByDefault) return this.readSet.mark([message.id], read);
    const bits = this.bitsOf(message.id) & ~MessageFlagBit.unread_notice;
    this.setBits(message.id, read ? bits : bits | MessageFlagBit.unread_notice);
  }

  /** What the API calls creating a row: read and historical (messages.md 11, "Missing row"). */
  ensureHeld(message: StoredMessage): void {
    if (this.holds(message)) return;
    this.mark(message, true);
    this.setBits(message.id, this.bitsOf(message.id) | MessageFlagBit.historical);
  }
}
