import sodium from 'libsodium-wrappers';
import { Relay, RelayCall, RelayOptions } from '../relay';

export const organizationId = '6cde5f7a-1f7e-4978-9716-49f69ebfc9fe';
export const organizationKey = 'k'.repeat(64);
export const realm = '11111111-1111-4111-8111-111111111111';
export const NOW = 1_800_000_000;
export const DAY = 24 * 3600;
export const basic = (id: string, key: string) => `Basic ${Buffer.from(`${id}:${key}`).toString('base64')}`;

export const uploadedRealm = {
  id: 1,
  uuid: realm,
  uuid_owner_secret: 'secret',
  host: 'chat.example',
  url: 'https://chat.example',
  name: 'Example',
  org_type: 0,
  date_created: NOW,
  deactivated: false,
};

function seal(relay: Relay, content: unknown): string {
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  const key = new Uint8Array(Buffer.from(relay.publicKey, 'base64'));
  return Buffer.from(sodium.crypto_box_seal(text, key)).toString('base64');
}

export const fcm = { token: 'android-token', token_kind: 'fcm', timestamp: NOW, ios_app_id: null };
export const apns = { token: 'c0ffee', token_kind: 'apns', timestamp: NOW, ios_app_id: 'org.example.App' };

export const FCM_ID = 'RjY0jpbVz/o=';
export const APNS_ID = '+wKIhyAx/Eg=';

export async function setUp({ isUploaded = true, ...options }: Partial<RelayOptions> & { isUploaded?: boolean } = {}) {
  const relay = await Relay.open({ organizationId, organizationKey, now: () => NOW, ...options });
  const call = (name: string, body: unknown, extra: Partial<RelayCall> = {}) =>
    relay.answer({
      method: 'POST',
      path: `/api/v1/remotes/${name}`,
      authorization: basic(organizationId, organizationKey),
      body,
      ...extra,
    });
  const register = (account = '1', content: unknown = fcm, extra: Record<string, string> = {}) =>
    call('push/e2ee/register', {
      realm_uuid: realm,
      push_account_id: account,
      encrypted_push_registration: seal(relay, content),
      bouncer_public_key: relay.publicKey,
      ...extra,
    });
  const registerToken = (id = FCM_ID, content: unknown = fcm, extra: Record<string, string> = {}) =>
    call('push/e2ee/register', {
      realm_uuid: realm,
      token_id: id,
      encrypted_push_registration: seal(relay, content),
      bouncer_public_key: relay.publicKey,
      ...extra,
    });
  const upload = () => call('server/analytics', { realms: JSON.stringify([uploadedRealm]) });
  if (isUploaded) await upload();
  return { relay, call, register, registerToken, upload };
}

let sealed = 0;
/** 60 bytes that no other notification has. */
export const encrypted = () => Buffer.alloc(60, `${(sealed += 1)}.`).toString('base64');

export const toFcm = (id: number, account: number | bigint = 1, data = encrypted()) => ({
  device_id: id,
  fcm_priority: 'high',
  payload: { push_account_id: account, encrypted_data: data },
});
export const toApns = (id: number, account: number | bigint = 1) => ({
  device_id: id,
  http_headers: { apns_priority: 10, apns_push_type: 'alert' },
  payload: { push_account_id: account, encrypted_data: encrypted(), aps: { 'mutable-content': 1 } },
});
export const toToken = (id: string, data = encrypted(), key = 3_141_592_653) => ({
  token_id: id,
  fcm_priority: 'high',
  payload: { push_key_id: key, encrypted_data: data },
});
export const notification = (...requests: unknown[]) => ({ realm_uuid: realm, push_requests: requests });
