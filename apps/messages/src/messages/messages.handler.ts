import { Controller } from '@nestjs/common';
import { SendMessageRequest, SendMessageResponse, sendMessage } from '@stoa/contracts';
import { CallContext, Handles, requireActor } from '@stoa/rpc';
import { SendMessageService } from './send-message.service';

@Controller()
export class MessagesHandler {
  constructor(private readonly sending: SendMessageService) {}

  @Handles(sendMessage)
  send(request: SendMessageRequest, context: CallContext): Promise<SendMessageResponse> {
    return this.sending.send(requireActor(context), request);
  }
}
