import { Controller } from '@nestjs/common';
import { addSubmessage } from '@stoa/contracts';
import type { RpcRequest } from '@stoa/contracts';
import { Handles, requireActor } from '@stoa/rpc';
import type { CallContext } from '@stoa/rpc';
import { SubmessagesService } from './submessages.service';

@Controller()
export class SubmessagesHandler {
  constructor(private readonly submessages: SubmessagesService) {}

  @Handles(addSubmessage)
  async add(request: RpcRequest<typeof addSubmessage>, context: CallContext): Promise<object> {
    await this.submessages.add(requireActor(context), request);
    return {};
  }
}
