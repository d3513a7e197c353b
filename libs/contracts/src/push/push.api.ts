import { Type } from '@sinclair/typebox';
import { int64, integer, oneOf, text } from '@stoa/http-params';
import { EmptyResponseSchema } from '../rpc/empty-response';
import { DocumentedError, defineEndpoint } from '../rpc/define-endpoint';

/** Calls that wait for the relay: it has 15 seconds. */
const RELAY_TIMEOUT_MS = 28_000;

/** Far above what the parts need: 44, 44 and some 6,000 characters. */
const LONGEST_KEY = 1_000;
const LONGEST_REGISTRATION = 16_384;
const LARGEST_KEY_ID = 2 ** 32 - 1;

const BAD_LENGTH: DocumentedError = { code: 'BAD_REQUEST', msg: 'Empty or invalid length token' };
const NOT_HEXADECIMAL: DocumentedError = { code: 'BAD_REQUEST', msg: 'Invalid APNS token' };
const UNKNOWN_TOKEN: DocumentedError = { code: 'BAD_REQUEST', msg: 'Token does not exist' };
const TOO_MANY_TOKENS: DocumentedError = { code: 'BAD_REQUEST', msg: 'You cannot have more than 100 push tokens.' };
const BAD_DEVICE: DocumentedError = { code: 'BAD_REQUEST', msg: 'Invalid `device_id`' };
const NOT_CONFIGURED: DocumentedError = {
  code: 'PUSH_SERVICE_NOT_CONFIGURED',
  msg: 'Server is not configured to use push notification service.',
};
const RELAY_ERRORS: readonly DocumentedError[] = [
  {
    code: 'FAILED_TO_CONNECT_BOUNCER',
    msg: 'Network error while connecting to the push notification service.',
    status: 502,
  },
  {
    code: 'INTERNAL_SERVER_ERROR_ON_BOUNCER',
    msg: 'Internal server error on the push notification service, retry later.',
    status: 502,
  },
  {
    code: 'ADMIN_ACTION_REQUIRED',
    msg: 'Push notification configuration issue on server, contact the server administrator or retry later.',
    status: 403,
  },
];
/** The reason is the relay's. */
const DISALLOWED: DocumentedError = {
  code: 'PUSH_NOTIFICATIONS_DISALLOWED',
  msg: "Your plan doesn't allow sending push notifications. Reason provided by the server: plan expired",
};
/** Calls about legacy tokens pass on what the relay says of its plan. */
const LEGACY_RELAY_ERRORS = [DISALLOWED, ...RELAY_ERRORS];

const PUSH = { tag: 'Mobile push', auth: 'user', guard: 'human', response: EmptyResponseSchema } as const;
const device_id = integer({ doc: 'The device, from `POST /register_client_device`.' });
const RELAYED = { ...PUSH, timeoutMs: RELAY_TIMEOUT_MS } as const;

/**
 * Both forms of the registration: with `device_id` push.md 3.2, with `push_account_id` push.md 4. Which parameters go
 * together is checked by the service.
 */
export const registerPushDevice = defineEndpoint({
  ...PUSH,
  method: 'POST',
  path: 'mobile_push/register',
  summary: 'Register a device for end-to-end encrypted notifications',
  description:
    'With `device_id`: the key (`push_key`, `push_key_id`), the token (`token_kind`, `token_id`, `bouncer_public_key`, ' +
    '`encrypted_push_registration`), or both; the outcome arrives as a `device` event and is kept in `devices` of the ' +
    'initial state. With `push_account_id` instead: all but `device_id`, `push_key_id` and `token_id`; the outcome ' +
    'arrives as a `push_device` event and is kept in `push_devices`.',
  subject: 'rpc.push.v1.devices.register',
  idempotent: true,
  readsAsDeclared: true,
  params: {
    device_id: integer({ optional: true, doc: 'The device, from `POST /register_client_device`.' }),
    push_key_id: integer({
      optional: true,
      check: (id) => (id < 0 || id > LARGEST_KEY_ID ? 'Not a valid unsigned 32-bit integer' : undefined),
      doc: "The client's own name for the key, 0 to 4294967295.",
    }),
    token_kind: oneOf(['apns', 'fcm'], { optional: true, doc: 'Push service of the vendor.', text: 'long' }),
    push_account_id: int64({
      optional: true,
      doc: 'In place of `device_id`: chosen at random by the client for the account on this device.',
    }),
    push_key: text({
      optional: true,
      alias: ['push_public_key'],
      maxLength: LONGEST_KEY,
      doc: 'Base64 of the byte 0x31 and the 32 bytes of a key for XSalsa20-Poly1305, made by the client.',
    }),
    token_id: text({
      optional: true,
      maxLength: LONGEST_KEY,
      doc: "Base64 of the first 8 bytes of the SHA-256 of the vendor's token.",
    }),
    bouncer_public_key: text({
      optional: true,
      maxLength: LONGEST_KEY,
      doc: "Base64 of the push relay's public key to which the registration is sealed.",
    }),
    encrypted_push_registration: text({
      optional: true,
      maxLength: LONGEST_REGISTRATION,
      doc: "Base64 of a sealed box that only the push relay opens: the vendor's token, its kind and the time.",
    }),
  },
  errors: [
    NOT_CONFIGURED,
    BAD_DEVICE,
    { code: 'REQUEST_VARIABLE_MISSING', msg: "Missing 'device_id' argument" },
    { code: 'BAD_REQUEST', msg: 'Unsupported parameter combination: device_id, push_account_id' },
    { code: 'BAD_REQUEST', msg: 'Invalid push_key_id: Value error, Not a valid unsigned 32-bit integer' },
    { code: 'BAD_REQUEST', msg: 'Invalid token_kind: Value error, Not in the list of possible values' },
    {
      code: 'BAD_REQUEST',
      msg: 'Missing parameters: must provide either all push key fields, all token fields, or both.',
    },
    { code: 'BAD_REQUEST', msg: 'No push registration exists to rotate key for.' },
    { code: 'BAD_REQUEST', msg: 'No push registration exists to rotate token for.' },
    { code: 'BAD_REQUEST', msg: 'A registration for the device already in progress.' },
    { code: 'BAD_REQUEST', msg: 'Invalid `push_key`' },
    { code: 'BAD_REQUEST', msg: 'Invalid `token_id`' },
    { code: 'BAD_REQUEST', msg: 'You cannot have more than 100 push devices.' },
  ],
});

