import { Injectable } from '@nestjs/common';
import type { RequestOf, RpcResponse } from '@stoa/contracts/rpc';
import { eventOf } from '@stoa/contracts/events';
import { createDrafts, deleteDraft, editDraft, listDrafts } from '@stoa/contracts/messages';
import type { DraftInput } from '@stoa/contracts/messages';
import { DomainError, badRequest } from '@stoa/errors';
import { Database, WriteTransaction, lockUser } from '@stoa/database';
import { Directory, DirectoryView } from '@stoa/directory';
import { canAccessChannelContent, roomProblem } from '@stoa/policy';
import { Reader, readerOf } from '@stoa/read-state-store';
import { Handles } from '@stoa/rpc';
import type { ActorContext } from '@stoa/rpc';
import { policyUser } from '../../access/policy-user';
import { SystemBots } from '../../send/system-bots/system-bots';
import { Addressees, StoredDraft, storedDraft } from './draft-rules';
import { DraftsRepository } from './drafts.repository';

/** `unshared`: the user's clients do not share drafts. */
export type DraftRoom = 'free' | 'full' | 'unshared';

/** Unsent messages that a user's clients share (messages.md 16); nobody else sees them. */
@Injectable()
export class DraftsService {
  constructor(
    private readonly database: Database,
    private readonly directory: Directory,
    private readonly repository: DraftsRepository,
    private readonly bots: SystemBots,
  ) {}

  /** Newest edit first. */
  @Handles(listDrafts)
  async list({ actor }: ActorContext): Promise<RpcResponse<typeof listDrafts>> {
    await this.requireSynchronization(this.database, actor.userId);
    const drafts = await this.repository.list(actor.userId);
    return { count: drafts.length, drafts };
  }

  /** @returns the ids in the order of the drafts. @throws DomainError if there would be too many: none is kept */
  @Handles(createDrafts)
  async create(
    ctx: ActorContext,
    { drafts }: RequestOf<typeof createDrafts>,
  ): Promise<RpcResponse<typeof createDrafts>> {
    const { userId } = ctx.actor;
    const stored = await this.checked(ctx, drafts);
    return this.write(ctx, async (tx) => {
      if (stored.length === 0) return { ids: [] };
      const problem = roomProblem('drafts', (await this.repository.count(tx, userId)) + stored.length, stored.length);
      if (problem) throw badRequest(problem);
      const created = await this.repository.insert(tx, userId, stored);
      tx.emit(eventOf('drafts', 'add', { drafts: created }, [userId]));
      return { ids: created.map(({ id }) => id) };
    });
  }

  /** Whether the service may keep one more draft for a user. */
  async roomFor(userId: number): Promise<DraftRoom> {
    const kept = await this.repository.sharedCount(userId);
    if (kept === undefined) return 'unshared';
    return roomProblem('drafts', kept + 1, 1) === undefined ? 'free' : 'full';
  }

  /**
   * Keeps a draft in a transaction that holds its user's lock.
   * @returns false: none is kept, as the user's clients do not share drafts, or there is no room
   */
  async addWithin(tx: WriteTransaction, userId: number, draft: StoredDraft): Promise<boolean> {
    if (!(await this.repository.isSynchronizing(readerOf(tx), userId))) return false;
    if (roomProblem('drafts', (await this.repository.count(tx, userId)) + 1, 1) !== undefined) return false;
    const drafts = await this.repository.insert(tx, userId, [draft]);
    tx.emit(eventOf('drafts', 'add', { drafts }, [userId]));
    return true;
  }

  /** Replaces the whole draft. @throws DomainError 404 `Draft does not exist` */
  @Handles(editDraft)
  async edit(ctx: ActorContext, request: RequestOf<typeof editDraft>): Promise<void> {
    const { userId } = ctx.actor;
    const [stored] = await this.checked(ctx, [request.draft]);
    await this.write(ctx, async (tx) => {
      const draft = stored && (await this.repository.update(tx, userId, request.draft_id, stored));
      if (!draft) throw unknownDraft();
      tx.emit(eventOf('drafts', 'update', { draft }, [userId]));
    });
  }

  /** @throws DomainError 404 `Draft does not exist` */
  @Handles(deleteDraft)
  delete(ctx: ActorContext, { draft_id }: RequestOf<typeof deleteDraft>): Promise<void> {
    const { userId } = ctx.actor;
    return this.write(ctx, async (tx) => {
      if (!(await this.repository.delete(tx, userId, draft_id))) throw unknownDraft();
      tx.emit(eventOf('drafts', 'remove', { draft_id }, [userId]));
    });
  }

  /** Synchronization is checked first, as its error shows a client that the rest is pointless. */
  private async checked(ctx: ActorContext, drafts: readonly DraftInput[]): Promise<StoredDraft[]> {
    await this.requireSynchronization(this.database, ctx.actor.userId);
    return this.directory.decideConfirmed(ctx.actor.realmId, async (view) => {
      const addressees = await this.addressees(view, ctx.actor.userId);
      return drafts.map((draft) => storedDraft(draft, addressees));
    });
  }

  private async addressees(view: DirectoryView, userId: number): Promise<Addressees> {
    const [users, groups, channels, subscribed, bots] = await Promise.all([
      view.users(),
      view.groups(),
      view.channels(),
      this.repository.subscribedChannelIds(userId),
      this.bots.ids(),
    ]);
    const user = users.get(userId);
    return {
      exists: (id) => users.get(id) !== undefined || bots.has(id),
      canAccessChannel: (channelId) => {
        const channel = channels.byId.get(channelId);
        if (!user || !channel || channel.isArchived) return false;
        const isSubscribed = subscribed.has(channelId);
        return canAccessChannelContent(channel, { user: policyUser(user), isSubscribed, groups: groups.graph });
      },
    };
  }

  private async requireSynchronization(reader: Reader, userId: number): Promise<void> {
    if (await this.repository.isSynchronizing(reader, userId)) return;
    throw badRequest('User has disabled synchronizing drafts.');
  }

  /** Turning synchronization off takes the user's lock too and deletes the drafts. */
  private write<T>(ctx: ActorContext, work: (tx: WriteTransaction) => Promise<T>): Promise<T> {
    const { userId } = ctx.actor;
    return this.database.write(ctx, [lockUser(userId)], async (tx) => {
      await this.requireSynchronization(readerOf(tx), userId);
      return work(tx);
    });
  }
}

function unknownDraft(): DomainError {
  return new DomainError('BAD_REQUEST', 'Draft does not exist', { status: 404 });
}
