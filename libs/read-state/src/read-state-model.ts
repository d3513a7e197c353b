import { firstIdOf } from './chunk-bits';
import { CONTENT_FLAG_BITS, DELIVERED_BITS, EditableFlag, MessageFlagBit } from './message-flags';
import { StoredMessage } from './receipt';
import { UserReadState } from './user-read-state';

const WILDCARD_BIT = MessageFlagBit.stream_wildcard_mentioned;

/** Who is affected by what a message says. */
export interface ContentFlags {
  channelWildcard: boolean;
  mentionedUserIds: readonly number[];
  alertedUserIds: readonly number[];
  topicWildcardUserIds: readonly number[];
}

export interface SentMessage extends ContentFlags {
  id: number;
  recipientId: number;
  /** The sender if it reads its own message, and who muted the sender. */
  readUserIds: readonly number[];
  /** For notices that are read by default: who has it unread; null for every other message. */
  noticeUnreadUserIds: readonly number[] | null;
  /** Who gets it without being subscribed (bots that are mentioned); active users only. */
  deliveredUserIds: readonly number[];
}

export interface ChannelMove {
  id: number;
  messageIds: readonly number[];
  fromRecipientId: number;
  toRecipientId: number;
  toProtected: boolean;
}

/**
 * The read state of everybody, in memory: what the database holds and what its functions do, in the form that is
 * checked against the one-row-per-recipient model (design.md I8). The SQL is checked against this.
 */
export class ReadStateModel {
  private readonly users = new Map<number, UserReadState>();
  private readonly inactive = new Set<number>();
  private readonly messages = new Map<number, StoredMessage>();

  addUser(userId: number): void {
    this.users.set(userId, new UserReadState());
  }

  user(userId: number): UserReadState {
    const user = this.users.get(userId);
    if (!user) throw new Error(`no user ${userId}`);
    return user;
  }

  sendToChannel(sent: SentMessage): void {
    this.store(sent, false);
  }

  sendDirect(sent: SentMessage, participantIds: readonly number[]): void {
    for (const userId of participantIds) this.user(userId).directMessageIds.add(sent.id);
    this.store(sent, true);
  }

  subscribe(userId: number, recipientId: number, boundaryId: number): void {
    this.user(userId).memberships.open(recipientId, boundaryId, !this.inactive.has(userId));
  }

  unsubscribe(userId: number, recipientId: number, boundaryId: number): void {
    this.user(userId).memberships.close(recipientId, boundaryId);
    this.markConversationRead(userId, recipientId);
  }

  setActive(userId: number, isActive: boolean, boundaryId: number): void {
    if (isActive) this.inactive.delete(userId);
    else this.inactive.add(userId);
    this.user(userId).memberships.setActive(boundaryId, isActive);
  }

  /** Messages.md 5.5: leavers lose their rows, subscribers of a protected destination gain the message as read. */
  move(move: ChannelMove): void {
    for (const messageId of move.messageIds) {
      const message = this.message(messageId);
      for (const user of this.users.values()) {
        const { memberships } = user;
        const isSubscribed = memberships.isSubscribed(move.toRecipientId);
        if (!isSubscribed && memberships.wasEverSubscribed(move.fromRecipientId)) user.setBits(messageId, 0);
        if (isSubscribed && move.toProtected && !user.holds(message)) user.mark(message, true);
      }
      message.recipientId = move.toRecipientId;
      message.moves = [...message.moves, move];
    }
  }

  /** Recomputes the flags that follow from the content, for who holds the message. */
  edit(messageId: number, content: ContentFlags): void {
    const message = this.message(messageId);
    message.channelWildcard = content.channelWildcard;
    for (const [userId, user] of this.users) {
      if (!user.holds(message)) continue;
      let bits = contentBits(userId, content);
      if (content.channelWildcard && user.receipt(message) !== 'original') {
        bits |= WILDCARD_BIT;
      }
      user.setBits(messageId, (user.bitsOf(messageId) & ~CONTENT_FLAG_BITS) | bits);
    }
  }

  delete(messageIds: readonly number[]): void {
    for (const id of messageIds) {
      this.messages.delete(id);
      for (const user of this.users.values()) {
        user.setBits(id, 0);
        user.directMessageIds.delete(id);
      }
    }
  }

  /** Ids that were held and unread. */
  markRead(userId: number, messageIds: readonly number[]): number[] {
    const user = this.user(userId);
    const changed = messageIds.filter((id) => user.isHeldUnread(this.message(id)));
    for (const id of changed) user.mark(this.message(id), true);
    return changed;
  }

