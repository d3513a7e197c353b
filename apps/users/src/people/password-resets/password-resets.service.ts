import { Inject, Injectable } from '@nestjs/common';
import { keysRevoked } from '@stoa/contracts/events';
import type { RpcRequest, RpcResponse } from '@stoa/contracts/rpc';
import { applyPasswordReset, readPasswordReset, sendPasswordReset } from '@stoa/contracts/users';
import { Database, lockUser } from '@stoa/database';
import { badRequest } from '@stoa/errors';
import type { MailOrganization } from '@stoa/mail';
import { LOGGER, type Logger } from '@stoa/observability';
import { isEmailAddress, passwordResetMail, realmUrl } from '@stoa/policy';
import { Handles } from '@stoa/rpc';
import type { CallContext } from '@stoa/rpc';
import { generateLinkKey, hashLinkKey } from '../../shared/links/link-keys';
import { assertOpenLink, unknownLink } from '../../shared/links/link-refusals';
import { SessionEndings } from '../../shared/sessions/session-endings';
import { UsersEnvironment } from '../../users-environment';
import { PasswordHasher } from '../accounts/password-hasher';
import { isStrongPassword, wordsOfAccount } from '../accounts/password-strength';
import { ApiKeysRepository } from '../api-keys/api-keys.repository';
import { LoginChecks } from '../logins/login-checks';
import { PasswordResetMails } from './password-reset-mails';
import { HeldAddress, PasswordReset, PasswordResetsRepository } from './password-resets.repository';

/** New passwords for those who forgot theirs (identity.md 7; docs/decisions/045-forgotten-passwords.md). */
@Injectable()
export class PasswordResetsService {
  constructor(
    private readonly database: Database,
    private readonly repository: PasswordResetsRepository,
    private readonly logins: LoginChecks,
    private readonly hasher: PasswordHasher,
    private readonly sessions: SessionEndings,
    private readonly keys: ApiKeysRepository,
    private readonly mails: PasswordResetMails,
    private readonly environment: UsersEnvironment,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  /**
   * Sends one mail, whoever has the address, and does the same work for each: neither the answer nor its time tells
   * whether there is an account.
   */
  @Handles(sendPasswordReset)
  async send(ctx: CallContext, request: RpcRequest<typeof sendPasswordReset>): Promise<void> {
    const { realm_id: realmId, partition } = request;
    const email = request.email.trim();
    const realm = await this.logins.realmWithPasswords(realmId);
    if (!isEmailAddress(email)) throw badRequest('Enter a valid email address.');
    this.mails.requireMail();
    const holders = await this.repository.holders(email);
    const account = holders.find((holder) => holder.realmId === realmId);
    const elsewhere = holders.filter((holder) => holder.realmId !== realmId && holder.isActive && !holder.isBot);
    const kind = passwordResetMail(account, elsewhere.length > 0);
    const key = generateLinkKey();
    const userId = kind === 'link' && account ? account.id : null;
    await this.database.write({ realmId, partition, requestId: ctx.requestId }, [], (tx) =>
      this.repository.insert(tx, userId, hashLinkKey(key)),
    );
    await this.mails.answer({
      ...{ kind, email, key },
      userId: account?.isActive === true && !account.isBot ? account.id : null,
      language: account?.defaultLanguage ?? request.language ?? realm.language,
      timezone: account?.timezone ?? '',
      realmUrl: request.realm_url,
      organization: realm.name,
      elsewhere: elsewhere.map((holder) => ({ organization: holder.organization, url: this.urlOf(holder) })),
    });
  }

  /** @throws DomainError 404 for a link that leads nowhere */
  @Handles(readPasswordReset)
  async open(
    _ctx: CallContext,
    { realm_id: realmId, key }: RpcRequest<typeof readPasswordReset>,
  ): Promise<RpcResponse<typeof readPasswordReset>> {
    await this.logins.realmWithPasswords(realmId);
    const { email, fullName } = await this.access(realmId, key);
    return { email, full_name: fullName };
  }

  /**
   * The link was followed. Whoever knew the old password may have made sessions and keys with it: all of them end.
   * @throws DomainError 404 for a link that leads nowhere; 400 for a password that is too weak: the link still works then
   */
  @Handles(applyPasswordReset)
  async set(
    ctx: CallContext,
    { realm_id: realmId, partition, ...given }: RpcRequest<typeof applyPasswordReset>,
  ): Promise<RpcResponse<typeof applyPasswordReset>> {
    const { name } = await this.logins.realmWithPasswords(realmId);
    const reset = await this.access(realmId, given.key);
    const { userId, email, fullName } = reset;
    if (!isStrongPassword(given.new_password, wordsOfAccount(fullName, email))) {
      throw badRequest('The password is too weak.');
    }
    const passwordHash = await this.hasher.hash(realmId, given.new_password);
    await this.database.write({ realmId, partition, requestId: ctx.requestId }, [lockUser(userId)], async (tx) => {
      if (!(await this.repository.setPassword(tx, reset, passwordHash))) throw unknownLink();
      await this.sessions.ofUsers(tx, [userId], 'password_reset');
      await this.keys.revokeAllBut(tx, userId, 0);
      tx.emit(keysRevoked([userId]));
    });
    this.log.info({ requestId: ctx.requestId, userId, realmId }, 'a password was reset');
    await this.tellChanged(ctx, reset, { name, url: given.realm_url });
    return { email };
  }

  /** The password is set: a mail about it that cannot be sent now changes nothing. */
  private async tellChanged(ctx: CallContext, reset: PasswordReset, organization: MailOrganization): Promise<void> {
    const { userId, email, language, timezone } = reset;
    try {
      await this.mails.tellChanged({ userId, email, language, timezone, organization });
    } catch (error) {
      this.log.error({ err: error, requestId: ctx.requestId }, 'a mail about a new password could not be sent');
    }
  }

  private async access(realmId: number, key: string): Promise<PasswordReset> {
    const reset = await this.repository.find(realmId, hashLinkKey(key));
    if (!reset) throw unknownLink();
    assertOpenLink(reset);
    return reset;
  }

  private urlOf({ stringId, customHost }: HeldAddress): string {
    return realmUrl({ stringId, customHost }, this.environment);
  }
}
