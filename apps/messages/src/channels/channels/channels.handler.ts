import { Controller } from '@nestjs/common';
import {
  changeSubscriptions,
  createChannel,
  listChannels,
  listSubscriptions,
  subscribe,
  unsubscribe,
} from '@stoa/contracts';
import type { RpcRequest, RpcResponse } from '@stoa/contracts';
import { Handles, requireActor } from '@stoa/rpc';
import type { CallContext } from '@stoa/rpc';
import { ChangeSubscriptionsService } from './change-subscriptions.service';
import { ChannelListingService } from './channel-listing.service';
import { CreateChannelService } from './create-channel.service';
import { SubscribeService } from './subscribe.service';
import { UnsubscribeService } from './unsubscribe.service';

@Controller()
export class ChannelsHandler {
  constructor(
    private readonly listing: ChannelListingService,
    private readonly subscribing: SubscribeService,
    private readonly unsubscribing: UnsubscribeService,
    private readonly changing: ChangeSubscriptionsService,
    private readonly creating: CreateChannelService,
  ) {}

  @Handles(listChannels)
  list(request: RpcRequest<typeof listChannels>, context: CallContext): Promise<RpcResponse<typeof listChannels>> {
    return this.listing.listChannels(requireActor(context), request);
  }

  @Handles(listSubscriptions)
  listSubscriptions(
    request: RpcRequest<typeof listSubscriptions>,
    context: CallContext,
  ): Promise<RpcResponse<typeof listSubscriptions>> {
    return this.listing.listSubscriptions(requireActor(context), request);
  }

  @Handles(subscribe)
  subscribe(request: RpcRequest<typeof subscribe>, context: CallContext): Promise<RpcResponse<typeof subscribe>> {
    return this.subscribing.subscribe(requireActor(context), request);
  }

  @Handles(unsubscribe)
  unsubscribe(request: RpcRequest<typeof unsubscribe>, context: CallContext): Promise<RpcResponse<typeof unsubscribe>> {
    return this.unsubscribing.unsubscribe(requireActor(context), request);
  }

  @Handles(changeSubscriptions)
  change(
    request: RpcRequest<typeof changeSubscriptions>,
    context: CallContext,
  ): Promise<RpcResponse<typeof changeSubscriptions>> {
    return this.changing.change(requireActor(context), request);
  }

  @Handles(createChannel)
  create(request: RpcRequest<typeof createChannel>, context: CallContext): Promise<RpcResponse<typeof createChannel>> {
    return this.creating.create(requireActor(context), request);
  }
}
