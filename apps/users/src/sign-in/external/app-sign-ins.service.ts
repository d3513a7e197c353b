import { Injectable } from '@nestjs/common';
import type { RpcRequest, RpcResponse } from '@stoa/contracts/rpc';
import { handOverSession, redeemDesktopSignIn } from '@stoa/contracts/users';
import { Database, WriteTransaction, lockUser } from '@stoa/database';
import { badRequest } from '@stoa/errors';
import { Handles } from '@stoa/rpc';
import type { ActorContext, CallContext } from '@stoa/rpc';
import { LoginsRepository } from '../../people/logins/logins.repository';
import { SessionOpenings } from '../../people/sessions/session-openings';
import { SessionEndings } from '../../shared/sessions/session-endings';
import { ProviderSessions } from '../log-outs/provider-sessions';
import { AppHandOvers } from './app-hand-overs';
import { ExternalAccountsRepository } from './external-accounts.repository';
import { SignInAttempts } from './sign-in-attempts';

const HASH = /^[0-9a-f]{64}$/;

/** Apps that have people sign in in a browser, in whichever way that goes (identity.md 1.6, 1.7). */
@Injectable()
export class AppSignInsService {
  constructor(
    private readonly database: Database,
    private readonly attempts: SignInAttempts,
    private readonly accounts: ExternalAccountsRepository,
    private readonly logins: LoginsRepository,
    private readonly openings: SessionOpenings,
    private readonly endings: SessionEndings,
    private readonly handOvers: AppHandOvers,
    private readonly sessions: ProviderSessions,
  ) {}

  /**
   * A session that has just begun goes on as that of an app: it ends, as it was never meant for the browser. It stays as
   * old as it is, or handing it over time and again would prolong it.
   * @throws DomainError for an older session, which somebody else at the browser may use
   */
  @Handles(handOverSession)
  async handOver(
    ctx: ActorContext,
    request: RpcRequest<typeof handOverSession>,
  ): Promise<RpcResponse<typeof handOverSession>> {
    const { actor } = ctx;
    const sessionId = request.current_session_id;
    const fresh = await this.accounts.freshSession(sessionId, actor.userId);
    const account = await this.logins.account(actor.realmId, actor.deliveryEmail);
    if (!fresh || account?.id !== actor.userId) throw badRequest('Sign in again first.');
    const { id, deliveryEmail, passwordHash } = account;
    const proven = {
      realmId: actor.realmId,
      partition: actor.partition,
      account: { id, deliveryEmail, passwordHash },
    };
    const end = async (tx: WriteTransaction) => {
      if (!(await this.endings.ofOne(tx, sessionId, id, 'handed_over'))) throw badRequest('Sign in again first.');
    };
    const { method, begunWith } = fresh;
    const of = { proven, app: request.app, realmUrl: actor.realmUrl, method, begunWith };
    const handOver = { ...of, next: '/', browser: request };
    if (request.app.app === 'phone') return { location: await this.handOvers.toPhone({ ...handOver, within: end }) };
    await this.database.write(ctx, [lockUser(id)], end);
    return { text: await this.handOvers.toDesktop(handOver) };
  }

  /** @throws DomainError AUTHENTICATION_FAILED (401) if the account has been changed since the sign-in */
  @Handles(redeemDesktopSignIn)
  async redeem(
    ctx: CallContext,
    request: RpcRequest<typeof redeemDesktopSignIn>,
  ): Promise<RpcResponse<typeof redeemDesktopSignIn>> {
    const { realm_id: realmId, partition, token, pad_hash: padHash } = request;
    const holderHash = padHash !== null && HASH.test(padHash) ? Buffer.from(padHash, 'hex') : undefined;
    const found = await this.attempts.take('desktop', { realmId, key: token, holderHash });
    if (!found) return { result: 'refused', reason: 'expired' };
    const { account, method, next, session: atProvider, authenticatedAt, longestUntil } = found.data;
    const providerId = found.providerId ?? undefined;
    const within = this.sessions.noting({ providerId, session: atProvider });
    const how = { method, providerId, authenticatedAt, longestUntil };
    const session = await this.openings.begin(ctx, { realmId, partition, account }, request, how, within);
    return { result: 'session', session, next };
  }
}
