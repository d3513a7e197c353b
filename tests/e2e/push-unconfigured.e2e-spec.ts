import { TestClient, TestCluster, startCluster } from '@stoa/testing';
import { inDatabase } from '../support/database';
import { expectError } from '../support/expectations';

/** push.md 1, 4 and 6 where there is no relay. */
describe('without a push relay', () => {
  let cluster: TestCluster;
  let client: TestClient;
  let userId: number;

  beforeAll(async () => {
    cluster = await startCluster({ env: { STOA_PUSH_RELAY_URL: 'none' } });
    client = cluster.client('member');
    userId = cluster.accounts('member')[0]?.user_id ?? 0;
  });
  afterAll(() => cluster.stop());

  const NOT_CONFIGURED = 'Server is not configured to use push notification service.';
  const UNCONFIGURED = { code: 'PUSH_SERVICE_NOT_CONFIGURED' };
  const state = async () => {
    const wanted = { event_types: [], fetch_event_types: ['push_device', 'realm'] };
    return client.succeed('POST', '/register', wanted);
  };

  it('devices are not registered', async () => {
    const parameters = {
      token_kind: 'fcm',
      push_account_id: 5,
      push_key: 'not looked at',
      bouncer_public_key: 'x',
      encrypted_push_registration: 'x',
    };
    expectError(await client.post('/mobile_push/register', parameters), NOT_CONFIGURED, UNCONFIGURED);
    expect(await state()).toMatchObject({ push_devices: {}, realm_push_notifications_enabled: false });
    expect((await client.get('/server_settings')).body.push_notifications_enabled).toBe(false);
  });

  it('tokens are only stored', async () => {
    const token = 'a-token';
    await client.succeed('POST', '/mobile_push/test_notification');
    await client.succeed('POST', '/users/me/android_gcm_reg_id', { token });
    expectError(await client.post('/mobile_push/test_notification'), NOT_CONFIGURED, UNCONFIGURED);
    await client.succeed('DELETE', '/users/me/android_gcm_reg_id', { token });
    expectError(await client.delete('/users/me/android_gcm_reg_id', { token }), 'Token does not exist');
  });

  it('a device of earlier times needs the administrator', async () => {
    const test = () => client.post('/mobile_push/e2ee/test_notification');
    expectError(await test(), 'No active registered push device', { code: 'NO_ACTIVE_PUSH_DEVICE' });
    const insert = `INSERT INTO push_device (user_id, push_account_id, token_kind, push_key, bouncer_public_key,
      encrypted_push_registration, bouncer_device_id) VALUES ($1, 5, 'fcm', '', '', '', 1)`;
    await inDatabase(cluster, (database) => database.query('test_old_device', insert, [userId]));
    expectError(
      await test(),
      'Push notification configuration issue on server, contact the server administrator or retry later.',
      { code: 'ADMIN_ACTION_REQUIRED', status: 403 },
    );
  });
});
