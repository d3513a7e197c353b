import { Static, Type } from '@sinclair/typebox';
import { EmptyResponseSchema } from '../empty-response';
import { defineRpc } from '../rpc/define-rpc';
import { CLOSED } from '../users/nullable';

const Status = Type.Union([Type.Literal('active'), Type.Literal('idle')]);

/** Modern format (users.md 11); UNIX seconds. */
export const ModernPresenceSchema = Type.Object(
  { active_timestamp: Type.Integer(), idle_timestamp: Type.Integer() },
  CLOSED,
);

const aggregated = { client: Type.Literal('website'), status: Status, timestamp: Type.Integer() };
export const LegacyWebsitePresenceSchema = Type.Object({ ...aggregated, pushable: Type.Literal(false) }, CLOSED);

/** Legacy format. */
export const LegacyPresenceSchema = Type.Object(
  { website: LegacyWebsitePresenceSchema, aggregated: Type.Object(aggregated, CLOSED) },
  CLOSED,
);

export const PresencesSchema = Type.Record(Type.String(), Type.Union([ModernPresenceSchema, LegacyPresenceSchema]), {
  description: 'By user ID in the modern format, by API email in the legacy one.',
});

/** `POST /users/me/presence` (users.md 11). */
export const reportPresence = defineRpc({
  subject: 'rpc.presence.v1.presence.report',
  request: Type.Object({
    status: Status,
    lastUpdateId: Type.Union([Type.Integer(), Type.Null()]),
    historyLimitDays: Type.Integer(),
    pingOnly: Type.Boolean(),
    slimPresence: Type.Boolean(),
  }),
  response: Type.Object(
    {
      presence_last_update_id: Type.Integer(),
      server_timestamp: Type.Optional(Type.Number({ description: 'Seconds.' })),
      presences: Type.Optional(PresencesSchema),
      zephyr_mirror_active: Type.Literal(false),
      legacy_mirror_active: Type.Literal(false),
    },
    CLOSED,
  ),
  idempotent: true,
});
export type ReportPresenceRequest = Static<(typeof reportPresence)['request']>;

/** An account, when it was active and connected as the modern format says it (UNIX seconds), and the change's id. */
const PresenceTimesSchema = Type.Tuple([Type.Integer(), Type.Integer(), Type.Integer(), Type.Integer()]);
export type PresenceTimes = Static<typeof PresenceTimesSchema>;

/**
 * `POST /users/me/presence` of a client that knows an id (users.md 11). Nearly everybody's presence changes within the
 * minute between two reports, so the answer is long, and the same for all but its beginning. The caller keeps a copy of the
 * organization's presences, tells how new it is, and gets what it lacks; the answer is made from the copy.
 */
export const reportPresenceSince = defineRpc({
  subject: 'rpc.presence.v1.presence.report-since',
  request: Type.Object({
    status: Status,
    lastUpdateId: Type.Integer(),
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
        /** The changes are everything: those who are not among them are not told of any more. */
        isWhole: Type.Boolean(),
        /** Oldest first. */
        changes: Type.Array(PresenceTimesSchema),
      }),
      Type.Null(),
    ]),
  }),
  idempotent: true,
});

/** `GET /realm/presence`. */
export const getRealmPresence = defineRpc({
  subject: 'rpc.presence.v1.presence.realm',
  request: Type.Object({}),
  response: Type.Object({ presences: PresencesSchema, server_timestamp: Type.Number() }, CLOSED),
  idempotent: true,
});

const OfflineStatus = Type.Union([Type.Literal('active'), Type.Literal('idle'), Type.Literal('offline')]);

/** `GET /users/{user_id or API email}/presence`. */
export const getUserPresence = defineRpc({
  subject: 'rpc.presence.v1.presence.user',
  request: Type.Object({ user: Type.String() }),
  response: Type.Object(
    {
      presence: Type.Object(
        {
          website: Type.Object({ status: Status, timestamp: Type.Integer() }, CLOSED),
          aggregated: Type.Object({ status: OfflineStatus, timestamp: Type.Integer() }, CLOSED),
        },
        CLOSED,
      ),
    },
    CLOSED,
  ),
  idempotent: true,
});

/** The account switched invisible mode on or off: told at once, whatever the organization's size (users.md 11). */
export const setPresenceVisibility = defineRpc({
  subject: 'rpc.presence.v1.presence.set-visibility',
  request: Type.Object({ userId: Type.Integer(), isVisible: Type.Boolean() }),
  response: EmptyResponseSchema,
  idempotent: true,
});
