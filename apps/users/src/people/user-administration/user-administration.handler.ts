import { Controller } from '@nestjs/common';
import {
  type RpcRequest,
  type UpdateUserRequest,
  deactivateOwnUser,
  deactivateUser,
  reactivateUser,
  updateUser,
} from '@stoa/contracts';
import { type CallContext, Handles, requireActor } from '@stoa/rpc';
import { AccountActivationRequests } from './account-activation-requests';
import { UpdateUserService } from './update-user.service';

@Controller()
export class UserAdministrationHandler {
  constructor(
    private readonly updates: UpdateUserService,
    private readonly activity: AccountActivationRequests,
  ) {}

  @Handles(updateUser)
  async update(request: UpdateUserRequest, context: CallContext): Promise<object> {
    await this.updates.update(requireActor(context), request);
    return {};
  }

  @Handles(deactivateUser)
  async deactivate(request: RpcRequest<typeof deactivateUser>, context: CallContext): Promise<object> {
    await this.activity.deactivate(requireActor(context), request.userId, request.notificationComment);
    return {};
  }

  @Handles(reactivateUser)
  async reactivate({ userId }: RpcRequest<typeof reactivateUser>, context: CallContext): Promise<object> {
    await this.activity.reactivate(requireActor(context), userId);
    return {};
  }

  @Handles(deactivateOwnUser)
  async deactivateOwn(_request: object, context: CallContext): Promise<object> {
    await this.activity.deactivateOwn(requireActor(context));
    return {};
  }
}
