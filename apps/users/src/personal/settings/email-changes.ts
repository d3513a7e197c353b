import { Injectable } from '@nestjs/common';
import type { RpcRequest } from '@stoa/contracts/rpc';
import { confirmEmailChange } from '@stoa/contracts/users';
import { Database, WriteTransaction, isUniqueViolation, lockRealm, lockUser } from '@stoa/database';
import { generateLinkKey, hashLinkKey } from '../../shared/links/link-keys';
import { assertOpenLink, unknownLink } from '../../shared/links/link-refusals';
import { DomainError, badRequest } from '@stoa/errors';
import { EmailDomainProblem, apiEmail, checkEmailDomain, isEmailAddress } from '@stoa/policy';
import { Handles } from '@stoa/rpc';
import type { ActorContext, CallContext } from '@stoa/rpc';
import { textsIn } from '@stoa/texts';
import { ChangeFacts, ChangeFactsReader } from '@stoa/directory';
import { AccountsRepository } from '../../people/accounts/accounts.repository';
import { isDisposableDomain } from '../../people/accounts/disposable-domains';
import { AccountMailer } from '../../shared/account-mails/account-mailer';
import { AccountMails } from '../../shared/account-mails/account-mails';
import { AccountWritesRepository } from '../../shared/user-changes/account-writes.repository';
import { addressChanges } from '../../shared/user-set/person-change';
import { UserAudiences } from '../../shared/user-changes/user-audiences';
import { UsersEnvironment } from '../../users-environment';
import { EmailChangesRepository } from './email-changes.repository';

const MOST_AN_HOUR = 2;
const MOST_A_DAY = 5;
const TAKEN = 'Already has an account.';

/**
 * Changes the user's own address: nothing happens before the link in the mail to the new address is opened (users.md
 * 8).
 */
@Injectable()
export class EmailChanges {
  constructor(
    private readonly database: Database,
    private readonly repository: EmailChangesRepository,
    private readonly accounts: AccountsRepository,
    private readonly writes: AccountWritesRepository,
    private readonly facts: ChangeFactsReader,
    private readonly audiences: UserAudiences,
    private readonly mailer: AccountMailer,
    private readonly mails: AccountMails,
    private readonly environment: UsersEnvironment,
  ) {}

  /**
   * @param isDisabled the organization does not let this user change addresses
   * @returns the new address; null if none is wanted, or the one that the account has
   * @throws DomainError with a text of users.md 8; RATE_LIMIT_HIT (429) after two requests an hour or five a day
   */
  async check({ actor }: ActorContext, given: string | undefined, isDisabled: boolean): Promise<string | null> {
    const email = given?.trim();
    if (email === undefined || email === actor.deliveryEmail) return null;
    if (isDisabled) throw badRequest('Email address changes are disabled in this organization.');
    if (!isEmailAddress(email)) throw badRequest('Invalid address.');
    const rules = await this.accounts.signUpRules(actor.realmId);
    const problem = checkEmailDomain(email, { ...rules, isDisposable: isDisposableDomain });
    if (problem) throw badRequest(domainText(problem));
    await this.checkFree(actor.realmId, actor.userId, email);
    this.mailer.requireMail();
    if (this.environment.STOA_RATE_LIMITS) await this.checkRate(actor.userId);
    return email;
  }

  /** Keeps the request and sends the link. */
  async begin(ctx: ActorContext, email: string): Promise<void> {
    const key = generateLinkKey();
    const { userId, realmUrl, deliveryEmail } = ctx.actor;
    await this.database.write(ctx, [lockUser(userId)], (tx) =>
      this.repository.replace(tx, userId, email, hashLinkKey(key)),
    );
    const { users, settings } = await this.facts.ofRealm(ctx.actor.realmId);
    const write = textsIn(users.get(userId)?.language ?? '');
    const link = `${realmUrl}/accounts/confirm_new_email/${key}`;
    const mail = {
      to: email,
      provesAddress: true,
      organization: { name: settings.name, url: realmUrl },
      subject: write('mail.addressChangeSubject', { url: realmUrl }),
      text: write('mail.addressChange', { url: realmUrl, old: deliveryEmail, new: email, link }),
    };
    await this.mailer.send(mail, null);
  }

  /**
   * The link was followed. Events go out as in users.md 8.
   * @throws DomainError 404 for a link that is unknown, used or expired
   */
  @Handles(confirmEmailChange)
  async confirm(
    _ctx: CallContext,
    { realmId, partition, realmHost, key }: RpcRequest<typeof confirmEmailChange>,
  ): Promise<void> {
    try {
      await this.database.write({ realmId, partition }, [lockRealm(realmId, 'exclusive')], async (tx) => {
        const facts = await this.facts.ofRealm(realmId);
        const pending = await this.repository.pending(tx, hashLinkKey(key));
        const user = pending && facts.users.get(pending.userId);
        if (!pending || !user?.isActive) throw unknownLink();
        assertOpenLink(pending);
        await this.repository.use(tx, pending.id);
        await this.change(tx, facts, { userId: user.id, realmHost, deliveryEmail: pending.newEmail });
      });
    } catch (error) {
      if (isUniqueViolation(error)) throw badRequest(TAKEN);
      throw error;
    }
  }

  private async change(
    tx: WriteTransaction,
    facts: Pick<ChangeFacts, 'settings' | 'users' | 'groups'>,
    { userId, realmHost, deliveryEmail }: { userId: number; realmHost: string; deliveryEmail: string },
  ): Promise<void> {
    const user = facts.users.get(userId);
    if (!user) throw unknownLink();
    const visibility = user.emailAddressVisibility;
    const email = apiEmail({ userId, deliveryEmail, visibility, isBot: user.isBot }, realmHost);
    const after = { ...user, deliveryEmail, email };
    await this.writes.setAddresses(tx, after);
    await this.mails.addressChanged(tx, userId, { oldAddress: user.deliveryEmail, newAddress: deliveryEmail });
    const { accessors } = await this.audiences.of(tx, facts, after);
    tx.emit(...addressChanges(tx.realmId, user, after, accessors));
  }

  private async checkFree(realmId: number, userId: number, email: string): Promise<void> {
    const holder = await this.accounts.addressHolder(realmId, email);
    if (holder === 'system-bot') throw badRequest('Reserved for system bots.');
    if (holder === null) return;
    const account = await this.repository.holder(realmId, email);
    // Only the case of the user's own address changes.
    if (account?.id === userId) return;
    throw badRequest(account?.isActive === false ? 'Account has been deactivated.' : TAKEN);
  }

  private async checkRate(userId: number): Promise<void> {
    const { hour, day, hourEndsIn, dayEndsIn } = await this.repository.recent(userId);
    const seconds = day >= MOST_A_DAY ? dayEndsIn : hour >= MOST_AN_HOUR ? hourEndsIn : 0;
    if (seconds === 0) return;
    throw new DomainError('RATE_LIMIT_HIT', 'API usage exceeded rate limit', {
      status: 429,
      data: { 'retry-after': Math.max(1, seconds) },
    });
  }
}

function domainText(problem: EmailDomainProblem): string {
  switch (problem) {
    case 'outside-domains':
      return 'Outside your domain.';
    case 'disposable':
      return 'Please use your real email address.';
    case 'contains-plus':
      return 'Email addresses containing + are not allowed.';
  }
}
