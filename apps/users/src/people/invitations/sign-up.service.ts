import { createHash, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { RpcRequest, RpcResponse } from '@stoa/contracts/rpc';
import { openInvitation, requestSignUp, signUp } from '@stoa/contracts/users';
import { Database } from '@stoa/database';
import { DomainError, badRequest, noSuchOrganization } from '@stoa/errors';
import { checkEmailDomain, isEmailAddress } from '@stoa/policy';
import { Handles } from '@stoa/rpc';
import type { CallContext } from '@stoa/rpc';
import { AccountCreation } from '../accounts/account-creation';
import { AccountsRepository, SignUpRules } from '../accounts/accounts.repository';
import { isDisposableDomain } from '../accounts/disposable-domains';
import { PasswordHasher } from '../accounts/password-hasher';
import { isStrongPassword } from '../accounts/password-strength';
import { InvitationMails } from './invitation-mails';
import { InvitationsRepository } from './invitations.repository';
import { domainText } from './send-invitations.service';
import { SignUpRealm, SignUpRepository, SignUpTerms } from './sign-up.repository';

const KEY_BYTES = 20;

/** Accounts that people make for themselves: invited by mail, by a reusable link, or where everybody may join. */
@Injectable()
export class SignUpService {
  constructor(
    private readonly database: Database,
    private readonly repository: SignUpRepository,
    private readonly invitations: InvitationsRepository,
    private readonly accounts: AccountsRepository,
    private readonly creation: AccountCreation,
    private readonly hasher: PasswordHasher,
    private readonly mails: InvitationMails,
  ) {}

  /** What a link is for. @throws DomainError 404 for one that leads nowhere */
  @Handles(openInvitation)
  async open(
    _ctx: CallContext,
    { realmId, key, isMultiuse }: RpcRequest<typeof openInvitation>,
  ): Promise<RpcResponse<typeof openInvitation>> {
    const realm = await this.realm(realmId);
    const terms = isMultiuse ? await this.repository.link(realmId, key) : await this.find(realmId, key);
    if (!terms) throw invalidLink();
    return { organization: realm.name, email: terms.email };
  }

  /** Sends a link to an address that wants to join. @throws DomainError if it may not */
  @Handles(requestSignUp)
  async request(
    _ctx: CallContext,
    { realmId, partition, realmUrl, ...given }: RpcRequest<typeof requestSignUp>,
  ): Promise<void> {
    const email = given.email.trim();
    const realm = await this.realm(realmId);
    const link = given.linkKey === null ? undefined : await this.repository.link(realmId, given.linkKey);
    if (given.linkKey !== null && !link) throw invalidLink();
    if (!link && realm.isInvitationRequired) {
      throw badRequest(`Please request an invite for ${email} from the organization administrator.`);
    }
    await this.checkAddress(realmId, email, await this.accounts.signUpRules(realmId));
    this.mails.requireMail();
    const key = randomBytes(KEY_BYTES).toString('hex');
    await this.database.write({ realmId, partition }, [], (tx) =>
      this.repository.confirm(tx, keyHash(key), email, link?.linkId ?? null),
    );
    await this.mails.confirmAddress({ email, key, realmUrl, organization: realm.name, language: realm.language });
  }

  /** @throws DomainError as `POST /users` does; 404 for a link that leads nowhere */
  @Handles(signUp)
  async signUp(
    ctx: CallContext,
    { realmId, partition, realmHost, key, ...given }: RpcRequest<typeof signUp>,
  ): Promise<RpcResponse<typeof signUp>> {
    await this.realm(realmId);
    const terms = await this.find(realmId, key);
    if (!terms || terms.email === null) throw invalidLink();
    const email = terms.email;
    const rules = await this.accounts.signUpRules(realmId);
    const fullName = given.fullName.trim();
    await this.creation.checkName(realmId, fullName, rules);
    await this.checkAddress(realmId, email, rules);
    if (!isStrongPassword(given.password, [fullName, email, email.split('@')[0] ?? ''])) {
      throw badRequest('The password is too weak.');
    }
    const { role, placement, welcomeText, referrerId, inviterId } = terms;
    const user_id = await this.creation.create(
      ctx,
      { realmId, partition },
      {
        realmHost,
        fullName,
        deliveryEmail: email,
        language: given.language,
        role,
        passwordHash: await this.hasher.hash(realmId, given.password),
        requiresUniqueNames: rules.requiresUniqueNames,
        placement,
        invitation: { welcomeText, referrerId },
        within: async (tx) => {
          if (!(await this.repository.use(tx, terms))) throw invalidLink();
          return inviterId === null ? [] : [inviterId];
        },
      },
    );
    return { user_id };
  }

  private async realm(realmId: number): Promise<SignUpRealm> {
    const realm = await this.repository.realm(realmId);
    if (!realm) throw noSuchOrganization();
    if (realm.isDeactivated) {
      throw new DomainError('REALM_DEACTIVATED', 'This organization has been deactivated', { status: 401 });
    }
    return realm;
  }

  private async find(realmId: number, key: string): Promise<SignUpTerms | undefined> {
    return (
      (await this.repository.invitation(realmId, key)) ?? (await this.repository.confirmation(realmId, keyHash(key)))
    );
  }

  private async checkAddress(realmId: number, email: string, rules: SignUpRules): Promise<void> {
    if (!isEmailAddress(email)) throw badRequest('Invalid address.');
    const problem = domainText(checkEmailDomain(email, { ...rules, isDisposable: isDisposableDomain }));
    if (problem !== null) throw badRequest(problem);
    const holder = (await this.invitations.holders(realmId, [email])).get(email.toLowerCase());
    if (holder?.isSystemBot) throw badRequest('Reserved for system bots.');
    if (holder) throw badRequest(holder.isActive ? 'Already has an account.' : 'Account has been deactivated.');
  }
}

function keyHash(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}

function invalidLink(): DomainError {
  return new DomainError('BAD_REQUEST', 'The confirmation link is not valid or has expired.', { status: 404 });
}
