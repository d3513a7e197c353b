import { Controller } from '@nestjs/common';
import { addCustomEmoji, listCustomEmoji, removeCustomEmoji } from '@stoa/contracts';
import type { RpcRequest, RpcResponse } from '@stoa/contracts';
import { Handles, requireActor } from '@stoa/rpc';
import type { CallContext } from '@stoa/rpc';
import { CustomEmojiService } from './custom-emoji.service';

@Controller()
export class CustomEmojiHandler {
  constructor(private readonly emoji: CustomEmojiService) {}

  @Handles(listCustomEmoji)
  async list(_request: object, context: CallContext): Promise<RpcResponse<typeof listCustomEmoji>> {
    return { emoji: await this.emoji.list(requireActor(context)) };
  }

  @Handles(addCustomEmoji)
  async add(request: RpcRequest<typeof addCustomEmoji>, context: CallContext): Promise<object> {
    await this.emoji.add(requireActor(context), request.name, request.files);
    return {};
  }

  @Handles(removeCustomEmoji)
  async remove(request: RpcRequest<typeof removeCustomEmoji>, context: CallContext): Promise<object> {
    await this.emoji.remove(requireActor(context), request.name);
    return {};
  }
}
