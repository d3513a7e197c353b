import { Injectable } from '@nestjs/common';
import type { RequestOf, RpcRequest, RpcResponse } from '@stoa/contracts/rpc';
import {
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
import { Handles } from '@stoa/rpc';
import type { ActorContext, CallContext } from '@stoa/rpc';
import { PasswordSteps } from '../../shared/second-factors/password-steps';
import { SessionEndings } from '../../shared/sessions/session-endings';
import { SessionsRepository } from '../../shared/sessions/sessions.repository';
import { LoginChecks } from '../logins/login-checks';
import { SignInMetrics } from '../logins/sign-in-metrics';
import { clientSummary } from './client-summary';
import { SessionOpenings } from './session-openings';

type OpenedSession = RpcResponse<typeof openSession>;

/** Opens, lists and ends the sessions of browsers (identity.md 1; docs/decisions/035-browser-sessions.md). */
@Injectable()
export class SessionsService {
  constructor(
    private readonly database: Database,
    private readonly repository: SessionsRepository,
    private readonly endings: SessionEndings,
    private readonly logins: LoginChecks,
    private readonly openings: SessionOpenings,
    private readonly steps: PasswordSteps,
    private readonly metrics: SignInMetrics,
  ) {}

  /** @throws DomainError 401 as sign-ins for keys do, or SECOND_FACTOR_REQUIRED with how to go on */
  @Handles(openSession)
  open(ctx: CallContext, request: RpcRequest<typeof openSession>): Promise<OpenedSession> {
    return this.metrics.counted('password', () => this.openByPassword(ctx, request));
  }

  private async openByPassword(ctx: CallContext, request: RpcRequest<typeof openSession>): Promise<OpenedSession> {
    const { realm_id: realmId, username, password } = request;
    const login = await this.logins.byPassword({ realmId, username, password }, 'after-password');
    await this.steps.require(login);
    return this.openings.begin(ctx, login, request, { method: 'password' });
  }

  /** Without a password, for development only. */
  @Handles(openDevSession)
  async openForDevelopment(ctx: CallContext, request: RpcRequest<typeof openDevSession>): Promise<OpenedSession> {
    const login = await this.logins.forDevelopment(request.realm_id, request.username);
    return this.openings.begin(ctx, login, request, { method: 'development' });
  }

  @Handles(readSessions)
  async list(
    { actor }: ActorContext,
    request: RpcRequest<typeof readSessions>,
  ): Promise<RpcResponse<typeof readSessions>> {
    const rows = await this.repository.live(actor.userId, this.openings.lives);
    return {
      sessions: rows.map((row) => ({
        id: row.id,
        is_current: row.id === request.current_session_id,
        date_created: row.created_at,
        last_used: row.last_used_at,
        client: clientSummary(row.userAgent),
        ip_address: row.ipAddress,
        method: row.method,
        provider: row.provider,
        ends_by: row.ends_by,
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
    const { token, tokenHash, maxAgeSeconds } = this.openings.newToken();
    await this.database.write(ctx, [lockUser(userId)], async (tx) => {
      const isLive = await this.repository.renewToken(tx, request.current_session_id, userId, tokenHash);
      if (!isLive) throw badRequest('Invalid session ID');
    });
    return { token, max_age_seconds: maxAgeSeconds };
  }

  @Handles(recordSessionUses)
  async recordUses(_ctx: CallContext, request: RpcRequest<typeof recordSessionUses>): Promise<void> {
    await this.repository.recordUses(request.session_ids, this.openings.lives);
  }
}
