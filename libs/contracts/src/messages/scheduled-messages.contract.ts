import { Static, Type } from '@sinclair/typebox';
import { EmptyResponseSchema } from '../empty-response';
import { defineRpc } from '../rpc/define-rpc';
import { CLOSED, Nullable } from '../users/nullable';
import { ReminderSchema, ScheduledMessageSchema } from '../users/personal-state.schema';

export type ScheduledMessage = Static<typeof ScheduledMessageSchema>;
export type Reminder = Static<typeof ReminderSchema>;

const kind = Type.Union([Type.Literal('channel'), Type.Literal('direct')]);
/** A channel's id, or the ids of users. */
const destination = Type.Union([Type.Integer(), Type.Array(Type.Integer())]);

/** `GET /scheduled_messages` (messages.md 17). */
export const listScheduledMessages = defineRpc({
  subject: 'rpc.messages.v1.scheduled-messages.list',
  request: Type.Object({}),
  response: Type.Object({ scheduled_messages: Type.Array(ScheduledMessageSchema) }, CLOSED),
  idempotent: true,
});

/** `POST /scheduled_messages` */
export const createScheduledMessage = defineRpc({
  subject: 'rpc.messages.v1.scheduled-messages.create',
  request: Type.Object({
    type: kind,
    to: destination,
    topic: Nullable(Type.String()),
    content: Type.String(),
    deliverAt: Type.Integer(),
    readBySender: Nullable(Type.Boolean()),
  }),
  response: Type.Object({ scheduled_message_id: Type.Integer() }, CLOSED),
  idempotent: false,
});

/** `PATCH /scheduled_messages/{id}`: null stays as it is. */
export const editScheduledMessage = defineRpc({
  subject: 'rpc.messages.v1.scheduled-messages.edit',
  request: Type.Object({
    scheduledMessageId: Type.Integer(),
    type: Nullable(kind),
    to: Nullable(destination),
    topic: Nullable(Type.String()),
    content: Nullable(Type.String()),
    deliverAt: Nullable(Type.Integer()),
  }),
  response: EmptyResponseSchema,
  idempotent: true,
});

/** `DELETE /scheduled_messages/{id}` */
export const deleteScheduledMessage = defineRpc({
  subject: 'rpc.messages.v1.scheduled-messages.delete',
  request: Type.Object({ scheduledMessageId: Type.Integer() }),
  response: EmptyResponseSchema,
  idempotent: false,
});

/** `GET /reminders` (messages.md 18). */
export const listReminders = defineRpc({
  subject: 'rpc.messages.v1.reminders.list',
  request: Type.Object({}),
  response: Type.Object({ reminders: Type.Array(ReminderSchema) }, CLOSED),
  idempotent: true,
});

/** `POST /reminders` */
export const createReminder = defineRpc({
  subject: 'rpc.messages.v1.reminders.create',
  request: Type.Object({ messageId: Type.Integer(), deliverAt: Type.Integer(), note: Nullable(Type.String()) }),
  response: Type.Object({ reminder_id: Type.Integer() }, CLOSED),
  idempotent: false,
});

/** `DELETE /reminders/{id}` */
export const deleteReminder = defineRpc({
  subject: 'rpc.messages.v1.reminders.delete',
  request: Type.Object({ reminderId: Type.Integer() }),
  response: EmptyResponseSchema,
  idempotent: false,
});
