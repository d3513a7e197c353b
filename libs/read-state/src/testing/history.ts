import { chunkOf } from '../chunk-bits';
import { EditableFlag } from '../message-flags';
import { ChannelMove, ContentFlags, SentMessage } from '../read-state-model';

/** A history is written with small numbers that stand for whoever and whatever exists when its turn comes. */
export interface HistorySize {
  users: number;
  channels: number;
}

/** Sets of users are bit masks. */
interface ContentChoice {
  channelWildcard: boolean;
  mentioned: number;
  alerted: number;
  topicWildcard: number;
}

export type HistoryStep =
  | ({
      kind: 'send';
      channel: number;
      read: number;
      notice: number | null;
      delivered: number;
      gap: number;
    } & ContentChoice)
  | ({ kind: 'direct'; participants: number; read: number; gap: number } & ContentChoice)
  | ({ kind: 'edit'; message: number } & ContentChoice)
  | { kind: 'subscribe' | 'unsubscribe' | 'readConversation'; user: number; channel: number }
  | { kind: 'deactivate' | 'reactivate' | 'readAll'; user: number }
  | { kind: 'advance'; user: number; share: number }
  | { kind: 'move'; message: number; mode: 'one' | 'later' | 'all'; channel: number; toProtected: boolean }
  | { kind: 'moveBack'; move: number; toProtected: boolean }
  | { kind: 'delete'; message: number }
  | { kind: 'markRead' | 'markUnread'; user: number; messages: number[] }
  | { kind: 'addFlag' | 'removeFlag'; user: number; messages: number[]; flag: EditableFlag };

type UserStep = Exclude<Extract<HistoryStep, { user: number }>, { messages: number[] }>;
type Ids = readonly number[];
type Maybe<T> = T | Promise<T>;

/** What a history is played on: the real model, the naive one, the database. */
export interface HistoryTarget {
  addUser(userId: number): Maybe<void>;
  sendToChannel(sent: SentMessage): Maybe<void>;
  sendDirect(sent: SentMessage, participantIds: Ids): Maybe<void>;
  subscribe(userId: number, recipientId: number, boundaryId: number): Maybe<void>;
  unsubscribe(userId: number, recipientId: number, boundaryId: number): Maybe<void>;
  setActive(userId: number, isActive: boolean, boundaryId: number): Maybe<void>;
  move(move: ChannelMove): Maybe<void>;
  edit(messageId: number, content: ContentFlags): Maybe<void>;
  delete(messageIds: Ids): Maybe<void>;
  markRead(userId: number, messageIds: Ids): Maybe<number[]>;
  markUnread(userId: number, messageIds: Ids): Maybe<number[]>;
  addFlag(userId: number, messageIds: Ids, flag: EditableFlag): Maybe<number[]>;
  removeFlag(userId: number, messageIds: Ids, flag: EditableFlag): Maybe<number[]>;
  markConversationRead(userId: number, recipientId: number): Maybe<number[]>;
  markAllRead(userId: number, settledChunk: number): Maybe<void>;
  /** Only the real model has positions. */
  advance?(userId: number, settledChunk: number): Maybe<void>;
}

export interface HistoryMessage {
  id: number;
  recipientId: number;
  /** Direct messages only. */
  participantIds: Ids | null;
}

/** One operation on a target; the same on every target. */
export type HistoryOperation = (target: HistoryTarget) => Maybe<void> | Maybe<number[]>;

/** Direct conversations take recipient ids above these. */
const DIRECT_RECIPIENT_BASE = 1000;

/** Turns steps into operations: draws ids, knows which messages exist, leaves out what an API call would refuse. */
export class History {
  readonly userIds: number[];
  readonly channelIds: number[];
  readonly messages: HistoryMessage[] = [];
  private readonly moves: ChannelMove[] = [];
  private readonly inactive = new Set<number>();
  private lastId: number;

  /** @param firstId ids start above it */
  constructor(size: HistorySize, firstId = 0) {
    this.userIds = Array.from({ length: size.users }, (_, index) => index + 1);
    this.channelIds = Array.from({ length: size.channels }, (_, index) => 101 + index);
    this.lastId = firstId;
  }

  /** The operation of a step, or null where it has no meaning in the present state. */
  operation(step: HistoryStep): HistoryOperation | null {
    switch (step.kind) {
      case 'send':
        return this.send(step);
      case 'direct':
        return this.sendDirect(step);
      case 'edit': {
        const message = this.pickMessage(step.message);
        return message && ((target) => target.edit(message.id, this.content(step)));
      }
      case 'move':
        return this.move(step);
      case 'moveBack':
        return this.moveBack(step);
      case 'delete':
        return this.delete(step.message);
      case 'markRead':
      case 'markUnread':
      case 'addFlag':
      case 'removeFlag':
        return this.flag(step);
      default:
        return this.userOperation(step);
    }
  }

  private userOperation(step: UserStep): HistoryOperation | null {
    const userId = pick(this.userIds, step.user);
    const settledChunk = chunkOf(this.lastId + 1);
    switch (step.kind) {
      case 'subscribe':
      case 'unsubscribe': {
        const boundaryId = this.draw(1);
        const recipientId = pick(this.channelIds, step.channel);
        return step.kind === 'subscribe'
          ? (target) => target.subscribe(userId, recipientId, boundaryId)
          : (target) => target.unsubscribe(userId, recipientId, boundaryId);
      }
      case 'deactivate':
      case 'reactivate': {
        const boundaryId = this.draw(1);
        if (step.kind === 'deactivate') this.inactive.add(userId);
        else this.inactive.delete(userId);
        return (target) => target.setActive(userId, step.kind === 'reactivate', boundaryId);
      }
      case 'readConversation':
        return (target) => target.markConversationRead(userId, pick(this.channelIds, step.channel));
      case 'readAll':
        return (target) => target.markAllRead(userId, settledChunk);
      case 'advance':
        return (target) => target.advance?.(userId, Math.floor((settledChunk * step.share) / 4));
    }
  }

