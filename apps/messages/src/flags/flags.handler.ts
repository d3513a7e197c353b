import { Controller } from '@nestjs/common';
import { updateMessageFlags } from '@stoa/contracts';
import type { RpcRequest, RpcResponse } from '@stoa/contracts';
import { Handles, requireActor } from '@stoa/rpc';
import type { CallContext } from '@stoa/rpc';
import { FlagsService } from './flags.service';

@Controller()
export class FlagsHandler {
  constructor(private readonly flags: FlagsService) {}

  @Handles(updateMessageFlags)
  update(
    request: RpcRequest<typeof updateMessageFlags>,
    context: CallContext,
  ): Promise<RpcResponse<typeof updateMessageFlags>> {
    return this.flags.update(requireActor(context), request);
  }
}
