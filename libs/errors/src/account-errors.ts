import { DomainError } from './domain-error';

/** What everybody hears whose account does not work any more (organization.md 2.1). */
export const ACCOUNT_DEACTIVATED = 'Account is deactivated';
/** Of changes of how people get in. */
export const LAST_OWN_METHOD = 'You could not sign in any more. Keep one of your own ways to sign in.';

/** HTTP 401. */
export function unauthorized(message: string): DomainError {
  return new DomainError('UNAUTHORIZED', message, { status: 401 });
}

export function accountDeactivated(): DomainError {
  return unauthorized(ACCOUNT_DEACTIVATED);
}
