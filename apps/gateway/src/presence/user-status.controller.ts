import { UpdateUserStatusRequest, getUserStatus, updateUserStatus } from '@stoa/contracts';
import { RpcClient } from '@stoa/rpc';
import { Endpoint, EndpointController } from '../http/endpoint.decorator';
import type { UserContext } from '../http/request-context';
import { GetStatusParams, UpdateOwnStatusParams, UpdateStatusParams } from './presence.params';

const STATUS_ERRORS = [
  { code: 'BAD_REQUEST', msg: 'Client did not pass any new values.' },
  { code: 'BAD_REQUEST', msg: 'status_text is too long (limit: 60 characters)' },
  { code: 'BAD_REQUEST', msg: 'Client must pass emoji_name if they pass either emoji_code or reaction_type.' },
  { code: 'BAD_REQUEST', msg: "Emoji 'xxx' does not exist" },
];

@EndpointController()
export class UserStatusController {
  constructor(private readonly rpc: RpcClient) {}

  @Endpoint({
    method: 'POST',
    path: 'users/me/status',
    tag: 'Users',
    summary: 'Set the own status',
    auth: 'user',
    guard: 'human',
    params: UpdateOwnStatusParams,
    response: updateUserStatus.response,
    errors: STATUS_ERRORS,
  })
  updateOwn(ctx: UserContext, params: UpdateOwnStatusParams): Promise<Buffer> {
    const request = { ...statusRequest(params), userId: null, away: params.away ?? null };
    return this.rpc.callRaw(updateUserStatus, ctx, request);
  }

  @Endpoint({
    method: 'POST',
    path: 'users/{user_id}/status',
    tag: 'Users',
    summary: "Set a user's status",
    auth: 'user',
    guard: 'human',
    params: UpdateStatusParams,
    response: updateUserStatus.response,
    errors: [
      ...STATUS_ERRORS,
      { code: 'BAD_REQUEST', msg: 'No such user' },
      { code: 'BAD_REQUEST', msg: 'User is deactivated' },
      { code: 'BAD_REQUEST', msg: 'Insufficient permission' },
    ],
  })
  update(ctx: UserContext, params: UpdateStatusParams): Promise<Buffer> {
    return this.rpc.callRaw(updateUserStatus, ctx, { ...statusRequest(params), userId: params.userId, away: null });
  }

  @Endpoint({
    method: 'GET',
    path: 'users/{user_id}/status',
    tag: 'Users',
    summary: "Get a user's status",
    auth: 'user',
    params: GetStatusParams,
    response: getUserStatus.response,
    errors: [
      { code: 'BAD_REQUEST', msg: 'No such user' },
      { code: 'BAD_REQUEST', msg: 'User is deactivated' },
      { code: 'BAD_REQUEST', msg: 'Insufficient permission' },
    ],
  })
  get(ctx: UserContext, { userId }: GetStatusParams): Promise<Buffer> {
    return this.rpc.callRaw(getUserStatus, ctx, { userId });
  }
}

function statusRequest(params: Omit<UpdateOwnStatusParams, 'away'>): Omit<UpdateUserStatusRequest, 'userId' | 'away'> {
  const { statusText = null, emojiName = null, emojiCode = null, reactionType = null } = params;
  return { statusText, emojiName, emojiCode, reactionType };
}
