import { Injectable } from '@nestjs/common';
import type { Actor, RpcRequest } from '@stoa/contracts/rpc';
import type { applySettings } from '@stoa/contracts/users';
import { badRequest } from '@stoa/errors';
import { PasswordHasher } from '../../people/accounts/password-hasher';
import { isStrongPassword, wordsOfAccount } from '../../people/accounts/password-strength';
import { SettingsRepository } from './settings.repository';

/** Changes the user's own password (users.md 8). Keys stay valid. */
@Injectable()
export class PasswordChange {
  constructor(
    private readonly repository: SettingsRepository,
    private readonly hasher: PasswordHasher,
  ) {}

  /**
   * Checks a wanted password and hashes it, outside of any transaction.
   * @returns null if no new password is wanted
   * @throws DomainError `Wrong password!`, `New password is too weak!`, `Your Zulip password is managed in LDAP`
   */
  async prepare(
    { realmId, userId }: Pick<Actor, 'realmId' | 'userId'>,
    { old_password: oldPassword, new_password: newPassword }: RpcRequest<typeof applySettings>,
  ): Promise<string | null> {
    if (newPassword === undefined || newPassword === '') return null;
    const { passwordHash, fullName, deliveryEmail, isManagedByLdap } = await this.repository.password(userId);
    // Another one here would never be asked for.
    if (isManagedByLdap) throw badRequest('Your Zulip password is managed in LDAP');
    const isKnown =
      passwordHash !== null &&
      oldPassword !== undefined &&
      oldPassword !== '' &&
      (await this.hasher.verify(realmId, passwordHash, oldPassword));
    if (!isKnown) throw badRequest('Wrong password!');
    if (!isStrongPassword(newPassword, wordsOfAccount(fullName, deliveryEmail))) {
      throw badRequest('New password is too weak!');
    }
    return this.hasher.hash(realmId, newPassword);
  }
}
