import { Controller } from '@nestjs/common';
import { getReadReceipts } from '@stoa/contracts';
import type { RpcRequest, RpcResponse } from '@stoa/contracts';
import { Handles, requireActor } from '@stoa/rpc';
import type { CallContext } from '@stoa/rpc';
import { ReadReceiptsService } from './read-receipts.service';

@Controller()
export class ReadReceiptsHandler {
  constructor(private readonly receipts: ReadReceiptsService) {}

  @Handles(getReadReceipts)
  async get(
    { messageId }: RpcRequest<typeof getReadReceipts>,
    context: CallContext,
  ): Promise<RpcResponse<typeof getReadReceipts>> {
    return { user_ids: await this.receipts.get(requireActor(context), messageId) };
  }
}
