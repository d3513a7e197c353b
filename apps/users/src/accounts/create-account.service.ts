import { Inject, Injectable } from '@nestjs/common';
import { Actor, CreateUserRequest, DomainError, badRequest, sendAccountNotices } from '@stoa/contracts';
import {
  CreatedAccounts,
  Database,
  WriteTransaction,
  giveFirstHistory,
  isUniqueViolation,
  withNewAccounts,
} from '@stoa/database';
import {
  EmailDomainProblem,
  checkEmailDomain,
  checkFullName,
  comparableName,
  isEmailAddress,
  refusalOf,
} from '@stoa/policy';
import { readerOf } from '@stoa/read-state-store';
import { LOGGER } from '@stoa/observability';
import type { Logger } from '@stoa/observability';
import { type ActorContext, RpcClient } from '@stoa/rpc';
import { UserRow } from '../user-set/user-row';
import { UserSet } from '../user-set/user-set';
import { UserSets } from '../user-set/user-sets.service';
import { newAccountEvents } from './account-change';
import { AccountsRepository, SignUpRules } from './accounts.repository';
import { isDisposableDomain } from './disposable-domains';
import { PasswordHasher } from './password-hasher';
import { isStrongPassword } from './password-strength';

const GUEST = 600;
const MEMBER = 400;
const NAME_TAKEN = 'Unique names required in this organization.';
const ADDRESS_TAKEN = 'Email is already in use.';

/** Creates accounts through the API (users.md 4, POST /users). */
@Injectable()
export class CreateAccountService {
  constructor(
    private readonly database: Database,
    private readonly repository: AccountsRepository,
    private readonly userSets: UserSets,
    private readonly hasher: PasswordHasher,
    private readonly rpc: RpcClient,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  /**
   * @returns the id of the new account
   * @throws DomainError with the first problem, in the order of users.md 4
   */
  async create(ctx: ActorContext, request: CreateUserRequest): Promise<number> {
    const { actor } = ctx;
    const fullName = request.fullName.trim();
    const email = request.email.trim();
    checkMayCreate(actor);
    const rules = await this.repository.signUpRules(actor.realmId);
    await this.checkName(actor.realmId, fullName, rules);
    await this.checkAddress(actor.realmId, email, rules);
    if (!isStrongPassword(request.password, [fullName, email, email.split('@')[0] ?? ''])) {
      throw badRequest('The password is too weak.');
    }
    const passwordHash = await this.hasher.hash(request.password);
    const { realmId, partition, realmHost } = actor;
    const input = { realmHost, accounts: [{ fullName, deliveryEmail: email, role: MEMBER, passwordHash }] };
    try {
      const userId = await withNewAccounts(this.database, { realmId, partition }, input, (tx, created) =>
        this.announce(tx, created, { realmHost, fullName, rules }),
      );
      await this.sendNotices(ctx, userId);
      return userId;
    } catch (error) {
      if (isUniqueViolation(error)) throw badRequest(ADDRESS_TAKEN);
      throw error;
    }
  }

  /** The account is there: what is not sent now is sent soon, as its creation left rows that ask for it. */
  private async sendNotices(ctx: ActorContext, userId: number): Promise<void> {
    try {
      await this.rpc.call(sendAccountNotices, ctx, { userId });
    } catch (error) {
      this.log.warn({ err: error, requestId: ctx.requestId, userId }, 'a new account is welcomed later');
    }
  }

  private async checkName(realmId: number, fullName: string, rules: SignUpRules): Promise<void> {
    const problem = checkFullName(fullName);
    if (problem) throw badRequest(problem);
    if (rules.requiresUniqueNames && hasName(await this.userSets.current(realmId), fullName)) {
      throw badRequest(NAME_TAKEN);
    }
  }

  private async checkAddress(realmId: number, email: string, rules: SignUpRules): Promise<void> {
    if (!isEmailAddress(email)) throw badRequest('Bad name or username');
    const problem = checkEmailDomain(email, { ...rules, isDisposable: isDisposableDomain });
    if (problem) throw badRequest(domainText(problem, email));
    const holder = await this.repository.addressHolder(realmId, email);
    if (holder === 'system-bot') throw badRequest('Reserved for system bots.');
    if (holder === 'account') throw badRequest(ADDRESS_TAKEN);
  }

  /** Runs in the creating transaction, under the exclusive locks of the realm and of its default channels. */
  private async announce(
    tx: WriteTransaction,
    created: CreatedAccounts,
    { realmHost, fullName, rules }: { realmHost: string; fullName: string; rules: SignUpRules },
  ): Promise<number> {
    const [account] = created.accounts;
    if (!account) throw new Error('no account was created');
    const users = await this.userSets.locked(readerOf(tx), tx.realmId);
    if (rules.requiresUniqueNames && hasName(users, fullName)) throw badRequest(NAME_TAKEN);
    const recipients = [...users].filter((user) => user.isActive);
    const guestIds = recipients.filter((user) => user.role === GUEST).map(({ id }) => id);
    const channelIds = created.channels.map(({ id }) => id);
    const user: UserRow = {
      id: account.id,
      version: 0,
      email: account.email,
      deliveryEmail: account.deliveryEmail,
      fullName: account.fullName,
      role: account.role,
      isActive: true,
      isBot: false,
      botType: null,
      botOwnerId: null,
      dateJoined: Math.floor(account.dateJoined.getTime() / 1000),
      profileData: null,
      ...(await this.repository.createdFields(tx, account.id)),
    };
    await giveFirstHistory(tx, account.id, await this.repository.sharedHistory(tx, channelIds));
    tx.emit(
      ...newAccountEvents({
        realmId: tx.realmId,
        realmHost,
        user,
        recipients,
        isAccessLimited: guestIds.length > 0 && (await this.repository.isAccessLimited(tx)),
        groups: created.groupMembers,
        channels: await this.repository.subscribedGuests(tx, channelIds, guestIds),
      }),
    );
    return account.id;
  }
}

function checkMayCreate(actor: Actor): void {
  const refusal = refusalOf('administrator', actor);
  if (refusal) throw new DomainError(refusal.code, refusal.msg);
  if (!actor.canCreateUsers) throw badRequest('User not authorized to create users');
}

function hasName(users: UserSet, fullName: string): boolean {
  const wanted = comparableName(fullName);
  return [...users].some((user) => comparableName(user.fullName) === wanted);
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
