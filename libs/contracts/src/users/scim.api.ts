import { Type } from '@sinclair/typebox';
import { defineRpc } from '../rpc/define-rpc';
import { EmptyResponseSchema } from '../rpc/empty-response';
import { Nullable } from '../rpc/nullable';

/**
 * A request of an identity provider below `/scim/v2` (identity.md 8), whose token the gateway has checked. SCIM has bodies,
 * filters and errors of its own, so it travels as it came.
 */
export const answerScim = defineRpc({
  subject: 'rpc.users.v1.scim.answer',
  request: Type.Object({
    realm_id: Type.Integer(),
    partition: Type.Integer(),
    realm_host: Type.String(),
    realm_url: Type.String(),
    token_id: Type.Integer(),
    method: Type.String(),
    /** Parts of the path below `/scim/v2`. */
    path: Type.Array(Type.String()),
    query: Type.Record(Type.String(), Type.String()),
    /** JSON text. */
    body: Nullable(Type.String()),
    /** The header If-Match. */
    if_match: Nullable(Type.String()),
  }),
  response: Type.Object({
    status: Type.Integer(),
    /** JSON text; null for none. */
    body: Nullable(Type.String()),
    location: Nullable(Type.String()),
    etag: Nullable(Type.String()),
  }),
  auth: 'public',
  timeoutMs: 25_000,
  idempotent: false,
});

/** Attributes that are custom profile fields (`local`) here. */
const ProfileFieldsSchema = Type.Array(
  Type.Object({
    external: Type.String({ minLength: 1, maxLength: 300 }),
    local: Type.String({ minLength: 1, maxLength: 40 }),
  }),
  { maxItems: 50 },
);

/** What the operator's tool says of tokens. */
const ScimTokenSchema = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  gives_whole_names: Type.Boolean(),
  creates_guests_without_channels: Type.Boolean(),
  accepts_deletions: Type.Boolean(),
  adopts_groups: Type.Boolean(),
  profile_fields: Type.Optional(ProfileFieldsSchema),
  /** Seconds since 1970, as all times here. */
  created_at: Type.Integer(),
  expires_at: Nullable(Type.Integer()),
  last_used_at: Nullable(Type.Integer()),
});

/** Makes a token for SCIM; shows it this once. An organization has two at most, so that one can follow another. */
export const createScimToken = defineRpc({
  subject: 'rpc.users.v1.scim.create-token',
  request: Type.Object({
    realm_id: Type.Integer(),
    partition: Type.Integer(),
    name: Type.String(),
    gives_whole_names: Type.Boolean(),
    creates_guests_without_channels: Type.Boolean(),
    accepts_deletions: Type.Boolean(),
    adopts_groups: Type.Boolean(),
    profile_fields: Type.Optional(ProfileFieldsSchema),
    /** Null: it lives until it is revoked. */
    expires_in_days: Nullable(Type.Integer({ minimum: 1 })),
  }),
  response: Type.Object({ id: Type.Integer(), token: Type.String() }),
  auth: 'public',
  idempotent: false,
});

export const listScimTokens = defineRpc({
  subject: 'rpc.users.v1.scim.list-tokens',
  request: Type.Object({ realm_id: Type.Integer() }),
  response: Type.Object({ tokens: Type.Array(ScimTokenSchema) }),
  auth: 'public',
  idempotent: true,
});

/** Ends a token at once. 400 for one that the organization does not have. */
export const revokeScimToken = defineRpc({
  subject: 'rpc.users.v1.scim.revoke-token',
  request: Type.Object({ realm_id: Type.Integer(), partition: Type.Integer(), token_id: Type.Integer() }),
  response: EmptyResponseSchema,
  auth: 'public',
  idempotent: false,
});
