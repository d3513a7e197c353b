import type { CreatedRealm } from '@stoa/database';
import { UsersApplication } from '../../test-support/users-application';
import { PasswordHasher } from '../accounts/password-hasher';
import { KeyFetchesService } from '../api-keys/key-fetches.service';
import { SessionsService } from '../sessions/sessions.service';

const PASSWORD = 'quartz7-lemur-42';
/** Of a sign-in, which has no actor. */
const CALL = { requestId: 'login', deadlineAt: Number.MAX_SAFE_INTEGER };
const STALE = { message: 'Sign in again, and repeat this within ten minutes.', status: 400 };

describe('API keys of browsers that are signed in', () => {
  let app: UsersApplication;
  let realm: CreatedRealm;
  let withPassword = 0;
  let without = 0;

  beforeAll(async () => {
    app = await UsersApplication.start();
    realm = await app.createRealm();
    const passwordHash = await app.get(PasswordHasher).hash(realm.id, PASSWORD);
    [withPassword = 0, without = 0] = await app.createAccounts(realm, [
      { fullName: 'Max', deliveryEmail: 'max@example.com', passwordHash },
      { fullName: 'Sso', deliveryEmail: 'sso@example.com' },
    ]);
  });
  afterAll(() => app.stop());

  const openSession = async (username: string): Promise<number> => {
    const browser = { realm_id: realm.id, ip_address: '203.0.113.7', user_agent: '', replaced_session_id: null };
    return (await app.get(SessionsService).openForDevelopment(CALL, { ...browser, username })).session_id;
  };
  const fetchOwn = async (userId: number, password: string, sessionId: number | null) =>
    app.get(KeyFetchesService).fetchOwn(await app.contextOf(userId), { password, session_id: sessionId });

  it('need the password once more', async () => {
    const session = await openSession('max@example.com');
    for (const wrong of ['', 'wrong']) {
      const refusal = { message: 'Password is incorrect.', status: 400 };
      await expect(fetchOwn(withPassword, wrong, session)).rejects.toMatchObject(refusal);
    }
    expect(await fetchOwn(withPassword, PASSWORD, session)).toEqual({
      api_key: expect.stringMatching(/^\w{32}$/),
      email: 'max@example.com',
      user_id: withPassword,
    });
  });

  it('need a fresh sign-in of the same account where there is no password', async () => {
    const session = await openSession('sso@example.com');
    expect(await fetchOwn(without, '', session)).toMatchObject({ user_id: without });
    // Whoever got through with any password would not be known from one who guessed it.
    await expect(fetchOwn(without, 'guess', session)).rejects.toMatchObject({ message: 'Password is incorrect.' });
    await expect(fetchOwn(without, '', null)).rejects.toMatchObject(STALE);
    await expect(fetchOwn(without, '', await openSession('max@example.com'))).rejects.toMatchObject(STALE);
    const past = "UPDATE user_session SET created_at = now() - interval '11 minutes' WHERE id = $1";
    await app.database.query('test_stale_sign_in', past, [session]);
    await expect(fetchOwn(without, PASSWORD, session)).rejects.toMatchObject(STALE);
  });

  it('need a fresh sign-in where passwords are switched off', async () => {
    const session = await openSession('max@example.com');
    const off = `UPDATE realm SET authentication_methods = '{"Email": false}' WHERE id = $1`;
    await app.database.query('test_no_passwords', off, [realm.id]);
    expect(await fetchOwn(withPassword, '', session)).toMatchObject({ user_id: withPassword });
    await expect(fetchOwn(withPassword, PASSWORD, null)).rejects.toMatchObject(STALE);
  });
});
