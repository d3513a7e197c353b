import type { DocumentedError } from '@stoa/contracts';
import {
  type UpdateUserRequest,
  deactivateOwnUser,
  deactivateUser,
  getUser,
  reactivateUser,
  updateUser,
} from '@stoa/contracts';
import { RpcClient } from '@stoa/rpc';
import { Endpoint, EndpointController } from '../http/endpoint.decorator';
import type { UserContext } from '../http/request-context';
import {
  DeactivateUserParams,
  GetUserByEmailParams,
  GetUserParams,
  ReactivateUserParams,
  UpdateUserByEmailParams,
  UpdateUserParams,
  UserChangeParams,
} from './user.params';

const NO_SUCH_USER: DocumentedError = { code: 'BAD_REQUEST', msg: 'No such user' };
const NO_PERMISSION: DocumentedError = { code: 'BAD_REQUEST', msg: 'Insufficient permission' };
const DEACTIVATED: DocumentedError = { code: 'BAD_REQUEST', msg: 'User is deactivated' };
const NOT_OWNER: DocumentedError = { code: 'UNAUTHORIZED_PRINCIPAL', msg: 'Must be an organization owner' };
const UPDATE_ERRORS: DocumentedError[] = [
  NO_SUCH_USER,
  NO_PERMISSION,
  { code: 'UNAUTHORIZED_PRINCIPAL', msg: 'Must be an organization administrator' },
  NOT_OWNER,
  { code: 'BAD_REQUEST', msg: 'The owner permission cannot be removed from the only organization owner.' },
  { code: 'BAD_REQUEST', msg: 'Name too long!' },
  { code: 'BAD_REQUEST', msg: 'Unique names required in this organization.' },
  { code: 'BAD_REQUEST', msg: 'Invalid role: Value error, Not in the list of possible values' },
  { code: 'BAD_REQUEST', msg: 'Field id 99 not found.' },
  { code: 'BAD_REQUEST', msg: 'User not authorized to change user emails' },
  { code: 'BAD_REQUEST', msg: 'Invalid new email address.' },
  { code: 'BAD_REQUEST', msg: 'New email value error: Already has an account.' },
];

/** Single users: reading, changing, deactivation (users.md 4). */
@EndpointController()
export class UserController {
  constructor(private readonly rpc: RpcClient) {}

  @Endpoint({
    method: 'GET',
    path: 'users/{user_id}',
    summary: 'Get a user',
    tag: 'Users',
    auth: 'user',
    params: GetUserParams,
    response: getUser.response,
    errors: [NO_SUCH_USER, NO_PERMISSION],
  })
  get(ctx: UserContext, { userId, ...shown }: GetUserParams): Promise<Buffer> {
    return this.rpc.callRaw(getUser, ctx, { user: { userId }, ...shown });
  }

  @Endpoint({
    method: 'GET',
    path: 'users/{email}',
    summary: 'Get a user by email',
    tag: 'Users',
    auth: 'user',
    params: GetUserByEmailParams,
    response: getUser.response,
    errors: [NO_SUCH_USER, NO_PERMISSION],
  })
  getByEmail(ctx: UserContext, { email, ...shown }: GetUserByEmailParams): Promise<Buffer> {
    return this.rpc.callRaw(getUser, ctx, { user: { email }, ...shown });
  }

  @Endpoint({
    method: 'PATCH',
    path: 'users/{user_id}',
    summary: 'Update a user',
    description: 'For administrators, and for the owner of a bot. What is not named stays as it is.',
    tag: 'Users',
    auth: 'user',
    params: UpdateUserParams,
    response: updateUser.response,
    errors: UPDATE_ERRORS,
  })
  update(ctx: UserContext, params: UpdateUserParams): Promise<Buffer> {
    return this.rpc.callRaw(updateUser, ctx, { user: { userId: params.userId }, ...changesOf(params) });
  }

  @Endpoint({
    method: 'PATCH',
    path: 'users/{email}',
    summary: 'Update a user by email',
    tag: 'Users',
    auth: 'user',
    params: UpdateUserByEmailParams,
    response: updateUser.response,
    errors: UPDATE_ERRORS,
  })
  updateByEmail(ctx: UserContext, params: UpdateUserByEmailParams): Promise<Buffer> {
    return this.rpc.callRaw(updateUser, ctx, { user: { email: params.email }, ...changesOf(params) });
  }

  @Endpoint({
    method: 'DELETE',
    path: 'users/{user_id}',
    summary: 'Deactivate a user',
    description: 'Its active bots are deactivated as well.',
    tag: 'Users',
    auth: 'user',
    params: DeactivateUserParams,
    response: deactivateUser.response,
    deadlineMs: 30_000,
    errors: [
      NO_SUCH_USER,
      DEACTIVATED,
      NO_PERMISSION,
      NOT_OWNER,
      { code: 'BAD_REQUEST', msg: 'Cannot deactivate the only organization owner' },
    ],
  })
  deactivate(ctx: UserContext, { userId, notificationComment }: DeactivateUserParams): Promise<Buffer> {
    return this.rpc.callRaw(deactivateUser, ctx, { userId, notificationComment: notificationComment?.trim() ?? null });
  }

  @Endpoint({
    method: 'POST',
    path: 'users/{user_id}/reactivate',
    summary: 'Reactivate a user',
    description: 'Humans and bots; an active account stays as it is.',
    tag: 'Users',
    auth: 'user',
    params: ReactivateUserParams,
    response: reactivateUser.response,
    deadlineMs: 30_000,
    errors: [
      NO_SUCH_USER,
      NO_PERMISSION,
      {
        code: 'BAD_REQUEST',
        msg:
          'There is already an active bot named "Deploy" in this organization. To reactivate this bot, you must rename ' +
          'or deactivate the other one first.',
      },
    ],
  })
  reactivate(ctx: UserContext, { userId }: ReactivateUserParams): Promise<Buffer> {
    return this.rpc.callRaw(reactivateUser, ctx, { userId });
  }

  @Endpoint({
    method: 'DELETE',
    path: 'users/me',
    summary: 'Deactivate the own user',
    tag: 'Users',
    auth: 'user',
    response: deactivateOwnUser.response,
    deadlineMs: 30_000,
    errors: [{ code: 'CANNOT_DEACTIVATE_LAST_USER', msg: 'Cannot deactivate the only organization owner.' }],
  })
  deactivateOwn(ctx: UserContext): Promise<Buffer> {
    return this.rpc.callRaw(deactivateOwnUser, ctx, {});
  }
}

function changesOf(params: UserChangeParams): Omit<UpdateUserRequest, 'user'> {
  const { fullName, role, profileData, newEmail } = params;
  return {
    fullName: fullName ?? null,
    role: role ?? null,
    newEmail: newEmail ?? null,
    profileData: profileData?.map(({ id, value = null }) => ({ id, value })) ?? null,
  };
}
