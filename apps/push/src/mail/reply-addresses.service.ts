import { Injectable } from '@nestjs/common';
import { readReplyAddress } from '@stoa/contracts/push';
import type { RpcRequest, RpcResponse } from '@stoa/contracts/rpc';
import { type CallContext, Handles } from '@stoa/rpc';
import { ReplyAddresses } from '../rules/mail/reply-addresses';

/** Says what the reply addresses of mails are about. */
@Injectable()
export class ReplyAddressesService {
  constructor(private readonly addresses: ReplyAddresses) {}

  @Handles(readReplyAddress)
  read(
    _ctx: CallContext,
    { token }: RpcRequest<typeof readReplyAddress>,
  ): Promise<RpcResponse<typeof readReplyAddress>> {
    return Promise.resolve({ reply: this.addresses.read(token, Date.now()) });
  }
}
