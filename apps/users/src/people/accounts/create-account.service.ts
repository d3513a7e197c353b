import { Injectable } from '@nestjs/common';
import type { Actor, RequestOf, RpcResponse } from '@stoa/contracts/rpc';
import { createUser } from '@stoa/contracts/users';
import { DomainError, badRequest } from '@stoa/errors';
import { checkEmailDomain, EmailDomainProblem, isEmailAddress, refusalOf, Role } from '@stoa/policy';
import { Handles } from '@stoa/rpc';
import type { ActorContext } from '@stoa/rpc';
import { ADDRESS_TAKEN, AccountCreation } from './account-creation';
import { AccountsRepository, SignUpRules } from './accounts.repository';
import { isDisposableDomain } from './disposable-domains';
import { PasswordHasher } from './password-hasher';
import { isStrongPassword, wordsOfAccount } from './password-strength';

/** Creates accounts through the API (users.md 4). */
@Injectable()
export class CreateAccountService {
  constructor(
    private readonly repository: AccountsRepository,
    private readonly hasher: PasswordHasher,
    private readonly creation: AccountCreation,
  ) {}

  /** @throws DomainError with the first problem, in the order of users.md 4 */
  @Handles(createUser)
  async create(ctx: ActorContext, request: RequestOf<typeof createUser>): Promise<RpcResponse<typeof createUser>> {
    const { actor } = ctx;
    const fullName = request.full_name.trim();
    const email = request.email.trim();
    checkMayCreate(actor);
    const rules = await this.repository.signUpRules(actor.realmId);
    await this.creation.checkName(actor.realmId, fullName, rules);
    await this.checkAddress(actor.realmId, email, rules);
    if (!isStrongPassword(request.password, wordsOfAccount(fullName, email))) {
      throw badRequest('The password is too weak.');
    }
    const passwordHash = await this.hasher.hash(actor.realmId, request.password);
    const { realmHost } = actor;
    const user_id = await this.creation.create(ctx, actor, {
      realmHost,
      fullName,
      deliveryEmail: email,
      role: Role.Member,
      passwordHash,
      requiresUniqueNames: rules.requiresUniqueNames,
      awaitsFirstSignIn: true,
    });
    return { user_id };
  }

  private async checkAddress(realmId: number, email: string, rules: SignUpRules): Promise<void> {
    if (!isEmailAddress(email)) throw badRequest('Bad name or username');
    const problem = checkEmailDomain(email, { ...rules, isDisposable: isDisposableDomain });
    if (problem) throw badRequest(domainText(problem, email));
    const holder = await this.repository.addressHolder(realmId, email);
    if (holder === 'system-bot') throw badRequest('Reserved for system bots.');
    if (holder === 'account') throw badRequest(ADDRESS_TAKEN);
  }
}

function checkMayCreate(actor: Actor): void {
  const refusal = refusalOf('administrator', actor);
  if (refusal) throw new DomainError(refusal.code, refusal.msg);
  if (!actor.canCreateUsers) throw badRequest('User not authorized to create users');
}

function domainText(problem: EmailDomainProblem, email: string): string {
  switch (problem) {
    case 'outside-domains':
      return `Email '${email}' not allowed in this organization`;
    case 'disposable':
      return 'Disposable email addresses are not allowed in this organization';
    case 'contains-plus':
      return 'Email addresses containing + are not allowed.';
  }
}
