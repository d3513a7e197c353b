import { Injectable } from '@nestjs/common';
import { discardMailDeadLetters, listMailDeadLetters, replayMailDeadLetters } from '@stoa/contracts/push';
import type { RpcRequest, RpcResponse } from '@stoa/contracts/rpc';
import { type CallContext, Handles } from '@stoa/rpc';
import { MailDeadLettersRepository } from './mail-dead-letters.repository';
import { MailQueue } from './mail-queue';

/** What operators do with mails that failed for good. */
@Injectable()
export class MailDeadLettersService {
  constructor(
    private readonly letters: MailDeadLettersRepository,
    private readonly queue: MailQueue,
  ) {}

  @Handles(listMailDeadLetters)
  async list(
    _ctx: CallContext,
    { realmId, afterId, limit }: RpcRequest<typeof listMailDeadLetters>,
  ): Promise<RpcResponse<typeof listMailDeadLetters>> {
    return { letters: await this.letters.list(realmId, afterId, limit) };
  }

  @Handles(replayMailDeadLetters)
  async replay(
    _ctx: CallContext,
    { realmId, ids }: RpcRequest<typeof replayMailDeadLetters>,
  ): Promise<RpcResponse<typeof replayMailDeadLetters>> {
    const replayed = await this.letters.replay(realmId, ids);
    await this.queue.wake(replayed);
    return { count: replayed.length };
  }

  @Handles(discardMailDeadLetters)
  async discard(
    _ctx: CallContext,
    { realmId, ids }: RpcRequest<typeof discardMailDeadLetters>,
  ): Promise<RpcResponse<typeof discardMailDeadLetters>> {
    return { count: await this.letters.discard(realmId, ids) };
  }
}
