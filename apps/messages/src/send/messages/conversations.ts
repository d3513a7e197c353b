import { Injectable } from '@nestjs/common';
import { Database, type LockMode, WriteTransaction, lockRealm } from '@stoa/database';
import { Directory, DirectoryUser, DirectoryView } from '@stoa/directory';
import { isLimitedGuest } from '@stoa/policy';
import { readerOf } from '@stoa/read-state-store';
import { ActorContext } from '@stoa/rpc';
import { GuestAccessService, GuestFacts } from '../../access/guest-access/guest-access.service';
import { SendMessageRepository } from '../storing/send-message.repository';
import { policyUser } from '../../access/policy-user';

/** Throws a DomainError unless these copies allow it. */
type Decision = (view: DirectoryView) => Promise<unknown>;

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
   * @param allows the decision to write to them, which is taken again before a conversation is made
   * @throws DomainError of `allows`
   */
  async get(ctx: ActorContext, participants: readonly DirectoryUser[], allows: Decision): Promise<number> {
    const { realmId } = ctx.actor;
    const userIds = idsOf(participants);
    const key = keyOf(realmId, userIds);
    const known = this.known.get(key);
    if (known !== undefined) return known;
    const found = await this.repository.findDirectConversation(realmId, userIds);
    const recipientId = found ?? (await this.make(ctx, userIds, allows));
    if (this.known.size >= CONVERSATIONS_REMEMBERED) this.known.clear();
    this.known.set(key, recipientId);
    return recipientId;
  }

  /** The recipient id of these participants may not be theirs any more. */
  forget(realmId: number, userIds: readonly number[]): void {
    this.known.delete(keyOf(realmId, userIds));
  }

  /**
   * Decides with current copies under the realm's lock, below which whom guests see changes: a conversation that old
   * copies allowed would stay when the send is refused, and let a guest see somebody for ever.
   */
  private async make(ctx: ActorContext, userIds: readonly number[], allows: Decision): Promise<number> {
    const lock = (mode: LockMode) => [lockRealm(ctx.actor.realmId, mode)];
    const made = await this.database.write(ctx, lock('shared'), (tx) => this.makeIn(tx, userIds, allows));
    if (made !== 'tells-guests') return made;
    return this.database.write(ctx, lock('exclusive'), (tx) => this.makeToldIn(tx, userIds, allows));
  }

  private async makeIn(
    tx: WriteTransaction,
    userIds: readonly number[],
    allows: Decision,
  ): Promise<number | 'tells-guests'> {
    const facts = await this.confirmedFacts(tx.realmId, allows);
    if (userIds.some((id) => isLimitedGuestId(facts, id))) return 'tells-guests';
    return this.repository.directConversation(tx.realmId, userIds, readerOf(tx));
  }

  private async makeToldIn(tx: WriteTransaction, userIds: readonly number[], allows: Decision): Promise<number> {
    const reader = readerOf(tx);
    const facts = await this.confirmedFacts(tx.realmId, allows);
    const found = await this.repository.findDirectConversation(tx.realmId, userIds, reader);
    if (found !== null) return found;
    const events = await this.guests.gainedByConversation(tx, facts, userIds);
    const recipientId = await this.repository.directConversation(tx.realmId, userIds, reader);
    tx.emit(...events);
    return recipientId;
  }

  private confirmedFacts(realmId: number, allows: Decision): Promise<GuestFacts> {
    return this.directory.decideConfirmed(realmId, async (view) => {
      await allows(view);
      const [settings, users, groups] = await Promise.all([view.settings(), view.users(), view.groups()]);
      return { settings, users, groups };
    });
  }
}

function isLimitedGuestId({ settings, users, groups }: GuestFacts, userId: number): boolean {
  const user = users.get(userId);
  return user !== undefined && isLimitedGuest(policyUser(user), settings.canAccessAllUsersGroup, groups.graph);
}

function idsOf(participants: readonly DirectoryUser[]): number[] {
  return participants.map((user) => user.id);
}

function keyOf(realmId: number, userIds: readonly number[]): string {
  return `${realmId}:${userIds.join()}`;
}