  /** Ids that were read; channel messages outside the user's subscriptions are left as they are. */
  markUnread(userId: number, messageIds: readonly number[]): number[] {
    const user = this.user(userId);
    const changed = messageIds.filter((id) => {
      const message = this.message(id);
      return (message.isDirect || user.memberships.isSubscribed(message.recipientId)) && !user.isHeldUnread(message);
    });
    for (const id of changed) {
      user.ensureHeld(this.message(id));
      user.mark(this.message(id), false);
    }
    return changed;
  }

  addFlag(userId: number, messageIds: readonly number[], flag: EditableFlag): number[] {
    const user = this.user(userId);
    const changed = messageIds.filter((id) => (user.bitsOf(id) & MessageFlagBit[flag]) === 0);
    for (const id of changed) {
      user.ensureHeld(this.message(id));
      user.setBits(id, user.bitsOf(id) | MessageFlagBit[flag]);
    }
    return changed;
  }

  removeFlag(userId: number, messageIds: readonly number[], flag: EditableFlag): number[] {
    const user = this.user(userId);
    const changed = messageIds.filter((id) => (user.bitsOf(id) & MessageFlagBit[flag]) !== 0);
    for (const id of changed) user.setBits(id, user.bitsOf(id) & ~MessageFlagBit[flag]);
    return changed;
  }

  markConversationRead(userId: number, recipientId: number): number[] {
    const inConversation = [...this.messages.values()].filter((message) => message.recipientId === recipientId);
    return this.markRead(userId, inConversation.map(({ id }) => id)); // prettier-ignore
  }

  /** @param settledChunk the first chunk that is not settled */
  markAllRead(userId: number, settledChunk: number): void {
    const user = this.user(userId);
    for (const message of this.messages.values()) if (message.isReadByDefault) user.mark(message, true);
    const position = Math.max(user.readSet.position, firstIdOf(settledChunk));
    user.readSet.markAll(
      position,
      this.heldUnread(user, (message) => message.id >= position),
    );
  }

  /** @param settledChunk the first chunk that is not settled */
  advance(userId: number, settledChunk: number): void {
    const user = this.user(userId);
    const position = firstIdOf(settledChunk);
    const isPassed = ({ id }: StoredMessage) => id >= user.readSet.position && id < position;
    user.readSet.advance(
      position,
      this.heldUnread(user, (message) => !message.isReadByDefault && isPassed(message)),
    );
  }

  flagsFor(userId: number, messageId: number): string[] {
    return this.user(userId).flagsFor(this.message(messageId));
  }

  /** Ascending. */
  unreadOf(userId: number): number[] {
    const user = this.user(userId);
    const unread = [...this.messages.values()].filter((message) => user.isUnread(message));
    return unread.map(({ id }) => id).sort((a, b) => a - b);
  }

  /** Users with a row that is marked read, ascending. */
  readersOf(messageId: number): number[] {
    const message = this.message(messageId);
    const readers = [...this.users].filter(([, user]) => user.holds(message) && user.isRead(message));
    return readers.map(([userId]) => userId).sort((a, b) => a - b);
  }

  private store(sent: SentMessage, isDirect: boolean): void {
    const { id, recipientId, channelWildcard, noticeUnreadUserIds } = sent;
    const isReadByDefault = noticeUnreadUserIds !== null;
    const message = {
      id,
      recipientId,
      originRecipientId: recipientId,
      isDirect,
      moves: [],
      channelWildcard,
      isReadByDefault,
    };
    this.messages.set(id, message);
    for (const [userId, user] of this.users) {
      const isDelivered = sent.deliveredUserIds.includes(userId) && !user.holds(message);
      if (isDelivered) user.setBits(id, DELIVERED_BITS | (channelWildcard ? WILDCARD_BIT : 0));
      if (!user.holds(message)) continue;
      user.setBits(id, user.bitsOf(id) | contentBits(userId, sent));
      if (noticeUnreadUserIds?.includes(userId)) user.mark(message, false);
      if (sent.readUserIds.includes(userId)) user.mark(message, true);
    }
  }

  private heldUnread(user: UserReadState, isWanted: (message: StoredMessage) => boolean): number[] {
    const wanted = [...this.messages.values()].filter((message) => isWanted(message) && user.isHeldUnread(message));
    return wanted.map(({ id }) => id);
  }

  private message(messageId: number): StoredMessage {
    const message = this.messages.get(messageId);
    if (!message) throw new Error(`no message ${messageId}`);
    return message;
  }
}

function contentBits(userId: number, content: ContentFlags): number {
  return (
    (content.mentionedUserIds.includes(userId) ? MessageFlagBit.mentioned : 0) |
    (content.alertedUserIds.includes(userId) ? MessageFlagBit.has_alert_word : 0) |
    (content.topicWildcardUserIds.includes(userId) ? MessageFlagBit.topic_wildcard_mentioned : 0)
  );
}
