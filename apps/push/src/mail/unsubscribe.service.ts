import { Injectable } from '@nestjs/common';
import { openUnsubscribeAddress, openUnsubscribeLink } from '@stoa/contracts/push';
import type { RpcRequest, RpcResponse } from '@stoa/contracts/rpc';
import { type CallContext, Handles } from '@stoa/rpc';
import { UnsubscribeKeys } from '../rules/mail/unsubscribe-keys';
import { BouncesRepository } from './bounces/bounces.repository';

/** Reads the links that end mails, and the addresses that do. */
@Injectable()
export class UnsubscribeService {
  constructor(
    private readonly keys: UnsubscribeKeys,
    private readonly accounts: BouncesRepository,
  ) {}

  @Handles(openUnsubscribeLink)
  open(
    _ctx: CallContext,
    { type, key }: RpcRequest<typeof openUnsubscribeLink>,
  ): Promise<RpcResponse<typeof openUnsubscribeLink>> {
    return Promise.resolve({ link: this.keys.userOf(key, type) });
  }

  /** A link is opened in its organization; an address does not say which that is. */
  @Handles(openUnsubscribeAddress)
  async openAddress(
    _ctx: CallContext,
    { token }: RpcRequest<typeof openUnsubscribeAddress>,
  ): Promise<RpcResponse<typeof openUnsubscribeAddress>> {
    const read = this.keys.read(token);
    const account = read && (await this.accounts.account(read.userId));
    if (!read || !account) return { link: null };
    const { realmId, partition } = account;
    return { link: { realmId, partition, ...read } };
  }
}
