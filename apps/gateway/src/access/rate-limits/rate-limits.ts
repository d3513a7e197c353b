import { Inject, Injectable, OnApplicationShutdown } from '@nestjs/common';
import {
  RATE_LIMIT_RULES,
  RateLimitRule,
  RateLimitState,
  RateLimiter,
  assertRateLimitsMayBe,
  rateLimitAddress,
} from '@stoa/redis';
import { badRequest } from '@stoa/errors';
import { protocolErrors } from '@stoa/http-params';
import { LOGGER, type Logger } from '@stoa/observability';
import { GatewayEnvironment } from '../../gateway-environment';

/** The limits that the edge applies, or nothing where they are switched off (organization.md 15). */
@Injectable()
export class RateLimits implements OnApplicationShutdown {
  /** Whether requests are counted at all. */
  readonly isOn: boolean;

  constructor(
    environment: GatewayEnvironment,
    private readonly limiter: RateLimiter,
    @Inject(LOGGER) log: Logger,
  ) {
    this.isOn = environment.STOA_RATE_LIMITS;
    assertRateLimitsMayBe(this.isOn, environment.STOA_MODE);
    if (!this.isOn) log.warn('rate limits are off');
  }

  onApplicationShutdown(): void {
    this.limiter.close();
  }

  /**
   * @param cost of a request, in requests, as `costOfBody` says
   * @returns undefined while limits are off
   */
  countUser(userId: number, cost = 1): Promise<RateLimitState | undefined> {
    return this.count(RATE_LIMIT_RULES.apiByUser, String(userId), cost);
  }

  countAddress(address: string): Promise<RateLimitState | undefined> {
    return this.count(RATE_LIMIT_RULES.apiByIp, rateLimitAddress(address));
  }

  /** Counts a request of an identity provider. @returns undefined while limits are off */
  countScim(tokenId: number): Promise<RateLimitState | undefined> {
    return this.count(RATE_LIMIT_RULES.scimByToken, String(tokenId));
  }

  /**
   * Counts what is, or may be, somebody's guess of a key, like a request of an anonymous caller.
   * @throws DomainError RATE_LIMIT_HIT (429)
   */
  async countGuess(address: string): Promise<void> {
    const state = await this.countAddress(address);
    if (state && !state.isAllowed) throw protocolErrors.rateLimited(state.retryAfterSeconds);
  }

  /**
   * Counts a mail that somebody without an account has sent.
   * @throws DomainError RATE_LIMIT_HIT (429)
   */
  async countSignUpMail(address: string): Promise<void> {
    const state = await this.count(RATE_LIMIT_RULES.sendsEmailByIp, rateLimitAddress(address));
    if (state && !state.isAllowed) throw protocolErrors.rateLimited(state.retryAfterSeconds);
  }

  /**
   * Counts a request for a new password: each sends a mail, whoever has the address.
   * @throws DomainError RATE_LIMIT_HIT (429)
   */
  async countPasswordReset(realmId: number, email: string, address: string): Promise<void> {
    const counted = [
      await this.count(RATE_LIMIT_RULES.passwordResetFormByIp, rateLimitAddress(address)),
      await this.count(RATE_LIMIT_RULES.passwordResetFormByEmail, loginKey(realmId, email)),
    ];
    for (const state of counted)
      if (state && !state.isAllowed) throw protocolErrors.rateLimited(state.retryAfterSeconds);
  }

  /**
   * Counts that somebody without an account opens a file, per file.
   * @throws DomainError RATE_LIMIT_HIT (429)
   */
  async countSpectatedFile(pathId: string): Promise<void> {
    const state = await this.count(RATE_LIMIT_RULES.spectatorAttachmentAccessByFile, pathId);
    if (state && !state.isAllowed) throw protocolErrors.rateLimited(state.retryAfterSeconds);
  }

  /**
   * Counts a password login, before it is tried; {@link clearLogins} after a successful one.
   * @throws DomainError RATE_LIMIT_HIT (429)
   */
  async countLogin(realmId: number, userName: string): Promise<void> {
    const state = await this.count(RATE_LIMIT_RULES.authenticateByUsername, loginKey(realmId, userName));
    if (state && !state.isAllowed) throw protocolErrors.rateLimited(state.retryAfterSeconds);
  }

  /**
   * Counts an attempt to change a password, before the old one is looked at; {@link clearLogins} after a successful one.
   * @throws DomainError with the text of users.md 8
   */
  async countPasswordChange(realmId: number, userName: string): Promise<void> {
    const state = await this.count(RATE_LIMIT_RULES.authenticateByUsername, loginKey(realmId, userName));
    if (!state || state.isAllowed) return;
    const seconds = Math.ceil(state.retryAfterSeconds);
    throw badRequest(`You're making too many attempts! Try again in ${seconds} seconds.`);
  }

  async clearLogins(realmId: number, userName: string): Promise<void> {
    if (this.isOn) await this.limiter.clear(RATE_LIMIT_RULES.authenticateByUsername, loginKey(realmId, userName));
  }

  /** Counts a mail of a stranger to a mailbox of whoever runs the installation. */
  async mayWriteToOperators(mailbox: string): Promise<boolean> {
    return (await this.count(RATE_LIMIT_RULES.mailToOperators, mailbox))?.isAllowed ?? true;
  }

  private async count(rule: RateLimitRule, key: string, cost = 1): Promise<RateLimitState | undefined> {
    return this.isOn ? this.limiter.consume(rule, key, cost) : undefined;
  }
}

function loginKey(realmId: number, userName: string): string {
  return `${realmId}:${userName.trim().toLowerCase()}`;
}
