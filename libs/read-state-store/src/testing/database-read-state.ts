import type { Database, WriteTransaction } from '@stoa/database';
import { lockUser } from '@stoa/database';
import {
  CHUNK_SIZE,
  ChannelMove,
  ContentFlags,
  DELIVERED_BITS,
  EditableFlag,
  MessageFlagBit,
  SentMessage,
} from '@stoa/read-state';
import { HistoryTarget } from '@stoa/read-state/testing';
import { MembershipRepository } from '../membership.repository';
import { MessageChangesRepository } from '../message-changes.repository';
import { MessageFlagsRepository } from '../message-flags.repository';
import { ReadStateRepository } from '../read-state.repository';
import { UnreadMessagesRepository } from '../unread-messages.repository';

/** Plays histories on the database through the repositories; what other services write, it writes itself. */
export class DatabaseReadState implements HistoryTarget {
  private readonly memberships = new MembershipRepository();
  private readonly state = new ReadStateRepository();
  private readonly changes = new MessageChangesRepository();
  private readonly flags = new MessageFlagsRepository();
  private readonly unread = new UnreadMessagesRepository();

  /** @param base added to all ids of users and recipients, so that histories keep apart */
  constructor(
    private readonly database: Database,
    private readonly base: number,
  ) {}

  async addUser(userId: number): Promise<void> {
    await this.write(async (tx) => {
      await tx.query('SET LOCAL session_replication_role = replica');
      await tx.query(
        `INSERT INTO account (id, realm_id, delivery_email, email, full_name)
         VALUES ($1, 1, $1::int || '@stoa.test', $1::int || '@stoa.test', 'user')`,
        [this.id(userId)],
      );
    });
  }

  async addChannel(recipientId: number): Promise<void> {
    const groups = [
      'add_subscribers',
      'administer_channel',
      'delete_any_message',
      'delete_own_message',
      'move_messages_out_of_channel',
      'move_messages_within_channel',
      'remove_subscribers',
      'resolve_topics',
      'send_message',
      'subscribe',
    ].map((name) => `can_${name}_group`);
    await this.write(async (tx) => {
      await tx.query('SET LOCAL session_replication_role = replica');
      await tx.query(
        `INSERT INTO channel (id, realm_id, recipient_id, name, ${groups.join()})
         VALUES ($1, 1, $1, 'channel ' || $1::int, ${groups.map(() => '1').join()})`,
        [this.id(recipientId)],
      );
    });
  }

  sendToChannel(sent: SentMessage): Promise<void> {
    return this.send(sent, null);
  }

  sendDirect(sent: SentMessage, participantIds: readonly number[]): Promise<void> {
    return this.send(sent, participantIds);
  }

  subscribe(userId: number, recipientId: number, boundaryId: number): Promise<void> {
    return this.write(async (tx) => {
      await drawNext(tx, boundaryId);
      await this.memberships.openSpans(tx, [{ userId: this.id(userId), recipientId: this.id(recipientId) }]);
    });
  }

  async unsubscribe(userId: number, recipientId: number, boundaryId: number): Promise<void> {
    await this.write(async (tx) => {
      await drawNext(tx, boundaryId);
      await this.memberships.closeSpans(tx, [{ userId: this.id(userId), recipientId: this.id(recipientId) }]);
    });
    await this.markConversationRead(userId, recipientId);
  }

  setActive(userId: number, isActive: boolean, boundaryId: number): Promise<void> {
    return this.write(async (tx) => {
      await drawNext(tx, boundaryId);
      await tx.query('UPDATE account SET is_active = $2 WHERE id = $1', [this.id(userId), isActive]);
      await this.memberships.setAccountsActive(tx, [this.id(userId)], isActive);
    });
  }

  move(move: ChannelMove): Promise<void> {
    const { messageIds, toProtected } = move;
    const fromRecipientId = this.id(move.fromRecipientId);
    const toRecipientId = this.id(move.toRecipientId);
    return this.write(async (tx) => {
      await drawNext(tx, move.id);
      await this.changes.move(tx, {
        messageIds,
        movedBy: null,
        movedAt: new Date(),
        topic: messageIds.length > 1 ? { name: `topic ${move.id}`, links: [] } : null,
        countsAsMove: true,
        channel: { fromRecipientId, toRecipientId, toProtected },
        contentOf: null,
      });
    });
  }

