import { randomBytes } from 'node:crypto';
import { TestClient, TestCluster, TestResponse, eventually, sharedCluster } from '@stoa/testing';
import { inDatabase } from '../support/database';
import { expectError } from '../support/expectations';
import { Folding, expectStateFolds } from '../support/folding';
import { Organization, createOrganization } from '../support/organizations';
import { Person } from '../support/people';
import { PushDevice } from '../support/push-device';
import { PushRelay, RelayCall, RelayMode } from '../support/push-relay';
import { TestQueue, isEvent } from '../support/test-queue';

const ADMIN = 'Push notification configuration issue on server, contact the server administrator or retry later.';
const PLAN = "Your plan doesn't allow sending push notifications. Reason provided by the server: plan expired";
const NETWORK = 'Network error while connecting to the push notification service.';
const SERVER = 'Internal server error on the push notification service, retry later.';
const LARGEST = 2n ** 63n - 1n;

/** push.md 1, 4 and 6: which devices users have, and what becomes of their registrations. */
describe('devices', () => {
  let cluster: TestCluster;
  let relay: PushRelay;
  let organization: Organization;
  let owner: Person;
  let position: number;

  beforeAll(async () => {
    cluster = await sharedCluster();
    relay = PushRelay.of(cluster);
    await relay.behave('ok');
    organization = await createOrganization(cluster);
    owner = organization.owner;
  });
  beforeEach(async () => {
    position = await relay.position();
  });
  afterEach(() => relay.behave('ok'));

  const person = () => organization.createPerson('Dora');
  const registrationsOf = async (account: bigint): Promise<RelayCall[]> =>
    (await relay.received(position)).filter(
      ({ path, body }) => path === 'push/e2ee/register' && body.push_account_id === account.toString(),
    );

  describe('with encryption', () => {
    it('are registered at the relay, and their owner alone is told', async () => {
      const [dora, other] = [await person(), await person()];
      const types = { event_types: ['push_device'], fetch_event_types: ['push_device'] };
      const [queue, others] = await Promise.all([TestQueue.register(dora, types), TestQueue.register(other, types)]);
      expect(queue.state.push_devices).toEqual({});
      const phone = await PushDevice.create(cluster, dora, { kind: 'apns', accountId: LARGEST });
      expect((await phone.requestRegistration()).body).toEqual({ result: 'success', msg: '' });
      const told = { id: expect.any(Number), type: 'push_device', status: 'active' };
      expect(await queue.next(isEvent('push_device'))).toEqual({ ...told, push_account_id: LARGEST.toString() });
      expect(await phone.state()).toEqual({ status: 'active', error_code: null });

      // Once more, with other contents: nothing happens.
      expect((await phone.requestRegistration({ sealed: { token: 'c0ffee' } })).status).toBe(200);
      const tablet = await PushDevice.create(cluster, dora, { accountId: -(2n ** 63n) });
      await tablet.requestRegistration();
      expect(await queue.next(isEvent('push_device'))).toMatchObject({ push_account_id: (-(2n ** 63n)).toString() });
      expect(queue.received).toHaveLength(2);
      expect(await registrationsOf(LARGEST)).toHaveLength(1);

      // The same account id of somebody else is another device.
      const theirs = await PushDevice.create(cluster, other, { accountId: -(2n ** 63n) });
      await theirs.requestRegistration();
      await others.next(isEvent('push_device'));
      expect(others.received).toHaveLength(1);
    });

    it('fold into the state', async () => {
      const dora = await person();
      const registration = { event_types: ['push_device', 'message'], fetch_event_types: ['push_device'] };
      const folding: Folding = { viewers: [{ person: dora, registration }], markedBy: owner, until: ['push_device'] };
      const phone = await PushDevice.create(cluster, dora);
      const unknownKey = { bouncer_public_key: Buffer.alloc(32, 5).toString('base64') };
      await expectStateFolds(folding, () => phone.requestRegistration({ parameters: unknownKey }));
      expect(await phone.state()).toEqual({ status: 'failed', error_code: 'INVALID_BOUNCER_PUBLIC_KEY' });
      await expectStateFolds(folding, () => phone.requestRegistration());
      expect(await phone.state()).toEqual({ status: 'active', error_code: null });
    });

    it('tell their organization that it can push', async () => {
      const { owner: boss } = await createOrganization(cluster);
      const registration = { event_types: ['realm', 'push_device', 'message'], fetch_event_types: ['realm'] };
      const { state } = await TestQueue.register(boss, registration);
      expect(state).toMatchObject({
        realm_push_notifications_enabled: false,
        realm_push_notifications_enabled_end_timestamp: null,
      });
      const phone = await PushDevice.create(cluster, boss);
      await expectStateFolds(
        { viewers: [{ person: boss, registration }], markedBy: boss, until: ['push_device'] },
        () => phone.requestRegistration(),
      );
      const after = await TestQueue.register(boss, registration);
      expect(after.state.realm_push_notifications_enabled).toBe(true);
      const settings = await boss.client.succeed('GET', '/server_settings');
      expect(settings.push_notifications_enabled).toBe(true);
    });

    it('are given up after a day, and may then be registered again', async () => {
      const dora = await person();
      const queue = await TestQueue.register(dora, { event_types: ['push_device'] });
      const phone = await PushDevice.create(cluster, dora);
      await relay.behave('plan_expired');
      await phone.requestRegistration();
      const age = `UPDATE push_device SET registered_at = now() - interval '25 hours' WHERE user_id = $1`;
      await inDatabase(cluster, (database) => database.query('test_age_device', age, [dora.userId]));
      expect(await queue.next(isEvent('push_device'))).toMatchObject({
        status: 'failed',
        error_code: 'REQUEST_EXPIRED',
      });
      await relay.behave('ok');
      await phone.requestRegistration();
      expect(await queue.next(isEvent('push_device'))).toMatchObject({ status: 'active' });
    });

    it('register their key under the name that it has at this level', async () => {
      const phone = await PushDevice.create(cluster, await person());
      const parameters = { push_key: undefined, push_public_key: phone.pushKey };
      expect((await phone.requestRegistration({ parameters })).status).toBe(200);
      await phone.reaches('active');
    });

    it('keep their keys encrypted', async () => {
      const dora = await person();
      const phone = await PushDevice.register(cluster, dora);
      const rows = await inDatabase(cluster, (database) =>
        database.query<{ push_key: Buffer }>('test_key', 'SELECT push_key FROM push_device WHERE user_id = $1', [
          dora.userId,
        ]),
      );
      const key = Buffer.from(phone.pushKey, 'base64').subarray(1);
      expect(rows.map(({ push_key: stored }) => stored.includes(key))).toEqual([false]);
    });

    it('refuse what is malformed or too large, and store nothing', async () => {
      const dora = await person();
      const phone = await PushDevice.create(cluster, dora);
      const refused: [Record<string, string>, string][] = [
        [{ push_account_id: '9223372036854775808' }, 'push_account_id is too large'],
        [{ push_account_id: '-9223372036854775809' }, 'push_account_id is too small'],
        [{ push_account_id: '1.5' }, 'push_account_id is not an integer'],
        [{ push_account_id: '"7"' }, 'push_account_id is not an integer'],
        [{ push_account_id: 'x' }, 'push_account_id is not valid JSON'],
        [{ push_key: 'A'.repeat(1001) }, 'push_key is too long (limit: 1000 characters)'],
        [{ bouncer_public_key: 'A'.repeat(1001) }, 'bouncer_public_key is too long (limit: 1000 characters)'],
        [
          { encrypted_push_registration: 'A'.repeat(16_385) },
          'encrypted_push_registration is too long (limit: 16384 characters)',
        ],
      ];
      for (const [parameters, msg] of refused) expectError(await phone.requestRegistration({ parameters }), msg);
      const state = await TestQueue.register(dora, { fetch_event_types: ['push_device'], event_types: [] });
      expect(state.state.push_devices).toEqual({});
    });

    it('are at most a hundred of one user; failed ones give way', async () => {
      const dora = await person();
      const fill = `INSERT INTO push_device
        (user_id, push_account_id, token_kind, push_key, bouncer_public_key, encrypted_push_registration, error_code,
         bouncer_device_id) SELECT $1, n, 'fcm', '', '', '', CASE WHEN $2 AND n = 1 THEN 'BAD_REQUEST' END, 1000000000 + n
        FROM generate_series(1, 100) n ON CONFLICT (user_id, push_account_id) DO UPDATE SET error_code = excluded.error_code`;
      const filled = (hasFailed: boolean) =>
        inDatabase(cluster, (database) => database.query('test_fill_devices', fill, [dora.userId, hasFailed]));
      await filled(false);
      const phone = await PushDevice.create(cluster, dora);
      expectError(await phone.requestRegistration(), 'You cannot have more than 100 push devices.');
      expect(await phone.state()).toBeUndefined();
      await filled(true);
      expect((await phone.requestRegistration()).status).toBe(200);
      await phone.reaches('active');
    });
  });

  describe('of the legacy kind', () => {
    const appid = 'org.example.App';
    const calls: [string, (client: TestClient, token: string) => Promise<TestResponse>][] = [
      ['APNs', (client, token) => client.post('/users/me/apns_device_token', { token, appid })],
      ['FCM', (client, token) => client.post('/users/me/android_gcm_reg_id', { token })],
      ['removed APNs', (client, token) => client.delete('/users/me/apns_device_token', { token })],
      ['removed FCM', (client, token) => client.delete('/users/me/android_gcm_reg_id', { token })],
    ];

    it.each(calls)('have tokens of some length: %s', async (_what, call) => {
      const { client } = await person();
      for (const token of ['', 'ab'.repeat(2049), 'ab'.repeat(30_000)]) {
        expectError(await call(client, token), 'Empty or invalid length token');
      }
    });

    it('have hexadecimal tokens and an application at APNs', async () => {
      const { client } = await person();
      for (const token of ['xyz', 'abc', 'ab cd']) {
        expectError(await client.post('/users/me/apns_device_token', { token, appid }), 'Invalid APNS token');
        expectError(await client.delete('/users/me/apns_device_token', { token }), 'Invalid APNS token');
      }
      const token = 'c0ffee';
      expectError(
        await client.post('/users/me/apns_device_token', { token, appid: 'a b' }),
        'appid has invalid format',
      );
      expectError(await client.post('/users/me/apns_device_token', { token }), "Missing 'appid' argument", {
        code: 'REQUEST_VARIABLE_MISSING',
        var_name: 'appid',
      });
      expectError(await client.delete('/users/me/apns_device_token', { token }), 'Token does not exist');
      await client.succeed('POST', '/users/me/apns_device_token', { token, appid });
      await client.succeed('POST', '/users/me/apns_device_token', { token: 'C0FFEE', appid });
      await client.succeed('DELETE', '/users/me/apns_device_token', { token: 'C0ffee' });
      expectError(await client.delete('/users/me/apns_device_token', { token }), 'Token does not exist');
      expectError(await client.delete('/users/me/android_gcm_reg_id', { token }), 'Token does not exist');
    });

    it.each<[RelayMode, number, string, string]>([
      ['refuse', 502, 'FAILED_TO_CONNECT_BOUNCER', NETWORK],
      ['server_error', 502, 'INTERNAL_SERVER_ERROR_ON_BOUNCER', SERVER],
      ['unauthorized', 403, 'ADMIN_ACTION_REQUIRED', ADMIN],
      ['missing_realm', 403, 'ADMIN_ACTION_REQUIRED', ADMIN],
      ['plan_expired', 400, 'PUSH_NOTIFICATIONS_DISALLOWED', PLAN],
    ])('surface what the relay fails by: %s', async (mode, status, code, msg) => {
      const { client } = await person();
      await client.succeed('POST', '/users/me/android_gcm_reg_id', { token: 'a-token' });
      await relay.behave(mode);
      for (const [, call] of calls) expectError(await call(client, 'c0ffee'), msg, { status, code });
      expectError(await client.post('/mobile_push/test_notification'), msg, { status, code });
    });

    it('are at most a hundred of one user', async () => {
      const { client, userId } = await person();
      const fill = `INSERT INTO push_token (user_id, kind, token) SELECT $1, 2, 'token-' || n FROM generate_series(1, 100) n`;
      await inDatabase(cluster, (database) => database.query('test_fill_tokens', fill, [userId]));
      const full = 'You cannot have more than 100 push tokens.';
      for (const [, call] of calls.slice(0, 2)) expectError(await call(client, 'c0ffee'), full);
      await client.succeed('POST', '/users/me/android_gcm_reg_id', { token: 'token-1' });
    });

    it('go with the account; others keep theirs', async () => {
      const [gone, kept] = [await person(), await person()];
      const token = `both-${randomBytes(6).toString('hex')}`;
      for (const { client } of [gone, kept]) await client.succeed('POST', '/users/me/android_gcm_reg_id', { token });
      await owner.client.succeed('DELETE', `/users/${gone.userId}`);
      const isForgotten = ({ path, body }: RelayCall) =>
        path === 'push/unregister/all' && body.user_id === String(gone.userId);
      await relay.call(position, isForgotten);
      const count = `SELECT user_id FROM push_token WHERE token = $1`;
      await eventually(async () => {
        const rows = await inDatabase(cluster, (database) =>
          database.query<{ user_id: number }>('test_tokens', count, [token]),
        );
        expect(rows).toEqual([{ user_id: kept.userId }]);
        return true;
      });
    });
  });

  it('are for humans only', async () => {
    const bot = await owner.client.succeed('POST', '/bots', { full_name: 'Bot', short_name: 'a-bot', bot_type: 1 });
    const email = (await owner.client.succeed('GET', '/bots')).bots.find(
      ({ api_key: key }: { api_key: string }) => key === bot.api_key,
    ).username;
    const client = owner.client.as(email, bot.api_key);
    const phone = { token_kind: 'fcm', push_account_id: 1, push_key: 'x', bouncer_public_key: 'x' };
    const token = 'c0ffee';
    const answers = [
      await client.post('/mobile_push/register', { ...phone, encrypted_push_registration: 'x' }),
      await client.post('/mobile_push/test_notification'),
      await client.post('/mobile_push/e2ee/test_notification'),
      await client.post('/users/me/apns_device_token', { token, appid: 'a' }),
      await client.delete('/users/me/apns_device_token', { token }),
      await client.post('/users/me/android_gcm_reg_id', { token }),
      await client.delete('/users/me/android_gcm_reg_id', { token }),
    ];
    for (const answer of answers) expectError(answer, 'This endpoint does not accept bot requests.');
  });
});
