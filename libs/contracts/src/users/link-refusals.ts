import type { DocumentedError } from '../rpc/define-endpoint';

/** Of whatever a link of a mail leads to; the field `reason` says the same in a word: unknown, expired, used, revoked. */
export const LINK_REFUSALS: readonly DocumentedError[] = [
  { code: 'BAD_REQUEST', msg: 'The confirmation link is not valid or has expired.', status: 404 },
  { code: 'BAD_REQUEST', msg: 'This link has expired.', status: 404 },
  { code: 'BAD_REQUEST', msg: 'This link has been used already.', status: 404 },
  { code: 'BAD_REQUEST', msg: 'This link has been revoked.', status: 404 },
];
