import { OutgoingError } from '@stoa/outgoing-http';
import {
  AuthorizationResponseError,
  ClientError,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
} from 'openid-client';
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
  const causes = causesOf(error);
  const described = causes.map(descriptionOf).filter((text) => text !== undefined);
  // Libraries wrap what happened; the innermost says what it was.
  return described.at(-1) ?? 'its answer is not as it must be';
}

function descriptionOf(error: Error): string | undefined {
  if (error instanceof AuthorizationResponseError || error instanceof ResponseBodyError) {
    return `it answered ${error.error}`;
  }
  if (error instanceof WWWAuthenticateChallengeError) return 'it wants other credentials';
  const isKnown = error instanceof OutgoingError || error instanceof ClientError || error instanceof SignInFailure;
  return isKnown ? error.message : undefined;
}

function isProviderFailure(error: unknown): boolean {
  return causesOf(error).some((cause) => descriptionOf(cause) !== undefined);
}

/** The error and what caused it, the outermost first. */
function causesOf(error: unknown): Error[] {
  const causes: Error[] = [];
  for (let cause = error; cause instanceof Error && causes.length < DEEPEST_CAUSE; cause = cause.cause) {
    causes.push(cause);
  }
  return causes;
}
