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
