import { Injectable } from '@nestjs/common';
import type { ExternalSignInOutcome } from '@stoa/contracts/users';
import { Database, lockUser } from '@stoa/database';
import { type ExternalIdentity, confirmationProblem, mayConfirm, signInBackend } from '@stoa/policy';
import type { CallContext } from '@stoa/rpc';
import { SessionOpenings } from '../../people/sessions/session-openings';
import { SessionsRepository } from '../../shared/sessions/sessions.repository';
import type { AttemptData } from '../external/attempt-data';
import { ExternalAccountsRepository } from '../external/external-accounts.repository';
import { ExternalSignInLog, type SignInFacts } from '../external/external-sign-in-log';
import { SignInFailure } from '../protocols/sign-in-failure';
import type { UsedProvider } from '../providers/used-provider';

type Confirmed = Extract<ExternalSignInOutcome, { result: 'confirmed' }>;

/** Somebody who is signed in comes back from a provider, where he was to sign in again. */
export interface Confirmation {
  place: { realmId: number; partition: number };
  provider: UsedProvider;
  data: AttemptData<'confirm'>;
  facts: SignInFacts;
}

/** Notes with sessions that a provider has confirmed whose they are. They stay those of the same account. */
@Injectable()
export class ConfirmedSessions {
  constructor(
    private readonly database: Database,
    private readonly accounts: ExternalAccountsRepository,
    private readonly sessions: SessionsRepository,
    private readonly openings: SessionOpenings,
    private readonly log: ExternalSignInLog,
  ) {}

  /** @param identify asks the provider */
  async finish(
    ctx: CallContext,
    confirmation: Confirmation,
    identify: () => Promise<ExternalIdentity>,
  ): Promise<Confirmed> {
    const { data, facts } = confirmation;
    const { next } = data.purpose;
    const ofUser = { ...facts, userId: data.confirms.userId };
    try {
      const session = await this.confirm(confirmation, await identify());
      this.log.ended(ctx, ofUser, 'confirmed');
      return { result: 'confirmed', next, problem: null, session };
    } catch (error) {
      return { result: 'confirmed', next, problem: this.log.caught(ctx, ofUser, error).reason, session: null };
    }
  }

  /** @throws SignInFailure for what does not confirm it, and when the session is over */
  private async confirm(
    { place, provider, data: { confirms } }: Confirmation,
    { subject, authenticatedAt }: ExternalIdentity,
  ): Promise<Confirmed['session']> {
    const { userId, sessionId, begunAt } = confirms;
    const [account, realm] = await Promise.all([
      this.accounts.bySubject(provider.id, subject),
      this.accounts.realm(place.realmId),
    ]);
    const isMethodOn = realm?.switches[signInBackend(provider.kind)] ?? true;
    if (!mayConfirm({ kind: provider.kind, isMethodOn })) {
      throw new SignInFailure('method-off', 'the provider was switched off meanwhile');
    }
    const answeredFor = account?.id;
    const now = Math.floor(Date.now() / 1000);
    const problem = confirmationProblem({ userId, answeredFor, authenticatedAt, begunAt, now });
    if (problem !== null) throw new SignInFailure(problem, 'the answer does not confirm who is signed in');
    // Whoever had the token may do more with it from now on (identity.md 1.4).
    const { token, tokenHash, maxAgeSeconds } = this.openings.newToken();
    await this.database.write(place, [lockUser(userId)], async (tx) => {
      const isLive = await this.sessions.renewToken(tx, sessionId, userId, tokenHash);
      if (!isLive) throw new SignInFailure('expired', 'the session ended');
      await this.sessions.noteConfirmed(tx, sessionId);
    });
    return { token, max_age_seconds: maxAgeSeconds };
  }
}
