import { Injectable } from '@nestjs/common';
import { DomainError, badRequest } from '@stoa/errors';
import { ChangeEvent, eventOf } from '@stoa/contracts/events';
import type { WriteTransaction } from '@stoa/database';
import type { ChangeFacts, DirectoryUser, RealmChangeFacts } from '@stoa/directory';
import { AdministrationRefusal, isGuest, refuseRole } from '@stoa/policy';
import { readerOf } from '@stoa/read-state-store';
import { UserSetsRepository } from '../user-set/user-sets.repository';
import { AccountWritesRepository } from './account-writes.repository';
import { ChannelOpenings } from './channel-openings';
import { channelsClosed, visibilityChange } from './channel-visibility';
import { personAdded, personRemoved } from '@stoa/wire-objects';
import { personChange } from '../user-set/person-change';
import { RoleGroupChange, graphAfter, roleGroupChanges, storeRoleGroups } from './role-groups';
import { UserAudiences, isAccessLimited } from './user-audiences';
import { UserAudiencesRepository } from './user-audiences.repository';
import { activeUserIds, isLastOwner, policyUser } from './user-rules';

/** Gives accounts other roles, with everything that follows from a role (users.md 2, 4; channels.md 14.3). */
@Injectable()
export class RoleChanges {
  constructor(
    private readonly accounts: AccountWritesRepository,
    private readonly audiences: UserAudiences,
    private readonly audienceReads: UserAudiencesRepository,
    private readonly openings: ChannelOpenings,
    private readonly userReads: UserSetsRepository,
  ) {}

  /**
   * Runs in a transaction that holds the realm's lock exclusively.
   * @returns the account as it is afterwards
   * @throws DomainError with a text of users.md 2
   */
  async change(tx: WriteTransaction, facts: ChangeFacts, target: DirectoryUser, role: number): Promise<DirectoryUser> {
    if (role === target.role) return target;
    const lastOwner = isLastOwner(facts.users, target);
    const refusal = refuseRole(policyUser(facts.requester), policyUser(target), role, lastOwner);
    if (refusal) throw refusalError(refusal);
    return this.apply(tx, facts, target, role);
  }

  /** The same for what is decided already, as by a directory that has the say over roles. */
  async apply(
    tx: WriteTransaction,
    facts: RealmChangeFacts,
    target: DirectoryUser,
    role: number,
  ): Promise<DirectoryUser> {
    if (role === target.role) return target;
    const after = { ...target, role };
    const waiting = { periodDays: facts.settings.waitingPeriodDays, nowSeconds: Date.now() / 1000 };
    const groupChanges = roleGroupChanges(facts.groups.graph, target, role, waiting);
    await this.accounts.setRole(tx, target.id, role);
    await storeRoleGroups(tx, target.id, groupChanges);
    const person = { user_id: target.id, role };
    tx.emit(personChange(person, await this.audiences.accessorIds(tx, facts, after)));
    if (!target.isActive) return after;
    tx.emit(...groupEvents(facts, target.id, groupChanges));
    tx.emit(...(await this.channelEvents(tx, facts, { before: target, after, groupChanges })));
    tx.emit(...(await this.userEvents(tx, facts, target, after)));
    return after;
  }

  /** Channels that the role shows to the user, and those that it hides. */
  private async channelEvents(
    tx: WriteTransaction,
    facts: RealmChangeFacts,
    change: { before: DirectoryUser; after: DirectoryUser; groupChanges: readonly RoleGroupChange[] },
  ): Promise<ChangeEvent[]> {
    const { before, after, groupChanges } = change;
    const { graph } = facts.groups;
    const { gained, lost } = visibilityChange(
      facts.channels.byId.values(),
      await this.audienceReads.subscribedChannelIds(tx, after.id),
      { user: before, groups: graph },
      { user: after, groups: graphAfter(graph, after.id, groupChanges) },
    );
    const opened = await this.openings.events(tx, facts, gained, [after.id]);
    return [...channelsClosed(lost, after.id), ...opened];
  }

  /**
   * Where guests are limited, a user who becomes a guest loses users, and a user who stops being one gains them
   * (users.md 3).
   */
  private async userEvents(
    tx: WriteTransaction,
    facts: RealmChangeFacts,
    before: DirectoryUser,
    after: DirectoryUser,
  ): Promise<ChangeEvent[]> {
    const becomesGuest = isGuest(after);
    if (becomesGuest === isGuest(before) || !isAccessLimited(facts)) return [];
    const accessible = await this.audiences.accessibleTo(tx, facts, after.id);
    const hidden = [...facts.users.byId.keys()].filter((id) => !accessible?.has(id));
    if (becomesGuest) return hidden.flatMap((id) => personRemoved(id, [after.id]));
    const rows = await this.userReads.accounts(readerOf(tx), hidden);
    return rows.flatMap((row) => personAdded(tx.realmId, row, [after]));
  }
}

function groupEvents(facts: RealmChangeFacts, userId: number, changes: readonly RoleGroupChange[]): ChangeEvent[] {
  const everybody = activeUserIds(facts.users);
  return changes.map(({ groupId, isMember }) =>
    eventOf(
      'user_group',
      isMember ? 'add_members' : 'remove_members',
      { group_id: groupId, user_ids: [userId] },
      everybody,
    ),
  );
}

function refusalError(refusal: AdministrationRefusal): DomainError {
  switch (refusal) {
    case 'needs-administrator':
      return new DomainError('UNAUTHORIZED_PRINCIPAL', 'Must be an organization administrator');
    case 'needs-owner':
      return new DomainError('UNAUTHORIZED_PRINCIPAL', 'Must be an organization owner');
    case 'last-owner':
      return badRequest('The owner permission cannot be removed from the only organization owner.');
  }
}
