import type { CreatedRealm } from '@stoa/database';
import { hashSessionToken } from '@stoa/policy';
import { type TestPerson, UsersApplication } from '../../test-support/users-application';
import { PasswordHasher } from '../accounts/password-hasher';
import { UsersEnvironment } from '../../users-environment';
import { SessionsService } from './sessions.service';

const PASSWORD = 'quartz7-lemur-42';
/** Of a sign-in, which has no actor. */
const CALL = { requestId: 'login', deadlineAt: Number.MAX_SAFE_INTEGER };
const DAY = 86_400;

interface Row {
  id: number;
  /** Seconds from now. */
  lasts: number;
  idle: number;
  end_reason: string | null;
}

describe('sessions', () => {
  let app: UsersApplication;
  let realm: CreatedRealm;
  let service: SessionsService;

  beforeAll(async () => {
    app = await UsersApplication.start({ STOA_SESSIONS_PER_ACCOUNT: '5' });
    realm = await app.createRealm();
    service = app.get(SessionsService);
  });
  afterAll(() => app.stop());

  const createAccount = (): Promise<TestPerson> => app.createPerson(realm, PASSWORD);
  const browser = () => ({
    realm_id: realm.id,
    ip_address: '203.0.113.7',
    user_agent: 'x'.repeat(1000),
    replaced_session_id: null,
  });
  const open = (username: string, more: { password?: string; replaced_session_id?: number } = {}) =>
    service.open(CALL, { ...browser(), username, password: PASSWORD, ...more });
  const rows = (userId: number): Promise<Row[]> =>
    app.database.query<Row & Record<string, unknown>>(
      'test_sessions',
      `SELECT id, round(extract(epoch FROM expires_at - now()))::int AS lasts,
         round(extract(epoch FROM now() - last_used_at))::int AS idle, end_reason
       FROM user_session WHERE user_id = $1 ORDER BY id`,
      [userId],
    );
  const age = (sql: string, id: number) => app.run(`UPDATE user_session SET ${sql} WHERE id = $1`, [id]);

  it('are stored with a keyed hash of the token and the beginning of what the browser says', async () => {
    const { id, username } = await createAccount();
    const opened = await open(username);
    expect(opened).toMatchObject({ user_id: id, email: username, max_age_seconds: 90 * DAY });
    const [stored] = await app.database.query<{ token_hash: Buffer; user_agent: string; method: string }>(
      'test_stored',
      'SELECT token_hash, user_agent, method FROM user_session WHERE id = $1',
      [opened.session_id],
    );
    const { STOA_API_KEY_SECRET: secret } = app.get(UsersEnvironment);
    expect(stored?.token_hash).toEqual(hashSessionToken(secret, opened.token));
    expect(stored).toMatchObject({ user_agent: 'x'.repeat(500), method: 'password' });
  });

  it('last two weeks from their last use, and ninety days from their beginning', async () => {
    const { id, username } = await createAccount();
    const { session_id: sessionId } = await open(username);
    expect((await rows(id))[0]?.lasts).toBeCloseTo(14 * DAY, -2);
    await age("last_used_at = now() - interval '10 days', expires_at = now() + interval '4 days'", sessionId);
    await service.recordUses(CALL, { session_ids: [sessionId] });
    expect((await rows(id))[0]?.lasts).toBeCloseTo(14 * DAY, -2);
    expect((await rows(id))[0]?.idle).toBeLessThan(60);
    await age("last_used_at = now() - interval '1 day', created_at = now() - interval '89 days'", sessionId);
    await service.recordUses(CALL, { session_ids: [sessionId] });
    expect((await rows(id))[0]?.lasts).toBeCloseTo(DAY, -2);
    await age("last_used_at = now() - interval '1 day', expires_at = now()", sessionId);
    await service.recordUses(CALL, { session_ids: [sessionId] });
    expect((await rows(id))[0]).toMatchObject({ lasts: expect.closeTo(0, -2) });
    expect((await rows(id))[0]?.idle).toBeCloseTo(DAY, -2);
  });

  it.each([
    ['password changed', "password_hash = 'another'"],
    ['account was deactivated', 'is_active = false'],
  ])('do not begin when the %s while it was checked', async (_what, change) => {
    const { id, username } = await createAccount();
    const verify = vi.spyOn(app.get(PasswordHasher), 'verify').mockImplementationOnce(async () => {
      await app.run(`UPDATE account SET ${change} WHERE id = $1`, [id]);
      return true;
    });
    await expect(open(username)).rejects.toMatchObject({ code: 'AUTHENTICATION_FAILED', status: 401 });
    expect(verify).toHaveBeenCalledOnce();
    verify.mockRestore();
    expect(await rows(id)).toEqual([]);
  });

  it('are at most so many per account as operators say: the one that was used longest ago ends', async () => {
    const { id, username } = await createAccount();
    const first = await service.openForDevelopment(CALL, { ...browser(), username });
    for (let opened = 0; opened < 5; opened++) {
      await service.openForDevelopment(CALL, { ...browser(), username });
    }
    const all = await rows(id);
    expect(all.filter(({ end_reason: end }) => end === null)).toHaveLength(5);
    expect(all.find((row) => row.id === first.session_id)?.end_reason).toBe('too_many');
  });

  it('replace the one that the browser had, and are forgotten a month after their end', async () => {
    const { id, username } = await createAccount();
    const before = await open(username);
    await open(username, { replaced_session_id: before.session_id });
    expect((await rows(id)).map(({ end_reason: end }) => end)).toEqual(['replaced', null]);
    await age("ended_at = now() - interval '31 days'", before.session_id);
    await open(username);
    expect(await rows(id)).toHaveLength(2);
  });
});
