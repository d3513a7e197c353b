import { Injectable } from '@nestjs/common';
import { ExternalIdentity, Role } from '@stoa/policy';
import type { CallContext } from '@stoa/rpc';
import { AccountCreation } from '../../people/accounts/account-creation';
import { AccountsRepository } from '../../people/accounts/accounts.repository';
import { FirstSignIn } from '../../people/logins/first-sign-in';
import type { ProvenAccount } from '../../people/sessions/session-openings';
import { SignUpTerms, SignUpsRepository } from '../../people/sign-ups/sign-ups.repository';
import { DirectoryAccountsRepository } from '../../shared/directory-accounts/directory-accounts.repository';
import { unknownLink } from '../../shared/links/link-refusals';
import type { UsedProvider } from '../providers/used-provider';
import { ExternalAccountsRepository, KnownAccount } from './external-accounts.repository';
import { ExternalClaims } from './external-claims';
import type { SignInPlace } from './external-fields';

export interface NewExternalAccount {
  identity: ExternalIdentity & { email: string };
  fullName: string;
  /** What an invitation says; without one the account is a member’s, in the default channels. */
  terms: SignUpTerms | undefined;
  /** The organization's unless given. */
  language: string | undefined;
}

/** The role is the provider's, and nobody else's to change. */
const ROLE_OF_CLAIMS = { source: 'claims', fields: ['role'] } as const;

/** Accounts of people whom providers vouch for. They have no password until their owners choose one. */
@Injectable()
export class ExternalAccounts {
  constructor(
    private readonly repository: ExternalAccountsRepository,
    private readonly accounts: AccountsRepository,
    private readonly creation: AccountCreation,
    private readonly signUps: SignUpsRepository,
    private readonly firstSignIn: FirstSignIn,
    private readonly directories: DirectoryAccountsRepository,
    private readonly claims: ExternalClaims,
  ) {}

  /** @throws DomainError as {@link AccountCreation} does; 404 for an invitation that has been used up meanwhile */
  async create(
    ctx: CallContext,
    place: SignInPlace,
    provider: Pick<UsedProvider, 'id' | 'settings'>,
    { identity, fullName, terms, language }: NewExternalAccount,
  ): Promise<ProvenAccount> {
    const { realmId, partition, realmHost } = place;
    const rules = await this.accounts.signUpRules(realmId);
    await this.creation.checkName(realmId, fullName, rules);
    const deliveryEmail = identity.email;
    const id = await this.creation.create(
      ctx,
      { realmId, partition },
      {
        ...{ realmHost, fullName, deliveryEmail, language, passwordHash: null },
        role: identity.role ?? terms?.role ?? Role.Member,
        placement: terms?.placement,
        requiresUniqueNames: rules.requiresUniqueNames,
        ...(terms && { invitation: { welcomeText: terms.welcomeText, referrerId: terms.referrerId } }),
        within: async (tx, newId) => {
          if (identity.role !== undefined) await this.directories.note(tx, newId, ROLE_OF_CLAIMS);
          if (!terms) return [];
          if (!(await this.signUps.use(tx, terms))) throw unknownLink();
          return terms.inviterId === null ? [] : [terms.inviterId];
        },
      },
    );
    await this.repository.link(realmId, provider.id, identity.subject, id);
    await this.claims.apply(place, id, provider, identity);
    return { realmId, partition, account: { id, deliveryEmail, passwordHash: null } };
  }

  /** Whom the provider vouched for has the account: remembered, no longer an import's placeholder, and as the provider says. */
  async signIn(
    place: SignInPlace,
    provider: Pick<UsedProvider, 'id' | 'settings'>,
    identity: ExternalIdentity,
    account: KnownAccount,
  ): Promise<ProvenAccount> {
    const { realmId, partition } = place;
    await this.repository.link(realmId, provider.id, identity.subject, account.id);
    await this.firstSignIn.happened({ realmId, partition, account });
    await this.claims.apply(place, account.id, provider, identity);
    const { id, deliveryEmail, passwordHash } = account;
    return { realmId, partition, account: { id, deliveryEmail, passwordHash } };
  }
}
