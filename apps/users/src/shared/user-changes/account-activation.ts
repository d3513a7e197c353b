import { Injectable } from '@nestjs/common';
import { ChangeEvent, eventOf, keysRevoked } from '@stoa/contracts/events';
import { AffectedChannel, WriteTransaction, lockSubscribedChannels, setAccountsActive } from '@stoa/database';
import { DirectoryUser, RealmChangeFacts, RealmUsers } from '@stoa/directory';
import { isAdministrator } from '@stoa/policy';
import { readerOf } from '@stoa/read-state-store';
import { BotAudiences } from '../bot-data/bot-audiences';
import { SessionEndings } from '../sessions/session-endings';
import { BotOwnerChanges } from '../bot-data/bot-owner-changes';
import { humanAdministrators } from './human-administrators';
import { UserSetsRepository } from '../user-set/user-sets.repository';
import { AccountWritesRepository } from './account-writes.repository';
import { peerChanges } from './channel-visibility';
import { GroupReferences } from './group-references';
import { personAdded, personRemoved } from '@stoa/wire-objects';
import { personChange } from '../user-set/person-change';
import { UserAudiencesRepository } from './user-audiences.repository';
import { UserAudiences } from './user-audiences';
import { activeUserIds } from './user-rules';

/**
 * Deactivates and reactivates accounts with everything that follows, in one transaction under the realm's exclusive lock
 * (users.md 4, 19). The order of the events is that of users.md 19.
 */
@Injectable()
export class AccountActivation {
  constructor(
    private readonly accounts: AccountWritesRepository,
    private readonly audiences: UserAudiences,
    private readonly audienceReads: UserAudiencesRepository,
    private readonly references: GroupReferences,
    private readonly botAudiences: BotAudiences,
    private readonly botOwners: BotOwnerChanges,
    private readonly userReads: UserSetsRepository,
    private readonly sessions: SessionEndings,
  ) {}

  /** The account and, before it, its active bots. */
  async deactivate(tx: WriteTransaction, facts: RealmChangeFacts, target: DirectoryUser): Promise<void> {
    const bots = [...facts.users.byId.values()].filter((user) => user.isActive && user.botOwnerId === target.id);
    const leaving = [...bots, target];
    const userIds = leaving.map(({ id }) => id);
    const channels = await lockSubscribedChannels(tx, userIds);
    await setAccountsActive(tx, userIds, false);
    const after = { ...facts, users: withActiveState(facts.users, userIds, false) };
    for (const user of leaving)
      tx.emit(...(await this.leavingEvents(tx, after, { ...user, isActive: false }, channels)));
    if (await this.accounts.revokeInvitations(tx, userIds)) {
      const administrators = [...after.users.byId.values()].filter((user) => user.isActive && isAdministrator(user));
      tx.emit(
        eventOf(
          'invites_changed',
          {},
          administrators.map(({ id }) => id),
        ),
      );
    }
    await this.sessions.ofUsers(tx, userIds, 'user_deactivated');
    tx.emit(keysRevoked(userIds));
  }

  private async leavingEvents(
    tx: WriteTransaction,
    facts: RealmChangeFacts,
    user: DirectoryUser,
    channels: readonly AffectedChannel[],
  ): Promise<ChangeEvent[]> {
    const { accessors, strangers, guestAccess } = await this.audiences.of(tx, facts, user);
    const strangerIds = strangers.map(({ id }) => id);
    const events = await this.peerEvents(tx, facts, 'peer_remove', user.id, channels);
    events.push(personChange({ user_id: user.id, is_active: false }, ids(accessors)));
    events.push(
      ...(await this.references.events(tx, facts, { userId: user.id, isListed: false, to: strangerIds })),
      ...personRemoved(
        user.id,
        strangerIds.filter((id) => guestAccess.get(id)?.throughChannel),
      ),
    );
    if (user.isBot) events.push(await this.botAudiences.update(tx, facts.users, user, { is_active: false }));
    return events;
  }

  /** A bot whose owner is deactivated becomes the requester's; bots come back through requesters only. */
  async reactivate(
    tx: WriteTransaction,
    facts: RealmChangeFacts & { requester?: DirectoryUser },
    target: DirectoryUser,
  ): Promise<void> {
    const channels = await lockSubscribedChannels(tx, [target.id]);
    await setAccountsActive(tx, [target.id], true);
    const after = { ...facts, users: withActiveState(facts.users, [target.id], true) };
    const user = { ...target, isActive: true };
    tx.emit(...(await this.returningEvents(tx, after, user)));
    if (!user.isBot) tx.emit(...(await this.consentEvents(tx, after, user.id)));
    else {
      tx.emit(await this.botAudiences.update(tx, after.users, user, { is_active: true }));
      const owner = user.botOwnerId === null ? undefined : after.users.get(user.botOwnerId);
      if (facts.requester && owner && !owner.isActive)
        await this.botOwners.change(tx, after.users, user, facts.requester);
    }
    tx.emit(...(await this.peerEvents(tx, after, 'peer_add', user.id, channels)));
    const listed = { userId: user.id, isListed: true, to: activeUserIds(after.users) };
    tx.emit(...(await this.references.events(tx, after, listed)));
  }

  /** Limited guests who see the user only because of a common channel did not know of it any more. */
  private async returningEvents(
    tx: WriteTransaction,
    facts: RealmChangeFacts,
    user: DirectoryUser,
  ): Promise<ChangeEvent[]> {
    const { accessors, guestAccess } = await this.audiences.of(tx, facts, user);
    const isNewTo = (viewer: DirectoryUser): boolean => {
      const access = guestAccess.get(viewer.id);
      return access !== undefined && !access.throughDirect;
    };
    const newcomers = accessors.filter(isNewTo);
    const others = accessors.filter((viewer) => !isNewTo(viewer));
    const rows = newcomers.length === 0 ? [] : await this.userReads.accounts(readerOf(tx), [user.id]);
    return [
      personChange({ user_id: user.id, is_active: true }, ids(others)),
      ...rows.flatMap((row) => personAdded(tx.realmId, row, newcomers)),
    ];
  }

  private async consentEvents(tx: WriteTransaction, facts: RealmChangeFacts, userId: number): Promise<ChangeEvent[]> {
    const consented = await this.accounts.exportConsent(tx, userId);
    return [eventOf('realm_export_consent', { user_id: userId, consented }, humanAdministrators(facts.users))];
  }

  private async peerEvents(
    tx: WriteTransaction,
    facts: RealmChangeFacts,
    op: 'peer_add' | 'peer_remove',
    userId: number,
    channels: readonly AffectedChannel[],
  ): Promise<ChangeEvent[]> {
    const own = channels.filter(({ userIds }) => userIds.includes(userId));
    const subscribers = await this.audienceReads.decidingSubscribers(
      tx,
      own.map(({ id }) => id),
    );
    const changes = own.flatMap(({ id }) => {
      const channel = facts.channels.byId.get(id);
      const known = new Set(subscribers.get(id));
      return channel ? [{ channel, userIds: [userId], subscribers: known }] : [];
    });
    return peerChanges(op, facts, changes);
  }
}

function withActiveState(users: RealmUsers, userIds: readonly number[], isActive: boolean): RealmUsers {
  const byId = new Map(users.byId);
  for (const id of userIds) {
    const user = users.get(id);
    if (user) byId.set(id, { ...user, isActive });
  }
  return new RealmUsers(users.version, byId);
}

function ids(users: readonly DirectoryUser[]): number[] {
  return users.map(({ id }) => id);
}
