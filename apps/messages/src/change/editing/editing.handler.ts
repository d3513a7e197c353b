import { Controller } from '@nestjs/common';
import { deleteMessage, deleteTopic, getMessageHistory, updateMessage } from '@stoa/contracts';
import type { RpcRequest, RpcResponse, UpdateMessageRequest } from '@stoa/contracts';
import { Handles, requireActor } from '@stoa/rpc';
import type { CallContext } from '@stoa/rpc';
import { DeleteMessageService } from './delete-message.service';
import { DeleteTopicService } from './delete-topic.service';
import { EditHistoryService } from './edit-history.service';
import { EditMessageService } from './edit-message.service';

@Controller()
export class EditingHandler {
  constructor(
    private readonly editing: EditMessageService,
    private readonly deleting: DeleteMessageService,
    private readonly topics: DeleteTopicService,
    private readonly histories: EditHistoryService,
  ) {}

  @Handles(updateMessage)
  update(request: UpdateMessageRequest, context: CallContext): Promise<RpcResponse<typeof updateMessage>> {
    return this.editing.edit(requireActor(context), request);
  }

  @Handles(deleteMessage)
  delete(
    { messageId }: RpcRequest<typeof deleteMessage>,
    context: CallContext,
  ): Promise<RpcResponse<typeof deleteMessage>> {
    return this.deleting.delete(requireActor(context), messageId);
  }

  @Handles(deleteTopic)
  deleteTopic(request: RpcRequest<typeof deleteTopic>, context: CallContext): Promise<RpcResponse<typeof deleteTopic>> {
    return this.topics.delete(requireActor(context), request);
  }

  @Handles(getMessageHistory)
  history(
    request: RpcRequest<typeof getMessageHistory>,
    context: CallContext,
  ): Promise<RpcResponse<typeof getMessageHistory>> {
    return this.histories.history(requireActor(context), request);
  }
}
