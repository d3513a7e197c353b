import type { RpcRequest } from '@stoa/contracts/rpc';
import type { deliverMail } from '@stoa/contracts/messages';

export type IncomingMail = RpcRequest<typeof deliverMail>;

/** Client name of what is mailed. */
export const MAIL_CLIENT = 'Email';
