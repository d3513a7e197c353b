import { Injectable } from '@nestjs/common';
import type { RequestOf } from '@stoa/contracts/rpc';
import { updateUser, updateUserByEmail } from '@stoa/contracts/users';
import { Database, WriteTransaction, isUniqueViolation, lockRealm } from '@stoa/database';
import { ChangeFactsReader } from '@stoa/directory';
import type { ChangeFacts, DirectoryUser } from '@stoa/directory';
import { badRequest, noSuchUser } from '@stoa/errors';
import { apiEmail, isAdministrator, isEmailAddress } from '@stoa/policy';
import { readerOf } from '@stoa/read-state-store';
import { Handles } from '@stoa/rpc';
import type { ActorContext } from '@stoa/rpc';
import { AccountsRepository } from '../accounts/accounts.repository';
import { ProfileDataChanges } from '../profile-data/profile-data-changes';
import { UserLookupRepository } from '../user-reading/user-lookup.repository';
import { AccountWritesRepository } from '../../shared/user-changes/account-writes.repository';
import { FullNameChanges } from '../../shared/user-changes/full-name-changes';
import { addressChanges } from '../../shared/user-set/person-change';
import { RoleChanges } from '../../shared/user-changes/role-changes';
import { UserAudiences } from '../../shared/user-changes/user-audiences';
import { accessForAdministration, requireRightOver } from '../../shared/user-changes/user-rules';

const TAKEN = 'New email value error: Already has an account.';

type UpdateRequest = RequestOf<typeof updateUser> | RequestOf<typeof updateUserByEmail>;
type ProfileValueChange = NonNullable<UpdateRequest['profile_data']>[number];

/** Changes of other users (users.md 4): everything or nothing, in one transaction. */
@Injectable()
export class UpdateUserService {
  constructor(
    private readonly database: Database,
    private readonly facts: ChangeFactsReader,
    private readonly lookup: UserLookupRepository,
    private readonly roles: RoleChanges,
    private readonly names: FullNameChanges,
    private readonly profileData: ProfileDataChanges,
    private readonly writes: AccountWritesRepository,
    private readonly accounts: AccountsRepository,
    private readonly audiences: UserAudiences,
  ) {}

  /** @throws DomainError with a text of users.md 0, 1, 2 or 4, in the order role, name, profile data, address */
  @Handles(updateUser)
  update(ctx: ActorContext, request: RequestOf<typeof updateUser>): Promise<void> {
    return this.updateNamed(ctx, request);
  }

  @Handles(updateUserByEmail)
  updateByEmail(ctx: ActorContext, request: RequestOf<typeof updateUserByEmail>): Promise<void> {
    return this.updateNamed(ctx, request);
  }

  private async updateNamed(ctx: ActorContext, request: UpdateRequest): Promise<void> {
    const { realmId } = ctx.actor;
    const locks = [lockRealm(realmId, 'exclusive')];
    try {
      await this.database.write(ctx, locks, async (tx) => {
        const facts = await this.facts.current(ctx);
        const target = await this.access(tx, facts, request);
        await this.apply(tx, facts, target, request);
      });
    } catch (error) {
      if (isUniqueViolation(error)) throw badRequest(TAKEN);
      throw error;
    }
  }

  private async access(tx: WriteTransaction, facts: ChangeFacts, request: UpdateRequest): Promise<DirectoryUser> {
    const { realmId, realmHost, role } = facts.ctx.actor;
    const userId =
      'user_id' in request
        ? request.user_id
        : await this.lookup.idOf(readerOf(tx), { realmId, realmHost, viewerRole: role, email: request.email });
    if (userId === undefined) throw noSuchUser();
    const target = accessForAdministration(facts, userId, { allowsDeactivated: true, allowsBots: true });
    requireRightOver(target, facts.requester);
    return target;
  }

  private async apply(
    tx: WriteTransaction,
    facts: ChangeFacts,
    target: DirectoryUser,
    { role, full_name, profile_data, new_email }: UpdateRequest,
  ): Promise<void> {
    let user = target;
    if (role !== undefined) user = await this.roles.change(tx, facts, user, role);
    if (full_name !== undefined && full_name.trim() !== '') {
      user = await this.names.change(tx, facts, user, full_name);
    }
    if (profile_data !== undefined) await this.changeProfile(tx, facts, user, profile_data);
    if (new_email !== undefined && new_email.trim() !== user.deliveryEmail) {
      await this.changeAddress(tx, facts, user, new_email.trim());
    }
  }

  /** Values that are null, empty or left out clear a field. */
  private async changeProfile(
    tx: WriteTransaction,
    facts: ChangeFacts,
    user: DirectoryUser,
    data: readonly ProfileValueChange[],
  ): Promise<void> {
    const set = data.flatMap(({ id, value }) => (value && value.length > 0 ? [{ id, value }] : []));
    const cleared = data.filter(({ value }) => !value || value.length === 0).map(({ id }) => id);
    if (cleared.length > 0) await this.profileData.remove(tx, facts, user, cleared);
    if (set.length > 0) await this.profileData.update(tx, facts, user, set);
  }

  private async changeAddress(
    tx: WriteTransaction,
    facts: ChangeFacts,
    user: DirectoryUser,
    deliveryEmail: string,
  ): Promise<void> {
    const isAllowed = isAdministrator(facts.requester) && (await this.writes.mayChangeEmails(tx, facts.requester.id));
    if (!isAllowed) throw badRequest('User not authorized to change user emails');
    if (!isEmailAddress(deliveryEmail)) throw badRequest('Invalid new email address.');
    await this.checkFree(facts, user, deliveryEmail);
    const visibility = user.emailAddressVisibility;
    const owner = { userId: user.id, deliveryEmail, visibility, isBot: user.isBot };
    const after = { ...user, deliveryEmail, email: apiEmail(owner, facts.ctx.actor.realmHost) };
    await this.writes.setAddresses(tx, after);
    const { accessors } = await this.audiences.of(tx, facts, after);
    tx.emit(...addressChanges(tx.realmId, user, after, accessors));
  }

  private async checkFree(facts: ChangeFacts, user: DirectoryUser, email: string): Promise<void> {
    const holder = facts.users.byEmail(email);
    if (holder?.id === user.id) return;
    if (holder) throw badRequest(holder.isActive ? TAKEN : 'New email value error: Account has been deactivated.');
    if ((await this.accounts.addressHolder(facts.ctx.actor.realmId, email)) === 'system-bot') {
      throw badRequest('New email value error: Reserved for system bots.');
    }
  }
}
