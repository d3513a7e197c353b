import { Injectable } from '@nestjs/common';
import type { RequestOf, RpcResponse } from '@stoa/contracts/rpc';
import { eventOf } from '@stoa/contracts/events';
import { listInvitations, resendInvitation, revokeInvitation, revokeInvitationLink } from '@stoa/contracts/users';
import { Database, WriteTransaction, lockRealm } from '@stoa/database';
import { badRequest } from '@stoa/errors';
import { isAdministrator, refuseInvitationChange } from '@stoa/policy';
import { Handles } from '@stoa/rpc';
import type { ActorContext } from '@stoa/rpc';
import { ChangeFacts, ChangeFactsReader } from '@stoa/directory';
import { policyUser } from '../../shared/user-changes/user-rules';
import { invitationAudience } from './invitation-audience';
import { InvitationLimit } from './invitation-limit';
import { InvitationMails } from './invitation-mails';
import { throwRefusal } from './invitation-terms-check';
import { InvitationsRepository, StoredInvitation } from './invitations.repository';
import { DAILY_LIMIT, invitationFailed, invitationLink } from './send-invitations.service';

/** Lists invitations, sends them once more and revokes them (organization.md 11). */
@Injectable()
export class InvitationsService {
  constructor(
    private readonly database: Database,
    private readonly repository: InvitationsRepository,
    private readonly facts: ChangeFactsReader,
    private readonly mails: InvitationMails,
    private readonly limit: InvitationLimit,
  ) {}

  /** Administrators see everybody's, others their own. */
  @Handles(listInvitations)
  async list({ actor }: ActorContext): Promise<RpcResponse<typeof listInvitations>> {
    const inviterId = isAdministrator(actor) ? null : actor.userId;
    const [mailed, links] = await Promise.all([
      this.repository.listed(actor.realmId, inviterId),
      this.repository.listedLinks(actor.realmId, inviterId),
    ]);
    return {
      invites: [
        ...mailed.map((row) => ({ ...row, is_multiuse: false as const })),
        ...links.map(({ key, ...row }) => ({
          ...row,
          is_multiuse: true as const,
          link_url: invitationLink(actor.realmUrl, key),
        })),
      ],
    };
  }

  /** Its end stays as it is. @throws DomainError `No such invitation`, or for the invitations of others */
  @Handles(resendInvitation)
  async resend(ctx: ActorContext, { invite_id }: RequestOf<typeof resendInvitation>): Promise<void> {
    const { id, email, key, organization, language, inviter } = await this.write(
      ctx,
      'exclusive',
      async (tx, facts) => {
        const invitation = await this.access(tx, facts, invite_id, false);
        if (!(await this.limit.allows(tx, facts.requester, 1))) throw invitationFailed(DAILY_LIMIT, [], false, true);
        await this.repository.noteSent(tx, invitation.id);
        const sender = facts.users.get(invitation.invitedByUserId) ?? facts.requester;
        this.mails.requireMail();
        return {
          ...invitation,
          organization: facts.settings.name,
          language: facts.settings.defaultLanguage,
          inviter: { fullName: sender.fullName, email: sender.deliveryEmail },
        };
      },
    );
    await this.mails.invite([{ id, email, key, realmUrl: ctx.actor.realmUrl, organization, language, inviter }]);
  }

  @Handles(revokeInvitation)
  revoke(ctx: ActorContext, { invite_id }: RequestOf<typeof revokeInvitation>): Promise<void> {
    return this.end(ctx, invite_id, false);
  }

  @Handles(revokeInvitationLink)
  revokeLink(ctx: ActorContext, { invite_id }: RequestOf<typeof revokeInvitationLink>): Promise<void> {
    return this.end(ctx, invite_id, true);
  }

  private async end(ctx: ActorContext, id: number, isMultiuse: boolean): Promise<void> {
    await this.write(ctx, 'shared', async (tx, facts) => {
      const invitation = await this.access(tx, facts, id, isMultiuse);
      await this.repository.revoke(tx, id, isMultiuse);
      const audience = invitationAudience(facts.users, [invitation.invitedByUserId]);
      tx.emit(eventOf('invites_changed', {}, audience));
    });
  }

  /** An invitation in hand is open, and the requester may change it. */
  private async access(
    tx: WriteTransaction,
    { requester }: ChangeFacts,
    id: number,
    isMultiuse: boolean,
  ): Promise<StoredInvitation> {
    const invitation = await this.repository.find(tx, id, isMultiuse);
    if (!invitation || (!isMultiuse && !invitation.isOpen)) throw badRequest('No such invitation');
    throwRefusal(refuseInvitationChange(policyUser(requester), invitation));
    if (!invitation.isOpen) throw badRequest('Invitation has already been revoked');
    return invitation;
  }

  private write<T>(
    ctx: ActorContext,
    lock: 'shared' | 'exclusive',
    work: (tx: WriteTransaction, facts: ChangeFacts) => Promise<T>,
  ): Promise<T> {
    const { realmId } = ctx.actor;
    return this.database.write(ctx, [lockRealm(realmId, lock)], async (tx) => work(tx, await this.facts.current(ctx)));
  }
}
