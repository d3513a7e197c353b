import { Static, Type } from '@sinclair/typebox';
import { defineRpc } from '../rpc/define-rpc';
import { CLOSED } from './nullable';
import { OwnUserSchema, UserSchema } from './user-object';

/** Fragments that the caller holds (see RopeBuilder). */
export const KnownFragmentsSchema = Type.Record(Type.String(), Type.Array(Type.String()));

/** `GET /users/me` (users.md 4). */
export const getOwnUser = defineRpc({
  subject: 'rpc.users.v1.accounts.own',
  request: Type.Object({}),
  response: OwnUserSchema,
  idempotent: true,
});

/** `GET /users` (users.md 4). Answers a rope whose text is the whole JSON object of {@link UserListSchema}. */
export const listUsers = defineRpc({
  subject: 'rpc.users.v1.accounts.list',
  request: Type.Object({
    /** Of spectators too, whose context has no actor. */
    realmId: Type.Integer(),
    clientGravatar: Type.Boolean(),
    includeCustomProfileFields: Type.Boolean(),
    userIds: Type.Union([Type.Array(Type.Integer()), Type.Null()]),
    known: KnownFragmentsSchema,
  }),
  response: Type.Unknown(),
  idempotent: true,
});

export const UserListSchema = Type.Object({ members: Type.Array(UserSchema) }, CLOSED);

/** `POST /users` (users.md 4). */
export const createUser = defineRpc({
  subject: 'rpc.users.v1.accounts.create',
  request: Type.Object({ email: Type.String(), password: Type.String(), fullName: Type.String() }),
  response: Type.Object({ user_id: Type.Integer({ description: 'ID of the new account.' }) }, CLOSED),
  timeoutMs: 15_000,
  idempotent: false,
});
export type CreateUserRequest = Static<(typeof createUser)['request']>;
