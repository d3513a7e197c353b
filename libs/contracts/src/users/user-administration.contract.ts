import { Static, Type } from '@sinclair/typebox';
import { EmptyResponseSchema } from '../empty-response';
import { defineRpc } from '../rpc/define-rpc';
import { CLOSED, Nullable } from './nullable';
import { FetchedUserSchema } from './user-object';

/** A user as paths name one: by id, or by the real or the API email. */
export const UserReferenceSchema = Type.Union([
  Type.Object({ userId: Type.Integer() }),
  Type.Object({ email: Type.String() }),
]);
export type UserReference = Static<typeof UserReferenceSchema>;

/** `GET /users/{user_id}`, `GET /users/{email}` (users.md 4). */
export const getUser = defineRpc({
  subject: 'rpc.users.v1.users.get',
  request: Type.Object({
    user: UserReferenceSchema,
    clientGravatar: Type.Boolean(),
    includeCustomProfileFields: Type.Boolean(),
  }),
  response: Type.Object({ user: FetchedUserSchema }, CLOSED),
  idempotent: true,
});

/** A new value of a profile field: null or "" clears it (users.md 4). */
export const ProfileValueChangeSchema = Type.Object({
  id: Type.Integer(),
  value: Type.Union([Type.String(), Type.Array(Type.Integer()), Type.Null()]),
});
export type ProfileValueChange = Static<typeof ProfileValueChangeSchema>;

/** `PATCH /users/{user_id}`, `PATCH /users/{email}` (users.md 4); null leaves a part as it is. */
export const updateUser = defineRpc({
  subject: 'rpc.users.v1.users.update',
  request: Type.Object({
    user: UserReferenceSchema,
    fullName: Nullable(Type.String()),
    role: Nullable(Type.Integer()),
    profileData: Nullable(Type.Array(ProfileValueChangeSchema)),
    newEmail: Nullable(Type.String()),
  }),
  response: EmptyResponseSchema,
  idempotent: true,
});
export type UpdateUserRequest = Static<(typeof updateUser)['request']>;

/** `DELETE /users/{user_id}` (users.md 4). */
export const deactivateUser = defineRpc({
  subject: 'rpc.users.v1.users.deactivate',
  request: Type.Object({
    userId: Type.Integer(),
    /** Null: the user is not told by mail. */
    notificationComment: Nullable(Type.String()),
  }),
  response: EmptyResponseSchema,
  timeoutMs: 30_000,
  idempotent: false,
});

/** `POST /users/{user_id}/reactivate` (users.md 4). */
export const reactivateUser = defineRpc({
  subject: 'rpc.users.v1.users.reactivate',
  request: Type.Object({ userId: Type.Integer() }),
  response: EmptyResponseSchema,
  timeoutMs: 30_000,
  idempotent: true,
});

/** `DELETE /users/me` (users.md 4). */
export const deactivateOwnUser = defineRpc({
  subject: 'rpc.users.v1.users.deactivate-own',
  request: Type.Object({}),
  response: EmptyResponseSchema,
  timeoutMs: 30_000,
  idempotent: false,
});
