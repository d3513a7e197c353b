import { Injectable } from '@nestjs/common';
import { DomainError } from '@stoa/errors';
import { Metrics } from '@stoa/observability';

const METHODS = ['password', 'second_factor', 'passkey', 'jwt'] as const;
export type SignInMethod = (typeof METHODS)[number];

/** Counts how sign-ins without a provider end, whether they are for a key or for a session. */
@Injectable()
export class SignInMetrics {
  private readonly counter;

  constructor(metrics: Metrics) {
    this.counter = metrics.counter(
      'stoa_sign_ins_total',
      'Sign-ins without a provider, by method and how they ended: success, continued with a second factor, refused, or failed by a fault.',
      ['method', 'outcome'],
    );
    // Alerts compare with what was before the first one.
    for (const method of METHODS)
      for (const outcome of ['success', 'refused', 'failed']) this.counter.inc({ method, outcome }, 0);
  }

  async counted<T>(method: SignInMethod, signIn: () => Promise<T>): Promise<T> {
    try {
      const signedIn = await signIn();
      this.counter.inc({ method, outcome: 'success' });
      return signedIn;
    } catch (error) {
      this.counter.inc({ method, outcome: outcomeOf(error) });
      throw error;
    }
  }
}

function outcomeOf(error: unknown): string {
  if (!(error instanceof DomainError)) return 'failed';
  return error.code === 'SECOND_FACTOR_REQUIRED' ? 'continued' : 'refused';
}
