import { Static, Type } from '@sinclair/typebox';
import { EmptyResponseSchema } from '../empty-response';
import { defineRpc } from '../rpc/define-rpc';
import { CLOSED, Nullable } from './nullable';

const moment = Type.Number({ description: 'Unix seconds.' });

/** An export of an organization's data (organization.md 12). */
export const RealmExportSchema = Type.Object(
  {
    id: Type.Integer(),
    acting_user_id: Type.Integer(),
    export_time: moment,
    deleted_timestamp: Nullable(moment),
    failed_timestamp: Nullable(moment),
    export_url: Nullable(Type.String()),
    pending: Type.Boolean(),
    export_type: Type.Integer({ description: '1 public data, 2 also the private data of users who consented.' }),
  },
  CLOSED,
);
export type RealmExportObject = Static<typeof RealmExportSchema>;

/** `GET /export/realm`. */
export const listExports = defineRpc({
  subject: 'rpc.users.v1.exports.list',
  request: Type.Object({}),
  response: Type.Object({ exports: Type.Array(RealmExportSchema) }, CLOSED),
  idempotent: true,
});

/** `POST /export/realm`. */
export const requestExport = defineRpc({
  subject: 'rpc.users.v1.exports.request',
  request: Type.Object({ exportType: Type.Integer() }),
  response: Type.Object({ id: Type.Integer({ description: 'ID of the export.' }) }, CLOSED),
  idempotent: false,
});

/** `DELETE /export/realm/{export_id}`. */
export const deleteExport = defineRpc({
  subject: 'rpc.users.v1.exports.delete',
  request: Type.Object({ id: Type.Integer() }),
  response: EmptyResponseSchema,
  idempotent: false,
});

/** `GET /export/realm/consents`. */
export const listExportConsents = defineRpc({
  subject: 'rpc.users.v1.exports.consents',
  request: Type.Object({}),
  response: Type.Object(
    { export_consents: Type.Array(Type.Object({ user_id: Type.Integer(), consented: Type.Boolean() }, CLOSED)) },
    CLOSED,
  ),
  idempotent: true,
});
