import { Static, Type } from '@sinclair/typebox';
import { text } from '@stoa/http-params';
import { DocumentedError, defineEndpoint } from '../rpc/define-endpoint';
import { defineRpc } from '../rpc/define-rpc';
import { CLOSED, Nullable } from '../rpc/nullable';
import { ConfirmedSchema } from './confirmations.api';
import { CROSS_SITE } from './cross-site';
import { LinkedSchema } from './external-identities.api';
import { LINK_REFUSALS } from './link-refusals';
import { BROWSER, OpenedSessionSchema } from './session-schemas';

const OF_PAGES = { surface: 'session', tag: 'Sessions', method: 'POST' } as const;
const bad = (msg: string): DocumentedError => ({ code: 'BAD_REQUEST', msg });
const NO_ORGANIZATION: DocumentedError = { code: 'NONEXISTENT_SUBDOMAIN', msg: 'Invalid subdomain', status: 404 };

/** The app that asked for a sign-in in the browser, and its pad (identity.md 1.6, 1.7). */
const AppSchema = Type.Object({
  app: Type.Union([Type.Literal('phone'), Type.Literal('desktop')]),
  pad: Type.String(),
});

/** The organization at the host, and its addresses. */
const PLACE = { partition: Type.Integer(), realm_host: Type.String(), realm_url: Type.String() };

/** What goes on to the app: where the browser is sent, or what the person pastes. */
const HandedOverSchema = Type.Object(
  {
    location: Type.Optional(Type.String({ description: 'Of phones: the browser opens it.' })),
    text: Type.Optional(Type.String({ description: 'Of desktops: the person pastes it into the app.' })),
  },
  CLOSED,
);

const ticket = text({ doc: 'The last part of the address of the page.' });

export const openExternalSignUp = defineEndpoint({
  ...OF_PAGES,
  path: 'external_sign_up/open',
  summary: 'Get whom a provider vouches for that has no account yet',
  auth: 'public',
  params: { ticket },
  response: Type.Object({ email: Type.String(), full_name: Type.String(), provider: Type.String() }, CLOSED),
  errors: [NO_ORGANIZATION, ...LINK_REFUSALS, CROSS_SITE],
});

export const externalSignUp = defineEndpoint({
  ...OF_PAGES,
  path: 'external_sign_up',
  summary: 'Make an account for whom a provider vouches for, and sign the browser in',
  description: 'Refusals have the field `reason`, as those of `POST /json/sign_up`.',
  auth: 'public',
  params: { ticket, full_name: text({ doc: 'Name of the account.' }) },
  response: Type.Object(
    {
      email: Type.String({ description: 'The real address of the account.' }),
      user_id: Type.Integer(),
      next: Type.String({ description: 'Path of the page that the sign-in was for.' }),
      mobile_flow_otp: Type.Optional(Type.String({ description: 'The sign-in was for a phone’s app.' })),
      desktop_flow_otp: Type.Optional(Type.String({ description: 'The sign-in was for the desktop app.' })),
    },
    CLOSED,
  ),
  errors: [
    NO_ORGANIZATION,
    ...LINK_REFUSALS,
    bad('Already has an account.'),
    bad('Please use your real email address.'),
    bad('Name must not be empty!'),
    CROSS_SITE,
  ],
});

export const signInApp = defineEndpoint({
  ...OF_PAGES,
  path: 'app_sign_in',
  summary: 'Sign an app in that opened the browser for it',
  description:
    'Within ten minutes of the sign-in of the browser, whose session ends. Phones get an API key, encrypted under ' +
    'their pad; desktops a text that works for a minute, in the app that has the pad.',
  auth: 'user',
  params: {
    mobile_flow_otp: text({ optional: true, doc: 'Pad of a phone’s app: 64 hex digits.' }),
    desktop_flow_otp: text({ optional: true, doc: 'Pad of the desktop app: 64 hex digits.' }),
  },
  response: HandedOverSchema,
  errors: [
    bad('Invalid OTP'),
    bad("Can't use both mobile_flow_otp and desktop_flow_otp together."),
    bad('Sign in again first.'),
    CROSS_SITE,
  ],
});

export const startExternalSignIn = defineRpc({
  subject: 'rpc.users.v1.external-sign-ins.start',
  request: Type.Object({
    ...PLACE,
    realm_id: Type.Integer(),
    /** Of the path: `oidc/KEY`, `github`. */
    provider: Type.String(),
    is_sign_up: Type.Boolean(),
    next: Type.String(),
    app: Nullable(AppSchema),
    /** Of a reusable invitation. */
    link_key: Nullable(Type.String()),
    /** What the browser's cookie has. */
    browser_token: Type.String(),
    /** The session that the browser has: the cookie of it does not come with what another site has it post. */
    replaced_session_id: Type.Optional(Nullable(Type.Integer())),
  }),
  response: Type.Union([
    Type.Object({ result: Type.Literal('go'), location: Type.String() }, CLOSED),
    Type.Object({ result: Type.Literal('refused'), reason: Type.String() }, CLOSED),
  ]),
  auth: 'public',
  timeoutMs: 20_000,
  idempotent: false,
});

