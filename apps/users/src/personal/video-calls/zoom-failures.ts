import { OutgoingError } from '@stoa/outgoing-http';
import {
  AuthorizationResponseError,
  ClientError,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
} from 'openid-client';

const DEEPEST_CAUSE = 5;
const REFUSALS = [AuthorizationResponseError, ResponseBodyError, WWWAuthenticateChallengeError];
const FAILURES = [...REFUSALS, OutgoingError, ClientError];

/** Whether Zoom said no: another attempt with the same token or code would be in vain. */
export function isRefusal(error: unknown): boolean {
  return isOneOf(error, REFUSALS);
}

/** Whether Zoom said no, could not be reached, or gave an answer that is none; other errors are faults of this service. */
export function isZoomFailure(error: unknown): boolean {
  return isOneOf(error, FAILURES);
}

/** Libraries wrap what happened. */
function isOneOf(error: unknown, kinds: readonly (abstract new (...given: never[]) => Error)[]): boolean {
  let cause = error;
  for (let depth = 0; cause instanceof Error && depth < DEEPEST_CAUSE; depth++) {
    const candidate = cause;
    if (kinds.some((kind) => candidate instanceof kind)) return true;
    cause = candidate.cause;
  }
  return false;
}
