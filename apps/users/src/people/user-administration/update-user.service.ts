import { Injectable } from '@nestjs/common';
import type { RpcRequest } from '@stoa/contracts/rpc';
import { applyUserChanges, applyUserChangesByEmail } from '@stoa/contracts/users';
import { Database, WriteTransaction, isUniqueViolation, lockRealm } from '@stoa/database';
import { ChangeFactsReader } from '@stoa/directory';
import type { ChangeFacts, DirectoryUser } from '@stoa/directory';
import { badRequest, noSuchUser } from '@stoa/errors';
import { type ManagedField, mayChangeEmails } from '@stoa/policy';
import { readerOf } from '@stoa/read-state-store';
import { Handles } from '@stoa/rpc';
import type { ActorContext } from '@stoa/rpc';
import { ProfileDataChanges } from '../profile-data/profile-data-changes';
import { UserLookupRepository } from '../user-reading/user-lookup.repository';
import { FieldAuthority } from '../../shared/directory-accounts/field-authority';
import { AccountWritesRepository } from '../../shared/user-changes/account-writes.repository';
import { FullNameChanges } from '../../shared/user-changes/full-name-changes';
import { RoleChanges } from '../../shared/user-changes/role-changes';
import { accessForAdministration, requireRightOver } from '../../shared/user-changes/user-rules';
import { AddressChanges, NEW_ADDRESS_TAKEN } from './address-changes';

type UpdateRequest = RpcRequest<typeof applyUserChanges> | RpcRequest<typeof applyUserChangesByEmail>;
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
    private readonly addresses: AddressChanges,
    private readonly authority: FieldAuthority,
  ) {}

  /** @throws DomainError with a text of users.md 0, 1, 2 or 4, in the order role, name, profile data, address */
  @Handles(applyUserChanges)
  update(ctx: ActorContext, request: RpcRequest<typeof applyUserChanges>): Promise<void> {
    return this.updateNamed(ctx, request);
  }

  @Handles(applyUserChangesByEmail)
  updateByEmail(ctx: ActorContext, request: RpcRequest<typeof applyUserChangesByEmail>): Promise<void> {
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
      if (isUniqueViolation(error)) throw badRequest(NEW_ADDRESS_TAKEN);
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
    await this.authority.assertUserMaySet(
      readerOf(tx),
      target.id,
      changedFields(target, { role, full_name, new_email }),
    );
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
    const isLet = await this.writes.mayChangeEmails(tx, facts.requester.id);
    if (!mayChangeEmails(facts.requester, isLet)) throw badRequest('User not authorized to change user emails');
    await this.addresses.change(tx, facts, user, { deliveryEmail, realmHost: facts.ctx.actor.realmHost });
  }
}

/** What a request would change of the fields that a directory may have the say over. */
function changedFields(
  target: DirectoryUser,
  { role, full_name, new_email }: Pick<UpdateRequest, 'role' | 'full_name' | 'new_email'>,
): ManagedField[] {
  const fields: ManagedField[] = [];
  if (role !== undefined && role !== target.role) fields.push('role');
  const fullName = full_name?.trim() ?? '';
  if (fullName !== '' && fullName !== target.fullName) fields.push('full_name');
  if (new_email !== undefined && new_email.trim() !== target.deliveryEmail) fields.push('email');
  return fields;
}
