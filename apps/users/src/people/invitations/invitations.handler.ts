import { Controller } from '@nestjs/common';
import {
  type RpcRequest,
  type RpcResponse,
  type SendInvitationsRequest,
  type SignUp,
  type SignUpRequest,
  createInvitationLink,
  listInvitations,
  openInvitation,
  requestSignUp,
  resendInvitation,
  revokeInvitation,
  sendInvitations,
  signUp,
} from '@stoa/contracts';
import { type CallContext, Handles, requireActor } from '@stoa/rpc';
import { InvitationsService } from './invitations.service';
import { SendInvitationsService } from './send-invitations.service';
import { SignUpService } from './sign-up.service';

@Controller()
export class InvitationsHandler {
  constructor(
    private readonly invitations: InvitationsService,
    private readonly sending: SendInvitationsService,
    private readonly signUps: SignUpService,
  ) {}

  @Handles(listInvitations)
  async list(_request: object, context: CallContext): Promise<RpcResponse<typeof listInvitations>> {
    return { invites: await this.invitations.list(requireActor(context)) };
  }

  @Handles(sendInvitations)
  async send(request: SendInvitationsRequest, context: CallContext): Promise<object> {
    await this.sending.send(requireActor(context), request);
    return {};
  }

  @Handles(createInvitationLink)
  async createLink(
    { terms }: RpcRequest<typeof createInvitationLink>,
    context: CallContext,
  ): Promise<RpcResponse<typeof createInvitationLink>> {
    return { invite_link: await this.sending.createLink(requireActor(context), terms) };
  }

  @Handles(resendInvitation)
  async resend({ id }: RpcRequest<typeof resendInvitation>, context: CallContext): Promise<object> {
    await this.invitations.resend(requireActor(context), id);
    return {};
  }

  @Handles(revokeInvitation)
  async revoke({ id, isMultiuse }: RpcRequest<typeof revokeInvitation>, context: CallContext): Promise<object> {
    await this.invitations.revoke(requireActor(context), id, isMultiuse);
    return {};
  }

  @Handles(openInvitation)
  open({ realmId, key, isMultiuse }: RpcRequest<typeof openInvitation>): Promise<RpcResponse<typeof openInvitation>> {
    return this.signUps.open(realmId, key, isMultiuse);
  }

  @Handles(requestSignUp)
  async requestSignUp(request: SignUpRequest): Promise<object> {
    await this.signUps.request(request);
    return {};
  }

  @Handles(signUp)
  async signUp(request: SignUp, context: CallContext): Promise<RpcResponse<typeof signUp>> {
    return { user_id: await this.signUps.signUp(context, request) };
  }
}
