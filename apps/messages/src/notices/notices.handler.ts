import { Controller } from '@nestjs/common';
import { type RpcRequest, type RpcResponse, sendDirectNotices, testWelcomeMessage } from '@stoa/contracts';
import { type CallContext, Handles, requireActor } from '@stoa/rpc';
import { RequestedNotices } from './requested-notices.service';

@Controller()
export class NoticesHandler {
  constructor(private readonly notices: RequestedNotices) {}

  @Handles(sendDirectNotices)
  async sendDirect(request: RpcRequest<typeof sendDirectNotices>, context: CallContext): Promise<object> {
    await this.notices.sendDirect(requireActor(context), request);
    return {};
  }

  @Handles(testWelcomeMessage)
  async testWelcome(
    request: RpcRequest<typeof testWelcomeMessage>,
    context: CallContext,
  ): Promise<RpcResponse<typeof testWelcomeMessage>> {
    return { message_id: await this.notices.testWelcome(requireActor(context), request.text) };
  }
}
