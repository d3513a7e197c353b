import { Injectable } from '@nestjs/common';
import { noteReturnedInvitation } from '@stoa/contracts/users';
import { type CallContext, RpcClient } from '@stoa/rpc';
import type { Bounce } from '../../rules/mail/bounces';
import { BounceMetrics } from './bounce-metrics';
import type { OpenInvitation } from './returned-invitations.repository';

/** Mails of invitations that come back: there is no account to suspend, but somebody who invited. */
@Injectable()
export class ReturnedInvitations {
  constructor(
    private readonly rpc: RpcClient,
    private readonly metrics: BounceMetrics,
  ) {}

  /** One is enough: the mail says all that there is to say to the address. */
  async note(
    ctx: CallContext,
    { invitationId, realmId, partition }: OpenInvitation,
    { kind, status }: Bounce,
  ): Promise<'noted' | 'ignored'> {
    const request = { invitationId, realmId, partition, status };
    const { isNoted } = await this.rpc.call(noteReturnedInvitation, ctx, request);
    if (!isNoted) return 'ignored';
    this.metrics.countBounce(kind);
    return 'noted';
  }
}
