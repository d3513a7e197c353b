import { Controller } from '@nestjs/common';
import {
  type CreateBotRequest,
  type RpcRequest,
  type RpcResponse,
  type UpdateBotRequest,
  type UpdatedBot,
  createBot,
  deactivateBot,
  deleteBotStorage,
  getBotStorage,
  listBots,
  putBotStorage,
  regenerateBotApiKey,
  updateBot,
} from '@stoa/contracts';
import { type CallContext, Handles, requireActor } from '@stoa/rpc';
import { BotStorageService } from './bot-storage.service';
import { BotsService } from './bots.service';
import { CreateBotService } from './create-bot.service';
import { UpdateBotService } from './update-bot.service';

@Controller()
export class BotsHandler {
  constructor(
    private readonly bots: BotsService,
    private readonly creation: CreateBotService,
    private readonly updates: UpdateBotService,
    private readonly storage: BotStorageService,
  ) {}

  @Handles(createBot)
  create(request: CreateBotRequest, context: CallContext): Promise<RpcResponse<typeof createBot>> {
    return this.creation.create(requireActor(context), request);
  }

  @Handles(listBots)
  list(_request: object, context: CallContext): Promise<RpcResponse<typeof listBots>> {
    return this.bots.list(requireActor(context));
  }

  @Handles(updateBot)
  update(request: UpdateBotRequest, context: CallContext): Promise<UpdatedBot> {
    return this.updates.update(requireActor(context), request);
  }

  @Handles(deactivateBot)
  async deactivate({ botId }: RpcRequest<typeof deactivateBot>, context: CallContext): Promise<object> {
    await this.bots.deactivate(requireActor(context), botId);
    return {};
  }

  @Handles(regenerateBotApiKey)
  async regenerateKey(
    { botId }: RpcRequest<typeof regenerateBotApiKey>,
    context: CallContext,
  ): Promise<RpcResponse<typeof regenerateBotApiKey>> {
    return { api_key: await this.bots.regenerateKey(requireActor(context), botId) };
  }

  @Handles(getBotStorage)
  async getStorage(
    { keys }: RpcRequest<typeof getBotStorage>,
    context: CallContext,
  ): Promise<RpcResponse<typeof getBotStorage>> {
    return { storage: await this.storage.get(requireActor(context), keys) };
  }

  @Handles(putBotStorage)
  async putStorage({ storage }: RpcRequest<typeof putBotStorage>, context: CallContext): Promise<object> {
    await this.storage.put(requireActor(context), storage);
    return {};
  }

  @Handles(deleteBotStorage)
  async deleteStorage({ keys }: RpcRequest<typeof deleteBotStorage>, context: CallContext): Promise<object> {
    await this.storage.remove(requireActor(context), keys);
    return {};
  }
}
