import { ChannelMove, ContentFlags, SentMessage } from '../read-state-model';

/** One row per user and message, exactly as messages.md 5.5 and 11 specify. Order of insertion plays no part. */
type Row = Set<string>;

interface NaiveMessage {
  id: number;
  recipientId: number;
  isDirect: boolean;
  rows: Map<number, Row>;
}

interface NaiveUser {
  isActive: boolean;
  /** Channels ever subscribed to; the value says whether now. */
  subscriptions: Map<number, boolean>;
}

const ORDER = [
  'read',
  'starred',
  'collapsed',
  'mentioned',
  'stream_wildcard_mentioned',
  'topic_wildcard_mentioned',
  'wildcard_mentioned',
  'has_alert_word',
  'historical',
  'hide_link_previews',
];

/** The plain model that the service must agree with (design.md I8). It shares no logic with the real one. */
export class NaiveReadState {
  private readonly users = new Map<number, NaiveUser>();
  private readonly messages = new Map<number, NaiveMessage>();

  addUser(userId: number): void {
    this.users.set(userId, { isActive: true, subscriptions: new Map() });
  }

  sendToChannel(sent: SentMessage): void {
    const isRecipient = ([userId, user]: [number, NaiveUser]) =>
      sent.deliveredUserIds.includes(userId) || (user.isActive && user.subscriptions.get(sent.recipientId) === true);
    const recipients = [...this.users].filter(isRecipient).map(([userId]) => userId);
    this.store(sent, recipients, false);
  }

  sendDirect(sent: SentMessage, participantIds: readonly number[]): void {
    this.store(sent, participantIds, true);
  }

  subscribe(userId: number, recipientId: number): void {
    this.user(userId).subscriptions.set(recipientId, true);
  }

  unsubscribe(userId: number, recipientId: number): void {
    const { subscriptions } = this.user(userId);
    if (subscriptions.has(recipientId)) subscriptions.set(recipientId, false);
    this.markConversationRead(userId, recipientId);
  }

  setActive(userId: number, isActive: boolean): void {
    this.user(userId).isActive = isActive;
  }

  move({ messageIds, fromRecipientId, toRecipientId, toProtected }: ChannelMove): void {
    for (const messageId of messageIds) {
      const message = this.message(messageId);
      for (const [userId, { subscriptions }] of this.users) {
        const isSubscribedToNew = subscriptions.get(toRecipientId) === true;
        if (subscriptions.has(fromRecipientId) && !isSubscribedToNew) message.rows.delete(userId);
        if (toProtected && isSubscribedToNew && !message.rows.has(userId)) message.rows.set(userId, new Set(['read']));
      }
      message.recipientId = toRecipientId;
    }
  }

  edit(messageId: number, content: ContentFlags): void {
    for (const [userId, row] of this.message(messageId).rows) setContentFlags(row, userId, content);
  }

  delete(messageIds: readonly number[]): void {
    for (const id of messageIds) this.messages.delete(id);
  }

  markRead(userId: number, messageIds: readonly number[]): number[] {
    const isUnread = (id: number) => this.message(id).rows.get(userId)?.has('read') === false;
    const changed = messageIds.filter(isUnread);
    for (const id of changed) this.message(id).rows.get(userId)?.add('read');
    return changed;
  }

  markUnread(userId: number, messageIds: readonly number[]): number[] {
    const changed: number[] = [];
    for (const id of messageIds) {
      const message = this.message(id);
      if (!message.isDirect && this.user(userId).subscriptions.get(message.recipientId) !== true) continue;
      if (this.rowOrHistorical(userId, message).delete('read')) changed.push(id);
    }
    return changed;
  }

  addFlag(userId: number, messageIds: readonly number[], flag: string): number[] {
    const changed = messageIds.filter((id) => this.message(id).rows.get(userId)?.has(flag) !== true);
    for (const id of changed) this.rowOrHistorical(userId, this.message(id)).add(flag);
    return changed;
  }

  removeFlag(userId: number, messageIds: readonly number[], flag: string): number[] {
    return messageIds.filter((id) => this.message(id).rows.get(userId)?.delete(flag) === true);
  }

  markConversationRead(userId: number, recipientId: number): number[] {
    const ids = [...this.messages.values()]
      .filter((message) => message.recipientId === recipientId)
      .map(({ id }) => id);
    return this.markRead(userId, ids);
  }

  markAllRead(userId: number): void {
    for (const message of this.messages.values()) message.rows.get(userId)?.add('read');
  }

  flagsFor(userId: number, messageId: number): string[] {
    const row = this.message(messageId).rows.get(userId);
    if (!row) return ['read', 'historical'];
    const isWildcard = row.has('stream_wildcard_mentioned') || row.has('topic_wildcard_mentioned');
    return ORDER.filter((name) => (name === 'wildcard_mentioned' ? isWildcard : row.has(name)));
  }

  unreadOf(userId: number): number[] {
    const { subscriptions } = this.user(userId);
    const unread = [...this.messages.values()].filter((message) => {
      const row = message.rows.get(userId);
      return row && !row.has('read') && (message.isDirect || subscriptions.get(message.recipientId) === true);
    });
    return unread.map(({ id }) => id).sort((a, b) => a - b);
  }

  readersOf(messageId: number): number[] {
    const rows = [...this.message(messageId).rows].filter(([, row]) => row.has('read'));
    return rows.map(([userId]) => userId).sort((a, b) => a - b);
  }

  private store(sent: SentMessage, recipients: readonly number[], isDirect: boolean): void {
    const rows = new Map<number, Row>();
    for (const userId of recipients) {
      const row: Row = new Set();
      const { noticeUnreadUserIds } = sent;
      const isReadByDefault = noticeUnreadUserIds !== null && !noticeUnreadUserIds.includes(userId);
      if (isReadByDefault || sent.readUserIds.includes(userId)) row.add('read');
      setContentFlags(row, userId, sent);
      rows.set(userId, row);
    }
    this.messages.set(sent.id, { id: sent.id, recipientId: sent.recipientId, isDirect, rows });
  }

  private rowOrHistorical(userId: number, message: NaiveMessage): Row {
    let row = message.rows.get(userId);
    if (!row) message.rows.set(userId, (row = new Set(['read', 'historical'])));
    return row;
  }

  private user(userId: number): NaiveUser {
    const user = this.users.get(userId);
    if (!user) throw new Error(`no user ${userId}`);
    return user;
  }

  private message(messageId: number): NaiveMessage {
    const message = this.messages.get(messageId);
    if (!message) throw new Error(`no message ${messageId}`);
    return message;
  }
}

function setContentFlags(row: Row, userId: number, content: ContentFlags): void {
  const values: [string, boolean][] = [
    ['mentioned', content.mentionedUserIds.includes(userId)],
    ['has_alert_word', content.alertedUserIds.includes(userId)],
    ['topic_wildcard_mentioned', content.topicWildcardUserIds.includes(userId)],
    ['stream_wildcard_mentioned', content.channelWildcard],
  ];
  for (const [name, isSet] of values) {
    if (isSet) row.add(name);
    else row.delete(name);
  }
}
