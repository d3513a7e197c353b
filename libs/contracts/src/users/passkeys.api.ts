import { Static, Type } from '@sinclair/typebox';
import { integer, json, text } from '@stoa/http-params';
import { DocumentedError, defineEndpoint } from '../rpc/define-endpoint';
import { defineRpc } from '../rpc/define-rpc';
import { EmptyResponseSchema } from '../rpc/empty-response';
import { CLOSED, Nullable } from '../rpc/nullable';
import { CROSS_SITE } from './cross-site';
import { ASKING_SESSION, BROWSER, OpenedSessionSchema, SignedInSchema } from './session-schemas';
import { SIGN_IN_REFUSALS, STALE_SIGN_IN, WRONG_OWN_PASSWORD } from './sign-in-refusals';

/** Passkeys (WebAuthn) are for browsers (identity.md 9): everything about them is under /json. */
const OF_PASSKEYS = { surface: 'session', tag: 'Second factors' } as const;

const TOO_LATE: DocumentedError = { code: 'BAD_REQUEST', msg: 'This took too long. Sign in again.' };
const NO_PASSKEY: DocumentedError = { code: 'BAD_REQUEST', msg: 'Invalid passkey ID' };
const WRONG_PASSKEY: DocumentedError = {
  code: 'AUTHENTICATION_FAILED',
  msg: 'The passkey is not known here, or its answer is wrong.',
  status: 401,
};

/** Bytes in base64url, as WebAuthn writes them in JSON. */
const Base64Url = Type.String({ pattern: '^[A-Za-z0-9_-]+$', maxLength: 20_000 });
const PUBLIC_KEY = Type.Literal('public-key');
/** Ways to an authenticator. */
const TransportSchema = Type.Union([
  Type.Literal('ble'),
  Type.Literal('cable'),
  Type.Literal('hybrid'),
  Type.Literal('internal'),
  Type.Literal('nfc'),
  Type.Literal('smart-card'),
  Type.Literal('usb'),
]);

/** `PublicKeyCredentialCreationOptions` in their JSON form, as far as they are used. */
const RegistrationOptionsSchema = Type.Object(
  {
    challenge: Type.String(),
    rp: Type.Object({ id: Type.String(), name: Type.String() }, CLOSED),
    user: Type.Object({ id: Type.String(), name: Type.String(), displayName: Type.String() }, CLOSED),
    pubKeyCredParams: Type.Array(Type.Object({ alg: Type.Integer(), type: PUBLIC_KEY }, CLOSED)),
    timeout: Type.Integer({ description: 'Milliseconds.' }),
    attestation: Type.Literal('none'),
    excludeCredentials: Type.Array(
      Type.Object({ id: Type.String(), type: PUBLIC_KEY, transports: Type.Array(TransportSchema) }, CLOSED),
    ),
    authenticatorSelection: Type.Object(
      { residentKey: Type.Literal('required'), userVerification: Type.Literal('required') },
      CLOSED,
    ),
  },
  CLOSED,
);
export type PasskeyRegistrationOptions = Static<typeof RegistrationOptionsSchema>;

/** `PublicKeyCredentialRequestOptions` in their JSON form, as far as they are used. */
const SignInOptionsSchema = Type.Object(
  {
    challenge: Type.String(),
    rpId: Type.String(),
    timeout: Type.Integer({ description: 'Milliseconds.' }),
    userVerification: Type.Literal('required'),
  },
  CLOSED,
);
export type PasskeySignInOptions = Static<typeof SignInOptionsSchema>;

/** What an authenticator has made. */
export const NewCredentialSchema = Type.Object({
  id: Base64Url,
  response: Type.Object({
    clientDataJSON: Base64Url,
    attestationObject: Base64Url,
    transports: Type.Optional(Type.Array(Type.String({ maxLength: 20 }), { maxItems: 10 })),
  }),
});
export type NewCredential = Static<typeof NewCredentialSchema>;

/** What an authenticator has signed. */
export const SignedCredentialSchema = Type.Object({
  id: Base64Url,
  response: Type.Object({
    clientDataJSON: Base64Url,
    authenticatorData: Base64Url,
    signature: Base64Url,
    userHandle: Nullable(Base64Url),
  }),
});
export type SignedCredential = Static<typeof SignedCredentialSchema>;

/** Scheme, host and port (if not the default) under which the browser sees the organization: passkeys are for that place. */
const PAGE = { page_origin: Type.String() };

const password = text({ default: '', doc: 'Password of the account, once more.' });
const name = text({ strip: true, minLength: 1, maxLength: 60, doc: 'What its owner calls it.' });
const passkey_id = integer({ doc: 'Of the list of second factors.' });

