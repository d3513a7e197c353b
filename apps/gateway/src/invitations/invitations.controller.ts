import {
  createInvitationLink,
  listInvitations,
  resendInvitation,
  revokeInvitation,
  sendInvitations,
} from '@stoa/contracts';
import { RpcClient } from '@stoa/rpc';
import { Endpoint, EndpointController } from '../http/endpoint.decorator';
import type { UserContext } from '../http/request-context';
import {
  CreateInvitationLinkParams,
  InvitationIdParams,
  SendInvitationsParams,
  invitationTerms,
} from './invitations.params';

const bad = (msg: string) => ({ code: 'BAD_REQUEST', msg });
const NOT_OWNER = { code: 'UNAUTHORIZED_PRINCIPAL', msg: 'Must be an organization owner' };
const TERMS_ERRORS = [
  bad('Insufficient permission'),
  NOT_OWNER,
  bad('Must be an organization administrator'),
  bad('Invalid invite_as: Value error, Not in the list of possible values'),
  bad('Invalid channel ID 12. No invites were sent.'),
  bad('You do not have permission to subscribe other users to channels.'),
  bad('Invalid user group'),
];
const FOREIGN_ERRORS = [bad('No such invitation'), NOT_OWNER, bad('Must be an organization administrator')];

/** Invitations (organization.md 11). */
@EndpointController()
export class InvitationsController {
  constructor(private readonly rpc: RpcClient) {}

  @Endpoint({
    method: 'GET',
    path: 'invites',
    summary: 'Get open invitations',
    description: "Administrators get everybody's, others their own.",
    tag: 'Invitations',
    auth: 'user',
    guard: 'human-member',
    response: listInvitations.response,
  })
  list(ctx: UserContext): Promise<Buffer> {
    return this.rpc.callRaw(listInvitations, ctx, {});
  }

  @Endpoint({
    method: 'POST',
    path: 'invites',
    summary: 'Invite people by mail',
    description:
      'INVITATION_FAILED has the fields errors (address, reason, whether its account is deactivated), ' +
      'sent_invitations, license_limit_reached and daily_limit_reached.',
    tag: 'Invitations',
    auth: 'user',
    guard: 'human-member',
    params: SendInvitationsParams,
    response: sendInvitations.response,
    deadlineMs: 30_000,
    errors: [
      ...TERMS_ERRORS,
      bad('You must specify at least one email address.'),
      { code: 'INVITATION_FAILED', msg: "Some emails did not validate, so we didn't send any invitations." },
      { code: 'INVITATION_FAILED', msg: "We weren't able to invite anyone." },
    ],
  })
  send(ctx: UserContext, params: SendInvitationsParams): Promise<Buffer> {
    const { inviteeEmails: emails, notifyReferrerOnJoin } = params;
    return this.rpc.callRaw(sendInvitations, ctx, { emails, notifyReferrerOnJoin, terms: invitationTerms(params) });
  }

  @Endpoint({
    method: 'POST',
    path: 'invites/multiuse',
    summary: 'Make an invitation that several may use',
    tag: 'Invitations',
    auth: 'user',
    guard: 'human-member',
    params: CreateInvitationLinkParams,
    response: createInvitationLink.response,
    errors: TERMS_ERRORS,
  })
  createLink(ctx: UserContext, params: CreateInvitationLinkParams): Promise<Buffer> {
    return this.rpc.callRaw(createInvitationLink, ctx, { terms: invitationTerms(params) });
  }

  @Endpoint({
    method: 'POST',
    path: 'invites/{invite_id}/resend',
    summary: 'Send an invitation once more',
    description: 'It expires when it would have expired.',
    tag: 'Invitations',
    auth: 'user',
    guard: 'human-member',
    params: InvitationIdParams,
    response: resendInvitation.response,
    errors: FOREIGN_ERRORS,
  })
  resend(ctx: UserContext, { id }: InvitationIdParams): Promise<Buffer> {
    return this.rpc.callRaw(resendInvitation, ctx, { id });
  }

  @Endpoint({
    method: 'DELETE',
    path: 'invites/{invite_id}',
    summary: 'Revoke an invitation',
    tag: 'Invitations',
    auth: 'user',
    guard: 'human-member',
    params: InvitationIdParams,
    response: revokeInvitation.response,
    errors: FOREIGN_ERRORS,
  })
  revoke(ctx: UserContext, { id }: InvitationIdParams): Promise<Buffer> {
    return this.rpc.callRaw(revokeInvitation, ctx, { id, isMultiuse: false });
  }

  @Endpoint({
    method: 'DELETE',
    path: 'invites/multiuse/{invite_id}',
    summary: 'Revoke an invitation that several may use',
    tag: 'Invitations',
    auth: 'user',
    guard: 'human-member',
    params: InvitationIdParams,
    response: revokeInvitation.response,
    errors: [...FOREIGN_ERRORS, bad('Invitation has already been revoked')],
  })
  revokeLink(ctx: UserContext, { id }: InvitationIdParams): Promise<Buffer> {
    return this.rpc.callRaw(revokeInvitation, ctx, { id, isMultiuse: true });
  }
}
