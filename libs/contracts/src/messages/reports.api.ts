import { integer, oneOf, text } from '@stoa/http-params';
import { EmptyResponseSchema } from '../rpc/empty-response';
import { RequestOf, defineEndpoint } from '../rpc/define-endpoint';
import { INVALID_MESSAGE } from './documented-errors';

const LONGEST_DESCRIPTION = 1000;

/** Kinds of reports (messages.md 20). */
export const REPORT_TYPES = ['spam', 'harassment', 'inappropriate', 'norms', 'other'] as const;

/** messages.md 20 */
export const reportMessage = defineEndpoint({
  method: 'POST',
  path: 'messages/{message_id}/report',
  tag: 'Messages',
  summary: 'Report a message to the moderators',
  auth: 'user',
  subject: 'rpc.messages.v1.messages.report',
  params: {
    report_type: oneOf(REPORT_TYPES, { text: 'long', doc: 'Why.' }),
    description: text({
      optional: true,
      maxLength: LONGEST_DESCRIPTION,
      doc: 'An explanation; required for `other`.',
    }),
    message_id: integer({ doc: 'ID of the message.' }),
  },
  response: EmptyResponseSchema,
  errors: [
    INVALID_MESSAGE,
    { code: 'BAD_REQUEST', msg: 'Message reporting is not enabled in this organization.' },
    { code: 'BAD_REQUEST', msg: 'An explanation is required.' },
  ],
});
export type ReportType = RequestOf<typeof reportMessage>['report_type'];
