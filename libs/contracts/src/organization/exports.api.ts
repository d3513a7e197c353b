import { Static, Type } from '@sinclair/typebox';
import { integer, oneOf } from '@stoa/http-params';
import { EmptyResponseSchema } from '../rpc/empty-response';
import { defineEndpoint } from '../rpc/define-endpoint';
import { CLOSED, Nullable } from '../rpc/nullable';
import { NOT_ADMINISTRATOR, bad } from './refusals';

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

export const listExports = defineEndpoint({
  method: 'GET',
  path: 'export/realm',
  tag: 'Organization',
  summary: 'Get all data exports',
  auth: 'user',
  guard: 'administrator',
  subject: 'rpc.users.v1.exports.list',
  response: Type.Object({ exports: Type.Array(RealmExportSchema) }, CLOSED),
  errors: [NOT_ADMINISTRATOR],
});

export const requestExport = defineEndpoint({
  method: 'POST',
  path: 'export/realm',
  tag: 'Organization',
  summary: 'Export the data of the organization',
  description: 'The archive is made in the background; `realm_export` events tell how it goes.',
  auth: 'user',
  guard: 'administrator',
  subject: 'rpc.users.v1.exports.request',
  params: {
    export_type: oneOf([1, 2], {
      default: 1,
      text: 'long',
      doc: '1 public data, 2 also the private data of users who consented.',
    }),
  },
  response: Type.Object({ id: Type.Integer({ description: 'ID of the export.' }) }, CLOSED),
  errors: [
    NOT_ADMINISTRATOR,
    bad('Invalid export_type: Value error, Not in the list of possible values'),
    bad('Exceeded rate limit.'),
  ],
});

export const deleteExport = defineEndpoint({
  method: 'DELETE',
  path: 'export/realm/{export_id}',
  tag: 'Organization',
  summary: 'Delete the archive of a data export',
  auth: 'user',
  guard: 'administrator',
  subject: 'rpc.users.v1.exports.delete',
  params: { export_id: integer({ doc: 'ID of the export.' }) },
  response: EmptyResponseSchema,
  errors: [
    NOT_ADMINISTRATOR,
    bad('Invalid data export ID'),
    bad('Export already deleted'),
    bad('Export failed, nothing to delete'),
    bad('Export still in progress'),
  ],
});

export const listExportConsents = defineEndpoint({
  method: 'GET',
  path: 'export/realm/consents',
  tag: 'Organization',
  summary: 'Get who lets private data be exported',
  auth: 'user',
  guard: 'administrator',
  subject: 'rpc.users.v1.exports.consents',
  response: Type.Object(
    {
      export_consents: Type.Array(
        Type.Object(
          {
            user_id: Type.Integer(),
            consented: Type.Boolean(),
            email_address_visibility: Type.Optional(Type.Integer()),
          },
          CLOSED,
        ),
      ),
    },
    CLOSED,
  ),
  errors: [NOT_ADMINISTRATOR],
});
