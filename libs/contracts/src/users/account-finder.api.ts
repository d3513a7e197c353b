import { Type } from '@sinclair/typebox';
import { text } from '@stoa/http-params';
import { defineEndpoint } from '../rpc/define-endpoint';
import { defineRpc } from '../rpc/define-rpc';
import { EmptyResponseSchema } from '../rpc/empty-response';
import { CROSS_SITE } from './cross-site';

/** For the page of whoever does not know his organization any more (identity.md 1.3): at every host of the installation. */
export const findAccounts = defineEndpoint({
  surface: 'session',
  method: 'POST',
  path: 'accounts/find',
  tag: 'Sessions',
  summary: 'Get mails that list the organizations of addresses',
  description: 'Addresses without an account get no mail, and the answer is the same.',
  auth: 'public',
  params: { emails: text({ doc: 'Up to ten addresses with commas between them.' }) },
  response: EmptyResponseSchema,
  errors: [
    { code: 'BAD_REQUEST', msg: 'Enter a valid email address.' },
    { code: 'BAD_REQUEST', msg: 'Please enter at most 10 emails.' },
    { code: 'RATE_LIMIT_HIT', msg: 'API usage exceeded rate limit', status: 429 },
    CROSS_SITE,
  ],
});

export const sendAccountLists = defineRpc({
  subject: 'rpc.users.v1.account-finder.send',
  request: Type.Object({ emails: Type.String() }),
  response: EmptyResponseSchema,
  auth: 'public',
  timeoutMs: 15_000,
  idempotent: false,
});
