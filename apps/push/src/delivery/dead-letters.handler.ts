import { Controller } from '@nestjs/common';
import {
  type RpcRequest,
  type RpcResponse,
  discardPushDeadLetters,
  listPushDeadLetters,
  replayPushDeadLetters,
} from '@stoa/contracts';
import { Handles } from '@stoa/rpc';
import { DeadLettersRepository } from './dead-letters.repository';
import { DeliveryQueue } from './delivery-queue';

/** What operators do with jobs that failed for good. */
@Controller()
export class DeadLettersHandler {
  constructor(
    private readonly letters: DeadLettersRepository,
    private readonly queue: DeliveryQueue,
  ) {}

  @Handles(listPushDeadLetters)
  async list(request: RpcRequest<typeof listPushDeadLetters>): Promise<RpcResponse<typeof listPushDeadLetters>> {
    const { realmId, afterId, limit } = request;
    return { letters: await this.letters.list(realmId, afterId, limit) };
  }

  @Handles(replayPushDeadLetters)
  async replay(request: RpcRequest<typeof replayPushDeadLetters>): Promise<RpcResponse<typeof replayPushDeadLetters>> {
    const replayed = await this.letters.replay(request.realmId, request.ids);
    await this.queue.wake(replayed);
    return { count: replayed.length };
  }

  @Handles(discardPushDeadLetters)
  async discard(
    request: RpcRequest<typeof discardPushDeadLetters>,
  ): Promise<RpcResponse<typeof discardPushDeadLetters>> {
    return { count: await this.letters.discard(request.realmId, request.ids) };
  }
}
