import { Injectable } from '@nestjs/common';
import { makeBounceAddress, openBounceAddress, reportBounce, reportMailRefusal } from '@stoa/contracts/push';
import type { RpcRequest, RpcResponse } from '@stoa/contracts/rpc';
import { type CallContext, Handles } from '@stoa/rpc';
import { type BounceClaim, BounceAddresses } from '../../rules/mail/bounce-addresses';
import { bounceOf, bounceOfRefusal } from '../../rules/mail/bounces';
import { BouncesRepository } from './bounces.repository';
import { BouncesService } from './bounces.service';
import { type OpenInvitation, ReturnedInvitationsRepository } from './returned-invitations.repository';
import { ReturnedInvitations } from './returned-invitations';

/** Makes the addresses by which mails come back, and reads what comes back by them. */
@Injectable()
export class MailReportsService {
  constructor(
    private readonly addresses: BounceAddresses,
    private readonly accounts: BouncesRepository,
    private readonly bounces: BouncesService,
    private readonly openInvitations: ReturnedInvitationsRepository,
    private readonly invitations: ReturnedInvitations,
  ) {}

  /** Whose address it is the caller knows: of a token for another one nothing comes back that counts. */
  @Handles(makeBounceAddress)
  make(_ctx: CallContext, owner: RpcRequest<typeof makeBounceAddress>): Promise<RpcResponse<typeof makeBounceAddress>> {
    return Promise.resolve({ sender: this.addresses.addressOf(owner, Date.now()) });
  }

  @Handles(openBounceAddress)
  async open(
    _ctx: CallContext,
    { token }: RpcRequest<typeof openBounceAddress>,
  ): Promise<RpcResponse<typeof openBounceAddress>> {
    const claim = this.addresses.read(token);
    const found =
      claim?.kind === 'invitation' ? await this.invitationOf(claim) : claim && (await this.accountOf(claim));
    return { isKnown: Boolean(found) };
  }

  @Handles(reportBounce)
  async report(
    ctx: CallContext,
    { token, report }: RpcRequest<typeof reportBounce>,
  ): Promise<RpcResponse<typeof reportBounce>> {
    const claim = this.addresses.read(token);
    const bounce = bounceOf(report);
    if (claim?.kind === 'invitation') {
      const invitation = await this.invitationOf(claim);
      if (!invitation) return { outcome: null };
      return { outcome: bounce === null ? 'ignored' : await this.invitations.note(ctx, invitation, bounce) };
    }
    const account = claim && (await this.accountOf(claim));
    if (!account) return { outcome: null };
    return { outcome: bounce === null ? 'ignored' : await this.bounces.note(account, bounce) };
  }

  @Handles(reportMailRefusal)
  async refused(
    ctx: CallContext,
    { owner, isOfRecipient, code, detail }: RpcRequest<typeof reportMailRefusal>,
  ): Promise<void> {
    const refusal = { isOfRecipient, code };
    if (owner.kind === 'account') {
      return this.bounces.noteRefusal({ userId: owner.id, address: owner.address }, refusal, detail);
    }
    const bounce = bounceOfRefusal(refusal, detail);
    const invitation = bounce && (await this.openInvitations.find(owner.id));
    if (bounce && invitation?.address === owner.address) await this.invitations.note(ctx, invitation, bounce);
  }

  private async accountOf(claim: BounceClaim) {
    const account = await this.accounts.account(claim.id);
    return account && this.addresses.isOf(claim, account.address, Date.now()) ? account : undefined;
  }

  private async invitationOf(claim: BounceClaim): Promise<OpenInvitation | undefined> {
    const invitation = await this.openInvitations.find(claim.id);
    return invitation && this.addresses.isOf(claim, invitation.address, Date.now()) ? invitation : undefined;
  }
}
