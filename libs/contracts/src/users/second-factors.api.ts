import { Type } from '@sinclair/typebox';
import { integer, text } from '@stoa/http-params';
import { DocumentedError, defineEndpoint } from '../rpc/define-endpoint';
import { defineRpc } from '../rpc/define-rpc';
import { EmptyResponseSchema } from '../rpc/empty-response';
import { CLOSED, Nullable } from '../rpc/nullable';
import { CROSS_SITE } from './cross-site';
import { ASKING_SESSION, BROWSER, OpenedSessionSchema, SignedInSchema } from './session-schemas';
import { SIGN_IN_REFUSALS, STALE_SIGN_IN, WRONG_OWN_PASSWORD } from './sign-in-refusals';

/** Second factors are for browsers (identity.md 9): everything about them is under /json. */
const OF_FACTORS = { surface: 'session', tag: 'Second factors' } as const;

const WRONG_CODE: DocumentedError = { code: 'BAD_REQUEST', msg: 'The code is wrong, or has been used.' };
const WRONG_CODE_AT_SIGN_IN: DocumentedError = { ...WRONG_CODE, code: 'AUTHENTICATION_FAILED', status: 401 };
const TOO_LATE: DocumentedError = { code: 'BAD_REQUEST', msg: 'This took too long. Sign in again.' };
const TOO_MANY: DocumentedError = { code: 'RATE_LIMIT_HIT', msg: 'API usage exceeded rate limit', status: 429 };
const NEEDED: DocumentedError = { code: 'BAD_REQUEST', msg: 'This organization requires a second factor.' };

const factor_token = text({ doc: 'From the refusal `SECOND_FACTOR_REQUIRED` of a sign-in with the right password.' });
const code = text({ doc: 'Six digits of the authenticator app, or a recovery code.' });
const password = text({ default: '', doc: 'Password of the account, once more.' });

const RecoveryCodes = Type.Array(Type.String(), { description: 'Each works once. They are never shown again.' });
/** What an authenticator app is set up with. */
const NewTotpSchema = Type.Object(
  {
    secret: Type.String({ description: 'Base32, for apps that take it by hand.' }),
    address: Type.String({ description: '`otpauth://…`, for a QR code.' }),
  },
  CLOSED,
);

export const logInWithFactor = defineEndpoint({
  ...OF_FACTORS,
  method: 'POST',
  path: 'login/second_factor',
  summary: 'Finish a sign-in with a second factor',
  description: 'With the first code of an app that was set up for this sign-in the answer has recovery codes.',
  auth: 'public',
  params: { factor_token, code },
  response: Type.Object({ ...SignedInSchema.properties, recovery_codes: Type.Optional(RecoveryCodes) }, CLOSED),
  errors: [...SIGN_IN_REFUSALS, WRONG_CODE_AT_SIGN_IN, TOO_LATE, TOO_MANY, CROSS_SITE],
});

export const openSessionWithFactor = defineRpc({
  subject: 'rpc.users.v1.second-factors.open-session',
  request: Type.Object({ ...BROWSER, factor_token: Type.String(), code: Type.String() }),
  response: Type.Object({ ...OpenedSessionSchema.properties, recovery_codes: Type.Optional(RecoveryCodes) }),
  auth: 'public',
  idempotent: false,
});

export const setUpFactorAtLogIn = defineEndpoint({
  ...OF_FACTORS,
  method: 'POST',
  path: 'login/second_factor/set_up',
  summary: 'Set up an authenticator app to finish a sign-in',
  description: 'Where the organization requires a second factor, and the account has none.',
  auth: 'public',
  params: { factor_token },
  response: NewTotpSchema,
  errors: [TOO_LATE, CROSS_SITE],
});

export const setUpFactorOfStep = defineRpc({
  subject: 'rpc.users.v1.second-factors.set-up-at-log-in',
  request: Type.Object({ realm_id: Type.Integer(), factor_token: Type.String() }),
  response: NewTotpSchema,
  auth: 'public',
  idempotent: false,
});

const PasskeySchema = Type.Object(
  {
    id: Type.Integer(),
    name: Type.String(),
    date_created: Type.Integer({ description: 'Seconds since 1970.' }),
    last_used: Nullable(Type.Integer({ description: 'Seconds since 1970; null if it was never used.' })),
    is_backed_up: Type.Boolean({ description: 'Whether other devices of its owner have it too.' }),
  },
  CLOSED,
);

