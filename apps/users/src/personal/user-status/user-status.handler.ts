import { Controller } from '@nestjs/common';
import {
  type RpcRequest,
  type RpcResponse,
  type UpdateUserStatusRequest,
  getUserStatus,
  updateUserStatus,
} from '@stoa/contracts';
import { type CallContext, Handles, requireActor } from '@stoa/rpc';
import { UserStatusService } from './user-status.service';

@Controller()
export class UserStatusHandler {
  constructor(private readonly statuses: UserStatusService) {}

  @Handles(updateUserStatus)
  async update(request: UpdateUserStatusRequest, context: CallContext): Promise<object> {
    await this.statuses.update(requireActor(context), request);
    return {};
  }

  @Handles(getUserStatus)
  async get(
    { userId }: RpcRequest<typeof getUserStatus>,
    context: CallContext,
  ): Promise<RpcResponse<typeof getUserStatus>> {
    return { status: await this.statuses.get(requireActor(context), userId) };
  }
}
