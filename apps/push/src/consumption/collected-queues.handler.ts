import { Controller } from '@nestjs/common';
import { type RpcRequest, reconsiderCollectedQueues } from '@stoa/contracts';
import { Handles } from '@stoa/rpc';
import { CollectedQueuesService } from './collected-queues.service';

@Controller()
export class CollectedQueuesHandler {
  constructor(private readonly service: CollectedQueuesService) {}

  @Handles(reconsiderCollectedQueues)
  async reconsider({ queues }: RpcRequest<typeof reconsiderCollectedQueues>): Promise<object> {
    await this.service.reconsider(queues);
    return {};
  }
}
