import { Type } from '@sinclair/typebox';
import { boolean, integer, text } from '@stoa/http-params';
import { defineEndpoint } from '../rpc/define-endpoint';
import { defineRpc } from '../rpc/define-rpc';
import { EmptyResponseSchema } from '../rpc/empty-response';
import { CLOSED, Nullable } from '../rpc/nullable';
import { CROSS_SITE } from './cross-site';
import { BROWSER, OpenedSessionSchema, SignedInSchema } from './session-schemas';
import { FACTOR_REQUIRED, PASSWORD_REFUSALS, SIGN_IN_REFUSALS } from './sign-in-refusals';

/** Sessions are for browsers (identity.md 1): everything about them is under /json. */
const OF_SESSIONS = { surface: 'session', tag: 'Sessions' } as const;

/** The realm is the one of the host; the gateway counts the attempts as those at `fetch_api_key`. */
export const logIn = defineEndpoint({
  ...OF_SESSIONS,
  method: 'POST',
  path: 'login',
  summary: 'Sign a browser in with a password',
  description: 'A session that the browser had before ends.',
  auth: 'public',
  params: {
    username: text({ doc: 'Address of the account.' }),
    password: text({ doc: 'Its password.' }),
  },
  response: SignedInSchema,
  errors: [...SIGN_IN_REFUSALS, ...PASSWORD_REFUSALS, FACTOR_REQUIRED, CROSS_SITE],
});

export const devLogIn = defineEndpoint({
  ...OF_SESSIONS,
  method: 'POST',
  path: 'dev_login',
  summary: 'Sign a browser in without a password',
  description: 'Development servers only; elsewhere 400 `Endpoint not available in production.`.',
  auth: 'public',
  params: { username: text({ doc: 'Address of the account.' }) },
  response: SignedInSchema,
  errors: [...SIGN_IN_REFUSALS, CROSS_SITE],
});

export const logOut = defineEndpoint({
  ...OF_SESSIONS,
  method: 'POST',
  path: 'logout',
  summary: 'End the session of this browser',
  auth: 'user',
  response: Type.Object(
    {
      provider_url: Type.Optional(
        Type.String({ description: 'Where the browser goes to sign out of its identity provider, too.' }),
      ),
    },
    CLOSED,
  ),
  errors: [CROSS_SITE],
});

const SessionSchema = Type.Object(
  {
    id: Type.Integer(),
    is_current: Type.Boolean({ description: 'Whether it is the one that asks.' }),
    date_created: Type.Integer({ description: 'Seconds since 1970.' }),
    last_used: Type.Integer({ description: 'Seconds since 1970, some minutes late at most.' }),
    client: Type.String({
      description: 'Browser and system, as `Firefox on Linux`; empty if the browser did not say.',
    }),
    ip_address: Type.String({ description: 'Where the sign-in came from.' }),
    /** Users services of the release before leave these three out. */
    method: Type.Optional(
      Type.String({
        description:
          'How it began: `password`, `second_factor` (with a password), `passkey`, `development`, or the kind of a provider.',
      }),
    ),
    provider: Type.Optional(
      Nullable(Type.String({ description: 'What the button of the provider says with which it began.' })),
    ),
    ends_by: Type.Optional(
      Type.Integer({ description: 'Seconds since 1970: it ends then, used or not; earlier if it is not.' }),
    ),
  },
  CLOSED,
);

const SessionListSchema = Type.Object({ sessions: Type.Array(SessionSchema) }, CLOSED);

export const listSessions = defineEndpoint({
  ...OF_SESSIONS,
  method: 'GET',
  path: 'sessions',
  summary: 'List your sessions',
  description: 'The last used one first.',
  auth: 'user',
  response: SessionListSchema,
});

export const endOtherSessions = defineEndpoint({
  ...OF_SESSIONS,
  method: 'DELETE',
  path: 'sessions',
  summary: 'End all of your sessions but this one',
  auth: 'user',
  response: EmptyResponseSchema,
  errors: [CROSS_SITE],
});

