import { createReminder, deleteReminder, listReminders } from '@stoa/contracts';
import { RpcClient } from '@stoa/rpc';
import { Endpoint, EndpointController } from '../http/endpoint.decorator';
import type { UserContext } from '../http/request-context';
import { CreateReminderParams, ReminderParams } from './reminders.params';

@EndpointController()
export class RemindersController {
  constructor(private readonly rpc: RpcClient) {}

  @Endpoint({
    method: 'GET',
    path: 'reminders',
    tag: 'Scheduled messages',
    summary: 'Get reminders',
    description: 'Those that were not delivered yet, by delivery time.',
    auth: 'user',
    response: listReminders.response,
  })
  list(ctx: UserContext): Promise<Buffer> {
    return this.rpc.callRaw(listReminders, ctx, {});
  }

  @Endpoint({
    method: 'POST',
    path: 'reminders',
    tag: 'Scheduled messages',
    summary: 'Ask to be reminded of a message',
    auth: 'user',
    params: CreateReminderParams,
    response: createReminder.response,
    errors: [
      { code: 'BAD_REQUEST', msg: 'Invalid message(s)' },
      { code: 'BAD_REQUEST', msg: 'Scheduled delivery time must be in the future.' },
      { code: 'BAD_REQUEST', msg: 'Maximum reminder note length: 1000 characters' },
    ],
  })
  create(ctx: UserContext, { messageId, deliverAt, note }: CreateReminderParams): Promise<Buffer> {
    return this.rpc.callRaw(createReminder, ctx, { messageId, deliverAt, note: note ?? null });
  }

  @Endpoint({
    method: 'DELETE',
    path: 'reminders/{reminder_id}',
    tag: 'Scheduled messages',
    summary: 'Delete a reminder',
    auth: 'user',
    params: ReminderParams,
    response: deleteReminder.response,
    errors: [{ code: 'BAD_REQUEST', msg: 'Reminder does not exist', status: 404 }],
  })
  delete(ctx: UserContext, { reminderId }: ReminderParams): Promise<Buffer> {
    return this.rpc.callRaw(deleteReminder, ctx, { reminderId });
  }
}
