import { Controller } from '@nestjs/common';
import { type RpcRequest, type RpcResponse, getUser } from '@stoa/contracts';
import { type CallContext, Handles, requireActor } from '@stoa/rpc';
import { GetUserService } from './get-user.service';

@Controller()
export class UserReadingHandler {
  constructor(private readonly users: GetUserService) {}

  @Handles(getUser)
  async get(request: RpcRequest<typeof getUser>, context: CallContext): Promise<RpcResponse<typeof getUser>> {
    return { user: await this.users.read(requireActor(context), request) };
  }
}
