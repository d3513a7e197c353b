import { DomainError, badRequest } from '@stoa/errors';
import type { RelayFailure } from '../relay/relay-answer';

const RELAY_NAME = 'the push notification service';
const UNKNOWN_TOKEN = 'INVALID_REMOTE_PUSH_DEVICE_TOKEN';

/** No relay is configured. */
export function notConfigured(): DomainError {
  return new DomainError('PUSH_SERVICE_NOT_CONFIGURED', 'Server is not configured to use push notification service.');
}

/** What can be mended only by who runs the service, 403 (push.md 6.2). */
export function operatorIsNeeded(): DomainError {
  return new DomainError(
    'ADMIN_ACTION_REQUIRED',
    'Push notification configuration issue on server, contact the server administrator or retry later.',
    { status: 403 },
  );
}

/** The error for the user after a failed call of the relay (push.md 6.2, 7.1). */
export function relayError(failure: RelayFailure): DomainError {
  switch (failure.kind) {
    case 'retry':
      return failure.reason === 'network'
        ? new DomainError('FAILED_TO_CONNECT_BOUNCER', `Network error while connecting to ${RELAY_NAME}.`, {
            status: 502,
          })
        : new DomainError('INTERNAL_SERVER_ERROR_ON_BOUNCER', `Internal server error on ${RELAY_NAME}, retry later.`, {
            status: 502,
          });
    case 'operator':
    case 'missing_realm':
    case 'plan':
      return operatorIsNeeded();
    case 'refused':
      return badRequest(failure.msg);
  }
}

/** As {@link relayError}, for calls about legacy tokens: the relay's word on its plan and on a token is passed on. */
export function legacyRelayError(failure: RelayFailure): DomainError {
  if (failure.kind === 'plan') return new DomainError(failure.code, failure.msg);
  if (failure.kind === 'refused' && failure.code === UNKNOWN_TOKEN) {
    return new DomainError(UNKNOWN_TOKEN, 'Device not recognized by the push bouncer');
  }
  return relayError(failure);
}