  edit(messageId: number, content: ContentFlags): Promise<void> {
    return this.write(async (tx) => {
      await tx.query('UPDATE message SET channel_wildcard = $2 WHERE id = $1', [messageId, content.channelWildcard]);
      await this.state.recomputeContentFlags(tx, messageId, {
        channelWildcard: content.channelWildcard,
        mentionedUserIds: this.ids(content.mentionedUserIds),
        alertedUserIds: this.ids(content.alertedUserIds),
        topicWildcardUserIds: this.ids(content.topicWildcardUserIds),
      });
    });
  }

  delete(messageIds: readonly number[]): Promise<void> {
    return this.write(async (tx) => {
      await this.changes.delete(tx, messageIds);
    });
  }

  markRead(userId: number, messageIds: readonly number[]): Promise<number[]> {
    return this.writeOf(userId, (tx) => this.state.markRead(tx, this.id(userId), messageIds));
  }

  markUnread(userId: number, messageIds: readonly number[]): Promise<number[]> {
    return this.writeOf(userId, async (tx) => {
      return (await this.state.markUnread(tx, this.id(userId), messageIds)).changed;
    });
  }

  addFlag(userId: number, messageIds: readonly number[], flag: EditableFlag): Promise<number[]> {
    return this.writeOf(userId, (tx) => this.state.addFlag(tx, this.id(userId), messageIds, flag));
  }

  removeFlag(userId: number, messageIds: readonly number[], flag: EditableFlag): Promise<number[]> {
    return this.writeOf(userId, (tx) => this.state.removeFlag(tx, this.id(userId), messageIds, flag));
  }

  async markConversationRead(userId: number, recipientId: number): Promise<number[]> {
    const changed: number[] = [];
    const conversation = { recipientId: this.id(recipientId) };
    for (;;) {
      const batch = await this.writeOf(userId, (tx) =>
        this.state.markConversationRead(tx, this.id(userId), conversation, 3),
      );
      changed.push(...batch.changed);
      if (batch.isComplete) return changed.sort((a, b) => a - b);
    }
  }

  async markAllRead(userId: number, settledChunk: number): Promise<void> {
    await this.settle(settledChunk);
    while (!(await this.writeOf(userId, (tx) => this.state.markAllRead(tx, this.id(userId), 3))));
  }

  async advance(userId: number, settledChunk: number): Promise<void> {
    await this.settle(settledChunk);
    while (!(await this.writeOf(userId, (tx) => this.state.advancePosition(tx, this.id(userId)))));
  }

  async flagsOf(userId: number, messageIds: readonly number[]): Promise<Map<number, string[]>> {
    const holdings = await this.flags.flagsOfMessages(this.database, this.id(userId), messageIds);
    return new Map([...holdings].map(([messageId, { flags }]) => [messageId, flags]));
  }

  /** In portions, from either end. */
  async unreadInRange(userId: number, range: { low: number; high: number; isAscending: boolean }): Promise<number[]> {
    const ids: number[] = [];
    for await (const portion of this.unread.unreadInRange(this.database, this.id(userId), range)) {
      ids.push(...portion.map(({ id }) => id));
    }
    return ids;
  }

  /** By both ways to ask it: message by message, and for groups of messages. */
  async heldOf(userId: number, messageIds: readonly number[]): Promise<{ one: number[]; many: number[] }> {
    const holdings = await this.flags.flagsOfMessages(this.database, this.id(userId), messageIds);
    const held = await this.flags.heldAmong(this.database, this.id(userId), messageIds);
    return {
      one: messageIds.filter((id) => holdings.get(id)?.isHeld === true),
      many: messageIds.filter((id) => held.has(id)),
    };
  }

  /** By both ways to ask it: one by one and in groups, which must agree. */
  async unreadOf(userId: number, limit?: number): Promise<number[]> {
    const unread = await this.unread.unreadMessages(this.database, this.id(userId), limit);
    const ids = unread.map(({ id }) => id);
    const groups = await this.unread.unreadGroups(this.database, this.id(userId), limit);
    const grouped = groups.flatMap((group) => group.ids.split(',').map(Number)).sort((a, b) => a - b);
    if (grouped.join() !== ids.join())
      throw new Error(`unread in groups: ${grouped.join()}, one by one: ${ids.join()}`);
    return ids;
  }

