import { Injectable } from '@nestjs/common';
import { RpcRequest, RpcResponse, badRequest, updateMessageFlags } from '@stoa/contracts';
import { Database, WriteTransaction, lockUser } from '@stoa/database';
import { Directory } from '@stoa/directory';
import { MARK_BATCH, ReadStateRepository } from '@stoa/read-state-store';
import { ActorContext } from '@stoa/rpc';
import { FetchService } from '../fetch/fetch.service';
import { NarrowResolver } from '../fetch/narrow-resolver';
import { flagEvents } from './flag-change';
import { EditableFlagName, editableFlag, flagOperation } from './flag-rules';
import { PositionKeeper } from './position-keeper';
import { UnreadDetailsReader } from './unread-details-reader';

interface Changed {
  changed: number[];
  ignoredChannelIds: number[];
}

/** A user's own flags (messages.md 11). Every change holds that user's lock and is told to that user's queues. */
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
  async update(
    ctx: ActorContext,
    request: RpcRequest<typeof updateMessageFlags>,
  ): Promise<RpcResponse<typeof updateMessageFlags>> {
    const flag = editableFlag(request.flag);
    const op = flagOperation(request.op);
    const messageIds = [...new Set(request.messageIds)];
    await this.checkReadable(ctx, messageIds);
    const ignored = await this.change(ctx, ctx.actor.userId, async (tx) => {
      const { changed, ignoredChannelIds } = await this.apply(tx, ctx.actor.userId, op, flag, messageIds);
      const isUnread = flag === 'read' && op === 'remove';
      const details = isUnread ? await this.details.of(tx, ctx.actor.userId, changed) : new Map();
      tx.emit(...flagEvents({ userId: ctx.actor.userId, op, flag, messageIds: changed, details }));
      return ignoredChannelIds;
    });
    this.positions.advanceSoon(ctx, ctx.actor.userId);
    return { messages: request.messageIds, ignored_because_not_subscribed_channels: ignored };
  }

  /** Marks what a user holds unread in one conversation, in batches, each with its event; none if nothing was unread. */
  async markConversationRead(ctx: ActorContext, userId: number, recipientId: number): Promise<void> {
    for (let isComplete = false; !isComplete;) {
      isComplete = await this.change(ctx, userId, async (tx) => {
        const batch = await this.readState.markConversationRead(tx, userId, { recipientId }, MARK_BATCH);
        if (batch.changed.length > 0) {
          tx.emit(...flagEvents({ userId, op: 'add', flag: 'read', messageIds: batch.changed, details: new Map() }));
        }
        return batch.isComplete;
      });
    }
  }

  private change<T>(ctx: ActorContext, userId: number, work: (tx: WriteTransaction) => Promise<T>): Promise<T> {
    const { realmId, partition } = ctx.actor;
    return this.database.write({ realmId, partition, requestId: ctx.requestId }, { locks: [lockUser(userId)] }, work);
  }

  private async checkReadable(ctx: ActorContext, messageIds: readonly number[]): Promise<void> {
    await this.directory.decideConfirmed(ctx.actor.realmId, async (view) => {
      const viewer = await this.narrows.viewer(view, ctx.actor.userId, ctx.actor.realmHost);
      const readable = await this.fetching.readable(viewer, messageIds);
      if (readable.length < messageIds.length) throw badRequest('Invalid message(s)');
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
