import { Type } from '@sinclair/typebox';
import { text } from '@stoa/http-params';
import { type DocumentedError, defineEndpoint } from '../rpc/define-endpoint';
import { defineRpc } from '../rpc/define-rpc';
import { EmptyResponseSchema } from '../rpc/empty-response';
import { CLOSED, Nullable } from '../rpc/nullable';
import { CROSS_SITE } from './cross-site';
import { ASKING_SESSION } from './session-schemas';

/** How people show once more who they are, before something that outlives a session (identity.md 9): below /json. */
const OF_CONFIRMATIONS = { surface: 'session', tag: 'Sessions', auth: 'user', path: 'confirmation' } as const;

const bad = (msg: string): DocumentedError => ({ code: 'BAD_REQUEST', msg });

export const getConfirmation = defineEndpoint({
  ...OF_CONFIRMATIONS,
  method: 'GET',
  summary: 'Get what shows once more who you are, before something that outlives the session',
  response: Type.Object(
    {
      needed: Type.Union([Type.Literal('nothing'), Type.Literal('password'), Type.Literal('sign-in')], {
        description:
          '`password`: it goes with the request. `sign-in`: there is none; a provider confirms it, or one signs in ' +
          'again. `nothing`: either has just happened.',
      }),
      providers: Type.Array(
        Type.Object(
          {
            provider: Type.String({ description: 'As in `external_authentication_methods`.' }),
            display_name: Type.String(),
          },
          CLOSED,
        ),
        { description: 'Identity providers that can confirm it, instead of the password as well.' },
      ),
    },
    CLOSED,
  ),
});

export const readConfirmation = defineRpc({
  subject: 'rpc.users.v1.confirmations.read',
  request: Type.Object(ASKING_SESSION),
  response: getConfirmation.response,
  auth: 'user',
  idempotent: true,
});

/** Before something that another service, or another part of one, does for whoever is signed in. */
export const requireProof = defineRpc({
  subject: 'rpc.users.v1.confirmations.require',
  request: Type.Object({ password: Type.String(), ...ASKING_SESSION }),
  response: EmptyResponseSchema,
  auth: 'user',
  idempotent: true,
});

export const confirmByProvider = defineEndpoint({
  ...OF_CONFIRMATIONS,
  guard: 'human',
  method: 'POST',
  summary: 'Begin to have an identity provider confirm who you are',
  description:
    'The browser goes to the provider, where one signs in again although one is signed in, and comes back to `next` ' +
    'within ten minutes. Its address has `confirmation` then: `done`, after which nothing else is needed for ten ' +
    'minutes, or what went wrong, `other-account` for instance. The session goes on under another cookie.',
  params: {
    provider: text({ doc: 'One of the list.' }),
    next: text({ default: '/', doc: 'Path of the page to come back to.' }),
  },
  response: Type.Object({ location: Type.String({ description: 'Where the browser goes.' }) }, CLOSED),
  errors: [
    bad('Invalid sign-in provider'),
    bad('This provider cannot confirm who you are.'),
    bad('The provider cannot be reached. Try again later.'),
    CROSS_SITE,
  ],
});

export const beginConfirmation = defineRpc({
  subject: 'rpc.users.v1.confirmations.begin',
  request: Type.Object({
    current_session_id: Type.Integer(),
    provider: Type.String(),
    next: Type.String(),
    /** What the browser's cookie has. */
    browser_token: Type.String(),
  }),
  response: confirmByProvider.response,
  auth: 'user',
  timeoutMs: 20_000,
  idempotent: false,
});

/** Of a sign-in that confirmed a session instead; `session`: its new token. */
export const ConfirmedSchema = Type.Object(
  {
    result: Type.Literal('confirmed'),
    next: Type.String(),
    problem: Nullable(Type.String()),
    session: Nullable(Type.Object({ token: Type.String(), max_age_seconds: Type.Integer() })),
  },
  CLOSED,
);