export const beginPasskey = defineEndpoint({
  ...OF_PASSKEYS,
  method: 'POST',
  path: 'passkeys/options',
  summary: 'Begin to add a passkey',
  auth: 'user',
  guard: 'human',
  params: { password },
  response: Type.Object({ registration_token: Type.String(), options: RegistrationOptionsSchema }, CLOSED),
  errors: [
    WRONG_OWN_PASSWORD,
    STALE_SIGN_IN,
    { code: 'BAD_REQUEST', msg: 'Second factors are for accounts with a password.' },
    CROSS_SITE,
  ],
});

export const beginOwnPasskey = defineRpc({
  subject: 'rpc.users.v1.passkeys.begin',
  request: Type.Object({ password: Type.String(), ...ASKING_SESSION, ...PAGE }),
  response: beginPasskey.response,
  auth: 'user',
  idempotent: false,
});

export const addPasskey = defineEndpoint({
  ...OF_PASSKEYS,
  method: 'POST',
  path: 'passkeys',
  summary: 'Add a passkey',
  auth: 'user',
  guard: 'human',
  params: {
    registration_token: text({ doc: 'From `POST /json/passkeys/options`.' }),
    name,
    credential: json(NewCredentialSchema, { doc: 'What the authenticator has made.' }),
  },
  response: EmptyResponseSchema,
  errors: [
    TOO_LATE,
    { code: 'BAD_REQUEST', msg: 'The passkey cannot be used: it was made for another place, or in another way.' },
    { code: 'BAD_REQUEST', msg: 'This passkey is in use already, or there are too many.' },
    CROSS_SITE,
  ],
});

export const addOwnPasskey = defineRpc({
  subject: 'rpc.users.v1.passkeys.add',
  request: Type.Object({
    registration_token: Type.String(),
    name: Type.String(),
    credential: NewCredentialSchema,
    ...PAGE,
  }),
  response: EmptyResponseSchema,
  auth: 'user',
  idempotent: false,
});

export const renamePasskey = defineEndpoint({
  ...OF_PASSKEYS,
  method: 'PATCH',
  path: 'passkeys/{passkey_id}',
  summary: 'Rename a passkey',
  auth: 'user',
  guard: 'human',
  subject: 'rpc.users.v1.passkeys.rename',
  params: { passkey_id, name },
  response: EmptyResponseSchema,
  errors: [NO_PASSKEY, CROSS_SITE],
});

export const removePasskey = defineEndpoint({
  ...OF_PASSKEYS,
  method: 'DELETE',
  path: 'passkeys/{passkey_id}',
  summary: 'Remove a passkey',
  auth: 'user',
  guard: 'human',
  params: { passkey_id, password },
  response: EmptyResponseSchema,
  errors: [
    WRONG_OWN_PASSWORD,
    STALE_SIGN_IN,
    NO_PASSKEY,
    { code: 'BAD_REQUEST', msg: 'This organization requires a second factor.' },
    CROSS_SITE,
  ],
});

export const removeOwnPasskey = defineRpc({
  subject: 'rpc.users.v1.passkeys.remove',
  request: Type.Object({ passkey_id: Type.Integer(), password: Type.String(), ...ASKING_SESSION }),
  response: EmptyResponseSchema,
  auth: 'user',
  idempotent: false,
});

export const beginPasskeyLogIn = defineEndpoint({
  ...OF_PASSKEYS,
  method: 'POST',
  path: 'login/passkey/options',
  summary: 'Begin a sign-in with a passkey',
  description: 'The same for everybody: the passkey says whose it is.',
  auth: 'public',
  response: Type.Object({ login_token: Type.String(), options: SignInOptionsSchema }, CLOSED),
  errors: [
    { code: 'PASSWORD_AUTH_DISABLED', msg: 'Password authentication is disabled in this organization', status: 401 },
    CROSS_SITE,
  ],
});

export const beginPasskeySignIn = defineRpc({
  subject: 'rpc.users.v1.passkeys.begin-log-in',
  request: Type.Object({ realm_id: Type.Integer(), ...PAGE }),
  response: beginPasskeyLogIn.response,
  auth: 'public',
  idempotent: false,
});

export const logInWithPasskey = defineEndpoint({
  ...OF_PASSKEYS,
  method: 'POST',
  path: 'login/passkey',
  summary: 'Sign a browser in with a passkey',
  auth: 'public',
  params: {
    login_token: text({ doc: 'From `POST /json/login/passkey/options`.' }),
    credential: json(SignedCredentialSchema, { doc: 'What the authenticator has signed.' }),
  },
  response: SignedInSchema,
  errors: [...SIGN_IN_REFUSALS, WRONG_PASSKEY, TOO_LATE, CROSS_SITE],
});

export const openSessionWithPasskey = defineRpc({
  subject: 'rpc.users.v1.passkeys.open-session',
  request: Type.Object({
    ...BROWSER,
    ...PAGE,
    login_token: Type.String(),
    credential: SignedCredentialSchema,
  }),
  response: OpenedSessionSchema,
  auth: 'public',
  idempotent: false,
});
