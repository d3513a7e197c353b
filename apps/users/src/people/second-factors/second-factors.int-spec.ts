import type { CreatedRealm } from '@stoa/database';
import { Role, totpCode } from '@stoa/policy';
import { type TestPerson, UsersApplication } from '../../test-support/users-application';
import { KeyFetchesService } from '../api-keys/key-fetches.service';
import { SessionsService } from '../sessions/sessions.service';
import { FactorResetsService } from './factor-resets.service';
import { FactorSignInsService } from './factor-sign-ins.service';
import { OwnFactorsService } from './own-factors.service';

const PASSWORD = 'quartz7-lemur-42';
/** Of a sign-in, which has no actor. */
const CALL = { requestId: 'login', deadlineAt: Number.MAX_SAFE_INTEGER };
const WRONG_CODE = { code: 'AUTHENTICATION_FAILED', message: 'The code is wrong, or has been used.', status: 401 };
const TOO_LATE = { message: 'This took too long. Sign in again.', status: 400 };

describe('second factors', () => {
  let app: UsersApplication;
  let realm: CreatedRealm;

  beforeAll(async () => {
    app = await UsersApplication.start();
    realm = await app.createRealm();
  });
  afterAll(() => app.stop());

  const run = (sql: string, values: unknown[]) => app.run(sql, values);
  const create = (role?: number): Promise<TestPerson> => app.createPerson(realm, PASSWORD, role);
  const browser = { ip_address: '203.0.113.7', user_agent: '', replaced_session_id: null };
  const logIn = (username: string) =>
    app.get(SessionsService).open(CALL, { realm_id: realm.id, ...browser, username, password: PASSWORD });
  /** @returns what the browser goes on with */
  const stepOf = async ({ username }: TestPerson): Promise<{ factor_token: string; step: string }> =>
    logIn(username).then(
      () => Promise.reject(new Error('the password was enough')),
      (error: { code: string; status: number; data: { factor_token: string; step: string } }) => {
        expect(error).toMatchObject({ code: 'SECOND_FACTOR_REQUIRED', status: 401 });
        return error.data;
      },
    );
  const finish = (factor_token: string, code: string) =>
    app.get(FactorSignInsService).open(CALL, { realm_id: realm.id, ...browser, factor_token, code });
  const own = () => app.get(OwnFactorsService);
  const proof = { password: PASSWORD, session_id: null };
  const now = (steps = 0): number => Math.floor(Date.now() / 30_000) + steps;
  /** An account with an app. The step of its first code is used. */
  const withApp = async (): Promise<TestPerson & { secret: string; codes: string[] }> => {
    const member = await create();
    const ctx = await app.contextOf(member.id);
    const { secret } = await own().setUp(ctx, proof);
    const { recovery_codes: codes } = await own().confirm(ctx, { code: totpCode(secret, now(-1)), session_id: null });
    return { ...member, secret, codes };
  };
  const require = (isRequired: boolean) =>
    run('UPDATE realm SET require_second_factor = $2 WHERE id = $1', [realm.id, isRequired]);

  it('are set up with the password, and count from their first code on; other sessions end', async () => {
    const member = await create();
    const ctx = await app.contextOf(member.id);
    const here = await logIn(member.username);
    const there = await logIn(member.username);
    const refused = { message: 'Password is incorrect.', status: 400 };
    await expect(own().setUp(ctx, { password: 'wrong', session_id: here.session_id })).rejects.toMatchObject(refused);
    const { secret, address } = await own().setUp(ctx, proof);
    expect(address).toContain(`otpauth://totp/Test:${encodeURIComponent(member.username)}?secret=${secret}`);
    await expect(logIn(member.username)).resolves.toBeDefined();
    const wrong = { message: 'The code is wrong, or has been used.', status: 400 };
    await expect(own().confirm(ctx, { code: '000000', session_id: null })).rejects.toMatchObject(wrong);
    const code = `${totpCode(secret, now())}`.replace(/^(...)/, '$1 ');
    const { recovery_codes: codes } = await own().confirm(ctx, { code, session_id: here.session_id });
    expect(codes).toHaveLength(10);
    const ended = await run('SELECT id, end_reason FROM user_session WHERE user_id = $1 ORDER BY id', [member.id]);
    expect(ended.slice(0, 2)).toEqual([
      { id: here.session_id, end_reason: null },
      { id: there.session_id, end_reason: 'factor_change' },
    ]);
    expect(await own().list(ctx)).toEqual({
      is_required: false,
      totp_since: expect.closeTo(Date.now() / 1000, -2),
      recovery_codes_left: 10,
      passkeys: [],
    });
    await expect(own().setUp(ctx, proof)).rejects.toMatchObject({ message: expect.stringContaining('already') });
    await expect(own().confirm(ctx, { code, session_id: null })).rejects.toMatchObject({
      message: 'There is no authenticator app to confirm.',
    });
  });

  it('are kept sealed and hashed', async () => {
    const { id, secret, codes } = await withApp();
    const sql =
      'SELECT sealed_secret, (SELECT array_agg(code_hash) FROM recovery_code WHERE user_id = $1) FROM totp_factor WHERE user_id = $1';
    const stored = JSON.stringify(await run(sql, [id]), (_key, value) =>
      typeof value === 'object' && value?.type === 'Buffer' ? Buffer.from(value.data).toString('latin1') : value,
    );
    expect(stored).not.toContain(secret);
    expect(stored).not.toContain(codes[0]?.replace('-', ''));
  });

  it('finish a sign-in; each code works once', async () => {
    const member = await withApp();
    const { factor_token: token, step } = await stepOf(member);
    expect(step).toBe('code');
    await expect(finish(token, '000000')).rejects.toMatchObject(WRONG_CODE);
    await expect(finish('x', totpCode(member.secret, now()))).rejects.toMatchObject(TOO_LATE);
    const code = totpCode(member.secret, now());
    expect(await finish(token, code)).toMatchObject({ user_id: member.id, token: expect.any(String) });
    const rows = await run("SELECT method FROM user_session WHERE user_id = $1 AND method = 'second_factor'", [
      member.id,
    ]);
    expect(rows).toHaveLength(1);
    await expect(finish(token, totpCode(member.secret, now(1)))).rejects.toMatchObject(TOO_LATE);
    const again = await stepOf(member);
    await expect(finish(again.factor_token, code)).rejects.toMatchObject(WRONG_CODE);
    await expect(finish(again.factor_token, totpCode(member.secret, now(-1)))).rejects.toMatchObject(WRONG_CODE);
  });

  it('of two sign-ins with one code let one in', async () => {
    const member = await withApp();
    const tokens = [(await stepOf(member)).factor_token, (await stepOf(member)).factor_token];
    const code = totpCode(member.secret, now());
    const outcomes = await Promise.allSettled(tokens.map((token) => finish(token, code)));
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('are recovery codes as well, each of which works once', async () => {
    const member = await withApp();
    const [code = ''] = member.codes;
    const { factor_token: token } = await stepOf(member);
    expect(await finish(token, ` ${code.toUpperCase()}`)).toMatchObject({ user_id: member.id });
    const again = await stepOf(member);
    await expect(finish(again.factor_token, code)).rejects.toMatchObject(WRONG_CODE);
    const ctx = await app.contextOf(member.id);
    expect(await own().list(ctx)).toMatchObject({ recovery_codes_left: 9 });
    const { recovery_codes: renewed } = await own().renewCodes(ctx, proof);
    await expect(finish(again.factor_token, member.codes[1] ?? '')).rejects.toMatchObject(WRONG_CODE);
    expect(await finish(again.factor_token, renewed[0] ?? '')).toMatchObject({ user_id: member.id });
  });

  it('are tried five times in a quarter of an hour, whatever sign-in they are for', async () => {
    const member = await withApp();
    for (let attempt = 0; attempt < 5; attempt++) {
      await expect(finish((await stepOf(member)).factor_token, '000000')).rejects.toMatchObject(WRONG_CODE);
    }
    const { factor_token: token } = await stepOf(member);
    const limited = { code: 'RATE_LIMIT_HIT', status: 429, data: { 'retry-after': expect.closeTo(900, -2) } };
    await expect(finish(token, totpCode(member.secret, now()))).rejects.toMatchObject(limited);
    await run("UPDATE totp_factor SET attempts_since = now() - interval '16 minutes' WHERE user_id = $1", [member.id]);
    expect(await finish(token, totpCode(member.secret, now()))).toMatchObject({ user_id: member.id });
  });

  it('finish no sign-in that is old, of another organization, or of a password that has changed', async () => {
    const member = await withApp();
    const { factor_token: token } = await stepOf(member);
    const code = (): string => totpCode(member.secret, now());
    const elsewhere = { realm_id: realm.id + 1, ...browser, factor_token: token, code: code() };
    await expect(app.get(FactorSignInsService).open(CALL, elsewhere)).rejects.toMatchObject(TOO_LATE);
    await run("UPDATE account SET password_hash = 'another' WHERE id = $1", [member.id]);
    const refused = { code: 'AUTHENTICATION_FAILED', message: 'Your username or password is incorrect' };
    await expect(finish(token, code())).rejects.toMatchObject(refused);
    await run('UPDATE account SET password_hash = $2 WHERE id = $1', [member.id, await app.hashOf(realm, PASSWORD)]);
    await run('UPDATE sign_in_step SET expires_at = now() WHERE user_id = $1', [member.id]);
    await expect(finish(token, code())).rejects.toMatchObject(TOO_LATE);
  });

  it('leave no key to a password alone', async () => {
    const member = await withApp();
    const fetch = () =>
      app.get(KeyFetchesService).fetch(CALL, { realm_id: realm.id, username: member.username, password: PASSWORD });
    await expect(fetch()).rejects.toMatchObject({ code: 'PASSWORD_AUTH_DISABLED', status: 401 });
    const ctx = await app.contextOf(member.id);
    await own().remove(ctx, proof);
    await expect(fetch()).resolves.toMatchObject({ user_id: member.id });
    await expect(logIn(member.username)).resolves.toBeDefined();
    await expect(own().remove(ctx, proof)).rejects.toMatchObject({ message: 'There is no authenticator app.' });
  });

  it('are set up at the next sign-in where the organization requires one, and stay then', async () => {
    const member = await create();
    await require(true);
    const { factor_token: token, step } = await stepOf(member);
    expect(step).toBe('set-up');
    const setUp = () => app.get(FactorSignInsService).setUp(CALL, { realm_id: realm.id, factor_token: token });
    const missing = { message: 'There is no authenticator app to confirm.' };
    await expect(finish(token, '000000')).rejects.toMatchObject(missing);
    const { secret } = await setUp();
    await expect(finish(token, '000000')).rejects.toMatchObject(WRONG_CODE);
    const opened = await finish(token, totpCode(secret, now()));
    expect(opened).toMatchObject({ user_id: member.id, recovery_codes: expect.any(Array) });
    await expect(setUp()).rejects.toMatchObject(TOO_LATE);
    const required = { message: 'This organization requires a second factor.', status: 400 };
    await expect(own().remove(await app.contextOf(member.id), proof)).rejects.toMatchObject(required);
    // Who could set another one up with the password alone would need none.
    const other = await stepOf(member);
    expect(other.step).toBe('code');
    const setUpAnother = { realm_id: realm.id, factor_token: other.factor_token };
    await expect(app.get(FactorSignInsService).setUp(CALL, setUpAnother)).rejects.toMatchObject(TOO_LATE);
    await require(false);
  });

  it('are removed by administrators, of owners by owners; sessions end', async () => {
    const [administrator, owner] = [await create(Role.Administrator), await create(Role.Owner)];
    const member = await withApp();
    await finish((await stepOf(member)).factor_token, totpCode(member.secret, now()));
    const reset = async (by: number, of: number) =>
      app.get(FactorResetsService).reset(await app.contextOf(by), { user_id: of });
    const ownersOnly = { code: 'UNAUTHORIZED_PRINCIPAL', message: 'Must be an organization owner' };
    await expect(reset(administrator.id, owner.id)).rejects.toMatchObject(ownersOnly);
    await expect(reset(member.id, administrator.id)).rejects.toMatchObject({ message: 'Insufficient permission' });
    await expect(reset(administrator.id, 999_999)).rejects.toMatchObject({ message: 'No such user' });
    await reset(administrator.id, member.id);
    const live = await run('SELECT id FROM user_session WHERE user_id = $1 AND ended_at IS NULL', [member.id]);
    expect(live).toEqual([]);
    await expect(logIn(member.username)).resolves.toBeDefined();
    await reset(owner.id, owner.id);
  });
});
