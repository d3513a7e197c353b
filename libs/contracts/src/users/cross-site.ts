import type { DocumentedError } from '../rpc/define-endpoint';

/** Of every endpoint under /json that changes something (identity.md 1.1). */
export const CROSS_SITE: DocumentedError = {
  code: 'CSRF_FAILED',
  msg: 'CSRF error: Origin checking failed - https://evil.example does not match any trusted origins.',
  status: 403,
};
