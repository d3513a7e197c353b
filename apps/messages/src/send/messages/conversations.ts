import { Injectable } from '@nestjs/common';
import { Database, WriteTransaction, lockRealm } from '@stoa/database';
import { Directory, DirectoryUser, DirectoryView } from '@stoa/directory';
import { isLimitedGuest } from '@stoa/policy';
import { readerOf } from '@stoa/read-state-store';
import { ActorContext } from '@stoa/rpc';
import { GuestAccessService } from '../../access/guest-access/guest-access.service';
import { SendMessageRepository } from '../storing/send-message.repository';
import { policyUser } from '../../access/policy-user';

const CONVERSATIONS_REMEMBERED = 50_000;

/** Direct conversations: who takes part, and the recipient that stands for them. */
@Injectable()
export class Conversations {
  /** Conversations never change: participants to recipient id. The send detects one that was lost with a failover. */
  private readonly known = new Map<string, number>();

  constructor(
    private readonly database: Database,
    private readonly directory: Directory,
    private readonly repository: SendMessageRepository,
    private readonly guests: GuestAccessService,
  ) {}

  /** Whether anything was sent in the conversation of these participants (ascending). */
  async hasMessages(realmId: number, participants: readonly DirectoryUser[]): Promise<boolean> {
    const recipientId = await this.repository.findDirectConversation(realmId, idsOf(participants));
    return recipientId !== null && (await this.repository.hasMessages(recipientId));
  }

  /**
   * The recipient id, made on first use: call it when everything else allows the send, as limited guests see from then
   * on with whom they talk, and get an event (users.md 3).
   * @param participants ascending
   */
  async get(ctx: ActorContext, view: DirectoryView, participants: readonly DirectoryUser[]): Promise<number> {
    const userIds = idsOf(participants);
    const key = keyOf(view.realmId, userIds);
    const known = this.known.get(key);
    if (known !== undefined) return known;
    const [settings, groups] = await Promise.all([view.settings(), view.groups()]);
    const hasLimitedGuest = participants.some((user) =>
      isLimitedGuest(policyUser(user), settings.canAccessAllUsersGroup, groups.graph),
    );
    const recipientId = hasLimitedGuest
      ? await this.getWithGuests(ctx, userIds)
      : await this.repository.directConversation(view.realmId, userIds);
    if (this.known.size >= CONVERSATIONS_REMEMBERED) this.known.clear();
    this.known.set(key, recipientId);
    return recipientId;
  }

  /** The recipient id of these participants may not be theirs any more. */
  forget(realmId: number, userIds: readonly number[]): void {
    this.known.delete(keyOf(realmId, userIds));
  }

  /** Whom guests see is decided by subscriptions, settings and conversations: all of them change under this lock. */
  private async getWithGuests(ctx: ActorContext, userIds: readonly number[]): Promise<number> {
    const { realmId } = ctx.actor;
    const found = await this.repository.findDirectConversation(realmId, userIds);
    if (found !== null) return found;
    const locks = [lockRealm(realmId, 'exclusive')];
    return this.database.write(ctx, locks, (tx) => this.make(tx, userIds));
  }

  private async make(tx: WriteTransaction, userIds: readonly number[]): Promise<number> {
    const reader = readerOf(tx);
    const found = await this.repository.findDirectConversation(tx.realmId, userIds, reader);
    if (found !== null) return found;
    const facts = await this.directory.decideConfirmed(tx.realmId, async (view) => ({
      settings: await view.settings(),
      users: await view.users(),
      groups: await view.groups(),
    }));
    const events = await this.guests.gainedByConversation(tx, facts, userIds);
    const recipientId = await this.repository.directConversation(tx.realmId, userIds, reader);
    tx.emit(...events);
    return recipientId;
  }
}

function idsOf(participants: readonly DirectoryUser[]): number[] {
  return participants.map((user) => user.id);
}

function keyOf(realmId: number, userIds: readonly number[]): string {
  return `${realmId}:${userIds.join()}`;
}
