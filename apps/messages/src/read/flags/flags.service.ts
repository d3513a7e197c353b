import { Injectable } from '@nestjs/common';
import type { RequestOf, RpcResponse } from '@stoa/contracts/rpc';
import { markAllRead, updateFlagsForNarrow, updateMessageFlags } from '@stoa/contracts/messages';
import { Database, WriteTransaction, lockUser } from '@stoa/database';
import { Directory } from '@stoa/directory';
import { MARK_BATCH, ReadStateRepository } from '@stoa/read-state-store';
import { Handles } from '@stoa/rpc';
import type { ActorContext } from '@stoa/rpc';
import { FetchService, idsOf } from '../fetch/fetch.service';
import { NarrowResolver } from '../fetch/narrow-resolver';
import { clampedWindow } from '../fetch/requested-window';
import { allReadEvent, flagEvents } from '../../access/read-state/flag-change';
import { EditableFlagName, editableFlag, flagOperation } from '../../access/read-state/flag-rules';
import { PositionKeeper } from './position-keeper';
import { UnreadDetailsReader } from './unread-details-reader';
import { invalidMessages } from '../../access/message-access/errors';

/** A request that marks everything as read gives up after this time (messages.md 10). */
const LONGEST_MARK_MS = 50_000;
/** Kept of it for the answer. */
const ANSWER_MS = 500;
/** Messages above the newest settled chunk that one transaction marks: a tenth of a second's work. */
const MARK_ALL_BATCH = 200_000;

interface Changed {
  changed: number[];
  ignoredChannelIds: number[];
}

/** A user's own flags (messages.md 11). Every change holds that user's lock and goes to that user's queues. */
@Injectable()
export class FlagsService {
  constructor(
    private readonly database: Database,
    private readonly directory: Directory,
    private readonly fetching: FetchService,
    private readonly narrows: NarrowResolver,
    private readonly readState: ReadStateRepository,
    private readonly details: UnreadDetailsReader,
    private readonly positions: PositionKeeper,
  ) {}

  /** @throws DomainError with the texts of messages.md 11 */
  @Handles(updateMessageFlags)
  async update(
    ctx: ActorContext,
    request: RequestOf<typeof updateMessageFlags>,
  ): Promise<RpcResponse<typeof updateMessageFlags>> {
    const flag = editableFlag(request.flag);
    const op = flagOperation(request.op);
    const messageIds = [...new Set(request.messages)];
    const readable = await this.readable(ctx, messageIds);
    // To read what one cannot see is no error: clients mark what they saw, and may have lost access since.
    const isForgiving = flag === 'read' && op === 'add';
    if (!isForgiving && readable.length < messageIds.length) throw invalidMessages();
    const { ignoredChannelIds } = await this.changeFlags(ctx, op, flag, readable);
    return { messages: request.messages, ignored_because_not_subscribed_channels: ignoredChannelIds };
  }

  /** The messages of a window, in the same way. @throws DomainError also those of a fetch */
  @Handles(updateFlagsForNarrow)
  async updateForNarrow(
    ctx: ActorContext,
    request: RequestOf<typeof updateFlagsForNarrow>,
  ): Promise<RpcResponse<typeof updateFlagsForNarrow>> {
    const asked = clampedWindow(request);
    const flag = editableFlag(request.flag);
    const op = flagOperation(request.op);
    const { realmId, realmHost, userId } = ctx.actor;
    const window = await this.directory.decideConfirmed(realmId, async (view) => {
      const viewer = await this.narrows.viewer(view, { realmId, realmHost, userId });
      const narrow = await this.narrows.resolve(viewer, request.narrow, { allowsWith: false });
      return this.fetching.window(viewer, narrow, asked);
    });
    const messageIds = idsOf(window);
    const { changed, ignoredChannelIds } = await this.changeFlags(ctx, op, flag, messageIds);
    return {
      processed_count: messageIds.length,
      updated_count: changed.length,
      first_processed_id: messageIds[0] ?? null,
      last_processed_id: messageIds.at(-1) ?? null,
      found_oldest: window.foundOldest,
      found_newest: window.foundNewest,
      ignored_because_not_subscribed_channels: ignoredChannelIds,
    };
  }

