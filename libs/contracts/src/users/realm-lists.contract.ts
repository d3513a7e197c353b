import { Static, Type } from '@sinclair/typebox';
import { EmptyResponseSchema } from '../empty-response';
import { defineRpc } from '../rpc/define-rpc';
import { CLOSED } from './nullable';
import { RealmDomainSchema } from './organization-list-objects';

/** `POST /realm/playgrounds` (organization.md 6). */
export const createPlayground = defineRpc({
  subject: 'rpc.users.v1.playgrounds.create',
  request: Type.Object({ name: Type.String(), pygmentsLanguage: Type.String(), urlTemplate: Type.String() }),
  response: Type.Object({ id: Type.Integer({ description: 'ID of the playground.' }) }, CLOSED),
  idempotent: false,
});
export type PlaygroundValues = Static<(typeof createPlayground)['request']>;

/** `DELETE /realm/playgrounds/{playground_id}`. */
export const deletePlayground = defineRpc({
  subject: 'rpc.users.v1.playgrounds.delete',
  request: Type.Object({ id: Type.Integer() }),
  response: EmptyResponseSchema,
  idempotent: false,
});

/** `GET /realm/domains` (organization.md 9). */
export const listRealmDomains = defineRpc({
  subject: 'rpc.users.v1.realm-domains.list',
  request: Type.Object({}),
  response: Type.Object({ domains: Type.Array(RealmDomainSchema) }, CLOSED),
  idempotent: true,
});

const DomainRequestSchema = Type.Object({ domain: Type.String(), allowSubdomains: Type.Boolean() });
export type RealmDomainValues = Static<typeof DomainRequestSchema>;

/** `POST /realm/domains`. */
export const addRealmDomain = defineRpc({
  subject: 'rpc.users.v1.realm-domains.add',
  request: DomainRequestSchema,
  response: Type.Object(
    { new_domain: Type.Array(Type.Union([Type.Integer(), Type.String()]), { description: 'ID and domain.' }) },
    CLOSED,
  ),
  idempotent: false,
});

/** `PATCH /realm/domains/{domain}`. */
export const changeRealmDomain = defineRpc({
  subject: 'rpc.users.v1.realm-domains.change',
  request: DomainRequestSchema,
  response: EmptyResponseSchema,
  idempotent: true,
});

/** `DELETE /realm/domains/{domain}`. */
export const removeRealmDomain = defineRpc({
  subject: 'rpc.users.v1.realm-domains.remove',
  request: Type.Object({ domain: Type.String() }),
  response: EmptyResponseSchema,
  idempotent: false,
});