export const getSecondFactors = defineEndpoint({
  ...OF_FACTORS,
  method: 'GET',
  path: 'second_factors',
  summary: 'List your second factors',
  auth: 'user',
  guard: 'human',
  subject: 'rpc.users.v1.second-factors.list',
  response: Type.Object(
    {
      is_required: Type.Boolean({ description: 'Whether the organization requires one.' }),
      totp_since: Nullable(
        Type.Integer({
          description: 'When the authenticator app was set up, in seconds since 1970; null without one.',
        }),
      ),
      recovery_codes_left: Type.Integer(),
      passkeys: Type.Array(PasskeySchema),
    },
    CLOSED,
  ),
});

export const setUpTotp = defineEndpoint({
  ...OF_FACTORS,
  method: 'POST',
  path: 'second_factors/totp',
  summary: 'Set up an authenticator app',
  description: 'It counts when its first code was confirmed.',
  auth: 'user',
  guard: 'human',
  params: { password },
  response: NewTotpSchema,
  errors: [
    WRONG_OWN_PASSWORD,
    STALE_SIGN_IN,
    { code: 'BAD_REQUEST', msg: 'There is an authenticator app already. Remove it first.' },
    { code: 'BAD_REQUEST', msg: 'Second factors are for accounts with a password.' },
    TOO_MANY,
    CROSS_SITE,
  ],
});

/** What proves again who asks. */
const OWN_PROOF = { password: Type.String(), ...ASKING_SESSION };

export const setUpOwnTotp = defineRpc({
  subject: 'rpc.users.v1.second-factors.set-up',
  request: Type.Object(OWN_PROOF),
  response: NewTotpSchema,
  auth: 'user',
  idempotent: false,
});

export const confirmTotp = defineEndpoint({
  ...OF_FACTORS,
  method: 'POST',
  path: 'second_factors/totp/confirm',
  summary: 'Confirm an authenticator app by its first code',
  description: 'All other sessions of the account end.',
  auth: 'user',
  guard: 'human',
  params: { code },
  response: Type.Object({ recovery_codes: RecoveryCodes }, CLOSED),
  errors: [WRONG_CODE, { code: 'BAD_REQUEST', msg: 'There is no authenticator app to confirm.' }, TOO_MANY, CROSS_SITE],
});

export const confirmOwnTotp = defineRpc({
  subject: 'rpc.users.v1.second-factors.confirm',
  request: Type.Object({ code: Type.String(), ...ASKING_SESSION }),
  response: confirmTotp.response,
  auth: 'user',
  idempotent: false,
});

export const removeTotp = defineEndpoint({
  ...OF_FACTORS,
  method: 'DELETE',
  path: 'second_factors/totp',
  summary: 'Remove the authenticator app, with its recovery codes',
  auth: 'user',
  guard: 'human',
  params: { password },
  response: EmptyResponseSchema,
  errors: [
    WRONG_OWN_PASSWORD,
    STALE_SIGN_IN,
    NEEDED,
    { code: 'BAD_REQUEST', msg: 'There is no authenticator app.' },
    TOO_MANY,
    CROSS_SITE,
  ],
});

export const removeOwnTotp = defineRpc({
  subject: 'rpc.users.v1.second-factors.remove',
  request: Type.Object(OWN_PROOF),
  response: EmptyResponseSchema,
  auth: 'user',
  idempotent: false,
});

export const renewRecoveryCodes = defineEndpoint({
  ...OF_FACTORS,
  method: 'POST',
  path: 'second_factors/recovery_codes',
  summary: 'Replace the recovery codes',
  auth: 'user',
  guard: 'human',
  params: { password },
  response: Type.Object({ recovery_codes: RecoveryCodes }, CLOSED),
  errors: [
    WRONG_OWN_PASSWORD,
    STALE_SIGN_IN,
    { code: 'BAD_REQUEST', msg: 'There is no authenticator app.' },
    TOO_MANY,
    CROSS_SITE,
  ],
});

export const renewOwnRecoveryCodes = defineRpc({
  subject: 'rpc.users.v1.second-factors.renew-codes',
  request: Type.Object(OWN_PROOF),
  response: renewRecoveryCodes.response,
  auth: 'user',
  idempotent: false,
});

/** For people who have lost all of their factors. */
export const resetSecondFactors = defineEndpoint({
  method: 'DELETE',
  path: 'users/{user_id}/second_factors',
  tag: 'Second factors',
  summary: 'Remove all second factors of somebody',
  description: 'Sessions of the account end, too. Of owners only owners remove them.',
  auth: 'user',
  guard: 'administrator',
  subject: 'rpc.users.v1.second-factors.reset',
  params: { user_id: integer({ doc: 'ID of the user.' }) },
  response: EmptyResponseSchema,
  errors: [
    { code: 'BAD_REQUEST', msg: 'No such user' },
    { code: 'UNAUTHORIZED_PRINCIPAL', msg: 'Must be an organization owner' },
  ],
});
