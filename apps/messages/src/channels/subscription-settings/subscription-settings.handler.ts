import { Controller } from '@nestjs/common';
import { setSubscriptionProperties } from '@stoa/contracts';
import type { RpcRequest, RpcResponse } from '@stoa/contracts';
import { Handles, requireActor } from '@stoa/rpc';
import type { CallContext } from '@stoa/rpc';
import { SubscriptionSettingsService } from './subscription-settings.service';

@Controller()
export class SubscriptionSettingsHandler {
  constructor(private readonly service: SubscriptionSettingsService) {}

  @Handles(setSubscriptionProperties)
  set(
    request: RpcRequest<typeof setSubscriptionProperties>,
    context: CallContext,
  ): Promise<RpcResponse<typeof setSubscriptionProperties>> {
    return this.service.set(requireActor(context), request);
  }
}