  async readersOf(messageId: number): Promise<number[]> {
    const readers = await this.flags.readersOf(this.database, messageId);
    return readers.map((id) => id - this.base).sort((a, b) => a - b);
  }

  /** Ids below this chunk count as drawn an hour ago. */
  async settle(chunk: number): Promise<void> {
    await this.write(async (tx) => {
      await tx.query('DELETE FROM message_id_mark');
      await tx.query(
        `INSERT INTO message_id_mark (drawn_id, drawn_at)
         VALUES ($1::bigint * ${CHUNK_SIZE} - 1, clock_timestamp() - interval '1 hour'), (9007199254740991, clock_timestamp())`,
        [chunk],
      );
    });
  }

  private send(sent: SentMessage, participantIds: readonly number[] | null): Promise<void> {
    return this.write(async (tx) => {
      await tx.query(
        `INSERT INTO message (id, realm_id, recipient_id, origin_recipient_id, sender_id, topic, content,
           rendered_content, sent_at, client_name, channel_wildcard, born_read)
         VALUES ($1, 1, $2, $2, 1, 'Topic', '', '', now(), 'test', $3, $4)`,
        [sent.id, this.id(sent.recipientId), sent.channelWildcard, sent.noticeUnreadUserIds !== null],
      );
      if (participantIds) {
        await tx.query(
          `INSERT INTO direct_message_receipt (user_id, message_id, recipient_id)
           SELECT u, $2, $3 FROM unnest($1::int[]) AS u`,
          [this.ids(participantIds), sent.id, this.id(sent.recipientId)],
        );
      }
      const received = participantIds ?? (await this.subscribers(tx, sent.recipientId));
      const delivered = sent.deliveredUserIds.filter((userId) => !received.includes(userId));
      await this.giveFlags(tx, sent, received, delivered);
    });
  }

  private async giveFlags(
    tx: WriteTransaction,
    sent: SentMessage,
    received: readonly number[],
    delivered: readonly number[],
  ): Promise<void> {
    const holders = [...received, ...delivered];
    const deliveredBits = DELIVERED_BITS | (sent.channelWildcard ? MessageFlagBit.stream_wildcard_mentioned : 0);
    const readers = sent.readUserIds.filter((userId) => holders.includes(userId));
    await tx.query('SELECT read_bits_set($1::int[], $2)', [this.ids(readers), sent.id]);
    for (const userId of holders) {
      const bits =
        (delivered.includes(userId) ? deliveredBits : 0) |
        (sent.mentionedUserIds.includes(userId) ? MessageFlagBit.mentioned : 0) |
        (sent.alertedUserIds.includes(userId) ? MessageFlagBit.has_alert_word : 0) |
        (sent.topicWildcardUserIds.includes(userId) ? MessageFlagBit.topic_wildcard_mentioned : 0) |
        (sent.noticeUnreadUserIds?.includes(userId) ? MessageFlagBit.unread_notice : 0);
      if (bits === 0) continue;
      await tx.query('INSERT INTO message_flag (user_id, message_id, bits) VALUES ($1, $2, $3)', [
        this.id(userId),
        sent.id,
        bits,
      ]);
    }
  }

  private async subscribers(tx: WriteTransaction, recipientId: number): Promise<number[]> {
    const rows = await tx.query<{ user_id: number }>(
      'SELECT user_id FROM membership_span WHERE recipient_id = $1 AND last_message_id IS NULL AND is_active',
      [this.id(recipientId)],
    );
    return rows.map((row) => row.user_id - this.base);
  }

  private id(id: number): number {
    return this.base + id;
  }

  private ids(ids: readonly number[]): number[] {
    return ids.map((id) => this.id(id));
  }

  private write<T>(work: (tx: WriteTransaction) => Promise<T>): Promise<T> {
    return this.database.write({ realmId: 1, partition: 0 }, [], work);
  }

  private writeOf<T>(userId: number, work: (tx: WriteTransaction) => Promise<T>): Promise<T> {
    return this.database.write({ realmId: 1, partition: 0 }, [lockUser(this.id(userId))], work);
  }
}

/** The next id of the message sequence. */
async function drawNext(tx: WriteTransaction, id: number): Promise<void> {
  await tx.query("SELECT setval('message_id_seq', $1, false)", [id]);
}