const OutcomeSchema = Type.Union([
  Type.Object({ result: Type.Literal('session'), session: OpenedSessionSchema, next: Type.String() }, CLOSED),
  Type.Object({ result: Type.Literal('phone'), location: Type.String() }, CLOSED),
  Type.Object({ result: Type.Literal('desktop'), text: Type.String() }, CLOSED),
  /** The page for newcomers, by its ticket. */
  Type.Object({ result: Type.Literal('ask'), ticket: Type.String() }, CLOSED),
  LinkedSchema,
  ConfirmedSchema,
  /** `email`: that of an account which has been deactivated, and of which the person has shown to be the owner. */
  Type.Object({ result: Type.Literal('refused'), reason: Type.String(), email: Type.Optional(Type.String()) }, CLOSED),
]);
export type ExternalSignInOutcome = Static<typeof OutcomeSchema>;

/** What a browser brings that is signed in at once, without having been away at a provider. */
const DIRECT = {
  ...BROWSER,
  ...PLACE,
  is_sign_up: Type.Boolean(),
  link_key: Nullable(Type.String()),
  browser_token: Type.String(),
  language: Type.Optional(Type.String()),
};
const SIGN_IN = { response: OutcomeSchema, auth: 'public', timeoutMs: 25_000, idempotent: false } as const;

export const finishExternalSignIn = defineRpc({
  ...SIGN_IN,
  subject: 'rpc.users.v1.external-sign-ins.finish',
  request: Type.Object({
    ...BROWSER,
    ...PLACE,
    /** Kind of provider whose callback it is. */
    kind: Type.String(),
    /** Parameters with which the provider sent the browser back, or the form that it had it post, as a query. */
    query: Type.String(),
    browser_token: Nullable(Type.String()),
    language: Type.Optional(Type.String()),
    /** The gateway knows what to do with `confirmed`; those of releases before do not say so. */
    knows_confirmations: Type.Optional(Type.Boolean()),
  }),
});

/** Somebody whom the operator's proxy has signed in (identity.md 5.7). */
export const signInByProxy = defineRpc({
  ...SIGN_IN,
  subject: 'rpc.users.v1.external-sign-ins.by-proxy',
  request: Type.Object({
    ...DIRECT,
    /** As the proxy gives it; null where no proxy that is believed gives one. */
    name: Nullable(Type.String()),
    next: Type.String(),
    app: Nullable(AppSchema),
  }),
});

/** A page of the organization's own has the browser post a token that its program has signed (identity.md 1.8). */
export const signInByToken = defineRpc({
  ...SIGN_IN,
  subject: 'rpc.users.v1.external-sign-ins.by-token',
  request: Type.Object({
    ...BROWSER,
    ...PLACE,
    token: Type.String(),
    /** Of the page, as the browser says; null where it says nothing. */
    origin: Nullable(Type.String()),
    next: Type.String(),
    browser_token: Type.String(),
    language: Type.Optional(Type.String()),
  }),
});

/** An app on a device of Apple's has a token of its own, without a browser (identity.md 5.3). */
export const signInNatively = defineRpc({
  ...SIGN_IN,
  subject: 'rpc.users.v1.external-sign-ins.native',
  request: Type.Object({ ...DIRECT, id_token: Type.String(), app: AppSchema }),
});

/** A provider of OpenID Connect says that somebody has signed out there (identity.md 4). */
export const receiveLogOutToken = defineRpc({
  subject: 'rpc.users.v1.external-sign-ins.log-out-token',
  request: Type.Object({ realm_id: Type.Integer(), partition: Type.Integer(), token: Type.String() }),
  response: Type.Object({ is_accepted: Type.Boolean() }, CLOSED),
  auth: 'public',
  timeoutMs: 20_000,
  idempotent: false,
});

export const readExternalSignUp = defineRpc({
  subject: 'rpc.users.v1.external-sign-ups.open',
  request: Type.Object({ realm_id: Type.Integer(), ticket: Type.String(), browser_token: Nullable(Type.String()) }),
  response: openExternalSignUp.response,
  auth: 'public',
  idempotent: true,
});

export const makeExternalAccount = defineRpc({
  subject: 'rpc.users.v1.external-sign-ups.create',
  request: Type.Object({
    ...BROWSER,
    ...PLACE,
    ticket: Type.String(),
    full_name: Type.String(),
    browser_token: Nullable(Type.String()),
    language: Type.Optional(Type.String()),
  }),
  response: Type.Object({ session: OpenedSessionSchema, next: Type.String(), app: Nullable(AppSchema) }, CLOSED),
  auth: 'public',
  timeoutMs: 15_000,
  idempotent: false,
});

/** The desktop app has a token that was pasted, and a cookie that shows that it has the pad. */
export const redeemDesktopSignIn = defineRpc({
  subject: 'rpc.users.v1.external-sign-ins.redeem',
  request: Type.Object({
    ...BROWSER,
    partition: Type.Integer(),
    token: Type.String(),
    /** SHA-256 of the pad in hex, from the cookie. */
    pad_hash: Nullable(Type.String()),
  }),
  response: Type.Union([
    Type.Object({ result: Type.Literal('session'), session: OpenedSessionSchema, next: Type.String() }, CLOSED),
    Type.Object({ result: Type.Literal('refused'), reason: Type.String() }, CLOSED),
  ]),
  auth: 'public',
  idempotent: false,
});

/** Hands the session that asks over to an app; it ends. */
export const handOverSession = defineRpc({
  subject: 'rpc.users.v1.external-sign-ins.hand-over',
  request: Type.Object({
    current_session_id: Type.Integer(),
    app: AppSchema,
    user_agent: Type.String(),
    ip_address: Type.String(),
  }),
  response: HandedOverSchema,
  auth: 'user',
  idempotent: false,
});
