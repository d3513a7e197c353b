import type { DocumentedError } from '../rpc/define-endpoint';

export const INVALID_MESSAGE: DocumentedError = { code: 'BAD_REQUEST', msg: 'Invalid message(s)' };
export const INVALID_CHANNEL: DocumentedError = { code: 'BAD_REQUEST', msg: 'Invalid channel ID' };
