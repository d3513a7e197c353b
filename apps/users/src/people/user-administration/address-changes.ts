import { Injectable } from '@nestjs/common';
import type { WriteTransaction } from '@stoa/database';
import type { DirectoryUser, RealmChangeFacts } from '@stoa/directory';
import { badRequest } from '@stoa/errors';
import { apiEmail, isEmailAddress } from '@stoa/policy';
import { AccountsRepository } from '../accounts/accounts.repository';
import { AccountWritesRepository } from '../../shared/user-changes/account-writes.repository';
import { UserAudiences } from '../../shared/user-changes/user-audiences';
import { addressChanges } from '../../shared/user-set/person-change';

export const NEW_ADDRESS_TAKEN = 'New email value error: Already has an account.';

/** Gives accounts other addresses, without asking their owners. */
@Injectable()
export class AddressChanges {
  constructor(
    private readonly writes: AccountWritesRepository,
    private readonly accounts: AccountsRepository,
    private readonly audiences: UserAudiences,
  ) {}

  /**
   * Runs under the realm's exclusive lock.
   * @param realmHost that API addresses are made of
   * @returns the account as it is afterwards
   * @throws DomainError with a text of users.md 4
   */
  async change(
    tx: WriteTransaction,
    facts: RealmChangeFacts,
    user: DirectoryUser,
    { deliveryEmail, realmHost }: { deliveryEmail: string; realmHost: string },
  ): Promise<DirectoryUser> {
    if (!isEmailAddress(deliveryEmail)) throw badRequest('Invalid new email address.');
    await this.checkFree(tx, facts, user, deliveryEmail);
    const visibility = user.emailAddressVisibility;
    const owner = { userId: user.id, deliveryEmail, visibility, isBot: user.isBot };
    const after = { ...user, deliveryEmail, email: apiEmail(owner, realmHost) };
    await this.writes.setAddresses(tx, after);
    const { accessors } = await this.audiences.of(tx, facts, after);
    tx.emit(...addressChanges(tx.realmId, user, after, accessors));
    return after;
  }

  private async checkFree(
    { realmId }: WriteTransaction,
    { users }: RealmChangeFacts,
    user: DirectoryUser,
    email: string,
  ): Promise<void> {
    const holder = users.byEmail(email);
    if (holder?.id === user.id) return;
    if (holder) {
      throw badRequest(holder.isActive ? NEW_ADDRESS_TAKEN : 'New email value error: Account has been deactivated.');
    }
    if ((await this.accounts.addressHolder(realmId, email)) === 'system-bot') {
      throw badRequest('New email value error: Reserved for system bots.');
    }
  }
}
