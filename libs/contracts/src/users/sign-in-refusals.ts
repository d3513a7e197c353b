import type { DocumentedError } from '../rpc/define-endpoint';

/** Of every sign-in, whether it gives a key or a session (organization.md 2.2). */
export const SIGN_IN_REFUSALS: readonly DocumentedError[] = [
  { code: 'AUTHENTICATION_FAILED', msg: 'Your username or password is incorrect', status: 401 },
  { code: 'USER_DEACTIVATED', msg: 'Account is deactivated', status: 401 },
  { code: 'REALM_DEACTIVATED', msg: 'This organization has been deactivated', status: 401 },
  { code: 'NONEXISTENT_SUBDOMAIN', msg: 'Invalid subdomain', status: 404 },
];

/** Of sign-ins with a password, besides. */
export const PASSWORD_REFUSALS: readonly DocumentedError[] = [
  { code: 'PASSWORD_AUTH_DISABLED', msg: 'Password authentication is disabled in this organization', status: 401 },
  { code: 'PASSWORD_RESET_REQUIRED', msg: 'Your password has been disabled and needs to be reset', status: 401 },
  { code: 'BAD_REQUEST', msg: 'Enter a valid email address.' },
  { code: 'RATE_LIMIT_HIT', msg: 'API usage exceeded rate limit', status: 429 },
];

/** Of browsers' sign-ins: the password was right. With `factor_token` and `step`: `code`, `set-up` or `passkey`. */
export const FACTOR_REQUIRED: DocumentedError = {
  code: 'SECOND_FACTOR_REQUIRED',
  msg: 'A second factor is needed to sign in.',
  status: 401,
};

/** Of what whoever is signed in must prove to be himself for, once more (identity.md 9). */
export const WRONG_OWN_PASSWORD: DocumentedError = { code: 'BAD_REQUEST', msg: 'Password is incorrect.' };
export const STALE_SIGN_IN: DocumentedError = {
  code: 'BAD_REQUEST',
  msg: 'Sign in again, and repeat this within ten minutes.',
};
