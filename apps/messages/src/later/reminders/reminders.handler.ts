import { Controller } from '@nestjs/common';
import { createReminder, deleteReminder, listReminders } from '@stoa/contracts';
import type { RpcRequest, RpcResponse } from '@stoa/contracts';
import { Handles, requireActor } from '@stoa/rpc';
import type { CallContext } from '@stoa/rpc';
import { RemindersService } from './reminders.service';

@Controller()
export class RemindersHandler {
  constructor(private readonly reminders: RemindersService) {}

  @Handles(listReminders)
  async list(_request: object, context: CallContext): Promise<RpcResponse<typeof listReminders>> {
    return { reminders: await this.reminders.list(requireActor(context)) };
  }

  @Handles(createReminder)
  async create(
    request: RpcRequest<typeof createReminder>,
    context: CallContext,
  ): Promise<RpcResponse<typeof createReminder>> {
    return { reminder_id: await this.reminders.create(requireActor(context), request) };
  }

  @Handles(deleteReminder)
  async delete({ reminderId }: RpcRequest<typeof deleteReminder>, context: CallContext): Promise<object> {
    await this.reminders.delete(requireActor(context), reminderId);
    return {};
  }
}
