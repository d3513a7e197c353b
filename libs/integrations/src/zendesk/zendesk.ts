import type { Integration } from '../frame/declaration';
import { plain } from '../frame/message-text';
import { hmacOfTimeAndBody } from '../frame/signatures';

export const zendesk: Integration = {
  name: 'zendesk',
  displayName: 'Zendesk',
  setup:
    'In the Zendesk Admin Center, add a webhook with the URL `{{url}}` and the method **POST**, and a trigger that notifies ' +
    'it with `ticket_title`, `ticket_id` and `message`. Use the signing secret of the webhook as the secret.',
  body: 'fields',
  signature: hmacOfTimeAndBody(
    'HMAC-SHA256 of time and body in the header `X-Zendesk-Webhook-Signature`',
    (headers) => ({
      time: headers['x-zendesk-webhook-signature-timestamp'] ?? '',
      signatures: [headers['x-zendesk-webhook-signature'] ?? ''],
    }),
    { separator: '', encoding: 'base64' },
  ),
  read(payload) {
    const topic = `#${payload.label('ticket_id')}: ${payload.label('ticket_title')}`;
    const message = payload.optionalLabel('message');
    return [{ topic, content: message?.trim() || `Ticket ${plain(topic)}` }];
  },
  samples: [
    { name: 'A ticket', body: { ticket_id: 7, ticket_title: 'I cannot pay', message: 'New ticket by Ada Lovelace.' } },
  ],
};
