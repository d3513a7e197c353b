import { Controller } from '@nestjs/common';
import { type RpcRequest, deleteProfileData, updateProfileData } from '@stoa/contracts';
import { type CallContext, Handles, requireActor } from '@stoa/rpc';
import { ProfileDataService } from './profile-data.service';

@Controller()
export class ProfileDataHandler {
  constructor(private readonly profileData: ProfileDataService) {}

  @Handles(updateProfileData)
  async update({ data }: RpcRequest<typeof updateProfileData>, context: CallContext): Promise<object> {
    await this.profileData.update(requireActor(context), data);
    return {};
  }

  @Handles(deleteProfileData)
  async remove({ fieldIds }: RpcRequest<typeof deleteProfileData>, context: CallContext): Promise<object> {
    await this.profileData.remove(requireActor(context), fieldIds);
    return {};
  }
}
