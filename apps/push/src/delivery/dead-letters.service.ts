import { Injectable } from '@nestjs/common';
import type { RpcRequest, RpcResponse } from '@stoa/contracts/rpc';
import { discardPushDeadLetters, listPushDeadLetters, replayPushDeadLetters } from '@stoa/contracts/push';
import { type CallContext, Handles } from '@stoa/rpc';
import { DeadLettersRepository } from './dead-letters.repository';
import { DeliveryQueue } from './delivery-queue';

/** What operators do with jobs that failed for good. */
@Injectable()
export class DeadLettersService {
  constructor(
    private readonly letters: DeadLettersRepository,
    private readonly queue: DeliveryQueue,
  ) {}

  @Handles(listPushDeadLetters)
  async list(
    _ctx: CallContext,
    { realmId, afterId, limit }: RpcRequest<typeof listPushDeadLetters>,
  ): Promise<RpcResponse<typeof listPushDeadLetters>> {
    return { letters: await this.letters.list(realmId, afterId, limit) };
  }

  @Handles(replayPushDeadLetters)
  async replay(
    _ctx: CallContext,
    { realmId, ids }: RpcRequest<typeof replayPushDeadLetters>,
  ): Promise<RpcResponse<typeof replayPushDeadLetters>> {
    const replayed = await this.letters.replay(realmId, ids);
    await this.queue.wake(replayed);
    return { count: replayed.length };
  }

  @Handles(discardPushDeadLetters)
  async discard(
    _ctx: CallContext,
    { realmId, ids }: RpcRequest<typeof discardPushDeadLetters>,
  ): Promise<RpcResponse<typeof discardPushDeadLetters>> {
    return { count: await this.letters.discard(realmId, ids) };
  }
}
