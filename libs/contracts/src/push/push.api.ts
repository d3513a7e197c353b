import { int64, oneOf, text } from '@stoa/http-params';
import { EmptyResponseSchema } from '../rpc/empty-response';
import { DocumentedError, defineEndpoint } from '../rpc/define-endpoint';

/** Calls that wait for the relay: it has 15 seconds. */
const RELAY_TIMEOUT_MS = 28_000;

/** Far above what the parts need: 44, 44 and some 6,000 characters. */
const LONGEST_KEY = 1_000;
const LONGEST_REGISTRATION = 16_384;

const BAD_LENGTH: DocumentedError = { code: 'BAD_REQUEST', msg: 'Empty or invalid length token' };
const NOT_HEXADECIMAL: DocumentedError = { code: 'BAD_REQUEST', msg: 'Invalid APNS token' };
const UNKNOWN_TOKEN: DocumentedError = { code: 'BAD_REQUEST', msg: 'Token does not exist' };
const TOO_MANY_TOKENS: DocumentedError = { code: 'BAD_REQUEST', msg: 'You cannot have more than 100 push tokens.' };
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
const RELAYED = { ...PUSH, timeoutMs: RELAY_TIMEOUT_MS } as const;

/** push.md 4. */
export const registerPushDevice = defineEndpoint({
  ...PUSH,
  method: 'POST',
  path: 'mobile_push/register',
  summary: 'Register a device for end-to-end encrypted notifications',
  description: 'The outcome arrives as a `push_device` event, and is kept in `push_devices` of the initial state.',
  subject: 'rpc.push.v1.devices.register',
  idempotent: true,
  readsAsDeclared: true,
  params: {
    token_kind: oneOf(['apns', 'fcm'], { doc: 'Push service of the vendor.', text: 'long' }),
    push_account_id: int64({ doc: 'Chosen at random by the client for the account on this device.' }),
    push_key: text({
      alias: ['push_public_key'],
      maxLength: LONGEST_KEY,
      doc: 'Base64 of the byte 0x31 and the 32 bytes of a key for XSalsa20-Poly1305, made by the client.',
    }),
    bouncer_public_key: text({
      maxLength: LONGEST_KEY,
      doc: "Base64 of the push relay's public key to which the registration is sealed.",
    }),
    encrypted_push_registration: text({
      maxLength: LONGEST_REGISTRATION,
      doc: "Base64 of a sealed box that only the push relay opens: the vendor's token, its kind and the time.",
    }),
  },
  errors: [
    NOT_CONFIGURED,
    { code: 'BAD_REQUEST', msg: 'Invalid `push_key`' },
    { code: 'BAD_REQUEST', msg: 'Invalid token_kind: Value error, Not in the list of possible values' },
    { code: 'BAD_REQUEST', msg: 'You cannot have more than 100 push devices.' },
  ],
});

/** push.md 6.2. */
export const testEncryptedPush = defineEndpoint({
  ...RELAYED,
  method: 'POST',
  path: 'mobile_push/e2ee/test_notification',
  summary: 'Send an end-to-end encrypted test notification',
  subject: 'rpc.push.v1.devices.test',
  params: { push_account_id: int64({ optional: true, doc: 'The device; absent = all devices of the user.' }) },
  errors: [{ code: 'NO_ACTIVE_PUSH_DEVICE', msg: 'No active registered push device' }, ...RELAY_ERRORS],
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
