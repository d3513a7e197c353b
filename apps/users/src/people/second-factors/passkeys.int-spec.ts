import type { CreatedRealm } from '@stoa/database';
import { TestAuthenticator } from '@stoa/testing';
import { TEST_HOST, UsersApplication } from '../../test-support/users-application';
import { OwnFactorsService } from './own-factors.service';
import { OwnPasskeysService } from './own-passkeys.service';
import { PasskeySignInsService } from './passkey-sign-ins.service';

const PASSWORD = 'quartz7-lemur-42';
/** Of a sign-in, which has no actor. */
const CALL = { requestId: 'login', deadlineAt: Number.MAX_SAFE_INTEGER };
const ORIGIN = `http://${TEST_HOST}`;
const WRONG = {
  code: 'AUTHENTICATION_FAILED',
  message: 'The passkey is not known here, or its answer is wrong.',
  status: 401,
};
const USELESS = {
  message: 'The passkey cannot be used: it was made for another place, or in another way.',
  status: 400,
};
const TOO_LATE = { message: 'This took too long. Sign in again.', status: 400 };
const PROOF = { password: PASSWORD, session_id: null };
const BEGIN = { ...PROOF, page_origin: ORIGIN };
const BROWSER = { ip_address: '203.0.113.7', user_agent: '', replaced_session_id: null };