export const endSession = defineEndpoint({
  ...OF_SESSIONS,
  method: 'DELETE',
  path: 'sessions/{session_id}',
  summary: 'End one of your sessions',
  auth: 'user',
  subject: 'rpc.users.v1.sessions.end',
  params: { session_id: integer({ doc: 'Of the list of sessions.' }) },
  response: EmptyResponseSchema,
  errors: [{ code: 'BAD_REQUEST', msg: 'Invalid session ID' }, CROSS_SITE],
});

/** For people whose device is lost, and for those who leave. */
export const endSessionsOfUser = defineEndpoint({
  method: 'DELETE',
  path: 'users/{user_id}/sessions',
  tag: 'Sessions',
  summary: 'Sign somebody out of all browsers',
  description: 'Of owners only owners end the sessions.',
  auth: 'user',
  guard: 'administrator',
  subject: 'rpc.users.v1.sessions.end-of-user',
  params: {
    user_id: integer({ doc: 'ID of the user.' }),
    also_api_keys: boolean({ default: false, doc: 'Whether phones and programs are signed out as well.' }),
  },
  response: EmptyResponseSchema,
  errors: [
    { code: 'BAD_REQUEST', msg: 'No such user' },
    { code: 'UNAUTHORIZED_PRINCIPAL', msg: 'Must be an organization owner' },
  ],
});

/** Everybody's, as the operator's tool ends them. */
export const endSessionsOfRealm = defineRpc({
  subject: 'rpc.users.v1.sessions.end-of-realm',
  request: Type.Object({}),
  response: EmptyResponseSchema,
  auth: 'user',
  idempotent: true,
});

export const openSession = defineRpc({
  subject: 'rpc.users.v1.sessions.open',
  request: Type.Object({ ...BROWSER, username: Type.String(), password: Type.String() }),
  response: OpenedSessionSchema,
  auth: 'public',
  idempotent: false,
});

export const openDevSession = defineRpc({
  subject: 'rpc.users.v1.sessions.open-dev',
  request: Type.Object({ ...BROWSER, username: Type.String() }),
  response: OpenedSessionSchema,
  auth: 'public',
  idempotent: false,
});

/** `current_session_id`: the session that asks. */
const CurrentSessionSchema = Type.Object({ current_session_id: Type.Integer() });

export const readSessions = defineRpc({
  subject: 'rpc.users.v1.sessions.list',
  request: CurrentSessionSchema,
  response: SessionListSchema,
  auth: 'user',
  idempotent: true,
});

export const closeCurrentSession = defineRpc({
  subject: 'rpc.users.v1.sessions.close-current',
  request: CurrentSessionSchema,
  /** `provider_url`: where the browser signs out of the provider with which it signed in. */
  response: Type.Object({ provider_url: Type.Optional(Type.String()) }, CLOSED),
  auth: 'user',
  idempotent: true,
});

export const closeOtherSessions = defineRpc({
  subject: 'rpc.users.v1.sessions.close-others',
  request: CurrentSessionSchema,
  response: EmptyResponseSchema,
  auth: 'user',
  idempotent: true,
});

/** The session that asks goes on under a new token, as it does after a change of the password. */
export const renewSessionToken = defineRpc({
  subject: 'rpc.users.v1.sessions.renew-token',
  request: CurrentSessionSchema,
  response: Type.Object({ token: Type.String(), max_age_seconds: Type.Integer() }),
  auth: 'user',
  idempotent: false,
});

/** Sessions that made requests of late, a gateway's at a time. */
export const recordSessionUses = defineRpc({
  subject: 'rpc.users.v1.sessions.record-uses',
  request: Type.Object({ session_ids: Type.Array(Type.Integer()) }),
  response: EmptyResponseSchema,
  auth: 'public',
  idempotent: true,
});
