import { Static, Type } from '@sinclair/typebox';
import { EmptyResponseSchema } from '../empty-response';
import { defineRpc } from '../rpc/define-rpc';
import { CLOSED } from '../users/nullable';

/** Null: not passed. */
const NullableText = Type.Union([Type.String(), Type.Null()]);

/** `POST /users/me/status` and `POST /users/{user_id}/status` (users.md 10). */
export const updateUserStatus = defineRpc({
  subject: 'rpc.users.v1.user-status.update',
  request: Type.Object({
    /** Null: the caller. */
    userId: Type.Union([Type.Integer(), Type.Null()]),
    statusText: NullableText,
    emojiName: NullableText,
    emojiCode: NullableText,
    reactionType: NullableText,
    away: Type.Union([Type.Boolean(), Type.Null()]),
  }),
  response: EmptyResponseSchema,
  idempotent: true,
});
export type UpdateUserStatusRequest = Static<(typeof updateUserStatus)['request']>;

export const UserStatusSchema = Type.Object(
  {
    away: Type.Optional(Type.Literal(true)),
    status_text: Type.Optional(Type.String()),
    emoji_name: Type.Optional(Type.String()),
    emoji_code: Type.Optional(Type.String()),
    reaction_type: Type.Optional(Type.String()),
  },
  CLOSED,
);

/** `GET /users/{user_id}/status`. */
export const getUserStatus = defineRpc({
  subject: 'rpc.users.v1.user-status.get',
  request: Type.Object({ userId: Type.Integer() }),
  response: Type.Object({ status: UserStatusSchema }, CLOSED),
  idempotent: true,
});
