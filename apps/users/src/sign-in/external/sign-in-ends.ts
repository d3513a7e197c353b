import { Injectable } from '@nestjs/common';
import type { RpcResponse } from '@stoa/contracts/rpc';
import type { openSession } from '@stoa/contracts/users';
import type { CallContext } from '@stoa/rpc';
import { ProvenAccount, SessionOpenings } from '../../people/sessions/session-openings';
import { BegunWith, ProviderSessions } from '../log-outs/provider-sessions';
import { AppHandOvers } from './app-hand-overs';
import type { SignInPurpose } from './attempt-data';

/** The browser in which somebody signed in, and what for. */
export interface SignInEnding {
  browser: { ip_address: string; user_agent: string; replaced_session_id: number | null };
  realmUrl: string;
  /** Kind of the provider. */
  method: string;
  purpose: Pick<SignInPurpose, 'app' | 'next'>;
  /** The session at the provider. */
  session: BegunWith;
}

export type SignedInOutcome =
  | { result: 'session'; session: RpcResponse<typeof openSession>; next: string }
  | { result: 'phone'; location: string }
  | { result: 'desktop'; text: string };

/** Gives somebody what he signed in for: a session of the browser, or what his app needs. */
@Injectable()
export class SignInEnds {
  constructor(
    private readonly openings: SessionOpenings,
    private readonly handOvers: AppHandOvers,
    private readonly sessions: ProviderSessions,
  ) {}

  /** @throws DomainError AUTHENTICATION_FAILED (401) if the account has been changed meanwhile */
  async end(ctx: CallContext, proven: ProvenAccount, ending: SignInEnding): Promise<SignedInOutcome> {
    const { browser, method, purpose } = ending;
    const { app, next } = purpose;
    if (app === null) {
      const within = this.sessions.noting(ending.session);
      const { providerId, authenticatedAt } = ending.session;
      const session = await this.openings.begin(ctx, proven, browser, { method, providerId, authenticatedAt }, within);
      return { result: 'session', session, next };
    }
    const handOver = { proven, app, realmUrl: ending.realmUrl, method, next, browser, begunWith: ending.session };
    if (app.app === 'phone') return { result: 'phone', location: await this.handOvers.toPhone(handOver) };
    return { result: 'desktop', text: await this.handOvers.toDesktop(handOver) };
  }
}
