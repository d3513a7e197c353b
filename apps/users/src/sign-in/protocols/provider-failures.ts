import { OutgoingError } from '@stoa/outgoing-http';
import { AuthorizationResponseError, ClientError, ResponseBodyError, WWWAuthenticateChallengeError } from 'openid-client';
import { SignInFailure } from './sign-in-failure';

const DEEPEST_CAUSE = 5;

/**
 * Does a step of a protocol. What the provider answers, or fails to, is a {@link SignInFailure}; faults of this service go
 * on as they are.
 */
export async function withProviderFailures<T>(step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (error) {
    if (error instanceof SignInFailure || !isProviderFailure(error)) throw error;
    const isDeclined = error instanceof AuthorizationResponseError;
    throw new SignInFailure(isDeclined ? 'declined' : 'provider-failed', failureOf(error), { cause: error });
  }
}

/** What went wrong, in English, for owners and logs; nothing of what the provider sent but the code of its error. */
export function failureOf(error: unknown): string {
  for (let cause = error, depth = 0; cause instanceof Error && depth < DEEPEST_CAUSE; cause = cause.cause, depth++) {
    if (cause instanceof OutgoingError) return cause.message;
    if (cause instanceof AuthorizationResponseError || cause instanceof ResponseBodyError) {
      return `it answered ${cause.error}`;
    }
    if (cause instanceof WWWAuthenticateChallengeError) return 'it wants other credentials';
    if (cause instanceof ClientError) return cause.message;
  }
  return error instanceof SignInFailure ? error.message : 'its answer is not as it must be';
}

function isProviderFailure(error: unknown): boolean {
  for (let cause = error, depth = 0; cause instanceof Error && depth < DEEPEST_CAUSE; cause = cause.cause, depth++) {
    if (cause instanceof OutgoingError || cause instanceof ClientError) return true;
    if (cause instanceof AuthorizationResponseError || cause instanceof ResponseBodyError) return true;
    if (cause instanceof WWWAuthenticateChallengeError) return true;
  }
  return false;
}
