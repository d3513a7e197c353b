import { Controller } from '@nestjs/common';
import {
  getChannel,
  getChannelEmailAddress,
  getChannelId,
  getChannelMembers,
  getSubscriptionStatus,
} from '@stoa/contracts';
import type { RpcRequest, RpcResponse } from '@stoa/contracts';
import { Handles, requireActor } from '@stoa/rpc';
import type { CallContext } from '@stoa/rpc';
import { ChannelEmailAddressService } from './channel-email-address.service';
import { ChannelLookupService } from './channel-lookup.service';

@Controller()
export class ChannelLookupHandler {
  constructor(
    private readonly lookup: ChannelLookupService,
    private readonly addresses: ChannelEmailAddressService,
  ) {}

  @Handles(getChannel)
  get(request: RpcRequest<typeof getChannel>, context: CallContext): Promise<RpcResponse<typeof getChannel>> {
    return this.lookup.get(requireActor(context), request);
  }

  @Handles(getChannelId)
  find(request: RpcRequest<typeof getChannelId>, context: CallContext): Promise<RpcResponse<typeof getChannelId>> {
    return this.lookup.find(requireActor(context), request);
  }

  @Handles(getChannelMembers)
  members(
    request: RpcRequest<typeof getChannelMembers>,
    context: CallContext,
  ): Promise<RpcResponse<typeof getChannelMembers>> {
    return this.lookup.members(requireActor(context), request);
  }

  @Handles(getSubscriptionStatus)
  subscriptionStatus(
    request: RpcRequest<typeof getSubscriptionStatus>,
    context: CallContext,
  ): Promise<RpcResponse<typeof getSubscriptionStatus>> {
    return this.lookup.subscriptionStatus(requireActor(context), request);
  }

  @Handles(getChannelEmailAddress)
  emailAddress(
    request: RpcRequest<typeof getChannelEmailAddress>,
    context: CallContext,
  ): Promise<RpcResponse<typeof getChannelEmailAddress>> {
    return this.addresses.emailAddress(requireActor(context), request);
  }
}
