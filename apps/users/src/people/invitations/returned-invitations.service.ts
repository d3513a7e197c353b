import { Injectable } from '@nestjs/common';
import type { RpcRequest, RpcResponse } from '@stoa/contracts/rpc';
import { noteReturnedInvitation } from '@stoa/contracts/users';
import { Database, addPendingNotices, directNotice } from '@stoa/database';
import { realmUrl } from '@stoa/policy';
import { type CallContext, Handles } from '@stoa/rpc';
import { textsIn } from '@stoa/texts';
import { UsersEnvironment } from '../../users-environment';
import { type ReturnedInvitation, ReturnedInvitationsRepository } from './returned-invitations.repository';

/** Tells who invited that the mail came back (mail-and-integrations.md 5). */
@Injectable()
export class ReturnedInvitationsService {
  constructor(
    private readonly database: Database,
    private readonly repository: ReturnedInvitationsRepository,
    private readonly environment: UsersEnvironment,
  ) {}

  /** Of a mail that was reported as unwanted nobody is told: that is its reader's affair. */
  @Handles(noteReturnedInvitation)
  async note(
    _ctx: CallContext,
    { realmId, partition, invitationId, status }: RpcRequest<typeof noteReturnedInvitation>,
  ): Promise<RpcResponse<typeof noteReturnedInvitation>> {
    return this.database.write({ realmId, partition }, [], async (tx) => {
      const returned = await this.repository.note(tx, invitationId);
      if (!returned) return { isNoted: false };
      const { inviterId, isInviterActive } = returned;
      if (isInviterActive && status !== '') {
        // Unread also to who invited, who is named as the cause, as nobody else is.
        const notice = directNotice(inviterId, this.notice(returned, status), 'direct_unread');
        await addPendingNotices(tx, inviterId, [notice]);
      }
      return { isNoted: true };
    });
  }

  private notice({ email, language, ...realm }: ReturnedInvitation, status: string): string {
    const url = `${realmUrl(realm, this.environment)}/#organization/users/invitations`;
    // An address is not ours: as code it is nothing but text.
    const address = `\`${email.replaceAll('`', '')}\``;
    return textsIn(language)('invitation.returned', { address, status, url });
  }
}
