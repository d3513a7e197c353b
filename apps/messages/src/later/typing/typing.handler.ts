import { Controller } from '@nestjs/common';
import { type RpcRequest, setEditTyping, setTyping } from '@stoa/contracts';
import { type CallContext, Handles, requireActor } from '@stoa/rpc';
import { TypingService } from './typing.service';

@Controller()
export class TypingHandler {
  constructor(private readonly typing: TypingService) {}

  @Handles(setTyping)
  async set(request: RpcRequest<typeof setTyping>, context: CallContext): Promise<object> {
    await this.typing.set(requireActor(context), request);
    return {};
  }

  @Handles(setEditTyping)
  async setEdit(request: RpcRequest<typeof setEditTyping>, context: CallContext): Promise<object> {
    await this.typing.setEdit(requireActor(context), request);
    return {};
  }
}
