import { Injectable } from '@nestjs/common';
import {
  clearMailSuspensions,
  endMailSuspension,
  followAddressLink,
  listAllMailSuspensions,
  listMailSuspensions,
  openAddressLink,
} from '@stoa/contracts/push';
import type { RequestOf, RpcRequest, RpcResponse } from '@stoa/contracts/rpc';
import { badRequest } from '@stoa/errors';
import { type ActorContext, type CallContext, Handles } from '@stoa/rpc';
import { type AddressClaim, AddressKeys, type SuspendedAddress } from '../../rules/mail/address-keys';
import { MailQueue } from '../mail-queue';
import { SuspensionsRepository } from './suspensions.repository';

/** Who gets no mails, for administrators and operators, and the links by which users get them again. */
@Injectable()
export class SuspensionsService {
  constructor(
    private readonly repository: SuspensionsRepository,
    private readonly keys: AddressKeys,
    private readonly queue: MailQueue,
  ) {}

  @Handles(listMailSuspensions)
  async ofRealm(ctx: ActorContext): Promise<RpcResponse<typeof listMailSuspensions>> {
    return { mail_suspensions: await this.repository.ofRealm(ctx.actor.realmId) };
  }

  /** @throws DomainError for a user who gets mails, or is none of the organization */
  @Handles(endMailSuspension)
  async end(ctx: ActorContext, { user_id: userId }: RequestOf<typeof endMailSuspension>): Promise<void> {
    const ended = await this.repository.end(ctx.actor.realmId, [userId]);
    if (ended === 0) throw badRequest('Mails to this user are not suspended');
  }

  @Handles(listAllMailSuspensions)
  async list(
    _ctx: CallContext,
    { realmId, afterUserId, limit }: RpcRequest<typeof listAllMailSuspensions>,
  ): Promise<RpcResponse<typeof listAllMailSuspensions>> {
    return { suspensions: await this.repository.page(realmId, afterUserId, limit) };
  }

  @Handles(clearMailSuspensions)
  async clear(
    _ctx: CallContext,
    { realmId, userIds }: RpcRequest<typeof clearMailSuspensions>,
  ): Promise<RpcResponse<typeof clearMailSuspensions>> {
    return { count: await this.repository.end(realmId, userIds) };
  }

  @Handles(openAddressLink)
  async openLink(
    _ctx: CallContext,
    request: RpcRequest<typeof openAddressLink>,
  ): Promise<RpcResponse<typeof openAddressLink>> {
    const found = await this.find(request);
    return { link: found && { step: found.claim.step, address: found.suspended.address } };
  }

  @Handles(followAddressLink)
  async followLink(
    _ctx: CallContext,
    request: RpcRequest<typeof followAddressLink>,
  ): Promise<RpcResponse<typeof followAddressLink>> {
    const found = await this.find(request);
    if (!found) return { link: null };
    const { claim, suspended } = found;
    if (claim.step === 'check') await this.queue.wake(await this.repository.orderCheck(suspended));
    else await this.repository.end(request.realmId, [suspended.userId]);
    return { link: { step: claim.step, address: suspended.address } };
  }

  private async find({
    realmId,
    step,
    key,
  }: RpcRequest<typeof openAddressLink>): Promise<{ claim: AddressClaim; suspended: SuspendedAddress } | null> {
    const claim = this.keys.read(step, key);
    const suspended = claim && (await this.repository.ofUser(realmId, claim.userId));
    return claim && suspended && this.keys.isOf(claim, suspended) ? { claim, suspended } : null;
  }
}
