import { createHash } from 'node:crypto';
import { CallContext, Handled, Handler, checked } from './call-context';
import { RelayAnswer, badRequest, failure, success } from './relay-answer';
import { PushRequest, RelayRequests } from './relay-requests';
import { Device, NamedToken, markOf } from './relay-state';
import { OpenedRegistration, SealedRegistrations } from './sealed-registrations';

/** What vendors take, in bytes of JSON. */
const LARGEST_PAYLOAD = 4096;
const TOKEN_ID_BYTES = 8;
const INT64 = { least: -(2n ** 63n), most: 2n ** 63n - 1n };

/** The calls of the encrypted scheme, of devices (push.md 7.3, 7.4) and of tokens (push.md 3.6). */
export const e2eeCalls: Record<string, Handler> = {
  'push/e2ee/register': (body, context) => {
    const isToken = typeof body === 'object' && body !== null && 'token_id' in body;
    return (isToken ? registersToken : registersDevice)(body, context);
  },
  'push/e2ee/notify': checked(RelayRequests.notify, notify),
};

const registersDevice = checked(RelayRequests.registerDevice, registerDevice);
const registersToken = checked(RelayRequests.registerToken, registerToken);

type DeviceRegistration = (typeof RelayRequests.registerDevice)['static'];
type TokenRegistration = (typeof RelayRequests.registerToken)['static'];
type Notification = (typeof RelayRequests.notify)['static'];

/** Idempotent per organization, account and token; a device that had expired is in use again. */
function registerDevice(request: DeviceRegistration, context: CallContext): RelayAnswer {
  const { state } = context;
  const stranger = refuseStranger(request.realm_uuid, context);
  if (stranger) return stranger;
  const account = BigInt(request.push_account_id);
  if (account < INT64.least || account > INT64.most) return badRequest('push_account_id: not a signed 64-bit integer');
  const opened = open(request, context);
  if ('problem' in opened) return refuseRegistration(opened.problem);
  const { token, token_kind: kind } = opened.registration;
  const identity = { realm: request.realm_uuid, account: account.toString(), token };
  const id = state.deviceOf(identity)?.id ?? state.devices.size + 1;
  state.record({ type: 'device', id, ...identity, kind, isExpired: false });
  return success({ device_id: id });
}

/** Idempotent per organization and token; one that had expired is in use again. */
function registerToken(request: TokenRegistration, context: CallContext): RelayAnswer {
  const { realm_uuid: realm, token_id: id } = request;
  const stranger = refuseStranger(realm, context);
  if (stranger) return stranger;
  const opened = open(request, context);
  if ('problem' in opened) return refuseRegistration(opened.problem);
  const { token, token_kind: kind } = opened.registration;
  if (tokenIdOf(token) !== id) return refuseRegistration('invalid');
  context.state.record({ type: 'named_token', realm, id, token, kind, isExpired: false });
  return success();
}

function open(request: DeviceRegistration | TokenRegistration, { state, now }: CallContext): OpenedRegistration {
  const { bouncer_public_key: publicKey, encrypted_push_registration: sealed } = request;
  return new SealedRegistrations(state.keys).open(publicKey, sealed, now);
}

function tokenIdOf(token: string): string {
  return createHash('sha256').update(token, 'utf8').digest().subarray(0, TOKEN_ID_BYTES).toString('base64');
}

function refuseRegistration(problem: 'unknown key' | 'invalid' | 'expired'): RelayAnswer {
  switch (problem) {
    case 'unknown key':
      return failure(400, 'INVALID_BOUNCER_PUBLIC_KEY', 'Invalid bouncer_public_key');
    case 'invalid':
      return badRequest('Invalid encrypted_push_registration');
    case 'expired':
      return failure(400, 'REQUEST_EXPIRED', 'Request expired');
  }
}

/** Only organizations that their own service has uploaded are served. */
function refuseStranger(realm: string, { state, serverId }: CallContext): RelayAnswer | undefined {
  const owner = state.organizations.get(realm);
  if (owner === undefined) return failure(403, 'MISSING_REMOTE_REALM', 'Organization not registered');
  if (owner === serverId) return undefined;
  const msg = 'Your organization is registered to a different server.';
  return failure(403, 'REMOTE_REALM_SERVER_MISMATCH_ERROR', msg);
}

function notify({ realm_uuid: realm, push_requests: requests }: Notification, context: CallContext): Handled {
  const { state } = context;
  const stranger = refuseStranger(realm, context);
  if (stranger) return { answer: stranger };
  const addressed = requests.map((request) => ({ request, device: usable(request, realm, context) }));
  const problem = addressed.map(({ request, device }) => problemOf(request, device)).find((text) => text !== undefined);
  if (problem !== undefined) return { answer: badRequest(problem) };
  const sent = addressed.flatMap(({ request, device }) => (device ? [{ request, device }] : []));
  const gone = addressed.flatMap(({ request, device }) => (device ? [] : [request]));
  const markOfRequest = (request: PushRequest) => markOf(addressOf(request), request.payload.encrypted_data);
  const isNew = (request: PushRequest) => !state.isRepeat(markOfRequest(request));
  // Retries may be grouped in another way than what they repeat.
  const fresh = requests.filter(isNew);
  const answer = success({
    apple_successfully_sent_count: sent.filter(({ device }) => device.kind === 'apns').length,
    android_successfully_sent_count: sent.filter(({ device }) => device.kind === 'fcm').length,
    delete_device_ids: gone.flatMap((request) => ('device_id' in request ? [request.device_id] : [])),
    delete_token_ids: gone.flatMap((request) => ('token_id' in request ? [request.token_id] : [])),
    realm_push_status: { can_push: true, expected_end_timestamp: null },
  });
  const marks = sent
    .map(({ request }) => request)
    .filter(isNew)
    .map(markOfRequest);
  return { answer, marks, isRepeat: fresh.length === 0, accepted: { realm_uuid: realm, push_requests: fresh } };
}

function addressOf(request: PushRequest): number | string {
  return 'token_id' in request ? request.token_id : request.device_id;
}

/** What it is for if the vendor would still take something; what the vendor calls gone stays so until it registers anew. */
function usable(request: PushRequest, realm: string, { state, mode }: CallContext): Device | NamedToken | undefined {
  const device =
    'token_id' in request ? state.namedToken(realm, request.token_id) : state.devices.get(request.device_id);
  if (!device || device.realm !== realm || device.isExpired) return undefined;
  if (mode !== 'device_gone') return device;
  state.record({ ...device, isExpired: true });
  return undefined;
}

function problemOf(request: PushRequest, device: Device | NamedToken | undefined): string | undefined {
  const name = `device ${addressOf(request)}`;
  if (Buffer.byteLength(request.payload.encrypted_data) > LARGEST_PAYLOAD) return `${name}: the payload is too large`;
  if (!device) return undefined;
  const shape = 'http_headers' in request ? 'apns' : 'fcm';
  if (shape !== device.kind) return `${name}: a notification for ${shape} is for a device of ${device.kind}`;
  if (device.type === 'named_token' || !('push_account_id' in request.payload)) return undefined;
  if (String(request.payload.push_account_id) !== device.account) return `${name}: push_account_id is another device's`;
  return undefined;
}
