import { Inject, Injectable } from '@nestjs/common';
import type { RequestOf, RpcRequest, RpcResponse } from '@stoa/contracts/rpc';
import {
  closeCurrentSession,
  closeOtherSessions,
  endSession,
  openDevSession,
  openSession,
  readSessions,
  recordSessionUses,
  renewSessionToken,
} from '@stoa/contracts/users';
import { Database, lockUser } from '@stoa/database';
import { badRequest } from '@stoa/errors';
import { LOGGER, type Logger } from '@stoa/observability';
import { generateSessionToken, hashSessionToken } from '@stoa/policy';
import { Handles } from '@stoa/rpc';
import type { ActorContext, CallContext } from '@stoa/rpc';
import { SessionEndings } from '../../shared/sessions/session-endings';
import { NewSession, SessionLives, SessionsRepository } from '../../shared/sessions/sessions.repository';
import { UsersEnvironment } from '../../users-environment';
import { CheckedLogin, LoginChecks, wrongPassword } from '../logins/login-checks';
import { clientSummary } from './client-summary';

/** Browsers that an account may be signed in with at a time: the one that was used longest ago goes. */
const SESSIONS_KEPT = 50;
/** Of a header that anybody may write anything into. */
const LONGEST_USER_AGENT = 500;
const DAY_SECONDS = 86_400;

type OpenedSession = RpcResponse<typeof openSession>;
type Browser = Omit<RpcRequest<typeof openDevSession>, 'username'>;

/** Opens, lists and ends the sessions of browsers (identity.md 1; docs/decisions/035-browser-sessions.md). */
@Injectable()
export class SessionsService {
  private readonly lives: SessionLives;

  constructor(
    private readonly database: Database,
    private readonly repository: SessionsRepository,
    private readonly endings: SessionEndings,
    private readonly logins: LoginChecks,
    private readonly environment: UsersEnvironment,
    @Inject(LOGGER) private readonly log: Logger,
  ) {
    this.lives = { idleDays: environment.STOA_SESSION_IDLE_DAYS, longestDays: environment.STOA_SESSION_LONGEST_DAYS };
  }

  /** @throws DomainError 401 as sign-ins for keys do */
  @Handles(openSession)
  async open(ctx: CallContext, request: RpcRequest<typeof openSession>): Promise<OpenedSession> {
    const login = await this.logins.byPassword(request.realm_id, request.username, request.password);
    return this.begin(ctx, login, request, 'password');
  }

  /** Without a password, for development only. */
  @Handles(openDevSession)
  async openForDevelopment(ctx: CallContext, request: RpcRequest<typeof openDevSession>): Promise<OpenedSession> {
    return this.begin(
      ctx,
      await this.logins.forDevelopment(request.realm_id, request.username),
      request,
      'development',
    );
  }

  @Handles(readSessions)
  async list(
    { actor }: ActorContext,
    request: RpcRequest<typeof readSessions>,
  ): Promise<RpcResponse<typeof readSessions>> {
    const rows = await this.repository.live(actor.userId);
    return {
      sessions: rows.map((row) => ({
        id: row.id,
        is_current: row.id === request.current_session_id,
        date_created: row.created_at,
        last_used: row.last_used_at,
        client: clientSummary(row.userAgent),
        ip_address: row.ipAddress,
      })),
    };
  }

  /** @throws DomainError `Invalid session ID` for sessions of others and those that have ended, too */
  @Handles(endSession)
  async end(ctx: ActorContext, { session_id: sessionId }: RequestOf<typeof endSession>): Promise<void> {
    const { userId } = ctx.actor;
    await this.database.write(ctx, [lockUser(userId)], async (tx) => {
      if (!(await this.endings.ofOne(tx, sessionId, userId, 'revoked'))) throw badRequest('Invalid session ID');
    });
  }

  @Handles(closeCurrentSession)
  async closeCurrent(ctx: ActorContext, request: RpcRequest<typeof closeCurrentSession>): Promise<void> {
    const { userId } = ctx.actor;
    await this.database.write(ctx, [lockUser(userId)], async (tx) => {
      await this.endings.ofOne(tx, request.current_session_id, userId, 'log_out');
    });
  }

  @Handles(closeOtherSessions)
  async closeOthers(ctx: ActorContext, request: RpcRequest<typeof closeOtherSessions>): Promise<void> {
    const { userId } = ctx.actor;
    await this.database.write(ctx, [lockUser(userId)], (tx) =>
      this.endings.ofUsers(tx, [userId], 'revoked', request.current_session_id),
    );
  }

  @Handles(renewSessionToken)
  async renewToken(
    ctx: ActorContext,
    request: RpcRequest<typeof renewSessionToken>,
  ): Promise<RpcResponse<typeof renewSessionToken>> {
    const { userId } = ctx.actor;
    const token = generateSessionToken();
    await this.database.write(ctx, [lockUser(userId)], async (tx) => {
      const hash = this.hashOf(token);
      const isLive = await this.repository.renewToken(tx, request.current_session_id, userId, hash);
      if (!isLive) throw badRequest('Invalid session ID');
    });
    return { token, max_age_seconds: this.lives.longestDays * DAY_SECONDS };
  }

  @Handles(recordSessionUses)
  async recordUses(_ctx: CallContext, request: RpcRequest<typeof recordSessionUses>): Promise<void> {
    await this.repository.recordUses(request.session_ids, this.lives);
  }

  private async begin(
    ctx: CallContext,
    { realmId, partition, account }: CheckedLogin,
    browser: Browser,
    method: NewSession['method'],
  ): Promise<OpenedSession> {
    const token = generateSessionToken();
    const session: NewSession = {
      userId: account.id,
      passwordHash: account.passwordHash,
      tokenHash: this.hashOf(token),
      method,
      ipAddress: browser.ip_address,
      userAgent: browser.user_agent.slice(0, LONGEST_USER_AGENT),
    };
    const sessionId = await this.database.write({ realmId, partition }, [lockUser(account.id)], async (tx) => {
      const id = await this.repository.insert(tx, session, this.lives);
      if (id === undefined) throw wrongPassword();
      const replacedId = browser.replaced_session_id;
      if (replacedId !== null) await this.endings.ofOne(tx, replacedId, null, 'replaced');
      await this.endings.ofOldest(tx, account.id, SESSIONS_KEPT);
      await this.repository.forgetOld(tx, account.id);
      return id;
    });
    const { id: userId, deliveryEmail: email } = account;
    this.log.info({ requestId: ctx.requestId, sessionId, userId, realmId, method }, 'a session begins');
    return {
      session_id: sessionId,
      token,
      max_age_seconds: this.lives.longestDays * DAY_SECONDS,
      user_id: userId,
      email,
    };
  }

  private hashOf(token: string): Buffer {
    return hashSessionToken(this.environment.STOA_API_KEY_SECRET, token);
  }
}
