import { Injectable } from '@nestjs/common';
import { DomainError } from '@stoa/errors';
import {
  ExternalIdentity,
  ExternalSignInDecision,
  checkFullName,
  decideExternalSignIn,
  linkProblem,
  signInBackend,
  trustsNames,
} from '@stoa/policy';
import { AccountCreation } from '../../people/accounts/account-creation';
import { AccountsRepository } from '../../people/accounts/accounts.repository';
import { SignUpChecks } from '../../people/sign-ups/sign-up-checks';
import { SignUpTerms, SignUpsRepository } from '../../people/sign-ups/sign-ups.repository';
import type { UsedProvider } from '../providers/used-provider';
import type { SignInPurpose } from './attempt-data';
import { ExternalAccountsRepository, KnownAccount } from './external-accounts.repository';

/** What somebody may do, and what was read to decide it. */
export interface DecidedSignIn {
  decision: ExternalSignInDecision;
  /** The account of a decision to sign in. */
  account: KnownAccount | undefined;
  /** The invitation that the person has, if any. */
  terms: SignUpTerms | undefined;
}

/** Reads what the rule about vouched people needs to know (identity.md 3; policy's decideExternalSignIn). */
@Injectable()
export class IdentityDecisions {
  constructor(
    private readonly repository: ExternalAccountsRepository,
    private readonly signUps: SignUpsRepository,
    private readonly checks: SignUpChecks,
    private readonly accounts: AccountsRepository,
    private readonly creation: AccountCreation,
  ) {}

  async decide(
    realmId: number,
    provider: UsedProvider,
    identity: ExternalIdentity,
    purpose: Pick<SignInPurpose, 'isSignUp' | 'linkKey'>,
  ): Promise<DecidedSignIn> {
    const { email } = identity;
    const [realm, linked, holder, terms] = await Promise.all([
      this.repository.realm(realmId),
      this.repository.bySubject(provider.id, identity.subject),
      email === null ? undefined : this.repository.byAddress(realmId, email),
      email === null ? undefined : this.invitation(realmId, email, purpose.linkKey),
    ]);
    const isNewcomer = !linked && !holder && email !== null;
    const { bypass_invite, auto_signup, links_accounts } = provider.settings;
    const isInvited = terms !== undefined || bypass_invite === true;
    const decision = decideExternalSignIn({
      isRealmDeactivated: realm?.isDeactivated ?? true,
      isMethodOn: realm?.switches[signInBackend(provider.kind)] ?? true,
      hasAddress: email !== null,
      linked,
      holder,
      isHolderLinked: holder?.isLinked ?? false,
      linksAccounts: links_accounts === true,
      signUpProblem: isNewcomer ? await this.checks.problem(realmId, email, isInvited) : null,
      isWelcome: purpose.isSignUp || auto_signup === true,
      hasTrustedName:
        isNewcomer && trustsNames(provider.kind, provider.settings) && (await this.isFree(realmId, identity.fullName)),
    });
    return { decision, account: linked ?? holder, terms };
  }

  /** Whether somebody may join by a reusable invitation. */
  async isOpenLink(realmId: number, linkKey: string): Promise<boolean> {
    return (await this.openLink(realmId, linkKey)) !== undefined;
  }

  /** By the link that the person came by; else by a mail to the address. */
  private async invitation(realmId: number, email: string, linkKey: string | null): Promise<SignUpTerms | undefined> {
    const link = linkKey === null ? undefined : await this.openLink(realmId, linkKey);
    return link ?? this.signUps.openInvitation(realmId, email);
  }

  private async openLink(realmId: number, linkKey: string): Promise<SignUpTerms | undefined> {
    const link = await this.signUps.link(realmId, linkKey);
    return link && linkProblem(link) === null ? link : undefined;
  }

  /** Whether somebody may have the name. */
  private async isFree(realmId: number, fullName: string): Promise<boolean> {
    if (checkFullName(fullName) !== null) return false;
    try {
      await this.creation.checkName(realmId, fullName, await this.accounts.signUpRules(realmId));
      return true;
    } catch (error) {
      if (error instanceof DomainError) return false;
      throw error;
    }
  }
}
