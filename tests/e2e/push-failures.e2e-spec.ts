import { TestCluster, sharedCluster } from '@stoa/testing';
import { expectError } from '../support/expectations';
import { sendDirect } from '../support/messages';
import { PushDevice } from '../support/push-device';
import { PushRelay, RelayMode } from '../support/push-relay';
import { PushFixture } from '../support/push-fixture';
import { TestQueue, isEvent } from '../support/test-queue';

const NOTIFY = 'push/e2ee/notify';
const ADMIN = 'Push notification configuration issue on server, contact the server administrator or retry later.';
const NETWORK = 'Network error while connecting to the push notification service.';
const SERVER = 'Internal server error on the push notification service, retry later.';

/** push.md 6.2, 7.1, 7.4 and 8: every way in which a relay fails, and that the service is back within 45 s. */
describe('when the push relay fails', () => {
  let cluster: TestCluster;
  let relay: PushRelay;

  beforeAll(async () => {
    cluster = await sharedCluster();
    relay = PushRelay.of(cluster);
    await relay.behave('ok');
  });
  afterEach(() => relay.behave('ok'));

  const test = ({ recipient }: PushFixture, accountId?: bigint) =>
    recipient.client.post('/mobile_push/e2ee/test_notification', {
      ...(accountId === undefined ? {} : { push_account_id: String(accountId) }),
    });

  it('test notifications reach one device or all, and only one’s own', async () => {
    const fixture = await PushFixture.create(cluster);
    const { recipient, device, organization } = fixture;
    const tablet = await PushDevice.register(cluster, recipient, { kind: 'apns' });
    const isTest = ({ type }: { type: string }) => type === 'test';
    expect((await test(fixture, device.accountId)).body).toMatchObject({ result: 'success' });
    expect(await device.next(isTest)).toEqual({
      type: 'test',
      realm_url: `http://${organization.host}`,
      realm_name: organization.subdomain,
      user_id: recipient.userId,
      time: expect.any(Number),
    });
    expect((await test(fixture)).status).toBe(200);
    await tablet.next(isTest);
    expect([await device.notifications(), await tablet.notifications()].map((all) => all.length)).toEqual([2, 1]);
    const stranger = await PushFixture.create(cluster);
    for (const response of [await test(fixture, 12n), await test(stranger, device.accountId)]) {
      expectError(response, 'No active registered push device', { code: 'NO_ACTIVE_PUSH_DEVICE' });
    }
  });

  /** Modes that pass: what was to be sent meanwhile is sent afterwards, once. */
  it.each<[RelayMode, number, string, string]>([
    ['refuse', 502, 'FAILED_TO_CONNECT_BOUNCER', NETWORK],
    ['timeout', 502, 'FAILED_TO_CONNECT_BOUNCER', NETWORK],
    ['server_error', 502, 'INTERNAL_SERVER_ERROR_ON_BOUNCER', SERVER],
    ['unauthorized', 403, 'ADMIN_ACTION_REQUIRED', ADMIN],
  ])('by %s, the test says so and notifications come later', async (mode, status, code, msg) => {
    const fixture = await PushFixture.create(cluster);
    const { sender, recipient, device } = fixture;
    await relay.behave(mode);
    const since = Date.now() / 1000;
    const id = await sendDirect(sender, [recipient]);
    expectError(await test(fixture), msg, { code, status });
    await relay.attempted(NOTIFY, since);
    await relay.behave('ok');
    const recoveredAt = Date.now();
    await device.message(id);
    expect(Date.now() - recoveredAt).toBeLessThan(45_000);
    expect((await test(fixture)).status).toBe(200);
    expect(await fixture.notified()).toEqual([id]);
  });

  /** An unknown organization is uploaded, and the call made a second time. */
  it.each<[RelayMode, number]>([
    ['missing_realm', 2],
    ['plan_expired', 1],
  ])('by %s, the organization is told that it cannot push', async (mode, calls) => {
    const fixture = await PushFixture.create(cluster);
    const { sender, recipient, device } = fixture;
    const wanted = { event_types: ['realm'], fetch_event_types: ['realm'] };
    const queue = await TestQueue.register(recipient, wanted);
    expect(queue.state.realm_push_notifications_enabled).toBe(true);
    await relay.behave(mode);
    expectError(await test(fixture), ADMIN, { code: 'ADMIN_ACTION_REQUIRED', status: 403 });
    const isAbout = (value: boolean) => (event: { [field: string]: unknown }) =>
      isEvent('realm', 'update')(event) && event.property === 'push_notifications_enabled' && event.value === value;
    await queue.next(isAbout(false));
    const since = Date.now() / 1000;
    const dropped = await sendDirect(sender, [recipient]);
    await relay.attempted(NOTIFY, since, calls);
    await relay.behave('ok');
    const id = await sendDirect(sender, [recipient]);
    await device.message(id);
    expect(await device.messageIds()).not.toContain(dropped);
    await queue.next(isAbout(true));
  });

  it('by device_gone, the device is forgotten and may register again', async () => {
    const fixture = await PushFixture.create(cluster);
    const { sender, recipient, device } = fixture;
    await relay.behave('device_gone');
    expectError(await test(fixture), 'No active registered push device', { code: 'NO_ACTIVE_PUSH_DEVICE' });
    expect(await device.state()).toBeUndefined();
    await relay.behave('ok');
    expectError(await test(fixture), 'No active registered push device', { code: 'NO_ACTIVE_PUSH_DEVICE' });
    expect((await device.requestRegistration()).status).toBe(200);
    await device.reaches('active');
    await device.message(await sendDirect(sender, [recipient]));
  });

  describe('registrations', () => {
    const failure = async (options: Parameters<PushDevice['requestRegistration']>[0]) => {
      const { recipient } = await PushFixture.create(cluster);
      const queue = await TestQueue.register(recipient, { event_types: ['push_device'] });
      const device = await PushDevice.create(cluster, recipient);
      expect((await device.requestRegistration(options)).status).toBe(200);
      const event = await queue.next(isEvent('push_device'));
      expect(event).toMatchObject({ push_account_id: String(device.accountId), status: 'failed' });
      expect(await device.state()).toEqual({ status: 'failed', error_code: event.error_code });
      return { device, queue, code: event.error_code };
    };

    it('that the relay refuses fail with its reason, and can be made anew', async () => {
      const unknownKey = Buffer.alloc(32, 7).toString('base64');
      expect((await failure({ parameters: { bouncer_public_key: unknownKey } })).code).toBe(
        'INVALID_BOUNCER_PUBLIC_KEY',
      );
      expect((await failure({ sealed: { ios_app_id: 'an.app' } })).code).toBe('BAD_REQUEST');
      const dayAgo = Math.floor(Date.now() / 1000) - 25 * 3600;
      const { device, queue, code } = await failure({ sealed: { timestamp: dayAgo } });
      expect(code).toBe('REQUEST_EXPIRED');
      expect((await device.requestRegistration()).status).toBe(200);
      expect(await queue.next(isEvent('push_device'))).toMatchObject({ status: 'active' });
    });

    it('wait for a relay that is away', async () => {
      const { recipient } = await PushFixture.create(cluster);
      const device = await PushDevice.create(cluster, recipient);
      await relay.behave('server_error');
      const since = Date.now() / 1000;
      expect((await device.requestRegistration()).status).toBe(200);
      expect((await device.state())?.status).toBe('pending');
      await relay.attempted('push/e2ee/register', since);
      expect((await device.requestRegistration()).status).toBe(200);
      await relay.behave('ok');
      await device.reaches('active');
    });

    it('that are malformed are refused at once and leave nothing', async () => {
      const { recipient } = await PushFixture.create(cluster);
      const device = await PushDevice.create(cluster, recipient);
      const refused = async (parameters: Record<string, string | undefined>, msg: string, code = 'BAD_REQUEST') => {
        const { status, body } = await device.requestRegistration({ parameters });
        expect([status, body.code, body.msg]).toEqual([400, code, msg]);
      };
      const tooShort = Buffer.concat([Buffer.from([0x31]), Buffer.alloc(31)]).toString('base64');
      const otherTag = Buffer.concat([Buffer.from([0x32]), Buffer.alloc(32)]).toString('base64');
      for (const key of [tooShort, otherTag, '%%%', '']) await refused({ push_key: key }, 'Invalid `push_key`');
      await refused({ token_kind: 'wns' }, 'Invalid token_kind: Value error, Not in the list of possible values');
      await refused({ push_key: undefined }, "Missing 'push_key' argument", 'REQUEST_VARIABLE_MISSING');
      expect(await device.state()).toBeUndefined();
    });
  });
});
