import { Controller } from '@nestjs/common';
import { markAllRead, markChannelRead, markTopicRead, updateFlagsForNarrow, updateMessageFlags } from '@stoa/contracts';
import type { RpcRequest, RpcResponse } from '@stoa/contracts';
import { Handles, requireActor } from '@stoa/rpc';
import type { CallContext } from '@stoa/rpc';
import { FlagsService } from './flags.service';
import { MarkReadService } from './mark-read.service';

@Controller()
export class FlagsHandler {
  constructor(
    private readonly flags: FlagsService,
    private readonly marks: MarkReadService,
  ) {}

  @Handles(updateMessageFlags)
  update(
    request: RpcRequest<typeof updateMessageFlags>,
    context: CallContext,
  ): Promise<RpcResponse<typeof updateMessageFlags>> {
    return this.flags.update(requireActor(context), request);
  }

  @Handles(updateFlagsForNarrow)
  updateForNarrow(
    request: RpcRequest<typeof updateFlagsForNarrow>,
    context: CallContext,
  ): Promise<RpcResponse<typeof updateFlagsForNarrow>> {
    return this.flags.updateForNarrow(requireActor(context), request);
  }

  @Handles(markAllRead)
  async markAll(
    _request: RpcRequest<typeof markAllRead>,
    context: CallContext,
  ): Promise<RpcResponse<typeof markAllRead>> {
    return { complete: await this.flags.markAllRead(requireActor(context)) };
  }

  @Handles(markChannelRead)
  async markChannel({ channelId }: RpcRequest<typeof markChannelRead>, context: CallContext): Promise<object> {
    await this.marks.channel(requireActor(context), channelId);
    return {};
  }

  @Handles(markTopicRead)
  async markTopic(request: RpcRequest<typeof markTopicRead>, context: CallContext): Promise<object> {
    await this.marks.topic(requireActor(context), request);
    return {};
  }
}