describe('passkeys', () => {
  let app: UsersApplication;
  let realm: CreatedRealm;

  beforeAll(async () => {
    app = await UsersApplication.start();
    realm = await app.createRealm();
  });
  afterAll(() => app.stop());

  const run = (sql: string, values: unknown[]) => app.run(sql, values);
  const own = () => app.get(OwnPasskeysService);
  const create = async (password: string | null = PASSWORD): Promise<number> =>
    (await app.createPerson(realm, password)).id;
  const begin = async (userId: number) => own().begin(await app.contextOf(userId), BEGIN);
  const add = async (
    userId: number,
    registration_token: string,
    credential: Parameters<OwnPasskeysService['add']>[1]['credential'],
  ) => own().add(await app.contextOf(userId), { registration_token, name: 'Laptop', credential, page_origin: ORIGIN });
  /** An account with a passkey. */
  const withPasskey = async () => {
    const userId = await create();
    const authenticator = new TestAuthenticator();
    const { registration_token: token, options } = await begin(userId);
    const place = { challenge: options.challenge, origin: ORIGIN, rpId: options.rp.id };
    await add(userId, token, authenticator.create(place));
    return { userId, authenticator, userHandle: options.user.id };
  };
  const beginSignIn = () => app.get(PasskeySignInsService).begin(CALL, { realm_id: realm.id, page_origin: ORIGIN });
  const open = (login_token: string, credential: ReturnType<TestAuthenticator['get']>, realmId = realm.id) =>
    app
      .get(PasskeySignInsService)
      .open(CALL, { realm_id: realmId, page_origin: ORIGIN, ...BROWSER, login_token, credential });
  const list = async (userId: number) => (await app.get(OwnFactorsService).list(await app.contextOf(userId))).passkeys;

  it('are made with the password, for the host of the organization alone', async () => {
    const userId = await create();
    const wrong = own().begin(await app.contextOf(userId), { ...BEGIN, password: 'wrong' });
    await expect(wrong).rejects.toMatchObject({ message: 'Password is incorrect.' });
    const { options } = await begin(userId);
    expect(options).toMatchObject({
      rp: { id: TEST_HOST, name: 'Test' },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [],
    });
    expect(Buffer.from(options.user.id, 'base64url')).toHaveLength(64);
    expect(Buffer.from(options.challenge, 'base64url').length).toBeGreaterThanOrEqual(32);
    expect((await begin(userId)).options.challenge).not.toBe(options.challenge);
    const nameless = own().begin(await app.contextOf(userId), { ...PROOF, page_origin: 'http://hall.127.0.0.1' });
    await expect(nameless).rejects.toMatchObject({ message: 'Passkeys need a host that has a name.', status: 400 });
    const without = own().begin(await app.contextOf(await create(null)), BEGIN);
    await expect(without).rejects.toMatchObject({ message: expect.stringContaining('Sign in again') });
  });

  it('sign in without a password or an address', async () => {
    const { userId, authenticator, userHandle } = await withPasskey();
    expect(await list(userId)).toEqual([
      {
        id: expect.any(Number),
        name: 'Laptop',
        date_created: expect.any(Number),
        last_used: null,
        is_backed_up: false,
      },
    ]);
    const { login_token: token, options } = await beginSignIn();
    expect(options).toEqual({
      challenge: expect.any(String),
      rpId: TEST_HOST,
      timeout: 300_000,
      userVerification: 'required',
    });
    const signed = authenticator.get({ ...options, origin: ORIGIN }, { userHandle });
    expect(await open(token, signed)).toMatchObject({ user_id: userId, token: expect.any(String) });
    expect((await list(userId))[0]).toMatchObject({ last_used: expect.closeTo(Date.now() / 1000, -2) });
    const [session] = await run('SELECT method FROM user_session WHERE user_id = $1', [userId]);
    expect(session).toEqual({ method: 'passkey' });
    await expect(open(token, signed)).rejects.toMatchObject(TOO_LATE);
    const next = await beginSignIn();
    await expect(open(next.login_token, signed)).rejects.toMatchObject(WRONG);
  });

  it.each([
    ['of another site', { origin: 'http://evil.example' }, {}],
    ['for another place', { rpId: 'evil.example' }, {}],
    ['of another challenge', { challenge: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' }, {}],
    ['without its owner', {}, { isVerified: false }],
    ['to another question', {}, { type: 'webauthn.create' }],
    ['of another account', {}, { userHandle: 'AAAA' }],
    ['of no account', {}, { userHandle: null }],
  ])('sign nobody in by an answer %s', async (_what, place, deviations) => {
    const { authenticator, userHandle } = await withPasskey();
    const { login_token: token, options } = await beginSignIn();
    const signed = authenticator.get({ ...options, origin: ORIGIN, ...place }, { userHandle, ...deviations });
    await expect(open(token, signed)).rejects.toMatchObject(WRONG);
  });

  it('sign nobody in whose authenticator counts backwards, or is unknown', async () => {
    const { authenticator, userHandle } = await withPasskey();
    const signIn = async (who: TestAuthenticator, counter?: number, realmId?: number) => {
      const { login_token: token, options } = await beginSignIn();
      return open(token, who.get({ ...options, origin: ORIGIN }, { userHandle, counter }), realmId);
    };
    await expect(signIn(authenticator, 5)).resolves.toBeDefined();
    await expect(signIn(authenticator, 5)).rejects.toMatchObject(WRONG);
    await expect(signIn(authenticator, 4)).rejects.toMatchObject(WRONG);
    await expect(signIn(authenticator, 6)).resolves.toBeDefined();
    await expect(signIn(new TestAuthenticator())).rejects.toMatchObject(WRONG);
    const other = await app.createRealm('other');
    await expect(signIn(authenticator, 7, other.id)).rejects.toMatchObject(TOO_LATE);
  });

  it.each([
    ['of another site', { origin: 'http://evil.example' }, {}],
    ['for another place', { rpId: 'evil.example' }, {}],
    ['of another challenge', { challenge: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' }, {}],
    ['without its owner', {}, { isVerified: false }],
    ['to another question', {}, { type: 'webauthn.get' }],
  ])('are not added by an answer %s', async (_what, changes, deviations) => {
    const userId = await create();
    const { registration_token: token, options } = await begin(userId);
    const place = { challenge: options.challenge, origin: ORIGIN, rpId: options.rp.id, ...changes };
    const made = new TestAuthenticator().create(place, deviations);
    await expect(add(userId, token, made)).rejects.toMatchObject(USELESS);
    expect(await list(userId)).toEqual([]);
  });

  it('are added once, to the account that asked, ten at most', async () => {
    const { userId, authenticator } = await withPasskey();
    const { registration_token: token, options } = await begin(userId);
    expect(options.excludeCredentials).toEqual([
      { id: authenticator.id.toString('base64url'), type: 'public-key', transports: ['internal'] },
    ]);
    const place = { challenge: options.challenge, origin: ORIGIN, rpId: options.rp.id };
    await expect(add(await create(), token, new TestAuthenticator().create(place))).rejects.toMatchObject(TOO_LATE);
    await expect(add(userId, token, new TestAuthenticator().create(place))).rejects.toMatchObject(TOO_LATE);
    const taken = { message: 'This passkey is in use already, or there are too many.' };
    const again = await begin(userId);
    const samePlace = { ...place, challenge: again.options.challenge };
    await expect(add(userId, again.registration_token, authenticator.create(samePlace))).rejects.toMatchObject(taken);
    const nine = `INSERT INTO passkey (realm_id, user_id, credential_id, user_handle, public_key, transports, name)
      SELECT realm_id, user_id, credential_id || n::text::bytea, user_handle, public_key, transports, name
        FROM passkey, generate_series(1, 9) AS n WHERE user_id = $1`;
    await run(nine, [userId]);
    const last = await begin(userId);
    const lastPlace = { ...place, challenge: last.options.challenge };
    const eleventh = add(userId, last.registration_token, new TestAuthenticator().create(lastPlace));
    await expect(eleventh).rejects.toMatchObject(taken);
  });

  it('are renamed and removed by their owner; the last one stays where a factor is required', async () => {
    const { userId, authenticator, userHandle } = await withPasskey();
    const [passkey] = await list(userId);
    const id = passkey?.id ?? 0;
    const [ctx, stranger] = [await app.contextOf(userId), await app.contextOf(await create())];
    const unknown = { message: 'Invalid passkey ID', status: 400 };
    await expect(own().rename(stranger, { passkey_id: id, name: 'Mine' })).rejects.toMatchObject(unknown);
    await expect(own().remove(stranger, { passkey_id: id, ...PROOF })).rejects.toMatchObject(unknown);
    await own().rename(ctx, { passkey_id: id, name: 'Phone' });
    expect((await list(userId))[0]).toMatchObject({ name: 'Phone' });
    await run('UPDATE realm SET require_second_factor = true WHERE id = $1', [realm.id]);
    const required = { message: 'This organization requires a second factor.' };
    await expect(own().remove(ctx, { passkey_id: id, ...PROOF })).rejects.toMatchObject(required);
    await run('UPDATE realm SET require_second_factor = false WHERE id = $1', [realm.id]);
    const wrong = own().remove(ctx, { passkey_id: id, ...PROOF, password: 'wrong' });
    await expect(wrong).rejects.toMatchObject({ message: 'Password is incorrect.' });
    await own().remove(ctx, { passkey_id: id, ...PROOF });
    const { login_token: token, options } = await beginSignIn();
    const signed = authenticator.get({ ...options, origin: ORIGIN }, { userHandle });
    await expect(open(token, signed)).rejects.toMatchObject(WRONG);
  });

  it('open neither deactivated accounts nor organizations without passwords', async () => {
    const { userId, authenticator, userHandle } = await withPasskey();
    await run('UPDATE account SET is_active = false WHERE id = $1', [userId]);
    const { login_token: token, options } = await beginSignIn();
    const signed = authenticator.get({ ...options, origin: ORIGIN }, { userHandle });
    await expect(open(token, signed)).rejects.toMatchObject({ code: 'USER_DEACTIVATED', status: 401 });
    await run(`UPDATE realm SET authentication_methods = '{"Email": false}' WHERE id = $1`, [realm.id]);
    await expect(beginSignIn()).rejects.toMatchObject({ code: 'PASSWORD_AUTH_DISABLED', status: 401 });
    await run("UPDATE realm SET authentication_methods = '{}' WHERE id = $1", [realm.id]);
  });
});
