import { Static, Type } from '@sinclair/typebox';
import { integer, text } from '@stoa/http-params';
import { EmptyResponseSchema } from '../rpc/empty-response';
import { defineEndpoint } from '../rpc/define-endpoint';
import { CLOSED } from '../rpc/nullable';
import { ReminderSchema } from '../users/personal-state.schema';
import { LATEST_TIME } from './latest-time';

export type Reminder = Static<typeof ReminderSchema>;

/** messages.md 18 */
export const listReminders = defineEndpoint({
  method: 'GET',
  path: 'reminders',
  tag: 'Scheduled messages',
  summary: 'Get reminders',
  description: 'Those that were not delivered yet, by delivery time.',
  auth: 'user',
  subject: 'rpc.messages.v1.reminders.list',
  response: Type.Object({ reminders: Type.Array(ReminderSchema) }, CLOSED),
});

export const createReminder = defineEndpoint({
  method: 'POST',
  path: 'reminders',
  tag: 'Scheduled messages',
  summary: 'Ask to be reminded of a message',
  auth: 'user',
  subject: 'rpc.messages.v1.reminders.create',
  params: {
    message_id: integer({ doc: 'ID of the message to be reminded of.' }),
    scheduled_delivery_timestamp: integer({
      max: LATEST_TIME,
      doc: 'When to be reminded, in seconds since the epoch.',
    }),
    note: text({ optional: true, doc: 'What to add, at most 1000 characters.' }),
  },
  response: Type.Object({ reminder_id: Type.Integer() }, CLOSED),
  errors: [
    { code: 'BAD_REQUEST', msg: 'Invalid message(s)' },
    { code: 'BAD_REQUEST', msg: 'Scheduled delivery time must be in the future.' },
    { code: 'BAD_REQUEST', msg: 'Maximum reminder note length: 1000 characters' },
  ],
});

export const deleteReminder = defineEndpoint({
  method: 'DELETE',
  path: 'reminders/{reminder_id}',
  tag: 'Scheduled messages',
  summary: 'Delete a reminder',
  auth: 'user',
  subject: 'rpc.messages.v1.reminders.delete',
  params: { reminder_id: integer({ doc: 'ID of the reminder.' }) },
  response: EmptyResponseSchema,
  errors: [{ code: 'BAD_REQUEST', msg: 'Reminder does not exist', status: 404 }],
});
