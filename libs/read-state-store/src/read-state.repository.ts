import type { WriteTransaction } from '@stoa/database';
import { ContentFlags, EditableFlag, MessageFlagBit, chunkOf } from '@stoa/read-state';
import { readerOf } from './reader';
import { UnreadMessagesRepository } from './unread-messages.repository';

/** Ids of one update_message_flags event, at most. */
export const MARK_BATCH = 5000;

/** Chunks that the position moves over at once: about 260,000 message ids. */
const ADVANCE_BATCH = 64;

export interface MarkUnreadResult {
  changed: number[];
  /** Channels of messages that were left as they are because the user is not subscribed. */
  ignoredChannelIds: number[];
}

export interface MarkBatch {
  changed: number[];
  /** Whether nothing is left. */
  isComplete: boolean;
}

/**
 * Writes read state. Operations of one user need a transaction that holds `lockUser(userId)` and messages that the caller
 * has found readable; edits, which concern many users, the channel's shared lock. Moves and deletions are {@link MessageChangesRepository}'s.
 */
export class ReadStateRepository {
  private readonly unread = new UnreadMessagesRepository();

  /** Returns the ids that were held and unread; what the user does not hold gets no row (messages.md 23, point 6). */
  markRead(tx: WriteTransaction, userId: number, messageIds: readonly number[]): Promise<number[]> {
    return changedIds(tx, 'read_state_mark_read($1, $2::bigint[])', [userId, messageIds]);
  }

  /** Returns the ids that were read, and the channels whose messages it left alone. */
  async markUnread(tx: WriteTransaction, userId: number, messageIds: readonly number[]): Promise<MarkUnreadResult> {
    const [row] = await tx.query<{ changed: number[]; ignored_channel_ids: number[] }>(
      'SELECT changed, ignored_channel_ids FROM read_state_mark_unread($1, $2::bigint[])',
      [userId, messageIds],
    );
    return { changed: ascending(row?.changed ?? []), ignoredChannelIds: ascending(row?.ignored_channel_ids ?? []) };
  }

  /** Returns the ids that did not have the flag. What is not held becomes held, read and historical. */
  addFlag(tx: WriteTransaction, userId: number, messageIds: readonly number[], flag: EditableFlag): Promise<number[]> {
    return changedIds(tx, 'read_state_add_flag($1, $2::bigint[], $3)', [userId, messageIds, MessageFlagBit[flag]]);
  }

  /** Returns the ids that had the flag. */
  removeFlag(
    tx: WriteTransaction,
    userId: number,
    messageIds: readonly number[],
    flag: EditableFlag,
  ): Promise<number[]> {
    return changedIds(tx, 'read_state_remove_flag($1, $2::bigint[], $3)', [userId, messageIds, MessageFlagBit[flag]]);
  }

  /** A user who reacts to a message without holding it holds it from then on, read and historical. */
  async hold(tx: WriteTransaction, userId: number, messageIds: readonly number[]): Promise<void> {
    await tx.query('SELECT read_state_hold($1, $2::bigint[])', [userId, messageIds]);
  }

  /**
   * Marks the newest unread messages of a conversation, or of a topic of it, as read; also where the user has left, which
   * is how leaving a channel ends what was unread there. Repeat in new transactions until it is complete.
   * @param conversation `below` leaves messages from that id on alone
   */
  async markConversationRead(
    tx: WriteTransaction,
    userId: number,
    conversation: { recipientId: number; topic?: string; below?: number },
    limit = MARK_BATCH,
  ): Promise<MarkBatch> {
    const { below, ...part } = conversation;
    const scope = { ...part, includeUnsubscribed: true };
    const found =
      below === undefined
        ? await this.unread.unreadMessages(readerOf(tx), userId, limit, scope)
        : await this.unread.newestBelow(readerOf(tx), userId, { ...scope, below, limit });
    if (found.length === 0) return { changed: [], isComplete: true };
    const ids = found.map(({ id }) => id);
    return { changed: await this.markRead(tx, userId, ids), isComplete: found.length < limit };
  }

  /**
   * Marks the newest unread messages of one sender as read, which is what muting does. Repeat in new transactions until it
   * is complete.
   */
  async markSenderRead(tx: WriteTransaction, userId: number, senderId: number, limit = MARK_BATCH): Promise<MarkBatch> {
    const scope = { senderId, includeUnsubscribed: true };
    const found = await this.unread.unreadMessages(readerOf(tx), userId, limit, scope);
    if (found.length === 0) return { changed: [], isComplete: true };
    const ids = found.map(({ id }) => id);
    return { changed: await this.markRead(tx, userId, ids), isComplete: found.length < limit };
  }

  /**
   * Everything settled is read at once, and of the rest the newest `limit` messages. Repeat in new transactions until it
   * returns true.
   */
  async markAllRead(tx: WriteTransaction, userId: number, limit = MARK_BATCH): Promise<boolean> {
    const [row] = await tx.query<{ is_complete: boolean }>(
      'SELECT read_state_mark_all($1, read_state_settled_chunk(), $2) AS is_complete',
      [userId, limit],
    );
    return row?.is_complete ?? true;
  }

  /**
   * Moves the user's position towards the newest settled chunk, which makes finding unread messages cheap. Changes
   * nothing that anybody can see. Returns whether it got there; repeat in new transactions.
   */
  async advancePosition(tx: WriteTransaction, userId: number): Promise<boolean> {
    // A user who joined late has nothing in the ids from before.
    const [row] = await tx.query<{ settled: number; start: number }>(
      `SELECT read_state_settled_chunk() AS settled, GREATEST(read_position_lock($1),
         LEAST((SELECT min(first_message_id) FROM membership_span WHERE user_id = $1),
           (SELECT min(message_id) FROM direct_message_receipt WHERE user_id = $1))) AS start`,
      [userId],
    );
    if (!row) return true;
    const next = Math.min(row.settled, chunkOf(row.start) + ADVANCE_BATCH);
    await tx.query('SELECT read_state_advance($1, $2)', [userId, next]);
    return next === row.settled;
  }

  /** After an edit: the flags that follow from the content, for everybody who holds the message (messages.md 5.5). */
  async recomputeContentFlags(tx: WriteTransaction, messageId: number, content: ContentFlags): Promise<void> {
    await tx.query('SELECT read_state_edited($1, $2::int[], $3::int[], $4::int[], $5)', [
      messageId,
      content.mentionedUserIds,
      content.alertedUserIds,
      content.topicWildcardUserIds,
      content.channelWildcard,
    ]);
  }
}

async function changedIds(tx: WriteTransaction, call: string, params: readonly unknown[]): Promise<number[]> {
  const [row] = await tx.query<{ changed: number[] }>(`SELECT ${call} AS changed`, params);
  return ascending(row?.changed ?? []);
}

function ascending(ids: readonly number[]): number[] {
  return [...ids].sort((a, b) => a - b);
}
