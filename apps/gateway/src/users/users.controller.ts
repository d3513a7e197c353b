import { UserListSchema, createUser, getOwnUser, listUsers } from '@stoa/contracts';
import { usersScope, visibilityRole } from '@stoa/fragments';
import { RpcClient } from '@stoa/rpc';
import type { ComposedAnswer } from '../http/composed-answer';
import { Endpoint, EndpointController } from '../http/endpoint.decorator';
import type { RequestContext, UserContext } from '../http/request-context';
import { Spectators } from '../messages/spectators';
import { RopeCaller } from '../ropes/rope-caller';
import { CreateUserParams } from './create-user.params';
import { ListUsersParams } from './list-users.params';

@EndpointController()
export class UsersController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly ropes: RopeCaller,
    private readonly spectators: Spectators,
  ) {}

  @Endpoint({
    method: 'GET',
    path: 'users/me',
    summary: 'Get the own user',
    tag: 'Users',
    auth: 'user',
    response: getOwnUser.response,
  })
  own(ctx: UserContext): Promise<Buffer> {
    return this.rpc.callRaw(getOwnUser, ctx, {});
  }

  @Endpoint({
    method: 'GET',
    path: 'users',
    summary: 'Get all users',
    description:
      'Humans and bots, active and deactivated ones, in no particular order. Without credentials only where the ' +
      'organization lets everybody in.',
    tag: 'Users',
    auth: 'optional',
    params: ListUsersParams,
    response: UserListSchema,
  })
  async list(ctx: RequestContext, params: ListUsersParams): Promise<ComposedAnswer> {
    const realmId = await this.spectators.realmOf(ctx);
    const { clientGravatar, userIds = null } = params;
    const viewerRole = ctx.actor ? visibilityRole(ctx.actor.role) : null;
    const includeCustomProfileFields = params.includeCustomProfileFields && ctx.actor !== undefined;
    const includeProfileData = includeCustomProfileFields;
    return this.ropes.call(ctx, {
      contract: listUsers,
      scopes: userIds ? [] : [usersScope({ realmId, shape: 'listed', viewerRole, clientGravatar, includeProfileData })],
      request: (known) => ({ realmId, clientGravatar, includeCustomProfileFields, userIds, known }),
    });
  }

  @Endpoint({
    method: 'POST',
    path: 'users',
    summary: 'Create a user',
    description: 'Administrators whom the operator allowed to create accounts.',
    tag: 'Users',
    auth: 'user',
    guard: 'administrator',
    params: CreateUserParams,
    response: createUser.response,
    errors: [
      { code: 'BAD_REQUEST', msg: 'User not authorized to create users' },
      { code: 'BAD_REQUEST', msg: 'Name must not be empty!' },
      { code: 'BAD_REQUEST', msg: 'Bad name or username' },
      { code: 'BAD_REQUEST', msg: "Email 'ada@elsewhere.example' not allowed in this organization" },
      { code: 'BAD_REQUEST', msg: 'Disposable email addresses are not allowed in this organization' },
      { code: 'BAD_REQUEST', msg: 'Email addresses containing + are not allowed.' },
      { code: 'BAD_REQUEST', msg: 'Email is already in use.' },
      { code: 'BAD_REQUEST', msg: 'The password is too weak.' },
    ],
  })
  create(ctx: UserContext, { email, password, fullName }: CreateUserParams): Promise<Buffer> {
    return this.rpc.callRaw(createUser, ctx, { email, password, fullName });
  }
}
