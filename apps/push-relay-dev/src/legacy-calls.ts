import { createHash } from 'node:crypto';
import { CallContext, Handled, Handler, checked } from './call-context';
import { stringifyJson } from './lossless-json';
import { RelayAnswer, badRequest, failure, success } from './relay-answer';
import { RelayRequests } from './relay-requests';

type Kind = 'apns' | 'fcm';
const LONGEST_TOKEN = 4096;
const APP_ID = /^[.a-zA-Z0-9-]+$/;
const HEXADECIMAL = /^[0-9a-fA-F]+$/;

/** The calls of the legacy scheme (push.md 7.2). */
export const legacyCalls: Record<string, Handler> = {
  'push/register': checked(RelayRequests.legacyRegister, register),
  'push/unregister': checked(RelayRequests.legacyUnregister, unregister),
  'push/unregister/all': checked(RelayRequests.legacyUnregisterAll, (body, context) => {
    const tokens = context.state.tokensOf(userOf(body, context));
    for (const token of tokens) context.state.record({ ...token, isPresent: false });
    return success();
  }),
  'push/notify': checked(RelayRequests.legacyNotify, notify),
  'push/test_notification': checked(RelayRequests.legacyTest, (body, context) => {
    const kind = kindOf(body.token_kind);
    if (!kind) return badRequest('Invalid token type');
    return context.mode !== 'device_gone' && context.state.hasToken(userOf(body, context), kind, body.token)
      ? success()
      : failure(400, 'INVALID_REMOTE_PUSH_DEVICE_TOKEN', 'Device not recognized by the push bouncer');
  }),
};

type Registration = (typeof RelayRequests.legacyRegister)['static'];
type Unregistration = (typeof RelayRequests.legacyUnregister)['static'];
type Notification = (typeof RelayRequests.legacyNotify)['static'];

/** Tokens of users of different services, or of one phone's several accounts, are apart. */
function userOf({ user_uuid: uuid }: { user_uuid: string }, { serverId }: CallContext): string {
  return `${serverId}:${uuid}`;
}

function kindOf(value: string | number): Kind | undefined {
  const kinds: Record<string, Kind> = { '1': 'apns', '2': 'fcm' };
  return kinds[String(value)];
}

/** One form for tokens that vendors take for equal. */
function canonical(kind: Kind, token: string): string {
  return kind === 'apns' ? token.toLowerCase() : token;
}

function register(body: Registration, context: CallContext): RelayAnswer {
  const { token, ios_app_id: appId } = body;
  const kind = kindOf(body.token_kind);
  if (!kind) return badRequest('Invalid token type');
  if (token === '' || token.length > LONGEST_TOKEN) return badRequest('Empty or invalid length token');
  if (kind === 'apns') {
    if (!HEXADECIMAL.test(token)) return badRequest('Invalid APNS token');
    if (appId === undefined || !APP_ID.test(appId)) return badRequest('ios_app_id has invalid format');
  }
  const user = userOf(body, context);
  context.state.record({ type: 'token', user, kind, token: canonical(kind, token), isPresent: true });
  return success();
}

function unregister(body: Unregistration, context: CallContext): RelayAnswer {
  const kind = kindOf(body.token_kind);
  if (!kind) return badRequest('Invalid token type');
  const [user, token] = [userOf(body, context), canonical(kind, body.token)];
  if (!context.state.hasToken(user, kind, token)) return badRequest('Token does not exist');
  context.state.record({ type: 'token', user, kind, token, isPresent: false });
  return success();
}

function notify(body: Notification, context: CallContext): Handled {
  const user = userOf(body, context);
  const android = body.android_devices.map(tokenOf);
  const apple = body.apple_devices.map(tokenOf);
  const [goneAndroid, goneApple] = [gone(user, 'fcm', android, context), gone(user, 'apns', apple, context)];
  const answer = success({
    total_android_devices: android.length - goneAndroid.length,
    total_apple_devices: apple.length - goneApple.length,
    deleted_devices: { android_devices: goneAndroid, apple_devices: goneApple },
    realm: { can_push: true, expected_end_timestamp: null },
  });
  const mark = createHash('sha256').update(stringifyJson(body)).digest('base64');
  return { answer, marks: [mark], legacyUser: user, isRepeat: context.state.isLast(user, mark) };
}

const tokenOf = (device: string | { token: string }): string => (typeof device === 'string' ? device : device.token);

/** The listed tokens that the relay does not know, or that vendors call gone from now on. */
function gone(user: string, kind: Kind, tokens: readonly string[], { state, mode }: CallContext): string[] {
  const unknown = (token: string) => !state.hasToken(user, kind, canonical(kind, token));
  if (mode !== 'device_gone') return tokens.filter(unknown);
  for (const token of tokens) {
    if (!unknown(token)) state.record({ type: 'token', user, kind, token: canonical(kind, token), isPresent: false });
  }
  return [...tokens];
}
