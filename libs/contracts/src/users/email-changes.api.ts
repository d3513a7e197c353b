import { text } from '@stoa/http-params';
import { defineEndpoint } from '../rpc/define-endpoint';
import { EmptyResponseSchema } from '../rpc/empty-response';
import { CROSS_SITE } from './cross-site';
import { LINK_REFUSALS } from './link-refusals';

/** For the page that the mail to a new address leads to: opening the link changes nothing, pressing its button does. */
export const confirmNewEmail = defineEndpoint({
  surface: 'session',
  method: 'POST',
  path: 'email_change/confirm',
  tag: 'Sessions',
  summary: 'Give an account its new address, by the link in a mail',
  description: 'The field `reason` of a refusal says why a link leads nowhere: unknown, expired or used.',
  auth: 'public',
  params: { key: text({ doc: 'The last part of the link in the mail.' }) },
  response: EmptyResponseSchema,
  errors: [
    ...LINK_REFUSALS,
    { code: 'BAD_REQUEST', msg: 'Already has an account.' },
    { code: 'NONEXISTENT_SUBDOMAIN', msg: 'Invalid subdomain', status: 404 },
    CROSS_SITE,
  ],
});
