import { Inject, Injectable } from '@nestjs/common';
import type { RpcRequest, RpcResponse } from '@stoa/contracts/rpc';
import type { openDevSession, openSession } from '@stoa/contracts/users';
import { Database, WriteTransaction, lockUser } from '@stoa/database';
import { LOGGER, type Logger } from '@stoa/observability';
import { generateSessionToken, hashSessionToken } from '@stoa/policy';
import type { CallContext } from '@stoa/rpc';
import { AccountMails } from '../../shared/account-mails/account-mails';
import { SessionEndings } from '../../shared/sessions/session-endings';
import { NewSession, SessionLives, SessionsRepository } from '../../shared/sessions/sessions.repository';
import { UsersEnvironment } from '../../users-environment';
import { wrongPassword } from '../logins/login-checks';
import { clientSummary } from './client-summary';
import { LONGEST_USER_AGENT, isNewBrowser } from './new-browser';

const DAY_SECONDS = 86_400;

/** An account whose owner has shown who he is, in whichever way. */
export interface ProvenAccount {
  realmId: number;
  partition: number;
  /** With the password hash that it had when that was shown: a change of it meanwhile refuses the session. */
  account: { id: number; deliveryEmail: string; passwordHash: string | null };
}

/** How somebody has shown who he is. */
export interface SignedInBy {
  method: NewSession['method'];
  /** The provider that vouched for him; it decides how long the session may last. */
  providerId?: number;
  /** When he signed in there, in seconds since 1970; absent where it does not say. */
  authenticatedAt?: number;
  /** The end of the session that this one takes the place of, by its provider's limit, in seconds since 1970. */
  longestUntil?: number;
}

/** The browser that asks, and the session in it that ends. */
type Browser = Pick<RpcRequest<typeof openDevSession>, 'ip_address' | 'user_agent' | 'replaced_session_id'>;

/** Begins the sessions of browsers: the one way to one, for every kind of sign-in (identity.md 1.4). */
@Injectable()
export class SessionOpenings {
  readonly lives: SessionLives;

  constructor(
    private readonly database: Database,
    private readonly repository: SessionsRepository,
    private readonly endings: SessionEndings,
    private readonly mails: AccountMails,
    private readonly environment: UsersEnvironment,
    @Inject(LOGGER) private readonly log: Logger,
  ) {
    this.lives = { idleDays: environment.STOA_SESSION_IDLE_DAYS, longestDays: environment.STOA_SESSION_LONGEST_DAYS };
  }

  /**
   * @param within part of the transaction that makes the session
   * @throws DomainError AUTHENTICATION_FAILED (401) if the account is not as it was any more
   */
  async begin(
    ctx: CallContext,
    { realmId, partition, account }: ProvenAccount,
    browser: Browser,
    { method, providerId, authenticatedAt, longestUntil }: SignedInBy,
    within?: (tx: WriteTransaction, sessionId: number) => Promise<void>,
  ): Promise<RpcResponse<typeof openSession>> {
    const { token, tokenHash, maxAgeSeconds } = this.newToken();
    const session: NewSession = {
      userId: account.id,
      passwordHash: account.passwordHash,
      tokenHash,
      method,
      providerId: providerId ?? null,
      authenticatedAt: authenticatedAt ?? null,
      longestUntil: longestUntil ?? null,
      ipAddress: browser.ip_address,
      userAgent: browser.user_agent.slice(0, LONGEST_USER_AGENT),
    };
    const sessionId = await this.database.write({ realmId, partition }, [lockUser(account.id)], async (tx) => {
      const id = await this.repository.insert(tx, session, this.lives);
      if (id === undefined) throw wrongPassword();
      if (isNewBrowser(session, await this.repository.earlierBrowsers(tx, account.id, id))) {
        const client = clientSummary(session.userAgent);
        await this.mails.newLogin(tx, account.id, { client, ipAddress: session.ipAddress });
      }
      const replacedId = browser.replaced_session_id;
      if (replacedId !== null) await this.endings.ofOne(tx, replacedId, null, 'replaced');
      await this.endings.ofOldest(tx, account.id, this.environment.STOA_SESSIONS_PER_ACCOUNT);
      await this.repository.forgetOld(tx, account.id);
      await within?.(tx, id);
      return id;
    });
    const { id: userId, deliveryEmail: email } = account;
    this.log.info({ requestId: ctx.requestId, sessionId, userId, realmId, method }, 'a session begins');
    return { session_id: sessionId, token, max_age_seconds: maxAgeSeconds, user_id: userId, email };
  }

  /** What the cookie has, what is stored of it, and the longest life of its session in seconds. */
  newToken(): { token: string; tokenHash: Buffer; maxAgeSeconds: number } {
    const token = generateSessionToken();
    const tokenHash = hashSessionToken(this.environment.STOA_API_KEY_SECRET, token);
    return { token, tokenHash, maxAgeSeconds: this.lives.longestDays * DAY_SECONDS };
  }
}
