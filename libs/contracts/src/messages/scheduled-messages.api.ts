import { Static, Type } from '@sinclair/typebox';
import { boolean, integer, json, oneOf, text } from '@stoa/http-params';
import { EmptyResponseSchema } from '../rpc/empty-response';
import { DocumentedError, RequestOf, defineEndpoint } from '../rpc/define-endpoint';
import { CLOSED } from '../rpc/nullable';
import { ScheduledMessageSchema } from '../users/personal-state.schema';
import { LATEST_TIME } from './latest-time';

export type ScheduledMessage = Static<typeof ScheduledMessageSchema>;

const PAST: DocumentedError = { code: 'BAD_REQUEST', msg: 'Scheduled delivery time must be in the future.' };
const UNKNOWN: DocumentedError = { code: 'BAD_REQUEST', msg: 'Scheduled message does not exist', status: 404 };
const RECIPIENTS: readonly DocumentedError[] = [
  { code: 'BAD_REQUEST', msg: 'Invalid data type for channel ID' },
  { code: 'BAD_REQUEST', msg: 'Invalid data type for recipients' },
  { code: 'STREAM_DOES_NOT_EXIST', msg: "Channel with ID '9' does not exist" },
];

const TYPES = ['direct', 'channel', 'stream', 'private'] as const;
const TYPE = { text: 'long', doc: 'Channel message (`channel`, `stream`) or direct message.' } as const;
const ToSchema = Type.Union([Type.Integer(), Type.Array(Type.Integer())]);
const TO = { doc: 'Channel: its ID. Direct message: list of user IDs.' };
const CONTENT = { allowNul: true, doc: 'The message in markup.' } as const;
const DELIVERY = { max: LATEST_TIME, doc: 'When to send it, in seconds since the epoch.' } as const;
const topic = text({ alias: ['subject'], allowNul: true, optional: true, doc: 'Topic; for channel messages.' });
const scheduled_message_id = integer({ doc: 'ID of the scheduled message.' });

/** messages.md 17 */
export const listScheduledMessages = defineEndpoint({
  method: 'GET',
  path: 'scheduled_messages',
  tag: 'Scheduled messages',
  summary: 'Get scheduled messages',
  description: 'Those that were not sent yet or could not be sent, by delivery time.',
  auth: 'user',
  subject: 'rpc.messages.v1.scheduled-messages.list',
  response: Type.Object({ scheduled_messages: Type.Array(ScheduledMessageSchema) }, CLOSED),
});

export const createScheduledMessage = defineEndpoint({
  method: 'POST',
  path: 'scheduled_messages',
  tag: 'Scheduled messages',
  summary: 'Schedule a message',
  auth: 'user',
  subject: 'rpc.messages.v1.scheduled-messages.create',
  params: {
    type: oneOf(TYPES, TYPE),
    to: json(ToSchema, TO),
    content: text(CONTENT),
    topic,
    scheduled_delivery_timestamp: integer(DELIVERY),
    read_by_sender: boolean({
      optional: true,
      doc: "Whether it starts as read for its sender; by the client's name unless given.",
    }),
  },
  response: Type.Object({ scheduled_message_id: Type.Integer() }, CLOSED),
  errors: [PAST, ...RECIPIENTS],
});

/** What is left out stays. */
export const editScheduledMessage = defineEndpoint({
  method: 'PATCH',
  path: 'scheduled_messages/{scheduled_message_id}',
  tag: 'Scheduled messages',
  summary: 'Edit a scheduled message',
  auth: 'user',
  subject: 'rpc.messages.v1.scheduled-messages.edit',
  idempotent: true,
  params: {
    type: oneOf(TYPES, { ...TYPE, optional: true }),
    to: json(ToSchema, { ...TO, optional: true }),
    content: text({ ...CONTENT, optional: true }),
    topic,
    scheduled_delivery_timestamp: integer({ ...DELIVERY, optional: true }),
    scheduled_message_id,
  },
  response: EmptyResponseSchema,
  errors: [
    PAST,
    ...RECIPIENTS,
    { code: 'BAD_REQUEST', msg: 'Nothing to change' },
    { code: 'BAD_REQUEST', msg: 'Recipient required when updating type of scheduled message.' },
    { code: 'BAD_REQUEST', msg: 'Topic required when updating scheduled message type to channel.' },
    { code: 'BAD_REQUEST', msg: 'Scheduled message was already sent' },
    UNKNOWN,
  ],
});
export type EditScheduledMessageRequest = RequestOf<typeof editScheduledMessage>;

export const deleteScheduledMessage = defineEndpoint({
  method: 'DELETE',
  path: 'scheduled_messages/{scheduled_message_id}',
  tag: 'Scheduled messages',
  summary: 'Delete a scheduled message',
  auth: 'user',
  subject: 'rpc.messages.v1.scheduled-messages.delete',
  params: { scheduled_message_id },
  response: EmptyResponseSchema,
  errors: [UNKNOWN],
});
