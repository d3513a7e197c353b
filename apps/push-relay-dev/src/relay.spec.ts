import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { MODES } from './behaviour';
import {
  organizationId,
  organizationKey,
  realm,
  NOW,
  DAY,
  basic,
  uploadedRealm,
  fcm,
  apns,
  FCM_ID,
  setUp,
  toFcm,
  toToken,
  toApns,
  notification,
} from './test-support/relay-fixture';

const user = { user_uuid: '22222222-2222-4222-8222-222222222222', user_id: '10' };
const legacyRegistration = (token: string, kind: '1' | '2', extra: Record<string, string> = {}) => ({
  ...user,
  realm_uuid: realm,
  server_uuid: organizationId,
  token,
  token_kind: kind,
  ...extra,
});
const legacyNotification = (content: string, devices: { android?: string[]; apple?: string[] }) => ({
  ...user,
  realm_uuid: realm,
  gcm_payload: { content },
  apns_payload: {},
  gcm_options: { priority: 'high' },
  android_devices: devices.android ?? [],
  apple_devices: devices.apple ?? [],
});

describe('Relay', () => {
  it('offers a public key of 32 bytes', async () => {
    expect(Buffer.from((await setUp()).relay.publicKey, 'base64')).toHaveLength(32);
  });

  it.each([
    [undefined, 401],
    [basic('nobody', organizationKey), 401],
    [basic(organizationId, 'wrong'), 401],
    [basic('someone@example.com', organizationKey), 400],
  ])('refuses credentials %#', async (authorization, status) => {
    const { call } = await setUp();
    expect(await call('push/e2ee/notify', notification(toFcm(1)), { authorization })).toMatchObject({ status });
  });

  it('knows an organization only once its service has uploaded it', async () => {
    const { call, register, upload } = await setUp({ isUploaded: false });
    const unknown = { status: 403, body: { code: 'MISSING_REMOTE_REALM', msg: 'Organization not registered' } };
    expect(await register()).toMatchObject(unknown);
    expect(await call('push/e2ee/notify', notification(toFcm(1)))).toMatchObject(unknown);
    expect(await upload()).toMatchObject({
      status: 200,
      body: { realms: { [realm]: { can_push: true, expected_end_timestamp: null } } },
    });
    expect(await register()).toMatchObject({ status: 200, body: { device_id: 1 } });
  });

  it('keeps organizations of different services apart', async () => {
    const { call, upload } = await setUp();
    const [id, key] = ['33333333-3333-4333-8333-333333333333', 'o'.repeat(64)];
    const other = {
      zulip_org_id: id,
      zulip_org_key: key,
      hostname: 'other.example',
      contact_email: 'ops@other.example',
    };
    const authorization = basic(id, key);
    expect(await call('server/register', other, { authorization: undefined })).toMatchObject({
      body: { created: true },
    });
    expect(await call('server/register', other)).toMatchObject({ body: { created: false } });
    expect(await call('push/e2ee/notify', notification(toFcm(1)), { authorization })).toMatchObject({
      status: 403,
      body: { code: 'REMOTE_REALM_SERVER_MISMATCH_ERROR' },
    });
    const upload2 = await call('server/analytics', { realms: [uploadedRealm] }, { authorization });
    expect(upload2).toMatchObject({ status: 400 });
    await call('server/deactivate', {}, { authorization });
    expect(await call('server/analytics', { realms: [] }, { authorization })).toMatchObject({ status: 401 });
    expect(await upload()).toMatchObject({ status: 200 });
  });

  describe('registering', () => {
    it('gives the same device for the same account and token', async () => {
      const { register } = await setUp();
      expect(await register()).toMatchObject({ status: 200, body: { device_id: 1 } });
      expect(await register()).toMatchObject({ status: 200, body: { device_id: 1 } });
      expect(await register('-9223372036854775808')).toMatchObject({ status: 200, body: { device_id: 2 } });
      expect(await register()).toMatchObject({ status: 200, body: { device_id: 1 } });
    });

    it('keeps phones apart whose clients chose the same account', async () => {
      const { call, register } = await setUp();
      await register('1', fcm);
      expect(await register('1', apns)).toMatchObject({ status: 200, body: { device_id: 2 } });
      expect(await call('push/e2ee/notify', notification(toFcm(1), toApns(2)))).toMatchObject({ status: 200 });
    });

    it.each<[string, unknown]>([
      ['text that is not JSON', 'no JSON'],
      ['an unknown field', { ...fcm, extra: 1 }],
      ['an unknown kind', { ...fcm, token_kind: 'wns' }],
      ['no timestamp', { token: 'x', token_kind: 'fcm' }],
      ['an empty token', { ...fcm, token: '' }],
      ['a long token', { ...fcm, token: 'x'.repeat(4097) }],
      ['an app for fcm', { ...fcm, ios_app_id: 'org.example' }],
      ['no app for apns', { ...apns, ios_app_id: null }],
      ['an app that is none', { ...apns, ios_app_id: 'org example' }],
      ['a token that is not hexadecimal', { ...apns, token: 'xyz' }],
    ])('refuses %s', async (_name, content) => {
      const { register } = await setUp();
      const msg = 'Invalid encrypted_push_registration';
      expect(await register('1', content)).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST', msg } });
    });

    it.each([
      ['bouncer_public_key', 'AAAA', 'INVALID_BOUNCER_PUBLIC_KEY'],
      ['encrypted_push_registration', '%%%', 'BAD_REQUEST'],
      ['encrypted_push_registration', Buffer.alloc(100).toString('base64'), 'BAD_REQUEST'],
      ['push_account_id', '9223372036854775808', 'BAD_REQUEST'],
    ])('refuses a wrong %s', async (field, value, code) => {
      const { register } = await setUp();
      expect(await register('1', fcm, { [field]: value })).toMatchObject({ status: 400, body: { code } });
    });

    it('refuses what was sealed more than a day ago', async () => {
      const { register } = await setUp();
      expect(await register('1', { ...apns, timestamp: NOW - DAY })).toMatchObject({ status: 200 });
      expect(await register('2', { ...apns, timestamp: NOW - DAY - 1 })).toMatchObject({
        status: 400,
        body: { code: 'REQUEST_EXPIRED', msg: 'Request expired' },
      });
    });
  });

  describe('notifying', () => {
    it('counts by vendor and reports unknown devices', async () => {
      const { call, register } = await setUp();
      await register('1', fcm);
      await register('2', apns);
      expect(await call('push/e2ee/notify', notification(toFcm(1), toApns(2, 2), toFcm(7)))).toMatchObject({
        status: 200,
        body: { android_successfully_sent_count: 1, apple_successfully_sent_count: 1, delete_device_ids: [7] },
      });
    });

    it('wants the shape and the account of the device', async () => {
      const { call, register } = await setUp();
      const account = 9223372036854775807n;
      await register(String(account));
      expect(await call('push/e2ee/notify', notification(toApns(1, account)))).toMatchObject({ status: 400 });
      expect(await call('push/e2ee/notify', notification(toFcm(1, Number(account))))).toMatchObject({ status: 400 });
      const large = Buffer.alloc(3100).toString('base64');
      expect(await call('push/e2ee/notify', notification(toFcm(1, account, large)))).toMatchObject({ status: 400 });
      expect(await call('push/e2ee/notify', notification(toFcm(1, account)))).toMatchObject({ status: 200 });
    });

    it('sends nothing to devices that are gone until they register again', async () => {
      const { relay, call, register } = await setUp();
      await register();
      relay.mode = 'device_gone';
      expect(await call('push/e2ee/notify', notification(toFcm(1)))).toMatchObject({
        body: { delete_device_ids: [1] },
      });
      relay.mode = 'ok';
      expect(await call('push/e2ee/notify', notification(toFcm(1)))).toMatchObject({
        body: { delete_device_ids: [1] },
      });
      await register();
      expect(await call('push/e2ee/notify', notification(toFcm(1)))).toMatchObject({ body: { delete_device_ids: [] } });
    });

    it('answers a repeat alike and accepts it once', async () => {
      const { relay, call, register } = await setUp();
      await register();
      const body = notification(toFcm(1));
      expect(await call('push/e2ee/notify', body)).toEqual(await call('push/e2ee/notify', body));
      expect(relay.accepted().filter((one) => one.path === 'push/e2ee/notify')).toHaveLength(1);
      expect(relay.attempted().filter((one) => one.path === 'push/e2ee/notify')).toHaveLength(2);
      const more = toFcm(1);
      await call('push/e2ee/notify', notification(...body.push_requests, more));
      expect(relay.accepted().at(-1)?.body).toEqual(notification(more));
    });

    it('names the field that is wrong', async () => {
      const { call } = await setUp();
      expect(await call('push/e2ee/notify', { realm_uuid: realm })).toMatchObject({
        status: 400,
        body: { code: 'BAD_REQUEST', msg: expect.stringContaining('push_requests') },
      });
    });
  });

  describe('legacy calls', () => {
    it('checks tokens as vendors have them', async () => {
      const { call } = await setUp();
      const attempt = async (token: string, kind: '1' | '2', extra = {}) =>
        call('push/register', legacyRegistration(token, kind, extra));
      expect(await attempt('', '2')).toMatchObject({ body: { msg: 'Empty or invalid length token' } });
      expect(await attempt('xyz', '1', { ios_app_id: 'a' })).toMatchObject({ body: { msg: 'Invalid APNS token' } });
      expect(await attempt('c0ffee', '1')).toMatchObject({ status: 400 });
      expect(await attempt('c0ffee', '1', { ios_app_id: 'org.example' })).toMatchObject({ status: 200 });
      expect(await call('push/unregister', legacyRegistration('C0FFEE', '1'))).toMatchObject({ status: 200 });
      expect(await call('push/unregister', legacyRegistration('c0ffee', '1'))).toMatchObject({
        body: { msg: 'Token does not exist' },
      });
    });

    it('sends to known tokens and reports the others', async () => {
      const { relay, call } = await setUp();
      await call('push/register', legacyRegistration('one', '2'));
      const first = legacyNotification('first', { android: ['one', 'two'] });
      const answer = { body: { total_android_devices: 1, deleted_devices: { android_devices: ['two'] } } };
      expect(await call('push/notify', first)).toMatchObject(answer);
      expect(await call('push/notify', first)).toMatchObject(answer);
      await call('push/notify', legacyNotification('second', { android: ['one'] }));
      await call('push/notify', first);
      expect(relay.accepted().filter((one) => one.path === 'push/notify')).toHaveLength(3);
      const test = { ...user, realm_uuid: realm, token: 'one', token_kind: 2, base_payload: {} };
      expect(await call('push/test_notification', test)).toMatchObject({ status: 200 });
      await call('push/unregister/all', user);
      expect(await call('push/test_notification', test)).toMatchObject({
        body: { code: 'INVALID_REMOTE_PUSH_DEVICE_TOKEN' },
      });
    });
  });

  it('acts in every mode and shows what it accepted and what was tried', async () => {
    const { relay, register, upload } = await setUp();
    const statuses: unknown[] = [];
    for (const mode of MODES) {
      relay.mode = mode;
      const answer = await register();
      statuses.push(typeof answer === 'object' ? answer.status : answer);
    }
    expect(statuses).toEqual([200, 'refuse', 'timeout', 500, 401, 403, 400, 200]);
    expect(relay.attempted().map(({ status }) => status)).toEqual([200, 200, null, null, 500, 401, 403, 400, 200]);
    expect(relay.accepted(1)).toMatchObject([
      { number: 2, path: 'push/e2ee/register', organization_id: organizationId, status: 200 },
      { number: 3, path: 'push/e2ee/register' },
    ]);
    relay.mode = 'plan_expired';
    expect(await upload()).toMatchObject({ body: { realms: { [realm]: { can_push: false } } } });
  });

  it('limits the calls of a service', async () => {
    const { call } = await setUp({ callsPerMinute: 2 });
    await call('server/analytics', { realms: [] });
    expect(await call('server/analytics', { realms: [] })).toMatchObject({
      status: 429,
      body: { code: 'RATE_LIMIT_HIT', 'retry-after': expect.any(Number) },
    });
  });

  it('knows everything again after it was killed', async () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'relay-'));
    const journal = path.join(folder, 'journal.jsonl');
    try {
      const first = await setUp({ journal });
      const account = 9007199254740993n;
      await first.register(String(account));
      await first.registerToken();
      await first.call('push/register', legacyRegistration('one', '2'));
      const sent = notification(toFcm(1, account));
      const toNamed = notification(toToken(FCM_ID));
      const legacy = legacyNotification('text', { android: ['one'] });
      for (const [name, body] of [
        ['push/e2ee/notify', sent],
        ['push/e2ee/notify', toNamed],
        ['push/notify', legacy],
      ] as const) {
        await first.call(name, body);
      }
      for (let start = 0; start < 2; start += 1) {
        const again = await setUp({ journal, isUploaded: false });
        expect(again.relay.publicKey).toBe(first.relay.publicKey);
        expect(again.relay.accepted()).toEqual(first.relay.accepted());
        expect(await again.call('push/e2ee/notify', sent)).toMatchObject({ status: 200 });
        const answer = await again.call('push/e2ee/notify', toNamed);
        expect(answer).toMatchObject({ body: { android_successfully_sent_count: 1, delete_token_ids: [] } });
        expect(await again.call('push/notify', legacy)).toMatchObject({ body: { total_android_devices: 1 } });
        expect(again.relay.accepted()).toEqual(first.relay.accepted());
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
