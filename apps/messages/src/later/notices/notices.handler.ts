import { Controller } from '@nestjs/common';
import {
  type RpcRequest,
  type RpcResponse,
  sendDirectNotices,
  sendPendingNotices,
  testWelcomeMessage,
} from '@stoa/contracts';
import { type CallContext, Handles, requireActor } from '@stoa/rpc';
import { PendingNotices } from '../../send/pending-notices/pending-notices';
import { RequestedNotices } from './requested-notices';

@Controller()
export class NoticesHandler {
  constructor(
    private readonly notices: RequestedNotices,
    private readonly pending: PendingNotices,
  ) {}

  @Handles(sendPendingNotices)
  async sendPending({ noticeIds }: RpcRequest<typeof sendPendingNotices>, context: CallContext): Promise<object> {
    await this.pending.sendWritten(requireActor(context), noticeIds);
    return {};
  }

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
