import { Inject, Injectable } from '@nestjs/common';
import { eventOf } from '@stoa/contracts/events';
import { sendAccountNotices } from '@stoa/contracts/messages';
import {
  AccountPlacement,
  CreatedAccount,
  CreatedAccounts,
  Database,
  RealmContext,
  WriteTransaction,
  giveFirstHistory,
  isUniqueViolation,
  withNewAccounts,
} from '@stoa/database';
import { badRequest } from '@stoa/errors';
import { LOGGER, type Logger } from '@stoa/observability';
import { checkFullName, comparableName, isAdministrator, isGuest } from '@stoa/policy';
import { readerOf } from '@stoa/read-state-store';
import { type CallContext, RpcClient } from '@stoa/rpc';
import { UserRow } from '@stoa/wire-objects';
import { AccountMails } from '../../shared/account-mails/account-mails';
import { UserSet } from '../../shared/user-set/user-set';
import { UserSets } from '../../shared/user-set/user-sets';
import { newAccountEvents } from './account-change';
import { AccountsRepository, SignUpRules } from './accounts.repository';

export const ADDRESS_TAKEN = 'Email is already in use.';
const NAME_TAKEN = 'Unique names required in this organization.';

/** A human account that passed every check but those that need the lock. */
export interface AccountToCreate {
  realmHost: string;
  fullName: string;
  deliveryEmail: string;
  /** The organization's unless given. */
  language?: string;
  role: number;
  /** Null for people who sign in elsewhere. */
  passwordHash: string | null;
  requiresUniqueNames: boolean;
  /** What the user types to sign in, where an LDAP directory has the password. */
  directoryLogin?: string;
  /** Somebody makes it for somebody else, who joins with the first sign-in. */
  awaitsFirstSignIn?: boolean;
  /** What the invitation says; without one, the account begins in the default channels. */
  placement?: AccountPlacement;
  invitation?: { welcomeText: string | null; referrerId: number | null };
  /** Part of the same transaction, before any event. @returns further users to notify that invitations changed */
  within?: (tx: WriteTransaction, userId: number) => Promise<number[]>;
}

/** Creates human accounts with everything that organization.md 4.9 names, for every way of joining. */
@Injectable()
export class AccountCreation {
  constructor(
    private readonly database: Database,
    private readonly repository: AccountsRepository,
    private readonly userSets: UserSets,
    private readonly rpc: RpcClient,
    private readonly mails: AccountMails,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  /** @throws DomainError if nobody may have the name, or somebody has it and names must be unique */
  async checkName(realmId: number, fullName: string, rules: SignUpRules): Promise<void> {
    const problem = checkFullName(fullName);
    if (problem) throw badRequest(problem);
    if (rules.requiresUniqueNames && hasName(await this.userSets.current(realmId), fullName)) {
      throw badRequest(NAME_TAKEN);
    }
  }

  /**
   * @returns the id of the new account
   * @throws DomainError if the address, or a name that must be unique, has been taken meanwhile
   */
  async create(ctx: CallContext, realm: RealmContext, account: AccountToCreate): Promise<number> {
    const { realmHost, fullName, deliveryEmail, language, role, passwordHash, placement } = account;
    const asked = { fullName, deliveryEmail, defaultLanguage: language, role, passwordHash };
    const input = { realmHost, accounts: [asked], placement };
    const { realmId, partition } = realm;
    const context = { realmId, partition, requestId: ctx.requestId };
    try {
      const userId = await withNewAccounts(this.database, context, input, (tx, created) =>
        this.announce(tx, created, account),
      );
      await this.sendNotices(ctx, userId);
      return userId;
    } catch (error) {
      if (isUniqueViolation(error)) throw badRequest(ADDRESS_TAKEN);
      throw error;
    }
  }

  /** The account is there: what is not sent now is sent soon, as its creation left rows that ask for it. */
  private async sendNotices(ctx: CallContext, userId: number): Promise<void> {
    try {
      await this.rpc.call(sendAccountNotices, ctx, { userId });
    } catch (error) {
      this.log.warn({ err: error, requestId: ctx.requestId, userId }, 'a new account is welcomed later');
    }
  }

  /** Runs in the creating transaction, under the exclusive locks of the realm and of its first channels. */
  private async announce(tx: WriteTransaction, created: CreatedAccounts, account: AccountToCreate): Promise<number> {
    const [row] = created.accounts;
    if (!row) throw new Error('no account was created');
    if (account.awaitsFirstSignIn) await this.repository.awaitFirstSignIn(tx, row.id);
    const users = await this.userSets.locked(readerOf(tx), tx.realmId);
    if (account.requiresUniqueNames && hasName(users, account.fullName)) throw badRequest(NAME_TAKEN);
    const inviters = (await account.within?.(tx, row.id)) ?? [];
    const recipients = [...users].filter((user) => user.isActive);
    const guestIds = recipients.filter(isGuest).map(({ id }) => id);
    const channelIds = created.channels.map(({ id }) => id);
    const history = await this.repository.sharedHistory(tx, channelIds);
    await giveFirstHistory(tx, row.id, history, account.invitation);
    await this.mails.welcome(tx, row.id, { directoryLogin: account.directoryLogin });
    tx.emit(
      ...newAccountEvents({
        realmId: tx.realmId,
        realmHost: account.realmHost,
        user: await this.userRow(tx, row),
        recipients,
        isAccessLimited: guestIds.length > 0 && (await this.repository.isAccessLimited(tx)),
        groups: created.groupMembers,
        channels: await this.repository.subscribedGuests(tx, channelIds, guestIds),
      }),
    );
    await this.tellAdministrators(tx, row, recipients, inviters);
    return row.id;
  }

  private async userRow(tx: WriteTransaction, account: CreatedAccount): Promise<UserRow> {
    return {
      id: account.id,
      version: 0,
      email: account.email,
      deliveryEmail: account.deliveryEmail,
      fullName: account.fullName,
      role: account.role,
      isActive: true,
      isBot: false,
      isImportedStub: false,
      isDeleted: false,
      botType: null,
      botOwnerId: null,
      dateJoined: Math.floor(account.dateJoined.getTime() / 1000),
      profileData: null,
      ...(await this.repository.createdFields(tx, account.id)),
    };
  }

  /** Whether private data may be exported, and that open invitations to the address are used up. */
  private async tellAdministrators(
    tx: WriteTransaction,
    account: CreatedAccount,
    recipients: readonly UserRow[],
    inviters: readonly number[],
  ): Promise<void> {
    const administrators = recipients.filter(isAdministrator);
    const consented = await this.repository.exportConsent(tx, account.id);
    const humans = administrators.filter(({ isBot }) => !isBot).map(({ id }) => id);
    tx.emit(eventOf('realm_export_consent', { user_id: account.id, consented }, humans));
    const used = [...inviters, ...(await this.repository.useInvitations(tx, account.deliveryEmail))];
    if (used.length === 0) return;
    const active = new Set(recipients.map(({ id }) => id));
    const told = new Set([...administrators.map(({ id }) => id), ...used.filter((id) => active.has(id))]);
    tx.emit(eventOf('invites_changed', {}, told));
  }
}

/** Whether somebody of an organization has a name, however it is written. */
function hasName(users: UserSet, fullName: string): boolean {
  const wanted = comparableName(fullName);
  return [...users].some((user) => comparableName(user.fullName) === wanted);
}
