import { Static, Type } from '@sinclair/typebox';
import { EmptyResponseSchema } from '../empty-response';
import { defineRpc } from '../rpc/define-rpc';
import { Nullable } from '../users/nullable';

/** Calls that wait for the relay: it has 15 seconds. */
const RELAY_TIMEOUT_MS = 28_000;

/** int64 in decimal: a JavaScript number does not hold all of them. */
const PushAccountId = Type.String({ pattern: '^-?[0-9]{1,19}$' });
/** 1 APNs, 2 FCM. */
const TokenKind = Type.Union([Type.Literal(1), Type.Literal(2)]);

const RegisterPushDeviceRequestSchema = Type.Object({
  tokenKind: Type.Union([Type.Literal('apns'), Type.Literal('fcm')]),
  pushAccountId: PushAccountId,
  pushKey: Type.String(),
  bouncerPublicKey: Type.String(),
  encryptedPushRegistration: Type.String(),
});
export type RegisterPushDeviceRequest = Static<typeof RegisterPushDeviceRequestSchema>;

/** `POST /mobile_push/register` (push.md 4). */
export const registerPushDevice = defineRpc({
  subject: 'rpc.push.v1.devices.register',
  request: RegisterPushDeviceRequestSchema,
  response: EmptyResponseSchema,
  idempotent: true,
});

/** `POST /users/me/apns_device_token`, `POST /users/me/android_gcm_reg_id` (push.md 1). */
export const addPushToken = defineRpc({
  subject: 'rpc.push.v1.tokens.add',
  request: Type.Object({ kind: TokenKind, token: Type.String(), iosAppId: Nullable(Type.String()) }),
  response: EmptyResponseSchema,
  timeoutMs: RELAY_TIMEOUT_MS,
  idempotent: false,
});

/** `DELETE` of the same. */
export const removePushToken = defineRpc({
  subject: 'rpc.push.v1.tokens.remove',
  request: Type.Object({ kind: TokenKind, token: Type.String() }),
  response: EmptyResponseSchema,
  timeoutMs: RELAY_TIMEOUT_MS,
  idempotent: false,
});

/** `POST /mobile_push/test_notification` (push.md 6.1). */
export const testLegacyPush = defineRpc({
  subject: 'rpc.push.v1.tokens.test',
  request: Type.Object({ token: Nullable(Type.String()) }),
  response: EmptyResponseSchema,
  timeoutMs: RELAY_TIMEOUT_MS,
  idempotent: false,
});

/** `POST /mobile_push/e2ee/test_notification` (push.md 6.2). */
export const testEncryptedPush = defineRpc({
  subject: 'rpc.push.v1.devices.test',
  request: Type.Object({ pushAccountId: Nullable(PushAccountId) }),
  response: EmptyResponseSchema,
  timeoutMs: RELAY_TIMEOUT_MS,
  idempotent: false,
});
