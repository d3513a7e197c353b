import { CallContext, Handled, Handler, checked } from './call-context';
import { RelayAnswer, badRequest, failure, success } from './relay-answer';
import { PushRequest, RelayRequests } from './relay-requests';
import { Device, markOf } from './relay-state';
import { SealedRegistrations } from './sealed-registrations';

/** What vendors take, in bytes of JSON. */
const LARGEST_PAYLOAD = 4096;
const INT64 = { least: -(2n ** 63n), most: 2n ** 63n - 1n };

/** The calls of the encrypted scheme, generation A (push.md 7.3, 7.4). */
export const e2eeCalls: Record<string, Handler> = {
  'push/e2ee/register': checked(RelayRequests.register, register),
  'push/e2ee/notify': checked(RelayRequests.notify, notify),
};

type Registration = (typeof RelayRequests.register)['static'];
type Notification = (typeof RelayRequests.notify)['static'];

/** Idempotent per organization, account and token; a device that had expired is in use again. */
function register(request: Registration, context: CallContext): RelayAnswer {
  const { state, now } = context;
  const stranger = refuseStranger(request.realm_uuid, context);
  if (stranger) return stranger;
  const account = BigInt(request.push_account_id);
  if (account < INT64.least || account > INT64.most) return badRequest('push_account_id: not a signed 64-bit integer');
  const { bouncer_public_key: publicKey, encrypted_push_registration: sealed } = request;
  const opened = new SealedRegistrations(state.keys).open(publicKey, sealed, now);
  if ('problem' in opened) return refuseRegistration(opened.problem);
  const { token, token_kind: kind } = opened.registration;
  const identity = { realm: request.realm_uuid, account: account.toString(), token };
  const id = state.deviceOf(identity)?.id ?? state.devices.size + 1;
  state.record({ type: 'device', id, ...identity, kind, isExpired: false });
  return success({ device_id: id });
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
  const gone = addressed.flatMap(({ request, device }) => (device ? [] : [request.device_id]));
  const markOfRequest = ({ device_id: id, payload }: PushRequest) => markOf(id, payload.encrypted_data);
  const isNew = (request: PushRequest) => !state.isRepeat(markOfRequest(request));
  // Retries may be grouped in another way than what they repeat.
  const fresh = requests.filter(isNew);
  const answer = success({
    apple_successfully_sent_count: sent.filter(({ device }) => device.kind === 'apns').length,
    android_successfully_sent_count: sent.filter(({ device }) => device.kind === 'fcm').length,
    delete_device_ids: gone,
    realm_push_status: { can_push: true, expected_end_timestamp: null },
  });
  const marks = sent
    .map(({ request }) => request)
    .filter(isNew)
    .map(markOfRequest);
  return { answer, marks, isRepeat: fresh.length === 0, accepted: { realm_uuid: realm, push_requests: fresh } };
}

/** The device if the vendor would still take something for it; one that it calls gone stays so until it registers anew. */
function usable({ device_id: id }: PushRequest, realm: string, { state, mode }: CallContext): Device | undefined {
  const device = state.devices.get(id);
  if (!device || device.realm !== realm || device.isExpired) return undefined;
  if (mode !== 'device_gone') return device;
  state.record({ ...device, isExpired: true });
  return undefined;
}

function problemOf(request: PushRequest, device: Device | undefined): string | undefined {
  const { device_id: id, payload } = request;
  if (Buffer.byteLength(payload.encrypted_data) > LARGEST_PAYLOAD) return `device ${id}: the payload is too large`;
  if (!device) return undefined;
  const shape = 'http_headers' in request ? 'apns' : 'fcm';
  if (shape !== device.kind) return `device ${id}: a notification for ${shape} is for a device of ${device.kind}`;
  if (String(payload.push_account_id) !== device.account) return `device ${id}: push_account_id is another device's`;
  return undefined;
}
