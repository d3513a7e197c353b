import { Controller } from '@nestjs/common';
import { type RpcRequest, muteUser, unmuteUser } from '@stoa/contracts';
import { type CallContext, Handles, requireActor } from '@stoa/rpc';
import { MutedUsersService } from './muted-users.service';

@Controller()
export class MutedUsersHandler {
  constructor(private readonly mutedUsers: MutedUsersService) {}

  @Handles(muteUser)
  async mute({ userId }: RpcRequest<typeof muteUser>, context: CallContext): Promise<object> {
    await this.mutedUsers.mute(requireActor(context), userId);
    return {};
  }

  @Handles(unmuteUser)
  async unmute({ userId }: RpcRequest<typeof unmuteUser>, context: CallContext): Promise<object> {
    await this.mutedUsers.unmute(requireActor(context), userId);
    return {};
  }
}
