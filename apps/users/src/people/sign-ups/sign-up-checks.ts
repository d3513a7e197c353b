import { Injectable } from '@nestjs/common';
import { SignUpProblem, signUpProblem } from '@stoa/policy';
import { AccountsRepository } from '../accounts/accounts.repository';
import { isDisposableDomain } from '../accounts/disposable-domains';
import { InvitationsRepository } from '../invitations/invitations.repository';
import { SignUpsRepository } from './sign-ups.repository';

/** Whether an address may have an account, for every way in which people make their own. */
@Injectable()
export class SignUpChecks {
  constructor(
    private readonly repository: SignUpsRepository,
    private readonly invitations: InvitationsRepository,
    private readonly accounts: AccountsRepository,
  ) {}

  /** @returns null if it may */
  async problem(realmId: number, email: string, isInvited: boolean): Promise<SignUpProblem | null> {
    const [rules, holders, isInvitationRequired] = await Promise.all([
      this.accounts.signUpRules(realmId),
      this.invitations.holders(realmId, [email]),
      this.repository.isInvitationRequired(realmId),
    ]);
    return signUpProblem(email, {
      rules: { ...rules, isDisposable: isDisposableDomain },
      holder: holders.get(email.toLowerCase()),
      ...{ isInvitationRequired, isInvited },
    });
  }
}
