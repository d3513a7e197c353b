import { OutgoingError } from '@stoa/outgoing-http';
import {
  AuthorizationResponseError,
  ClientError,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
} from 'openid-client';

const DEEPEST_CAUSE = 5;

/** The error and what caused it, the outermost first: libraries wrap what happened. */
export function causesOf(error: unknown): Error[] {
  const causes: Error[] = [];
  for (let cause = error; cause instanceof Error && causes.length < DEEPEST_CAUSE; cause = cause.cause) {
    causes.push(cause);
  }
  return causes;
}

/**
 * What one error says of a provider, in English; nothing of what the provider sent but the code of its error.
 * @returns undefined for errors that are no answer of a provider, nor the lack of one
 */
export function providerErrorText(error: Error): string | undefined {
  if (error instanceof AuthorizationResponseError || error instanceof ResponseBodyError) {
    return `it answered ${error.error}`;
  }
  if (error instanceof WWWAuthenticateChallengeError) return 'it wants other credentials';
  return error instanceof OutgoingError || error instanceof ClientError ? error.message : undefined;
}
