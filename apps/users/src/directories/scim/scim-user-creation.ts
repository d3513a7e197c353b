import { Injectable } from '@nestjs/common';
import type { AccountPlacement } from '@stoa/database';
import { DomainError } from '@stoa/errors';
import { type EmailDomainProblem, Role, checkEmailDomain, isEmailAddress } from '@stoa/policy';
import { requestedLanguage } from '@stoa/texts';
import { ADDRESS_TAKEN, AccountCreation } from '../../people/accounts/account-creation';
import { AccountsRepository, SignUpRules } from '../../people/accounts/accounts.repository';
import { isDisposableDomain } from '../../people/accounts/disposable-domains';
import { fieldsOf } from '../account-changes/directory-account-changes';
import { DirectoryAccountsRepository } from '../../shared/directory-accounts/directory-accounts.repository';
import type { ScimClient } from './scim-client';
import { ScimError, addressTaken, invalidValue } from './protocol/scim-error';
import { type UserInput, fullNameOf } from './protocol/user-input';

const NO_NAME = 'Must specify name.formatted, name.givenName or name.familyName when creating a new user';
const NO_CHANNELS: AccountPlacement = { channelIds: [], withDefaultChannels: false, groupIds: [] };

/** Makes accounts that a provider asks for: without a password, and whoever has been invited (identity.md 8.2). */
@Injectable()
export class ScimUserCreation {
  constructor(
    private readonly accounts: AccountsRepository,
    private readonly creation: AccountCreation,
    private readonly directories: DirectoryAccountsRepository,
  ) {}

  /** @returns the account's id @throws ScimError 400, 409; DomainError for a name that nobody may have */
  async create(client: ScimClient, input: UserInput): Promise<number> {
    const { requestId, deadlineAt, realmId, partition, realmHost } = client;
    const deliveryEmail = input.userName ?? '';
    const fullName = fullNameOf(input);
    if (!fullName) throw invalidValue(NO_NAME);
    if (input.isActive === false) throw invalidValue('New user must have active=True');
    const rules = await this.assertAddress(realmId, deliveryEmail);
    if ((await this.accounts.addressHolder(realmId, deliveryEmail)) !== null) throw addressTaken(deliveryEmail);
    await this.creation.checkName(realmId, fullName, rules);
    const role = input.role ?? Role.Member;
    const isAlone = role === Role.Guest && client.createsGuestsWithoutChannels;
    const note = {
      source: 'scim' as const,
      fields: fieldsOf({ fullName, deliveryEmail, role: input.role }),
      externalId: input.externalId,
    };
    try {
      const account = {
        ...{ realmHost, fullName, deliveryEmail, role, passwordHash: null },
        language: requestedLanguage(input.locale?.replace('_', '-')),
        requiresUniqueNames: rules.requiresUniqueNames,
        placement: isAlone ? NO_CHANNELS : undefined,
      };
      return await this.creation.create(
        { requestId, deadlineAt },
        { realmId, partition },
        {
          ...account,
          within: async (tx, userId) => {
            await this.directories.note(tx, userId, note);
            return [];
          },
        },
      );
    } catch (error) {
      if (error instanceof DomainError && error.message === ADDRESS_TAKEN) throw addressTaken(deliveryEmail);
      throw error;
    }
  }

  /** Whether the organization takes the address; who has it is another question. @throws ScimError 400 */
  async assertAddress(realmId: number, address: string): Promise<SignUpRules> {
    if (!isEmailAddress(address)) throw invalidValue('userName must be an email address.');
    const rules = await this.accounts.signUpRules(realmId);
    const problem = checkEmailDomain(address, { ...rules, isDisposable: isDisposableDomain });
    if (problem) throw refusedAddress(problem);
    return rules;
  }
}

function refusedAddress(problem: EmailDomainProblem): ScimError {
  switch (problem) {
    case 'outside-domains':
      return invalidValue("This email domain isn't allowed in this organization.");
    case 'disposable':
      return invalidValue('Disposable email domains are not allowed for this realm.');
    case 'contains-plus':
      return invalidValue("Email address can't contain + characters.");
  }
}
