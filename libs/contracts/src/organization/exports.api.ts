import { Static, Type } from '@sinclair/typebox';
import { Param, integer, text } from '@stoa/http-params';
import { EmptyResponseSchema } from '../rpc/empty-response';
import { defineEndpoint } from '../rpc/define-endpoint';
import { STORED_AS, defineRpc } from '../rpc/define-rpc';
import { CLOSED, Nullable } from '../rpc/nullable';
import { CROSS_SITE } from '../users/cross-site';
import { STALE_SIGN_IN, WRONG_OWN_PASSWORD } from '../users/sign-in-refusals';
import { NOT_ADMINISTRATOR, bad } from './refusals';

const moment = Type.Number({ description: 'Unix seconds.' });

/** Kinds of exports, in the order of the numbers that they are stored as and that clients sent before level 449. */
export const EXPORT_TYPES = ['public', 'full_with_consent', 'full_without_consent'] as const;
export type ExportType = (typeof EXPORT_TYPES)[number];

const facts = {
  id: Type.Integer(),
  acting_user_id: Type.Integer(),
  export_time: moment,
  deleted_timestamp: Nullable(moment),
  failed_timestamp: Nullable(moment),
  export_url: Nullable(Type.String()),
  pending: Type.Boolean(),
  export_from_prior_server: Type.Optional(
    Type.Boolean({ description: 'Of a server that the organization came from: never, as imports bring no exports.' }),
  ),
};

/** As it is stored in events, which both releases of a rollout read: libs/event-shape names the type. */
const NumberedExportSchema = Type.Object({ ...facts, export_type: Type.Integer() }, CLOSED);
export type NumberedExport = Static<typeof NumberedExportSchema>;

/** An export of an organization's data (organization.md 12). */
export const RealmExportSchema = Type.Object(
  {
    ...facts,
    export_type: Type.Union(
      EXPORT_TYPES.map((type) => Type.Literal(type)),
      {
        description: '`public`: public data; `full_with_consent`: also the private data of users who consented.',
        [STORED_AS]: Type.Integer(),
      },
    ),
  },
  CLOSED,
);
export type RealmExportObject = Static<typeof RealmExportSchema>;

/** An export as clients see it. */
export function namedExport({ export_type: number, ...rest }: NumberedExport): RealmExportObject {
  return { ...rest, export_type: EXPORT_TYPES[number - 1] ?? 'public' };
}

export const listExports = defineEndpoint({
  method: 'GET',
  path: 'export/realm',
  tag: 'Organization',
  summary: 'Get all data exports',
  auth: 'user',
  guard: 'administrator',
  subject: 'rpc.users.v1.exports.list-named',
  response: Type.Object({ exports: Type.Array(RealmExportSchema) }, CLOSED),
  errors: [NOT_ADMINISTRATOR],
});

/** For gateways of the release before. */
export const listNumberedExports = defineRpc({
  subject: 'rpc.users.v1.exports.list',
  auth: 'user',
  request: Type.Object({}),
  response: Type.Object({ exports: Type.Array(NumberedExportSchema) }, CLOSED),
  idempotent: true,
});

/** Gateways of the release before send numbers. */
const export_type: Param<unknown> = {
  ...text({
    optional: true,
    doc:
      '`public` (unless given): public data; `full_with_consent`: also the private data of users who consented; ' +
      '`full_without_consent`: all private data, which this server permits to nobody. `1` and `2` are earlier names ' +
      'of the first two.',
  }),
  value: Type.Unknown(),
};

const REQUESTED_EXPORT = {
  method: 'POST',
  path: 'export/realm',
  tag: 'Organization',
  auth: 'user',
  guard: 'administrator',
  response: Type.Object({ id: Type.Integer({ description: 'ID of the export.' }) }, CLOSED),
} as const;
const REQUEST_ERRORS = [
  NOT_ADMINISTRATOR,
  bad('Invalid export_type: Value error, Not in the list of possible values'),
  bad('Full exports without consent are not permitted.'),
  bad('Exceeded rate limit.'),
];

export const requestExport = defineEndpoint({
  ...REQUESTED_EXPORT,
  surface: 'key',
  summary: 'Export the data of the organization',
  description: 'The archive is made in the background; `realm_export` events tell how it goes.',
  subject: 'rpc.users.v1.exports.request',
  params: {
    export_type,
  },
  errors: REQUEST_ERRORS,
});

/** The same for whoever is signed in: an archive outlives the session (identity.md 9). */
export const requestExportInBrowser = defineEndpoint({
  ...REQUESTED_EXPORT,
  surface: 'session',
  summary: 'Export the data of the organization, in a browser that is signed in',
  description: 'The password is asked for once more, as at `POST /json/fetch_api_key`.',
  params: {
    export_type,
    password: text({ default: '', doc: 'Password of the account.' }),
  },
  errors: [...REQUEST_ERRORS, WRONG_OWN_PASSWORD, STALE_SIGN_IN, CROSS_SITE],
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