  private send(step: Extract<HistoryStep, { kind: 'send' }>): HistoryOperation {
    const recipientId = pick(this.channelIds, step.channel);
    const noticeUnreadUserIds = step.notice === null ? null : this.users(step.notice);
    // A notice mentions nobody who would get it without being subscribed.
    const deliveredUserIds = this.users(noticeUnreadUserIds ? 0 : step.delivered).filter(
      (id) => !this.inactive.has(id),
    );
    const sent = { ...this.content(step), id: this.draw(step.gap), recipientId, noticeUnreadUserIds, deliveredUserIds };
    this.messages.push({ id: sent.id, recipientId, participantIds: null });
    // A notice is read by its mark; nobody gets a bit for it.
    const readUserIds = noticeUnreadUserIds ? [] : this.users(step.read);
    return (target) => target.sendToChannel({ ...sent, readUserIds });
  }

  private sendDirect(step: Extract<HistoryStep, { kind: 'direct' }>): HistoryOperation | null {
    const participantIds = this.users(step.participants);
    if (participantIds.length === 0) return null;
    const recipientId = DIRECT_RECIPIENT_BASE + step.participants;
    const content = { ...this.content(step), topicWildcardUserIds: [] };
    const sent = { ...content, id: this.draw(step.gap), recipientId, noticeUnreadUserIds: null, deliveredUserIds: [] };
    this.messages.push({ id: sent.id, recipientId, participantIds });
    return (target) => target.sendDirect({ ...sent, readUserIds: this.users(step.read) }, participantIds);
  }

  private move(step: Extract<HistoryStep, { kind: 'move' }>): HistoryOperation | null {
    const first = this.pickMessage(step.message);
    const toRecipientId = pick(this.channelIds, step.channel);
    if (!first || first.participantIds || first.recipientId === toRecipientId) return null;
    const topic = this.messages.filter(({ recipientId }) => recipientId === first.recipientId);
    const moved = topic.filter(
      ({ id }) => id === first.id || step.mode === 'all' || (step.mode === 'later' && id > first.id),
    );
    return this.applyMove(moved, first.recipientId, toRecipientId, step.toProtected);
  }

  /** Undoes an earlier move, of the messages that are still where it put them. */
  private moveBack(step: Extract<HistoryStep, { kind: 'moveBack' }>): HistoryOperation | null {
    const earlier = this.moves.length > 0 ? pick(this.moves, step.move) : undefined;
    if (!earlier) return null;
    const { messageIds, fromRecipientId, toRecipientId } = earlier;
    const moved = this.messages.filter(
      ({ id, recipientId }) => recipientId === toRecipientId && messageIds.includes(id),
    );
    return moved.length > 0 ? this.applyMove(moved, toRecipientId, fromRecipientId, step.toProtected) : null;
  }

  private applyMove(moved: HistoryMessage[], from: number, to: number, toProtected: boolean): HistoryOperation {
    const messageIds = moved.map(({ id }) => id);
    const move = { id: this.draw(1), messageIds, fromRecipientId: from, toRecipientId: to, toProtected };
    for (const message of moved) message.recipientId = to;
    this.moves.push(move);
    return (target) => target.move(move);
  }

  private delete(choice: number): HistoryOperation | null {
    const message = this.pickMessage(choice);
    if (!message) return null;
    this.messages.splice(this.messages.indexOf(message), 1);
    return (target) => target.delete([message.id]);
  }

  private flag(step: Extract<HistoryStep, { messages: number[] }>): HistoryOperation | null {
    const userId = pick(this.userIds, step.user);
    const picked = step.messages.flatMap((choice) => this.pickMessage(choice) ?? []);
    const readable = picked.filter(({ participantIds }) => participantIds === null || participantIds.includes(userId));
    const ids = [...new Set(readable.map(({ id }) => id))];
    if (ids.length === 0) return null;
    switch (step.kind) {
      case 'markRead':
        return (target) => target.markRead(userId, ids);
      case 'markUnread':
        return (target) => target.markUnread(userId, ids);
      case 'addFlag':
        return (target) => target.addFlag(userId, ids, step.flag);
      case 'removeFlag':
        return (target) => target.removeFlag(userId, ids, step.flag);
    }
  }

  private content(choice: ContentChoice): ContentFlags {
    return {
      channelWildcard: choice.channelWildcard,
      mentionedUserIds: this.users(choice.mentioned),
      alertedUserIds: this.users(choice.alerted),
      topicWildcardUserIds: this.users(choice.topicWildcard),
    };
  }

  private users(mask: number): number[] {
    return this.userIds.filter((_, index) => (mask & (1 << index)) !== 0);
  }

  private pickMessage(choice: number): HistoryMessage | null {
    return this.messages.length > 0 ? pick(this.messages, choice) : null;
  }

  private draw(gap: number): number {
    this.lastId += gap;
    return this.lastId;
  }
}

function pick<T>(list: readonly T[], choice: number): T {
  const item = list[choice % list.length];
  if (item === undefined) throw new Error('nothing to choose from');
  return item;
}
