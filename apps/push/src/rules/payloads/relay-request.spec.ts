import { e2eePushRequest, relayJson } from './relay-request';

const apns = { tokenKind: 'apns', address: { form: 'account', relayDeviceId: 7, pushAccountId: 20 } } as const;
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

  it("names tokens and keys of clients' devices (levels 468, 470)", () => {
    const address = { form: 'device', tokenId: 'iGFeKNj3ngQ=', pushKeyId: 3_141_592_653 } as const;
    expect(e2eePushRequest('message', { tokenKind: 'fcm', address }, 'abc=', 'en')).toEqual({
      token_id: 'iGFeKNj3ngQ=',
      fcm_priority: 'high',
      payload: { push_key_id: 3_141_592_653, encrypted_data: 'abc=' },
    });
    expect(e2eePushRequest('remove', { tokenKind: 'apns', address }, 'abc=', 'en')).toEqual({
      token_id: 'iGFeKNj3ngQ=',
      http_headers: { apns_priority: 5, apns_push_type: 'background' },
      payload: {
        push_key_id: 3_141_592_653,
        encrypted_data: 'abc=',
        aps: { 'mutable-content': 1, alert: { title: 'New notification' } },
      },
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
    const address = { form: 'account', pushAccountId, relayDeviceId: 9007199254740993n } as const;
    const request = e2eePushRequest('message', { ...fcm, address }, 'x', 'en');
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
