import { Type } from '@sinclair/typebox';
import { defineRpc } from '../rpc/define-rpc';
import { CLOSED, Nullable } from '../rpc/nullable';

/** What a SAML provider has to know of this service (identity.md 5.4). */
export const readSamlMetadata = defineRpc({
  subject: 'rpc.users.v1.saml.metadata',
  request: Type.Object({
    realm_id: Type.Integer(),
    realm_url: Type.String(),
    /** Of the provider; without one, what is the same for all. */
    key: Nullable(Type.String()),
  }),
  /** XML; null where there is no such provider. */
  response: Type.Object({ metadata: Nullable(Type.String()) }, CLOSED),
  auth: 'public',
  idempotent: true,
});

/** A SAML provider says that somebody has signed out there (identity.md 5.6). */
export const receiveSamlLogOut = defineRpc({
  subject: 'rpc.users.v1.saml.log-out',
  request: Type.Object({
    realm_id: Type.Integer(),
    partition: Type.Integer(),
    realm_url: Type.String(),
    /** Of the address, as it came: its signature is of these bytes. */
    query: Type.String(),
  }),
  /** Where the browser brings the answer; null for none. */
  response: Type.Object({ location: Nullable(Type.String()) }, CLOSED),
  auth: 'public',
  idempotent: false,
});

/** Who sent an answer that nobody asked for, if people who come so may be sent there once more (identity.md 5.5). */
export const findSamlProvider = defineRpc({
  subject: 'rpc.users.v1.saml.find-provider',
  request: Type.Object({
    realm_id: Type.Integer(),
    /** The answer in base64, as it came. */
    answer: Type.String(),
  }),
  /** Key of the provider. */
  response: Type.Object({ key: Nullable(Type.String()) }, CLOSED),
  auth: 'public',
  idempotent: true,
});
