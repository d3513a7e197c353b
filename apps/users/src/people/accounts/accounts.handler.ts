import { Controller } from '@nestjs/common';
import {
  type CreateUserRequest,
  type OwnUser,
  type RpcRequest,
  type RpcResponse,
  createUser,
  getOwnUser,
  listUsers,
} from '@stoa/contracts';
import { type CallContext, Handles, RawJson, requireActor } from '@stoa/rpc';
import { CreateAccountService } from './create-account.service';
import { OwnUserService } from './own-user.service';
import { UserListService } from './user-list.service';

@Controller()
export class AccountsHandler {
  constructor(
    private readonly ownUser: OwnUserService,
    private readonly userList: UserListService,
    private readonly createAccount: CreateAccountService,
  ) {}

  @Handles(getOwnUser)
  own(_request: object, context: CallContext): Promise<OwnUser> {
    return this.ownUser.read(requireActor(context));
  }

  @Handles(listUsers)
  async list(request: RpcRequest<typeof listUsers>, context: CallContext): Promise<RawJson> {
    return new RawJson(await this.userList.list(context, request));
  }

  @Handles(createUser)
  async create(request: CreateUserRequest, context: CallContext): Promise<RpcResponse<typeof createUser>> {
    return { user_id: await this.createAccount.create(requireActor(context), request) };
  }
}
