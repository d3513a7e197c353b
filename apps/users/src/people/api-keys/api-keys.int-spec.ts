import { KEYS_REVOKED } from '@stoa/contracts/events';
import { CreatedRealm } from '@stoa/database';
import { API_KEY_PATTERN, hashApiKey, openSealedApiKey } from '@stoa/policy';
import { PasswordHasher } from '../accounts/password-hasher';
import { UsersApplication } from '../../test-support/users-application';
import { UsersEnvironment } from '../../users-environment';
import { ApiKeysService } from './api-keys.service';
import { KeyFetchesService } from './key-fetches.service';

const PASSWORD = 'quartz7-lemur-42';
/** Of a login, which has no actor. */
const CALL = { requestId: 'login', deadlineAt: Number.MAX_SAFE_INTEGER };

describe('API keys', () => {
  let app: UsersApplication;
  let realm: CreatedRealm;
  let member = 0;
  let gone = 0;
  let bot = 0;
  let secret = '';

  beforeAll(async () => {
    // No mail is sent here, only ordered.
    app = await UsersApplication.start({ STOA_MAIL_URL: 'smtp://127.0.0.1:1' });
    secret = app.get(UsersEnvironment).STOA_API_KEY_SECRET;
    realm = await app.createRealm();
    const passwordHash = await app.get(PasswordHasher).hash(realm.id, PASSWORD);
    [member = 0, gone = 0] = await app.createAccounts(realm, [
      { fullName: 'Max Member', deliveryEmail: 'Max@example.com', passwordHash },
      { fullName: 'Gone', deliveryEmail: 'gone@example.com', passwordHash },
      { fullName: 'Reset', deliveryEmail: 'reset@example.com' },
    ]);
    [bot = 0] = await app.createAccounts(realm, [
      { fullName: 'Bot', deliveryEmail: 'bot@example.com', botType: 1, botOwnerId: member },
    ]);
    await app.database.query('test_deactivate', 'UPDATE account SET is_active = false WHERE id = $1', [gone]);
  });
  afterAll(() => app.stop());

  const fetch = (username: string, password = PASSWORD): ReturnType<KeyFetchesService['fetch']> =>
    app.get(KeyFetchesService).fetch(CALL, { realm_id: realm.id, username, password });
  const liveKeys = async (userId: number): Promise<Buffer[]> => {
    const rows = await app.database.query<{ key_hash: Buffer }>(
      'test_keys',
      'SELECT key_hash FROM api_key WHERE user_id = $1 AND revoked_at IS NULL',
      [userId],
    );
    return rows.map(({ key_hash }) => key_hash);
  };
  const isLive = async (userId: number, apiKey: string): Promise<boolean> =>
    (await liveKeys(userId)).some((hash) => hash.equals(hashApiKey(secret, apiKey)));

  it('tell their owner when they are fetched from where nobody was before', async () => {
    const [owner = 0] = await app.createAccounts(realm, [
      {
        fullName: 'Nina',
        deliveryEmail: 'nina@example.com',
        passwordHash: await app.get(PasswordHasher).hash(realm.id, PASSWORD),
      },
    ]);
    await app.database.query('test_older', "UPDATE account SET date_joined = now() - interval '1 day' WHERE id = $1", [
      owner,
    ]);
    const mails = () =>
      app.database.query<{ facts: object }>(
        'test_login_mails',
        "SELECT facts FROM mail_job WHERE user_id = $1 AND kind = 'new_login' ORDER BY id",
        [owner],
      );
    const from = (ipAddress: string, userAgent = 'ZulipMobile/27.1 (Android 14)') =>
      app.get(KeyFetchesService).fetch(CALL, {
        ...{ realm_id: realm.id, username: 'nina@example.com', password: PASSWORD },
        ...{ ip_address: ipAddress, user_agent: userAgent },
      });
    await from('192.0.2.7');
    await from('192.0.2.8');
    expect(await mails()).toEqual([{ facts: expect.objectContaining({ ipAddress: '192.0.2.7' }) }]);
    await from('198.51.100.7');
    await from('198.51.100.7', 'curl/8.5.0');
    expect(await mails()).toMatchObject([{}, { facts: { ipAddress: '198.51.100.7' } }, {}]);
    // A gateway of the release before does not say from where.
    await fetch('nina@example.com');
    expect(await mails()).toHaveLength(3);
  });

  it('are given for a password; each fetch makes one and the earlier ones keep working', async () => {
    const first = await fetch('max@EXAMPLE.com');
    const second = await fetch('Max@example.com');
    expect(first).toEqual({
      api_key: expect.stringMatching(API_KEY_PATTERN),
      email: 'Max@example.com',
      user_id: member,
    });
    expect(first.api_key).not.toBe(second.api_key);
    expect(await isLive(member, first.api_key)).toBe(true);
    expect(await isLive(member, second.api_key)).toBe(true);
  });

  it.each([
    ['a wrong password', 'max@example.com', 'wrong', 401, 'AUTHENTICATION_FAILED'],
    ['no password', 'max@example.com', '', 401, 'AUTHENTICATION_FAILED'],
    ['an unknown address', 'nobody@example.com', PASSWORD, 401, 'AUTHENTICATION_FAILED'],
    ['a bot', 'bot@example.com', PASSWORD, 401, 'AUTHENTICATION_FAILED'],
    ['a deactivated account', 'gone@example.com', 'wrong', 401, 'USER_DEACTIVATED'],
    ['an account without password', 'reset@example.com', PASSWORD, 401, 'PASSWORD_RESET_REQUIRED'],
    ['something else than an address', 'max', PASSWORD, 400, 'BAD_REQUEST'],
  ])('are refused to %s', async (_what, username, password, status, code) => {
    await expect(fetch(username, password)).rejects.toMatchObject({ status, code });
  });

  it('are refused where the organization is deactivated, unknown or has no passwords', async () => {
    const other = await app.createRealm('other');
    const service = app.get(KeyFetchesService);
    const login = (): Promise<unknown> =>
      service.fetch(CALL, { realm_id: other.id, username: 'a@example.com', password: PASSWORD });
    await app.database.query(
      'test_methods',
      `UPDATE realm SET authentication_methods = '{"Email": false}' WHERE id = $1`,
      [other.id],
    );
    await expect(login()).rejects.toMatchObject({ code: 'PASSWORD_AUTH_DISABLED', status: 401 });
    await app.database.query('test_end', 'UPDATE realm SET deactivated_at = now() WHERE id = $1', [other.id]);
    await expect(login()).rejects.toMatchObject({ code: 'REALM_DEACTIVATED', status: 401 });
    const nowhere = { realm_id: 999_999, username: 'a@example.com', password: PASSWORD };
    await expect(service.fetch(CALL, nowhere)).rejects.toMatchObject({ status: 404 });
  });

  it('are at most fifty per account', async () => {
    const [many = 0] = await app.createAccounts(realm, [{ fullName: 'Many', deliveryEmail: 'many@example.com' }]);
    const service = app.get(KeyFetchesService);
    const first = await service.devFetch(CALL, { realm_id: realm.id, username: 'many@example.com' });
    for (let fetched = 0; fetched < 50; fetched++)
      await service.devFetch(CALL, { realm_id: realm.id, username: 'many@example.com' });
    expect(await liveKeys(many)).toHaveLength(50);
    expect(await isLive(many, first.api_key)).toBe(false);
  });

  it('all end when one regenerates them', async () => {
    const [user = 0] = await app.createAccounts(realm, [{ fullName: 'Renew', deliveryEmail: 'renew@example.com' }]);
    await app.get(KeyFetchesService).devFetch(CALL, { realm_id: realm.id, username: 'renew@example.com' });
    const { api_key: renewed } = await app.get(ApiKeysService).regenerate(await app.contextOf(user));
    expect(await liveKeys(user)).toEqual([hashApiKey(secret, renewed)]);
  });

  it('of bots are kept sealed, and their owner hears of a new one', async () => {
    const { api_key: apiKey } = await app.get(ApiKeysService).regenerate(await app.contextOf(bot));
    const [row] = await app.database.query<{ encrypted_key: Buffer }>(
      'test_sealed',
      'SELECT encrypted_key FROM api_key WHERE user_id = $1 AND revoked_at IS NULL',
      [bot],
    );
    expect(row && openSealedApiKey(secret, row.encrypted_key)).toBe(apiKey);
    const [change] = await app.database.query<{ routing: string; body: string }>(
      'test_newest_change',
      'SELECT routing, body FROM outbox WHERE realm_id = $1 ORDER BY id DESC LIMIT 1',
      [realm.id],
    );
    expect(JSON.parse(change?.body ?? '')).toMatchObject({
      events: [{}, { event: { type: 'realm_bot', op: 'update', bot: { user_id: bot, api_key: apiKey } } }],
    });
    expect(JSON.parse(change?.routing ?? '')).toMatchObject({
      events: [
        { type: KEYS_REVOKED, to: { ids: [bot] } },
        { type: 'realm_bot', to: { ids: [member] } },
      ],
    });
  });

  it('can be had without a password in development, where accounts are listed', async () => {
    const service = app.get(ApiKeysService);
    const fetched = app.get(KeyFetchesService).devFetch(CALL, { realm_id: realm.id, username: 'max@example.com' });
    await expect(fetched).resolves.toMatchObject({
      user_id: member,
    });
    const listed = await service.devList();
    expect(listed.direct_users.map(({ email }) => email)).toContain('Max@example.com');
    expect(listed.direct_users.map(({ email }) => email)).not.toContain('gone@example.com');
    expect(listed.direct_users[0]?.realm_url).toBe('http://chat.example.com');
  });
});
