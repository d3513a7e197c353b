import { Static, Type } from '@sinclair/typebox';
import { EmptyResponseSchema } from '../empty-response';
import { defineRpc } from '../rpc/define-rpc';
import { CLOSED } from './nullable';
import { LinkifierSchema } from './organization-list-objects';

const LinkifierValuesSchema = Type.Object({ pattern: Type.String(), urlTemplate: Type.String() });
export type LinkifierValues = Static<typeof LinkifierValuesSchema>;

/** `GET /realm/linkifiers` (organization.md 5). */
export const listLinkifiers = defineRpc({
  subject: 'rpc.users.v1.linkifiers.list',
  request: Type.Object({}),
  response: Type.Object({ linkifiers: Type.Array(LinkifierSchema) }, CLOSED),
  idempotent: true,
});

/** `POST /realm/filters`. */
export const createLinkifier = defineRpc({
  subject: 'rpc.users.v1.linkifiers.create',
  request: LinkifierValuesSchema,
  response: Type.Object({ id: Type.Integer({ description: 'ID of the linkifier.' }) }, CLOSED),
  idempotent: false,
});

/** `PATCH /realm/filters/{filter_id}`. */
export const updateLinkifier = defineRpc({
  subject: 'rpc.users.v1.linkifiers.update',
  request: Type.Composite([Type.Object({ id: Type.Integer() }), LinkifierValuesSchema]),
  response: EmptyResponseSchema,
  idempotent: true,
});

/** `DELETE /realm/filters/{filter_id}`. */
export const deleteLinkifier = defineRpc({
  subject: 'rpc.users.v1.linkifiers.delete',
  request: Type.Object({ id: Type.Integer() }),
  response: EmptyResponseSchema,
  idempotent: false,
});

/** `PATCH /realm/linkifiers`. */
export const reorderLinkifiers = defineRpc({
  subject: 'rpc.users.v1.linkifiers.reorder',
  request: Type.Object({ orderedIds: Type.Array(Type.Integer()) }),
  response: EmptyResponseSchema,
  idempotent: true,
});
