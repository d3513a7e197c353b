import type { DocumentedError } from '../rpc/define-endpoint';

export const bad = (msg: string): DocumentedError => ({ code: 'BAD_REQUEST', msg });

export const NOT_ADMINISTRATOR: DocumentedError = {
  code: 'UNAUTHORIZED_PRINCIPAL',
  msg: 'Must be an organization administrator',
};
export const NOT_OWNER: DocumentedError = { code: 'UNAUTHORIZED_PRINCIPAL', msg: 'Must be an organization owner' };
