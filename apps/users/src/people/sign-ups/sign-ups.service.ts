import { Injectable } from '@nestjs/common';
import type { RpcRequest, RpcResponse } from '@stoa/contracts/rpc';
import { makeOwnAccount, readSignUp, sendSignUpLink } from '@stoa/contracts/users';
import { Database } from '@stoa/database';
import { badRequest } from '@stoa/errors';
import type { SignUpProblem } from '@stoa/policy';
import { Handles } from '@stoa/rpc';
import type { CallContext } from '@stoa/rpc';
import { PasswordSteps } from '../../shared/second-factors/password-steps';
import { generateLinkKey, hashLinkKey } from '../../shared/links/link-keys';
import { assertOpenLink, unknownLink } from '../../shared/links/link-refusals';
import { AccountCreation } from '../accounts/account-creation';
import { AccountsRepository } from '../accounts/accounts.repository';
import { PasswordHasher } from '../accounts/password-hasher';
import { isStrongPassword, wordsOfAccount } from '../accounts/password-strength';
import { LoginChecks } from '../logins/login-checks';
import { ProvenAccount, SessionOpenings } from '../sessions/session-openings';
import { SignUpChecks } from './sign-up-checks';
import { SignUpMails } from './sign-up-mails';
import { signUpRefusal } from './sign-up-refusals';
import { SignUpTerms, SignUpsRepository } from './sign-ups.repository';

/** What is said in the mail only, as the page would tell strangers who has an account. */
const TOLD_BY_MAIL: Partial<Record<SignUpProblem, 'member' | 'deactivated'>> = {
  'already-member': 'member',
  deactivated: 'deactivated',
};

/** What an account is made of that a link leads to. */
export type NewOwnAccount = Omit<
  RpcRequest<typeof makeOwnAccount>,
  'ip_address' | 'user_agent' | 'replaced_session_id'
>;

/** Accounts that people make for themselves: invited by mail, by a reusable link, or where everybody may join. */
@Injectable()
export class SignUpsService {
  constructor(
    private readonly database: Database,
    private readonly repository: SignUpsRepository,
    private readonly checks: SignUpChecks,
    private readonly accounts: AccountsRepository,
    private readonly logins: LoginChecks,
    private readonly creation: AccountCreation,
    private readonly hasher: PasswordHasher,
    private readonly openings: SessionOpenings,
    private readonly steps: PasswordSteps,
    private readonly mails: SignUpMails,
  ) {}

  /**
   * What a link is for, or whether one may join without.
   * @throws DomainError for links and addresses that lead nowhere, and where nobody can make an account
   */
  @Handles(readSignUp)
  async open(
    _ctx: CallContext,
    { realm_id: realmId, key, is_reusable: isReusable, has_providers }: RpcRequest<typeof readSignUp>,
  ): Promise<RpcResponse<typeof readSignUp>> {
    await (has_providers ? this.logins.realm(realmId) : this.logins.realmWithPasswords(realmId));
    if (key === null) {
      if (await this.repository.isInvitationRequired(realmId)) throw signUpRefusal('invitation-required', '');
      return { email: null };
    }
    if (isReusable) {
      await this.link(realmId, key);
      return { email: null };
    }
    const { email, linkKey } = await this.terms(realmId, key);
    const problem = await this.checks.problem(realmId, email, true);
    if (problem) throw signUpRefusal(problem, email);
    return { email, link_key: linkKey };
  }

  /** Sends a mail to an address that wants to join: a link, or that it has joined already. @throws DomainError if it may not */
  @Handles(sendSignUpLink)
  async request(ctx: CallContext, given: RpcRequest<typeof sendSignUpLink>): Promise<void> {
    const { realm_id: realmId, partition, realm_url: realmUrl, link_key: linkKey } = given;
    const email = given.email.trim();
    const realm = await this.logins.realmWithPasswords(realmId);
    const link = linkKey === null ? undefined : await this.link(realmId, linkKey);
    const problem = await this.checks.problem(realmId, email, link !== undefined);
    const kind = problem === null ? 'link' : TOLD_BY_MAIL[problem];
    if (problem !== null && kind === undefined) throw signUpRefusal(problem, email);
    this.mails.requireMail();
    // The same work for whoever has an account: only the mail differs, and nobody is told this key.
    const key = generateLinkKey();
    await this.database.write({ realmId, partition, requestId: ctx.requestId }, [], (tx) =>
      this.repository.confirm(tx, hashLinkKey(key), email, link?.linkId ?? null),
    );
    const { name: organization, language } = realm;
    await this.mails.send({ kind: kind ?? 'link', email, key, realmUrl, organization, language });
  }

  /**
   * @throws DomainError for links and addresses that lead nowhere; for names and passwords as `POST /users` does;
   * SECOND_FACTOR_REQUIRED (401) where the account exists, and the sign-in goes on
   */
  @Handles(makeOwnAccount)
  async signUp(
    ctx: CallContext,
    given: RpcRequest<typeof makeOwnAccount>,
  ): Promise<RpcResponse<typeof makeOwnAccount>> {
    const made = await this.createAccount(ctx, given);
    await this.steps.require(made);
    return this.openings.begin(ctx, made, given, { method: 'password' });
  }

  /** @throws DomainError as {@link signUp} does */
  async createAccount(
    ctx: CallContext,
    { realm_id: realmId, partition, ...given }: NewOwnAccount,
  ): Promise<ProvenAccount> {
    const realm = await this.logins.realmWithPasswords(realmId);
    const terms = await this.terms(realmId, given.key);
    const { email } = terms;
    const rules = await this.accounts.signUpRules(realmId);
    const fullName = given.full_name.trim();
    const problem = await this.checks.problem(realmId, email, true);
    if (problem) throw signUpRefusal(problem, email);
    await this.logins.assertOwnPassword(realm, realmId, email);
    await this.creation.checkName(realmId, fullName, rules);
    if (!isStrongPassword(given.password, wordsOfAccount(fullName, email))) {
      throw badRequest('The password is too weak.');
    }
    const passwordHash = await this.hasher.hash(realmId, given.password);
    const { role, placement, welcomeText, referrerId, inviterId } = terms;
    const id = await this.creation.create(
      ctx,
      { realmId, partition },
      {
        ...{ fullName, deliveryEmail: email, role, passwordHash, placement },
        realmHost: given.realm_host,
        language: given.language,
        requiresUniqueNames: rules.requiresUniqueNames,
        invitation: { welcomeText, referrerId },
        within: async (tx) => {
          if (!(await this.repository.use(tx, terms))) throw unknownLink();
          return inviterId === null ? [] : [inviterId];
        },
      },
    );
    return { realmId, partition, account: { id, deliveryEmail: email, passwordHash } };
  }

  /** What a mail's link is for. @throws DomainError 404 for one that leads nowhere */
  private async terms(realmId: number, key: string): Promise<SignUpTerms & { email: string }> {
    const terms =
      (await this.repository.invitation(realmId, key)) ??
      (await this.repository.confirmation(realmId, hashLinkKey(key)));
    if (!terms || terms.email === null) throw unknownLink();
    assertOpenLink(terms);
    return { ...terms, email: terms.email };
  }

  private async link(realmId: number, key: string): Promise<SignUpTerms> {
    const link = await this.repository.link(realmId, key);
    if (!link) throw unknownLink();
    assertOpenLink(link);
    return link;
  }
}