  /** Marks what a user holds unread in one conversation, in batches, each with its event; none if nothing was unread. */
  async markConversationRead(
    ctx: ActorContext,
    userId: number,
    recipientId: number,
    part: { topic?: string } = {},
  ): Promise<void> {
    for (let isComplete = false; !isComplete;) {
      isComplete = await this.change(ctx, userId, async (tx) => {
        const batch = await this.readState.markConversationRead(tx, userId, { recipientId, ...part }, MARK_BATCH);
        if (batch.changed.length > 0) {
          tx.emit(...flagEvents({ userId, op: 'add', flag: 'read', messageIds: batch.changed, details: new Map() }));
        }
        return batch.isComplete;
      });
    }
  }

  /**
   * Everything read, in one event. Below the newest settled chunk that is one new position whatever was unread there;
   * above it bits, so many at once that a request rarely needs a second transaction. It is incomplete when the time is
   * over before nothing is left.
   */
  @Handles(markAllRead)
  async markAllRead(ctx: ActorContext): Promise<RpcResponse<typeof markAllRead>> {
    const { userId } = ctx.actor;
    const until = Math.min(ctx.deadlineAt, Date.now() + LONGEST_MARK_MS) - ANSWER_MS;
    while (Date.now() < until) {
      const isComplete = await this.change(ctx, userId, async (tx) => {
        const isDone = await this.readState.markAllRead(tx, userId, MARK_ALL_BATCH);
        if (isDone) tx.emit(allReadEvent(userId));
        return isDone;
      });
      if (isComplete) return { complete: true };
    }
    return { complete: false };
  }

  private async changeFlags(
    ctx: ActorContext,
    op: 'add' | 'remove',
    flag: EditableFlagName,
    messageIds: readonly number[],
  ): Promise<Changed> {
    const { userId } = ctx.actor;
    const result = await this.change(ctx, userId, async (tx) => {
      const outcome = await this.apply(tx, userId, op, flag, messageIds);
      const isUnread = flag === 'read' && op === 'remove';
      const details = isUnread ? await this.details.of(tx, userId, outcome.changed) : new Map();
      tx.emit(...flagEvents({ userId, op, flag, messageIds: outcome.changed, details }));
      return outcome;
    });
    this.positions.advanceSoon(ctx, userId);
    return result;
  }

  private change<T>(ctx: ActorContext, userId: number, work: (tx: WriteTransaction) => Promise<T>): Promise<T> {
    return this.database.write(ctx, [lockUser(userId)], work);
  }

  private async readable(ctx: ActorContext, messageIds: readonly number[]): Promise<number[]> {
    const { realmId, realmHost, userId } = ctx.actor;
    return this.directory.decideConfirmed(realmId, async (view) => {
      const viewer = await this.narrows.viewer(view, { realmId, realmHost, userId });
      return this.fetching.readable(viewer, messageIds);
    });
  }

  private async apply(
    tx: WriteTransaction,
    userId: number,
    op: 'add' | 'remove',
    flag: EditableFlagName,
    messageIds: readonly number[],
  ): Promise<Changed> {
    if (flag === 'read') {
      if (op === 'remove') return this.readState.markUnread(tx, userId, messageIds);
      return { changed: await this.readState.markRead(tx, userId, messageIds), ignoredChannelIds: [] };
    }
    const changed =
      op === 'add'
        ? await this.readState.addFlag(tx, userId, messageIds, flag)
        : await this.readState.removeFlag(tx, userId, messageIds, flag);
    return { changed, ignoredChannelIds: [] };
  }
}