/** push.md 3.2. */
export const registerClientDevice = defineEndpoint({
  tag: 'Mobile push',
  auth: 'user',
  method: 'POST',
  path: 'register_client_device',
  summary: 'Register a device that a client is signed in on',
  description: 'Each call makes another device; a client calls it once after it signed in and keeps the ID.',
  subject: 'rpc.push.v1.client-devices.add',
  params: {},
  response: Type.Object({ device_id: Type.Integer() }),
  errors: [{ code: 'BAD_REQUEST', msg: 'You cannot have more than 100 client devices.' }],
});

/** push.md 3.2. */
export const removeClientDevice = defineEndpoint({
  tag: 'Mobile push',
  auth: 'user',
  method: 'POST',
  path: 'remove_client_device',
  summary: 'Remove a device that a client signs out of',
  description: 'Its key goes, and no more notifications are sent to it.',
  subject: 'rpc.push.v1.client-devices.remove',
  params: { device_id },
  response: EmptyResponseSchema,
  errors: [BAD_DEVICE],
});

/** push.md 6.2, push.md 3.2. */
export const testEncryptedPush = defineEndpoint({
  ...RELAYED,
  method: 'POST',
  path: 'mobile_push/e2ee/test_notification',
  summary: 'Send an end-to-end encrypted test notification',
  subject: 'rpc.push.v1.devices.test',
  params: {
    push_account_id: int64({
      optional: true,
      doc: 'A device that was registered with it; with neither parameter, all devices of the user.',
    }),
    device_id: integer({ optional: true, doc: 'A device that was registered with it.' }),
  },
  errors: [
    { code: 'NO_ACTIVE_PUSH_DEVICE', msg: 'No active registered push device' },
    { code: 'BAD_REQUEST', msg: 'Unsupported parameter combination: device_id, push_account_id' },
    ...RELAY_ERRORS,
  ],
});

/** push.md 6.1. */
export const testLegacyPush = defineEndpoint({
  ...RELAYED,
  method: 'POST',
  path: 'mobile_push/test_notification',
  summary: 'Send a test notification to legacy devices',
  subject: 'rpc.push.v1.tokens.test',
  params: { token: text({ optional: true, doc: 'The token; absent = all tokens of the user.' }) },
  errors: [
    NOT_CONFIGURED,
    { code: 'INVALID_PUSH_DEVICE_TOKEN', msg: 'Device not recognized' },
    { code: 'INVALID_REMOTE_PUSH_DEVICE_TOKEN', msg: 'Device not recognized by the push bouncer' },
    ...LEGACY_RELAY_ERRORS,
  ],
});

/** Legacy registration (push.md 1). */
const token = text({ doc: 'Token of the vendor, at most 4096 characters.' });

export const addApnsToken = defineEndpoint({
  ...RELAYED,
  method: 'POST',
  path: 'users/me/apns_device_token',
  summary: 'Add an APNs token',
  subject: 'rpc.push.v1.tokens.add-apns',
  params: { appid: text({ pattern: /^[.a-zA-Z0-9-]+$/, maxLength: 255, doc: 'Bundle ID of the app.' }), token },
  errors: [BAD_LENGTH, NOT_HEXADECIMAL, TOO_MANY_TOKENS, ...LEGACY_RELAY_ERRORS],
});

export const removeApnsToken = defineEndpoint({
  ...RELAYED,
  method: 'DELETE',
  path: 'users/me/apns_device_token',
  summary: 'Remove an APNs token',
  subject: 'rpc.push.v1.tokens.remove-apns',
  params: { token },
  errors: [BAD_LENGTH, NOT_HEXADECIMAL, UNKNOWN_TOKEN, ...LEGACY_RELAY_ERRORS],
});

export const addFcmToken = defineEndpoint({
  ...RELAYED,
  method: 'POST',
  path: 'users/me/android_gcm_reg_id',
  summary: 'Add an FCM registration ID',
  subject: 'rpc.push.v1.tokens.add-fcm',
  params: { token },
  errors: [BAD_LENGTH, TOO_MANY_TOKENS, ...LEGACY_RELAY_ERRORS],
});

export const removeFcmToken = defineEndpoint({
  ...RELAYED,
  method: 'DELETE',
  path: 'users/me/android_gcm_reg_id',
  summary: 'Remove an FCM registration ID',
  subject: 'rpc.push.v1.tokens.remove-fcm',
  params: { token },
  errors: [BAD_LENGTH, UNKNOWN_TOKEN, ...LEGACY_RELAY_ERRORS],
});
