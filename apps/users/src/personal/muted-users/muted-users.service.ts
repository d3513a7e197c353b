import { Injectable } from '@nestjs/common';
import { eventOf } from '@stoa/contracts/events';
import type { RequestOf } from '@stoa/contracts/rpc';
import { muteUser, unmuteUser } from '@stoa/contracts/users';
import { Database, WriteTransaction, lockRealm, lockUser, setKeys } from '@stoa/database';
import { badRequest, insufficientPermission, noSuchUser } from '@stoa/errors';
import { isGuest } from '@stoa/policy';
import { ReadStateRepository } from '@stoa/read-state-store';
import { Handles } from '@stoa/rpc';
import type { ActorContext } from '@stoa/rpc';
import { ChangeFactsReader } from '@stoa/directory';
import { UserAudiences } from '../../shared/user-changes/user-audiences';
import { MutedUsersRepository } from './muted-users.repository';

/** Users whom a user has muted (users.md 12). Sends read it from the directory, so its version moves along. */
@Injectable()
export class MutedUsersService {
  private readonly readState = new ReadStateRepository();

  constructor(
    private readonly database: Database,
    private readonly repository: MutedUsersRepository,
    private readonly facts: ChangeFactsReader,
    private readonly audiences: UserAudiences,
  ) {}

  /** What the muted user sent is marked read; what follows arrives read. */
  @Handles(muteUser)
  async mute(ctx: ActorContext, { muted_user_id: mutedUserId }: RequestOf<typeof muteUser>): Promise<void> {
    const { userId } = ctx.actor;
    if (mutedUserId === userId) throw badRequest('Cannot mute self');
    await this.change(ctx, mutedUserId, async (tx) => {
      if (!(await this.repository.insert(tx, userId, mutedUserId))) throw badRequest('User already muted');
      await this.markBatch(tx, userId, mutedUserId);
      await this.repository.markAgainLater(tx, userId, mutedUserId);
    });
    // What is left, and most of what was left unread by sends that did not know of the change yet.
    for (let isComplete = false; !isComplete;) isComplete = await this.markRead(ctx, mutedUserId);
  }

  /** Messages stay read. */
  @Handles(unmuteUser)
  async unmute(ctx: ActorContext, { muted_user_id: mutedUserId }: RequestOf<typeof unmuteUser>): Promise<void> {
    await this.change(ctx, mutedUserId, async (tx) => {
      const wasMuted = await this.repository.delete(tx, ctx.actor.userId, mutedUserId);
      if (!wasMuted) throw badRequest('User is not muted');
      await this.repository.forgetMarking(tx, ctx.actor.userId, mutedUserId);
    });
  }

  private change(ctx: ActorContext, mutedUserId: number, work: (tx: WriteTransaction) => Promise<void>): Promise<void> {
    const { realmId, userId } = ctx.actor;
    const locks = [lockRealm(realmId, 'shared'), lockUser(userId)];
    return this.database.write(ctx, locks, async (tx) => {
      await this.access(tx, ctx, mutedUserId);
      await work(tx);
      tx.bump(setKeys.realmUsers(realmId), { table: 'account', ids: [userId] });
      const mutedUsers = await this.repository.list(tx, userId);
      tx.emit(eventOf('muted_users', { muted_users: mutedUsers }, [userId]));
    });
  }

  /** @throws DomainError `No such user`, `Insufficient permission` */
  private async access(tx: WriteTransaction, ctx: ActorContext, userId: number): Promise<void> {
    const facts = await this.facts.current(ctx);
    const target = facts.users.get(userId);
    if (!target) {
      if (await this.repository.isSystemBot(tx, userId)) return;
      throw noSuchUser();
    }
    if (!isGuest(facts.requester)) return;
    const accessible = await this.audiences.accessibleTo(tx, facts, facts.requester.id);
    if (accessible && !accessible.has(userId)) throw insufficientPermission();
  }

  /** @returns whether nothing is left */
  private markRead(ctx: ActorContext, senderId: number): Promise<boolean> {
    const { userId } = ctx.actor;
    return this.database.write(ctx, [lockUser(userId)], (tx) => this.markBatch(tx, userId, senderId));
  }

  private async markBatch(tx: WriteTransaction, userId: number, senderId: number): Promise<boolean> {
    const { changed, isComplete } = await this.readState.markSenderRead(tx, userId, senderId);
    if (changed.length > 0) {
      const fields = { operation: 'add', flag: 'read', messages: changed, all: false } as const;
      tx.emit(eventOf('update_message_flags', 'add', fields, [userId]));
    }
    return isComplete;
  }
}
