import { Inject, Injectable } from '@nestjs/common';
import { DomainError } from '@stoa/errors';
import { LOGGER, type Logger, Metrics } from '@stoa/observability';
import { SIGN_IN_KINDS } from '@stoa/policy';
import type { CallContext } from '@stoa/rpc';
import { SignInFailure } from '../protocols/sign-in-failure';

/** What a sign-in was about: nothing of it is secret. */
export interface SignInFacts {
  realmId: number;
  kind: string;
  /** Name of the provider; absent before it is known. */
  provider?: string;
  userId?: number;
}

type EndedOutcome = 'session' | 'phone' | 'desktop' | 'ask' | 'linked' | 'confirmed';

/** What alerts watch. */
const WATCHED = ['session', 'provider-failed', 'failed'];

/** Says how sign-ins with providers end, for operators: without codes, tokens, addresses and pads. */
@Injectable()
export class ExternalSignInLog {
  private readonly counter;

  constructor(
    metrics: Metrics,
    @Inject(LOGGER) private readonly log: Logger,
  ) {
    this.counter = metrics.counter(
      'stoa_external_sign_ins_total',
      'Sign-ins with identity providers, by kind of provider and how they ended: session, phone, desktop, ask, linked, confirmed, failed by a fault, or why not.',
      ['kind', 'outcome'],
    );
    // Alerts compare with what was before the first one.
    for (const kind of SIGN_IN_KINDS) for (const outcome of WATCHED) this.counter.inc({ kind, outcome }, 0);
  }

  ended(ctx: CallContext, facts: SignInFacts, outcome: EndedOutcome): void {
    this.counter.inc({ kind: facts.kind, outcome });
    this.log.info({ requestId: ctx.requestId, ...facts, outcome }, 'a provider vouched for somebody');
  }

  /**
   * @returns what the person is told when the provider vouches for nobody
   * @throws everything else, which has nothing to do with the provider
   */
  caught(ctx: CallContext, facts: SignInFacts, error: unknown) {
    if (error instanceof SignInFailure) return this.refused(ctx, facts, error.reason, error);
    if (!(error instanceof DomainError)) this.counter.inc({ kind: facts.kind, outcome: 'failed' });
    throw error;
  }

  /** @returns what the person is told */
  refused(ctx: CallContext, facts: SignInFacts, reason: string, failure?: SignInFailure) {
    this.counter.inc({ kind: facts.kind, outcome: reason });
    const detail = failure?.message;
    this.log.warn({ requestId: ctx.requestId, ...facts, reason, detail }, 'a sign-in with a provider failed');
    return { result: 'refused' as const, reason };
  }
}
