import { Controller } from '@nestjs/common';
import { renderMessage, sendMessage } from '@stoa/contracts';
import type { RpcRequest, RpcResponse, SendMessageRequest, SendMessageResponse } from '@stoa/contracts';
import { Handles, requireActor } from '@stoa/rpc';
import type { CallContext } from '@stoa/rpc';
import { PreviewService } from './preview.service';
import { SendMessageService } from './send-message.service';

@Controller()
export class MessagesHandler {
  constructor(
    private readonly sending: SendMessageService,
    private readonly previews: PreviewService,
  ) {}

  @Handles(sendMessage)
  send(request: SendMessageRequest, context: CallContext): Promise<SendMessageResponse> {
    return this.sending.send(requireActor(context), request);
  }

  @Handles(renderMessage)
  async render(
    { content }: RpcRequest<typeof renderMessage>,
    context: CallContext,
  ): Promise<RpcResponse<typeof renderMessage>> {
    return { rendered: await this.previews.preview(requireActor(context), content) };
  }
}
