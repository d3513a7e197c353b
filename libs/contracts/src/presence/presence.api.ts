import { Static, Type } from '@sinclair/typebox';
import { boolean, integer, text } from '@stoa/http-params';
import { EmptyResponseSchema } from '../rpc/empty-response';
import { defineEndpoint, requestWith } from '../rpc/define-endpoint';
import { RpcRequest, defineRpc } from '../rpc/define-rpc';
import { CLOSED } from '../rpc/nullable';

const Status = Type.Union([Type.Literal('active'), Type.Literal('idle')]);

/** Modern format (users.md 11); UNIX seconds. */
export const ModernPresenceSchema = Type.Object(
  { active_timestamp: Type.Integer(), idle_timestamp: Type.Integer() },
  CLOSED,
);

const aggregated = { client: Type.Literal('website'), status: Status, timestamp: Type.Integer() };
export const LegacyWebsitePresenceSchema = Type.Object({ ...aggregated, pushable: Type.Literal(false) }, CLOSED);

/** Legacy format. */
const LegacyPresenceSchema = Type.Object(
  { website: LegacyWebsitePresenceSchema, aggregated: Type.Object(aggregated, CLOSED) },
  CLOSED,
);

const PresencesSchema = Type.Record(Type.String(), Type.Union([ModernPresenceSchema, LegacyPresenceSchema]), {
  description: 'By user ID in the modern format, by API email in the legacy one.',
});

const ReportAnswerSchema = Type.Object(
  {
    presence_last_update_id: Type.Integer(),
    server_timestamp: Type.Optional(Type.Number({ description: 'Seconds.' })),
    presences: Type.Optional(PresencesSchema),
    zephyr_mirror_active: Type.Literal(false),
    legacy_mirror_active: Type.Literal(false),
  },
  CLOSED,
);
const reported = {
  last_update_id: integer({
    doc: 'Newest id known to the client; -1 to fetch all. Forces the modern format.',
    optional: true,
  }),
  history_limit_days: integer({ doc: 'Age of the oldest data on the first fetch.', default: 14 }),
  new_user_input: boolean({ doc: 'The user did something since the last report.', default: false }),
  ping_only: boolean({ doc: 'Report only; no presence data is returned.', default: false }),
  slim_presence: boolean({ doc: 'The modern format.', default: false, deprecated: true }),
};

/** Who is active (users.md 11). */
export const reportPresence = defineEndpoint({
  method: 'POST',
  path: 'users/me/presence',
  tag: 'Presence',
  summary: 'Report the own presence',
  description: 'Stores the report, and returns whose presence has changed since the id that the client knows.',
  auth: 'user',
  guard: 'human',
  isGathered: true,
  params: { status: text({ doc: '`active` while the user uses the device, else `idle`.' }), ...reported },
  response: ReportAnswerSchema,
  errors: [
    { code: 'BAD_REQUEST', msg: 'Invalid status: sleeping' },
    { code: 'BAD_REQUEST', msg: 'This endpoint does not accept bot requests.' },
  ],
});

export const storePresence = defineRpc({
  subject: 'rpc.presence.v1.presence.report',
  request: requestWith(reported, { status: Status }),
  response: ReportAnswerSchema,
  auth: 'user',
  idempotent: true,
});
export type StorePresenceRequest = RpcRequest<typeof storePresence>;

/** An account, when it was active and connected as the modern format says it (UNIX seconds), and the change's id. */
const PresenceTimesSchema = Type.Tuple([Type.Integer(), Type.Integer(), Type.Integer(), Type.Integer()]);
export type PresenceTimes = Static<typeof PresenceTimesSchema>;

/**
 * A report of a client that knows an id (users.md 11). Nearly everybody's presence changes within the
 * minute between two reports, so the answer is long, and the same for all but its beginning. The caller keeps a copy of the
 * organization's presences, sends how new it is, and gets what it lacks; the answer is made from the copy.
 */
export const storePresenceSince = defineRpc({
  subject: 'rpc.presence.v1.presence.report-since',
  request: Type.Object({
    status: Status,
    last_update_id: Type.Integer(),
    /** Null: the caller has none. */
    copy: Type.Union([Type.Object({ usersVersion: Type.Integer(), updateId: Type.Integer() }), Type.Null()]),
  }),
  response: Type.Object({
    server_timestamp: Type.Number(),
    /** What the answer is, of somebody who may not see everybody; null: it comes from the copy. */
    own: Type.Union([
      Type.Object({ presence_last_update_id: Type.Integer(), presences: PresencesSchema }, CLOSED),
      Type.Null(),
    ]),
    /** Present if `own` is not. */
    copy: Type.Union([
      Type.Object({
        usersVersion: Type.Integer(),
        updateId: Type.Integer(),
        /** The changes are everything: users who are not among them are gone. */
        isWhole: Type.Boolean(),
        /** Oldest first. */
        changes: Type.Array(PresenceTimesSchema),
      }),
      Type.Null(),
    ]),
  }),
  auth: 'user',
  idempotent: true,
});

export const getRealmPresence = defineEndpoint({
  method: 'GET',
  path: 'realm/presence',
  tag: 'Presence',
  summary: 'Get the presence of all users',
  description: 'Of the last 14 days, in the legacy format.',
  auth: 'user',
  subject: 'rpc.presence.v1.presence.realm',
  response: Type.Object({ presences: PresencesSchema, server_timestamp: Type.Number() }, CLOSED),
});

const OfflineStatus = Type.Union([Type.Literal('active'), Type.Literal('idle'), Type.Literal('offline')]);

export const getUserPresence = defineEndpoint({
  method: 'GET',
  path: 'users/{user}/presence',
  tag: 'Presence',
  summary: 'Get the presence of a user',
  auth: 'user',
  subject: 'rpc.presence.v1.presence.user',
  params: { user: text({ doc: 'ID or API email of the user.' }) },
  response: Type.Object(
    {
      server_timestamp: Type.Optional(Type.Number({ description: 'Seconds.' })),
      presence: Type.Object(
        {
          active_timestamp: Type.Optional(Type.Integer({ description: 'Last time of real presence; UNIX seconds.' })),
          idle_timestamp: Type.Optional(Type.Integer({ description: 'Last time of a connected client.' })),
          website: Type.Object({ status: Status, timestamp: Type.Integer() }, CLOSED),
          aggregated: Type.Object({ status: OfflineStatus, timestamp: Type.Integer() }, CLOSED),
        },
        CLOSED,
      ),
    },
    CLOSED,
  ),
  errors: [
    { code: 'BAD_REQUEST', msg: 'No such user' },
    { code: 'BAD_REQUEST', msg: 'Presence is not supported for bot users.' },
    { code: 'BAD_REQUEST', msg: 'No presence data for 17' },
  ],
});

/** The account switched invisible mode on or off: sent at once, whatever the organization's size (users.md 11). */
export const setPresenceVisibility = defineRpc({
  subject: 'rpc.presence.v1.presence.set-visibility',
  request: Type.Object({ userId: Type.Integer(), isVisible: Type.Boolean() }),
  response: EmptyResponseSchema,
  auth: 'user',
  idempotent: true,
});
