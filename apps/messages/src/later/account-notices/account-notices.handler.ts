import { Controller } from '@nestjs/common';
import { type RpcRequest, sendAccountNotices } from '@stoa/contracts';
import { Handles } from '@stoa/rpc';
import { AccountNoticesService } from './account-notices.service';

@Controller()
export class AccountNoticesHandler {
  constructor(private readonly notices: AccountNoticesService) {}

  @Handles(sendAccountNotices)
  async send({ userId }: RpcRequest<typeof sendAccountNotices>): Promise<object> {
    await this.notices.deliver(userId);
    return {};
  }
}
