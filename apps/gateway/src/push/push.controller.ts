import {
  addPushToken,
  badRequest,
  registerPushDevice,
  removePushToken,
  testEncryptedPush,
  testLegacyPush,
} from '@stoa/contracts';
import { RpcClient } from '@stoa/rpc';
import { Endpoint, EndpointController } from '../http/endpoint.decorator';
import type { UserContext } from '../http/request-context';
import {
  ApnsTokenParams,
  PushTokenParams,
  RegisterPushDeviceParams,
  TestEncryptedPushParams,
  TestLegacyPushParams,
} from './push.params';

const TAG = 'Mobile push';
const APNS = 1;
const FCM = 2;
const LONGEST_TOKEN = 4096;

const BAD_LENGTH = { code: 'BAD_REQUEST', msg: 'Empty or invalid length token' };
const NOT_HEXADECIMAL = { code: 'BAD_REQUEST', msg: 'Invalid APNS token' };
const UNKNOWN_TOKEN = { code: 'BAD_REQUEST', msg: 'Token does not exist' };
const TOO_MANY_TOKENS = { code: 'BAD_REQUEST', msg: 'You cannot have more than 100 push tokens.' };
const NOT_CONFIGURED = {
  code: 'PUSH_SERVICE_NOT_CONFIGURED',
  msg: 'Server is not configured to use push notification service.',
};
const RELAY_ERRORS = [
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
const DISALLOWED = {
  code: 'PUSH_NOTIFICATIONS_DISALLOWED',
  msg: "Your plan doesn't allow sending push notifications. Reason provided by the server: plan expired",
};
/** Calls about legacy tokens pass on what the relay says of its plan. */
const LEGACY_RELAY_ERRORS = [DISALLOWED, ...RELAY_ERRORS];

@EndpointController()
export class PushController {
  constructor(private readonly rpc: RpcClient) {}

  @Endpoint({
    method: 'POST',
    path: 'mobile_push/register',
    tag: TAG,
    summary: 'Register a device for end-to-end encrypted notifications',
    description: 'The outcome arrives as a `push_device` event, and is kept in `push_devices` of the initial state.',
    auth: 'user',
    guard: 'human',
    params: RegisterPushDeviceParams,
    response: registerPushDevice.response,
    errors: [
      NOT_CONFIGURED,
      { code: 'BAD_REQUEST', msg: 'Invalid `push_key`' },
      { code: 'BAD_REQUEST', msg: 'Invalid token_kind: Value error, Not in the list of possible values' },
      { code: 'BAD_REQUEST', msg: 'You cannot have more than 100 push devices.' },
    ],
  })
  register(ctx: UserContext, params: RegisterPushDeviceParams): Promise<Buffer> {
    return this.rpc.callRaw(registerPushDevice, ctx, { ...params });
  }

  @Endpoint({
    method: 'POST',
    path: 'mobile_push/e2ee/test_notification',
    tag: TAG,
    summary: 'Send an end-to-end encrypted test notification',
    auth: 'user',
    guard: 'human',
    params: TestEncryptedPushParams,
    response: testEncryptedPush.response,
    errors: [{ code: 'NO_ACTIVE_PUSH_DEVICE', msg: 'No active registered push device' }, ...RELAY_ERRORS],
  })
  testEncrypted(ctx: UserContext, { pushAccountId }: TestEncryptedPushParams): Promise<Buffer> {
    return this.rpc.callRaw(testEncryptedPush, ctx, { pushAccountId: pushAccountId ?? null });
  }

  @Endpoint({
    method: 'POST',
    path: 'mobile_push/test_notification',
    tag: TAG,
    summary: 'Send a test notification to legacy devices',
    auth: 'user',
    guard: 'human',
    params: TestLegacyPushParams,
    response: testLegacyPush.response,
    errors: [
      NOT_CONFIGURED,
      { code: 'INVALID_PUSH_DEVICE_TOKEN', msg: 'Device not recognized' },
      { code: 'INVALID_REMOTE_PUSH_DEVICE_TOKEN', msg: 'Device not recognized by the push bouncer' },
      ...LEGACY_RELAY_ERRORS,
    ],
  })
  testLegacy(ctx: UserContext, { token }: TestLegacyPushParams): Promise<Buffer> {
    // No token is longer, and a text of megabytes is not carried on.
    return this.rpc.callRaw(testLegacyPush, ctx, { token: token?.slice(0, LONGEST_TOKEN + 1) ?? null });
  }

  @Endpoint({
    method: 'POST',
    path: 'users/me/apns_device_token',
    tag: TAG,
    summary: 'Add an APNs token',
    auth: 'user',
    guard: 'human',
    params: ApnsTokenParams,
    response: addPushToken.response,
    errors: [BAD_LENGTH, NOT_HEXADECIMAL, TOO_MANY_TOKENS, ...LEGACY_RELAY_ERRORS],
  })
  addApns(ctx: UserContext, { token, appId }: ApnsTokenParams): Promise<Buffer> {
    return this.rpc.callRaw(addPushToken, ctx, { kind: APNS, token: sized(token), iosAppId: appId });
  }

  @Endpoint({
    method: 'DELETE',
    path: 'users/me/apns_device_token',
    tag: TAG,
    summary: 'Remove an APNs token',
    auth: 'user',
    guard: 'human',
    params: PushTokenParams,
    response: removePushToken.response,
    errors: [BAD_LENGTH, NOT_HEXADECIMAL, UNKNOWN_TOKEN, ...LEGACY_RELAY_ERRORS],
  })
  removeApns(ctx: UserContext, { token }: PushTokenParams): Promise<Buffer> {
    return this.rpc.callRaw(removePushToken, ctx, { kind: APNS, token: sized(token) });
  }

  @Endpoint({
    method: 'POST',
    path: 'users/me/android_gcm_reg_id',
    tag: TAG,
    summary: 'Add an FCM registration ID',
    auth: 'user',
    guard: 'human',
    params: PushTokenParams,
    response: addPushToken.response,
    errors: [BAD_LENGTH, TOO_MANY_TOKENS, ...LEGACY_RELAY_ERRORS],
  })
  addFcm(ctx: UserContext, { token }: PushTokenParams): Promise<Buffer> {
    return this.rpc.callRaw(addPushToken, ctx, { kind: FCM, token: sized(token), iosAppId: null });
  }

  @Endpoint({
    method: 'DELETE',
    path: 'users/me/android_gcm_reg_id',
    tag: TAG,
    summary: 'Remove an FCM registration ID',
    auth: 'user',
    guard: 'human',
    params: PushTokenParams,
    response: removePushToken.response,
    errors: [BAD_LENGTH, UNKNOWN_TOKEN, ...LEGACY_RELAY_ERRORS],
  })
  removeFcm(ctx: UserContext, { token }: PushTokenParams): Promise<Buffer> {
    return this.rpc.callRaw(removePushToken, ctx, { kind: FCM, token: sized(token) });
  }
}

/** @throws DomainError 400 for texts that can be no token: long ones do not even reach the service */
function sized(token: string): string {
  if (token === '' || token.length > LONGEST_TOKEN) throw badRequest(BAD_LENGTH.msg);
  return token;
}
