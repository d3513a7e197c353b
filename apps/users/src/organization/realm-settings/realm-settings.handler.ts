import { Controller } from '@nestjs/common';
import {
  type RpcRequest,
  type RpcResponse,
  type UpdateRealmRequest,
  deactivateRealm,
  updateRealm,
} from '@stoa/contracts';
import { type CallContext, Handles, requireActor } from '@stoa/rpc';
import { DeactivateRealmService } from './deactivate-realm.service';
import { UpdateRealmService } from './update-realm.service';

@Controller()
export class RealmSettingsHandler {
  constructor(
    private readonly updating: UpdateRealmService,
    private readonly deactivating: DeactivateRealmService,
  ) {}

  @Handles(updateRealm)
  update(request: UpdateRealmRequest, context: CallContext): Promise<RpcResponse<typeof updateRealm>> {
    return this.updating.update(requireActor(context), request);
  }

  @Handles(deactivateRealm)
  async deactivate(request: RpcRequest<typeof deactivateRealm>, context: CallContext): Promise<object> {
    await this.deactivating.deactivate(requireActor(context), request.deletionDelayDays);
    return {};
  }
}
