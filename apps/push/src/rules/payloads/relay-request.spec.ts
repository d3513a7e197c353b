import { e2eePushRequest, relayJson } from './relay-request';

const apns = { tokenKind: 'apns', relayDeviceId: 7, pushAccountId: 20 } as const;
const fcm = { ...apns, tokenKind: 'fcm' } as const;

describe('e2eePushRequest', () => {
  it.each(['message', 'test'] as const)('alerts of a %s', (kind) => {
    expect(e2eePushRequest(kind, apns, 'abc=', 'en')).toEqual({
      device_id: 7,
      http_headers: { apns_priority: 10, apns_push_type: 'alert' },
      payload: {
        push_account_id: 20,
        encrypted_data: 'abc=',
        aps: { 'mutable-content': 1, alert: { title: 'New notification' } },
      },
    });
    expect(e2eePushRequest(kind, fcm, 'abc=', 'en')).toEqual({
      device_id: 7,
      fcm_priority: 'high',
      payload: { push_account_id: 20, encrypted_data: 'abc=' },
    });
  });

  it('alerts in the language of the recipient', () => {
    expect(e2eePushRequest('message', apns, 'abc=', 'de')).toMatchObject({
      payload: { aps: { alert: { title: 'Neue Benachrichtigung' } } },
    });
  });

  it('removes in the background', () => {
    expect(e2eePushRequest('remove', apns, 'abc=', 'en')).toMatchObject({
      http_headers: { apns_priority: 5, apns_push_type: 'background' },
    });
    expect(e2eePushRequest('remove', fcm, 'abc=', 'en')).toMatchObject({ fcm_priority: 'normal' });
  });
});

describe('relayJson', () => {
  it('writes 64-bit integers as numbers', () => {
    const pushAccountId = -9223372036854775808n;
    const request = e2eePushRequest('message', { ...fcm, pushAccountId, relayDeviceId: 9007199254740993n }, 'x', 'en');
    expect(relayJson({ realm_uuid: 'u', push_requests: [request] })).toBe(
      '{"realm_uuid":"u","push_requests":[{"device_id":9007199254740993,"fcm_priority":"high",' +
        '"payload":{"push_account_id":-9223372036854775808,"encrypted_data":"x"}}]}',
    );
  });

  it('writes everything else as usual', () => {
    const body = { a: '12', b: 1.5, c: null, d: ['@stoa:integer:5'], e: { f: true } };
    expect(relayJson(body)).toBe(JSON.stringify(body));
  });
});
