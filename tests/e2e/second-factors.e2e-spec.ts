import { totpCode } from '@stoa/policy';
import { TestAuthenticator, TestClient, TestCluster, eventually, sharedCluster } from '@stoa/testing';
import { cookieOf, signIn } from '../support/browsers';
import { inDatabase } from '../support/database';
import { expectError } from '../support/expectations';
import { Organization, createOrganization } from '../support/organizations';
import { Person, addPerson } from '../support/people';

const WRONG_CODE = 'The code is wrong, or has been used.';
const TOO_LATE = 'This took too long. Sign in again.';
const UNKNOWN_LINK = 'The confirmation link is not valid or has expired.';
/** Has the form of what an authenticator signs. */
const PASSKEY = {
  login_token: 'x',
  credential: {
    id: 'AA',
    response: { clientDataJSON: 'AA', authenticatorData: 'AA', signature: 'AA', userHandle: null },
  },
};

describe('second factors', () => {
  let cluster: TestCluster;
  let organization: Organization;
  let owner: Person;

  beforeAll(async () => {
    cluster = await sharedCluster();
    organization = await createOrganization(cluster);
    owner = organization.owner;
  });

  /** Codes of now and of the next step are taken, also when a step ends on their way; each counts once. */
  const codeOf = (secret: string, steps = 0): string => totpCode(secret, Math.floor(Date.now() / 30_000) + steps);
  const logIn = ({ client, email, password }: Person) => client.browser().post('/login', { username: email, password });
  const signedOut = (browser: TestClient) =>
    eventually(async () => (await browser.get('/users/me')).status === 401, { timeoutMs: 1000, stepMs: 50 });

  it('are set up, asked for, and removed', async () => {
    const person = await addPerson(owner, 'Ada');
    const { email: username, password } = person;
    const [here, there] = [await signIn(person), await signIn(person)];
    expectError(await here.post('/second_factors/totp', { password: 'wrong' }), 'Password is incorrect.');
    expectError(await here.delete('/second_factors/totp', { password }), 'There is no authenticator app.');
    expectError(await here.post('/second_factors/recovery_codes', { password }), 'There is no authenticator app.');
    const { secret } = await here.succeed('POST', '/second_factors/totp', { password });
    expectError(await here.post('/second_factors/totp/confirm', { code: '000000' }), WRONG_CODE);
    const confirmed = { code: codeOf(secret) };
    const { recovery_codes: codes } = await here.succeed('POST', '/second_factors/totp/confirm', confirmed);
    await signedOut(there);
    expect(await here.succeed('GET', '/second_factors')).toMatchObject({ recovery_codes_left: 10, is_required: false });

    const asked = await logIn(person);
    expectError(asked, 'A second factor is needed to sign in.', {
      status: 401,
      code: 'SECOND_FACTOR_REQUIRED',
      factor_token: expect.any(String),
      step: 'code',
    });
    expect(asked.headers.get('set-cookie')).toBeNull();
    const byKey = await person.client.anonymous().post('/fetch_api_key', { username, password });
    expect([byKey.status, byKey.body.code]).toEqual([401, 'PASSWORD_AUTH_DISABLED']);
    const stranger = person.client.browser();
    const proof = { factor_token: asked.body.factor_token };
    const wrong = await stranger.post('/login/second_factor', { ...proof, code: '000000' });
    expectError(wrong, WRONG_CODE, { status: 401, code: 'AUTHENTICATION_FAILED' });
    const answer = await stranger.post('/login/second_factor', { ...proof, code: codeOf(secret, 1) });
    expect(answer.body).toEqual({ result: 'success', msg: '', email: username, user_id: person.userId });
    const browser = person.client.browser(cookieOf(answer).cookie);
    expect((await browser.get('/users/me')).status).toBe(200);
    const used = await stranger.post('/login/second_factor', { ...proof, code: codes[0] });
    expectError(used, 'This took too long. Sign in again.');

    const renewed = await browser.succeed('POST', '/second_factors/recovery_codes', { password });
    expect(renewed.recovery_codes).toHaveLength(10);
    await browser.succeed('DELETE', '/second_factors/totp', { password });
    expect((await logIn(person)).status).toBe(200);
  });

  it('are required of everybody by owners, and reset by administrators', async () => {
    const person = await addPerson(owner, 'Bea');
    const browser = await signIn(person);
    expectError(
      await person.client.patch('/realm', { require_second_factor: true }),
      'Must be an organization administrator',
      {
        code: 'UNAUTHORIZED_PRINCIPAL',
      },
    );
    await owner.client.succeed('PATCH', '/realm', { require_second_factor: true });
    expect(await browser.succeed('GET', '/second_factors')).toMatchObject({ is_required: true, totp_since: null });
    const asked = await logIn(person);
    expect(asked.body).toMatchObject({ code: 'SECOND_FACTOR_REQUIRED', step: 'set-up' });
    const proof = { factor_token: asked.body.factor_token };
    const stranger = person.client.browser();
    const { secret } = await stranger.succeed('POST', '/login/second_factor/set_up', proof);
    const { recovery_codes: codes } = await stranger.succeed('POST', '/login/second_factor', {
      ...proof,
      code: codeOf(secret),
    });
    expect(codes).toHaveLength(10);
    const { password } = person;
    expectError(
      await browser.delete('/second_factors/totp', { password }),
      'This organization requires a second factor.',
    );
    expectError(await stranger.post('/login/second_factor/set_up', proof), 'This took too long. Sign in again.');
    const path = `/users/${person.userId}/second_factors`;
    expectError(await person.client.delete(path), 'Must be an organization administrator', {
      code: 'UNAUTHORIZED_PRINCIPAL',
    });
    await owner.client.succeed('DELETE', path);
    await signedOut(browser);
    expect((await logIn(person)).body).toMatchObject({ code: 'SECOND_FACTOR_REQUIRED', step: 'set-up' });
    await owner.client.succeed('PATCH', '/realm', { require_second_factor: false });
  });

  it('are passkeys as well, which sign in without a password', async () => {
    const person = await addPerson(owner, 'Cleo');
    const { cookie, baseUrl } = await signIn(person);
    // Browsers open no host below an address of numbers.
    const host = `${organization.subdomain}.localhost`;
    await inDatabase(cluster, (database) =>
      database.query('test_add_host', 'INSERT INTO realm_host (host, realm_id) VALUES ($1, $2)', [
        host,
        organization.id,
      ]),
    );
    const place = new TestClient(baseUrl, undefined, host);
    const browser = place.browser(cookie);
    const { password } = person;
    const origin = `http://${host}`;
    const authenticator = new TestAuthenticator();
    expectError(await browser.post('/passkeys/options', { password: 'wrong' }), 'Password is incorrect.');
    const begun = await browser.succeed('POST', '/passkeys/options', { password });
    const { rp, challenge, user } = begun.options;
    const credential = authenticator.create({ challenge, origin, rpId: rp.id });
    const added = { registration_token: begun.registration_token, name: 'Laptop', credential };
    await browser.succeed('POST', '/passkeys', added);
    expectError(await browser.post('/passkeys', added), 'This took too long. Sign in again.');
    const { passkeys } = await browser.succeed('GET', '/second_factors');
    expect(passkeys).toMatchObject([{ name: 'Laptop', last_used: null }]);
    const path = `/passkeys/${passkeys[0].id}`;
    await browser.succeed('PATCH', path, { name: 'Phone' });
    expectError(await browser.patch('/passkeys/999999', { name: 'Phone' }), 'Invalid passkey ID');

    const stranger = place.browser();
    const signInWith = async (from: string) => {
      const { login_token, options } = await stranger.succeed('POST', '/login/passkey/options');
      const signed = authenticator.get({ ...options, origin: from }, { userHandle: user.id });
      return stranger.post('/login/passkey', { login_token, credential: signed });
    };
    expectError(await signInWith('http://evil.example'), 'The passkey is not known here, or its answer is wrong.', {
      status: 401,
      code: 'AUTHENTICATION_FAILED',
    });
    const answer = await signInWith(origin);
    expect(answer.body).toMatchObject({ result: 'success', user_id: person.userId });
    expect((await place.browser(cookieOf(answer).cookie).get('/users/me')).status).toBe(200);
    await owner.client.succeed('DELETE', `/users/${person.userId}`);
    const gone = await signInWith(origin);
    expectError(gone, 'Account is deactivated', { status: 401, code: 'USER_DEACTIVATED' });
    await owner.client.succeed('POST', `/users/${person.userId}/reactivate`);
    const back = place.browser(cookieOf(await signInWith(origin)).cookie);
    await back.succeed('DELETE', path, { password });
    expectError(await back.delete(path, { password }), 'Invalid passkey ID');
    expect((await signInWith(origin)).status).toBe(401);
  });

  it('are asked for by an account and an organization that are in use', async () => {
    const closing = await createOrganization(cluster);
    const [former, left] = [await addPerson(closing.owner, 'Former'), await addPerson(closing.owner, 'Left')];
    await closing.owner.client.succeed('PATCH', '/realm', { require_second_factor: true });
    const page = closing.anonymous.browser();
    const proofOf = async (person: Person) => ({
      factor_token: (await logIn(person)).body.factor_token,
      code: '000000',
    });
    const [ofFormer, ofLeft] = [await proofOf(former), await proofOf(left)];
    await closing.owner.client.succeed('DELETE', `/users/${former.userId}`);
    const deactivated = await page.post('/login/second_factor', ofFormer);
    expectError(deactivated, 'Account is deactivated', { status: 401, code: 'USER_DEACTIVATED' });
    await closing.owner.client.succeed('POST', '/realm/deactivate');
    for (const [path, fields] of [
      ['/login/second_factor', ofLeft],
      ['/login/passkey', PASSKEY],
    ] as const) {
      const closed = await page.post(path, fields);
      expectError(closed, 'This organization has been deactivated', { status: 401, code: 'REALM_DEACTIVATED' });
    }
  });

  it('take five codes in a quarter of an hour', async () => {
    const person = await addPerson(owner, 'Guesser');
    const browser = await signIn(person);
    const { secret } = await browser.succeed('POST', '/second_factors/totp', { password: person.password });
    const code = codeOf(secret);
    await browser.succeed('POST', '/second_factors/totp/confirm', { code });
    const { factor_token } = (await logIn(person)).body;
    const guess = () => person.client.browser().post('/login/second_factor', { factor_token, code: '000000' });
    const statuses: number[] = [];
    for (let tried = 0; tried < 6; tried++) statuses.push((await guess()).status);
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
    expectError(await browser.post('/second_factors/totp/confirm', { code }), 'API usage exceeded rate limit', {
      ...{ status: 429, code: 'RATE_LIMIT_HIT', 'retry-after': expect.any(Number) },
    });
  });

  it('and sessions of others are ended by administrators, with their keys if they want', async () => {
    const [person, member] = [await addPerson(owner, 'Dora'), await addPerson(owner, 'Ed')];
    const browser = await signIn(person);
    const path = `/users/${person.userId}/sessions`;
    expectError(await member.client.delete(path), 'Must be an organization administrator', {
      code: 'UNAUTHORIZED_PRINCIPAL',
    });
    await owner.client.succeed('DELETE', path);
    await signedOut(browser);
    expect((await person.client.get('/users/me')).status).toBe(200);
    await owner.client.succeed('DELETE', path, { also_api_keys: true });
    await eventually(async () => (await person.client.get('/users/me')).status === 401);
    for (const kind of ['sessions', 'second_factors']) {
      expectError(await owner.client.delete(`/users/999999999/${kind}`), 'No such user');
    }
  });

  it.each<['post' | 'patch' | 'delete', string]>([
    ['post', '/app_sign_in'],
    ['post', '/external_sign_up'],
    ['post', '/external_sign_up/open'],
    ['post', '/login/passkey'],
    ['post', '/login/passkey/options'],
    ['post', '/login/second_factor'],
    ['post', '/login/second_factor/set_up'],
    ['post', '/passkeys'],
    ['post', '/passkeys/options'],
    ['patch', '/passkeys/1'],
    ['delete', '/passkeys/1'],
    ['post', '/second_factors/recovery_codes'],
    ['post', '/second_factors/totp'],
    ['delete', '/second_factors/totp'],
    ['post', '/second_factors/totp/confirm'],
  ])('are nothing that the page of another site changes or uses: %s %s', async (method, path) => {
    const browser = await signIn(owner);
    const answer = await browser[method](path, {}, { headers: { origin: 'http://evil.example' } });
    expect([answer.status, answer.body.code]).toEqual([403, 'CSRF_FAILED']);
  });

  it.each([
    ['/login/second_factor', { factor_token: 'x', code: '000000' }, TOO_LATE, {}],
    ['/login/passkey', PASSKEY, TOO_LATE, {}],
    ['/external_sign_up/open', { ticket: 'x' }, UNKNOWN_LINK, { status: 404, reason: 'unknown' }],
    ['/external_sign_up', { ticket: 'x', full_name: 'Ada' }, UNKNOWN_LINK, { status: 404, reason: 'unknown' }],
  ])('do not go on from nowhere: %s', async (path, fields, text, error) => {
    expectError(await organization.anonymous.browser().post(path, fields), text, error);
    const nowhere = new TestClient(owner.client.baseUrl, undefined, `none.${new URL(owner.client.baseUrl).host}`);
    const unknown = await nowhere.browser().post(path, fields);
    expectError(unknown, 'Invalid subdomain', { status: 404, code: 'NONEXISTENT_SUBDOMAIN' });
  });

  it('are of one organization, and passkeys of those that have passwords', async () => {
    const other = await createOrganization(cluster);
    const { cookie } = await signIn(owner);
    const elsewhere = await other.anonymous.browser(cookie).get('/second_factors');
    expectError(elsewhere, 'Account is not associated with this subdomain');
    await inDatabase(cluster, (database) =>
      database.query(
        'test_no_passwords',
        `UPDATE realm SET authentication_methods = '{"Email": false}' WHERE id = $1`,
        [other.id],
      ),
    );
    expectError(
      await other.anonymous.browser().post('/login/passkey/options'),
      'Password authentication is disabled in this organization',
      { status: 401, code: 'PASSWORD_AUTH_DISABLED' },
    );
  });
});
