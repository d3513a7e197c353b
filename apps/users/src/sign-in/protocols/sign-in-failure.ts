import type { ConfirmationProblem } from '@stoa/policy';

/**
 * Why a provider vouched for nobody. `declined`: the person, or the provider, did not want to; `not-admitted`: to people
 * outside of the domain, organization or team; `provider-failed`: unreachable, or its answer proves nothing; `expired`: what
 * it says has been used; `method-off`: nobody can be sent to it; `linked-elsewhere`: it is about somebody else's account;
 * else it does not confirm who is signed in.
 */
export type SignInFailureReason =
  'declined' | 'not-admitted' | 'provider-failed' | 'expired' | 'method-off' | 'linked-elsewhere' | ConfirmationProblem;

/** Thrown when a provider vouches for nobody. The text is for logs and has nothing that the provider sent in secret. */
export class SignInFailure extends Error {
  constructor(
    readonly reason: SignInFailureReason,
    message: string,
    options?: { cause?: unknown },
  ) {
    super(message, options);
  }
}
