import { Injectable } from '@nestjs/common';
import { openUnsubscribeLink } from '@stoa/contracts/push';
import type { RpcRequest, RpcResponse } from '@stoa/contracts/rpc';
import { type CallContext, Handles } from '@stoa/rpc';
import { UnsubscribeKeys } from '../rules/mail/unsubscribe-keys';

/** Reads the links that end mails. */
@Injectable()
export class UnsubscribeService {
  constructor(private readonly keys: UnsubscribeKeys) {}

  @Handles(openUnsubscribeLink)
  open(
    _ctx: CallContext,
    { type, key }: RpcRequest<typeof openUnsubscribeLink>,
  ): Promise<RpcResponse<typeof openUnsubscribeLink>> {
    return Promise.resolve({ link: this.keys.userOf(key, type) });
  }
}
