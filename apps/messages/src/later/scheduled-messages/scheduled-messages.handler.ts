import { Controller } from '@nestjs/common';
import {
  createScheduledMessage,
  deleteScheduledMessage,
  editScheduledMessage,
  listScheduledMessages,
} from '@stoa/contracts';
import type { RpcRequest, RpcResponse } from '@stoa/contracts';
import { Handles, requireActor } from '@stoa/rpc';
import type { CallContext } from '@stoa/rpc';
import { ScheduledMessagesService } from './scheduled-messages.service';

@Controller()
export class ScheduledMessagesHandler {
  constructor(private readonly scheduled: ScheduledMessagesService) {}

  @Handles(listScheduledMessages)
  async list(_request: object, context: CallContext): Promise<RpcResponse<typeof listScheduledMessages>> {
    return { scheduled_messages: await this.scheduled.list(requireActor(context)) };
  }

  @Handles(createScheduledMessage)
  async create(
    request: RpcRequest<typeof createScheduledMessage>,
    context: CallContext,
  ): Promise<RpcResponse<typeof createScheduledMessage>> {
    return { scheduled_message_id: await this.scheduled.create(requireActor(context), request) };
  }

  @Handles(editScheduledMessage)
  async edit(request: RpcRequest<typeof editScheduledMessage>, context: CallContext): Promise<object> {
    await this.scheduled.edit(requireActor(context), request);
    return {};
  }

  @Handles(deleteScheduledMessage)
  async delete(
    { scheduledMessageId }: RpcRequest<typeof deleteScheduledMessage>,
    context: CallContext,
  ): Promise<object> {
    await this.scheduled.delete(requireActor(context), scheduledMessageId);
    return {};
  }
}
