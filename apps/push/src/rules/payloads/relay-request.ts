import { text } from '@stoa/texts';
import { E2eeAddress, E2eeDevice, E2eePushRequest, PushKind } from './facts';

/** The element of `push_requests` for one device (push.md 5.5, push.md 3.6). */
export function e2eePushRequest(
  kind: PushKind,
  device: E2eeDevice,
  encryptedData: string,
  language: string,
): E2eePushRequest {
  const isBackground = kind === 'remove';
  const { address, key } = fieldsOf(device.address);
  const payload = { ...key, encrypted_data: encryptedData };
  if (device.tokenKind === 'fcm') {
    return { ...address, fcm_priority: isBackground ? 'normal' : 'high', payload };
  }
  return {
    ...address,
    http_headers: isBackground
      ? { apns_priority: 5, apns_push_type: 'background' }
      : { apns_priority: 10, apns_push_type: 'alert' },
    payload: { ...payload, aps: { 'mutable-content': 1, alert: { title: text(language, 'push.newNotification') } } },
  };
}

function fieldsOf(address: E2eeAddress) {
  if (address.form === 'device') {
    return { address: { token_id: address.tokenId }, key: { push_key_id: address.pushKeyId } };
  }
  return { address: { device_id: address.relayDeviceId }, key: { push_account_id: address.pushAccountId } };
}

const MARK = '@stoa:integer:';

/** JSON text of a request to the relay: 64-bit integers as the numbers they are, which JSON.stringify cannot. */
export function relayJson(body: unknown): string {
  const text = JSON.stringify(body, (_key, value: unknown) =>
    typeof value === 'bigint' ? `\0${MARK}${value}` : value,
  );
  return text.replace(new RegExp(`"\\\\u0000${MARK}(-?\\d+)"`, 'g'), '$1');
}
