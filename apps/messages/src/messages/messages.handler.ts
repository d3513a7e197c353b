import { Controller } from '@nestjs/common';
import { sendMessage } from '@stoa/contracts';
import type { SendMessageRequest, SendMessageResponse } from '@stoa/contracts';
import { Handles, requireActor } from '@stoa/rpc';
import type { CallContext } from '@stoa/rpc';
import { SendMessageService } from './send-message.service';

@Controller()
export class MessagesHandler {
  constructor(private readonly sending: SendMessageService) {}

  @Handles(sendMessage)
  send(request: SendMessageRequest, context: CallContext): Promise<SendMessageResponse> {
    return this.sending.send(requireActor(context), request);
  }
}
