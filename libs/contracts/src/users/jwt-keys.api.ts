import { Type } from '@sinclair/typebox';
import { defineRpc } from '../rpc/define-rpc';
import { EmptyResponseSchema } from '../rpc/empty-response';

/** Keys of tokens that sign people in (identity.md 1.8): the operator's tool manages them, as an owner. */
export const addJwtKey = defineRpc({
  subject: 'rpc.users.v1.jwt-keys.add',
  request: Type.Object({
    name: Type.String(),
    algorithm: Type.String(),
    key: Type.String(),
    allows_long_life: Type.Boolean(),
  }),
  response: EmptyResponseSchema,
  auth: 'user',
  idempotent: false,
});

export const listJwtKeys = defineRpc({
  subject: 'rpc.users.v1.jwt-keys.list',
  request: Type.Object({}),
  response: Type.Object({
    keys: Type.Array(
      Type.Object({
        name: Type.String(),
        algorithm: Type.String(),
        allows_long_life: Type.Boolean(),
        /** Seconds since 1970. */
        created_at: Type.Integer(),
      }),
    ),
  }),
  auth: 'user',
  idempotent: true,
});

export const removeJwtKey = defineRpc({
  subject: 'rpc.users.v1.jwt-keys.remove',
  request: Type.Object({ name: Type.String() }),
  response: EmptyResponseSchema,
  auth: 'user',
  idempotent: false,
});
