import { Type } from '@sinclair/typebox';
import { defineRpc } from '../rpc/define-rpc';
import { EmptyResponseSchema } from '../rpc/empty-response';
import { CLOSED, Nullable } from '../rpc/nullable';

/** Calls that gateways of the release before make for their sign-up pages while an upgrade runs; they go one release later. */
const RealmOfRequest = { realmId: Type.Integer(), partition: Type.Integer(), realmHost: Type.String() };

export const earlierOpenInvitation = defineRpc({
  subject: 'rpc.users.v1.invitations.open',
  request: Type.Object({ realmId: Type.Integer(), key: Type.String(), isMultiuse: Type.Boolean() }),
  response: Type.Object({ organization: Type.String(), email: Nullable(Type.String()) }, CLOSED),
  auth: 'public',
  idempotent: true,
});

export const earlierRequestSignUp = defineRpc({
  subject: 'rpc.users.v1.invitations.request-sign-up',
  request: Type.Object({
    ...RealmOfRequest,
    realmUrl: Type.String(),
    email: Type.String(),
    linkKey: Nullable(Type.String()),
  }),
  response: EmptyResponseSchema,
  auth: 'public',
  timeoutMs: 15_000,
  idempotent: false,
});

export const earlierSignUp = defineRpc({
  subject: 'rpc.users.v1.invitations.sign-up',
  request: Type.Object({
    ...RealmOfRequest,
    key: Type.String(),
    fullName: Type.String(),
    password: Type.String(),
    language: Type.Optional(Type.String()),
  }),
  response: Type.Object({ user_id: Type.Integer() }, CLOSED),
  auth: 'public',
  timeoutMs: 15_000,
  idempotent: false,
});
