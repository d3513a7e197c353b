import { request } from 'undici';
import { TestClient, TestCluster, eventually, sharedCluster } from '@stoa/testing';
import { cookieOf, signIn } from '../support/browsers';
import { inDatabase } from '../support/database';
import { expectError } from '../support/expectations';
import { open } from '../support/files';
import { sendToChannel } from '../support/messages';
import { createChannel } from '../support/channels';
import { Organization, createOrganization } from '../support/organizations';
import { Person, addPerson } from '../support/people';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';
const NOT_LOGGED_IN = 'Not logged in: API authentication or user session required';
const WRONG = 'Your username or password is incorrect';

describe('sessions of browsers', () => {
  let cluster: TestCluster;
  let organization: Organization;
  let owner: Person;
  /** Has a password. */
  let member: Person | undefined;

  beforeAll(async () => {
    cluster = await sharedCluster();
    organization = await createOrganization(cluster);
    owner = organization.owner;
  });

  const query = (name: string, sql: string, values: unknown[]) =>
    inDatabase(cluster, (database) => database.query<Record<string, unknown>>(name, sql, values));
  const logIn = (client: TestClient, username: string, headers: Record<string, string> = {}) =>
    client.browser().post('/login', { username, password: 'some password' }, { headers });
  const bothSignIns = async (client: TestClient, username: string, headers: Record<string, string> = {}) => [
    await logIn(client, username, headers),
    await client.browser().post('/dev_login', { username }, { headers }),
  ];
  const expectSignedOut = (browser: TestClient) =>
    eventually(async () => (await browser.get('/users/me')).status === 401, { timeoutMs: 1000, stepMs: 50 });

  it('begin with a password, as keys do, and serve what keys serve', async () => {
    const person = await addPerson(owner, 'Reader');
    const { email: username, password } = person;
    const answer = await person.client.browser().post('/login', { username, password });
    expect([answer.status, answer.body]).toEqual([
      200,
      { result: 'success', msg: '', email: username, user_id: person.userId },
    ]);
    const { cookie, attributes } = cookieOf(answer);
    expect(cookie).toMatch(/^sessionid=[\w-]{43}$/);
    expect(attributes).toBe(`Max-Age=${90 * 86_400}; Path=/; HttpOnly; SameSite=Lax`);
    const browser = person.client.browser(cookie);
    expect((await browser.succeed('GET', '/users/me')).email).toBe(
      (await person.client.succeed('GET', '/users/me')).email,
    );
    const stored = await query('test_stored', 'SELECT token_hash::text FROM user_session WHERE user_id = $1', [
      person.userId,
    ]);
    expect(stored).toHaveLength(1);
    expect(String(stored[0]?.token_hash)).not.toContain(Buffer.from(cookie.split('=')[1] ?? '').toString('hex'));
  });

  it('register, poll and send; what they send names one client and counts as read', async () => {
    const person = await organization.createPerson('Writer');
    const channel = await createChannel(person, []);
    const browser = await signIn(person);
    const { queue_id: queueId } = await browser.succeed('POST', '/register', { event_types: ['message'] });
    const { id } = await browser.succeed('POST', '/messages', {
      type: 'stream',
      to: channel.id,
      topic: 'cookies',
      content: 'hello',
    });
    const { events } = await browser.succeed('GET', '/events', { queue_id: queueId, last_event_id: -1 });
    expect(events[0]).toMatchObject({ type: 'message', flags: ['read'], message: { id, client: 'website' } });
  });

  it.each([
    ['a wrong password', { password: 'wrong' }, WRONG, { status: 401, code: 'AUTHENTICATION_FAILED' }],
    [
      'an unknown address',
      { username: 'nobody@people.example' },
      WRONG,
      { status: 401, code: 'AUTHENTICATION_FAILED' },
    ],
    ['no address', { username: 'x' }, 'Enter a valid email address.', {}],
    [
      'no password',
      { password: undefined },
      "Missing 'password' argument",
      { code: 'REQUEST_VARIABLE_MISSING', var_name: 'password' },
    ],
  ])('do not begin with %s', async (_what, changes, msg, error) => {
    member ??= await addPerson(owner, 'Member');
    const fields = { username: member.email, password: member.password, ...changes };
    const answer = await owner.client.browser().post('/login', fields);
    expectError(answer, msg, error);
    expect(answer.headers.get('set-cookie')).toBeNull();
  });

  it('do not begin where there is no password, no account, no organization, or no passwords', async () => {
    const noPassword = await logIn(owner.client, owner.email);
    expect([noPassword.status, noPassword.body.code]).toEqual([401, 'PASSWORD_RESET_REQUIRED']);
    const gone = await addPerson(owner, 'Former');
    await owner.client.succeed('DELETE', `/users/${gone.userId}`);
    const right = { username: gone.email, password: gone.password };
    const deactivated = { status: 401, code: 'USER_DEACTIVATED' };
    const told = await owner.client.browser().post('/login', right);
    expectError(told, 'Account is deactivated', deactivated);
    // Nobody else hears that there was an account.
    const [guessed, asDeveloper] = await bothSignIns(owner.client, gone.email);
    expect([guessed?.status, guessed?.body.code]).toEqual([401, 'AUTHENTICATION_FAILED']);
    expect([asDeveloper?.status, asDeveloper?.body.code]).toEqual([401, 'USER_DEACTIVATED']);
    const nowhere = new TestClient(owner.client.baseUrl, undefined, `none.${new URL(owner.client.baseUrl).host}`);
    for (const answer of await bothSignIns(nowhere, owner.email)) {
      expectError(answer, 'Invalid subdomain', { status: 404, code: 'NONEXISTENT_SUBDOMAIN' });
    }
    const closing = await createOrganization(cluster);
    await query(
      'test_no_sign_ins_by_password',
      `UPDATE realm SET authentication_methods = '{"Email": false, "Dev": true}' WHERE id = $1`,
      [closing.id],
    );
    const disabled = await logIn(closing.anonymous, closing.owner.email);
    expect([disabled.status, disabled.body.code]).toEqual([401, 'PASSWORD_AUTH_DISABLED']);
    await closing.owner.client.succeed('POST', '/realm/deactivate');
    for (const answer of await bothSignIns(closing.anonymous, closing.owner.email)) {
      expectError(answer, 'This organization has been deactivated', { status: 401, code: 'REALM_DEACTIVATED' });
    }
    expectError(await owner.client.browser().post('/dev_login', { username: 'nobody@people.example' }), WRONG, {
      status: 401,
      code: 'AUTHENTICATION_FAILED',
    });
  });

  it('neither begin nor change from the page of another site', async () => {
    const browser = await signIn(owner);
    const headers = { origin: 'http://evil.example' };
    const reason = 'Origin checking failed - http://evil.example does not match any trusted origins.';
    const answers = [
      ...(await bothSignIns(owner.client, owner.email, headers)),
      await browser.post('/logout', {}, { headers }),
      await browser.delete('/sessions', {}, { headers }),
      await browser.delete('/sessions/1', {}, { headers }),
      await browser.post('/messages', {}, { headers }),
    ];
    for (const answer of answers) {
      expectError(answer, `CSRF error: ${reason}`, { status: 403, code: 'CSRF_FAILED', reason });
    }
    expect((await browser.get('/users/me')).status).toBe(200);
  });

  it('are listed, and end one by one; a poll that is held comes back to be refused', async () => {
    const person = await organization.createPerson('Lister');
    const [here, there] = [await signIn(person), await signIn(person)];
    const listed = await here.succeed('GET', '/sessions', {}, { headers: { 'user-agent': FIREFOX } });
    expect(listed.sessions).toHaveLength(2);
    expect(listed.sessions.map(({ is_current: isCurrent }: { is_current: boolean }) => isCurrent).sort()).toEqual([
      false,
      true,
    ]);
    expect(listed.sessions[0]).toEqual({
      id: expect.any(Number),
      is_current: expect.any(Boolean),
      date_created: expect.closeTo(Date.now() / 1000, -2),
      last_used: expect.closeTo(Date.now() / 1000, -2),
      client: expect.any(String),
      ip_address: expect.stringMatching(/127\.0\.0\.1|::1/),
      ...{ method: 'development', provider: null },
      ends_by: expect.closeTo(Date.now() / 1000 + 90 * 86_400, -2),
    });
    const other = listed.sessions.find(({ is_current: isCurrent }: { is_current: boolean }) => !isCurrent);
    const { queue_id: queueId } = await there.succeed('POST', '/register', { event_types: ['message'] });
    const held = there.get('/events', { queue_id: queueId, last_event_id: -1 });
    const stranger = await signIn(owner);
    expectError(await stranger.delete(`/sessions/${other.id}`), 'Invalid session ID');
    await here.succeed('DELETE', `/sessions/${other.id}`);
    await expectSignedOut(there);
    expect((await held).body.events ?? []).toEqual([]);
    expectError(await there.get('/users/me'), NOT_LOGGED_IN, { status: 401, code: 'UNAUTHORIZED' });
    expectError(await here.delete(`/sessions/${other.id}`), 'Invalid session ID');
    expect((await here.succeed('GET', '/sessions')).sessions).toHaveLength(1);
    expect((await person.client.get('/users/me')).status).toBe(200);
  });

  it('give an API key for the password', async () => {
    const person = await addPerson(owner, 'Keyed');
    const browser = await signIn(person);
    expectError(await browser.post('/fetch_api_key', { password: 'wrong' }), 'Password is incorrect.');
    const { api_key: apiKey } = await browser.succeed('POST', '/fetch_api_key', { password: person.password });
    const client = new TestClient(person.client.baseUrl, { email: person.email, apiKey }, person.client.host);
    expect((await client.get('/users/me')).status).toBe(200);
    const regenerate = '/users/me/api_key/regenerate';
    expectError(await browser.post(regenerate, { password: 'wrong' }), 'Password is incorrect.');
    expect((await client.get('/users/me')).status).toBe(200);
    const { api_key: replaced } = await browser.succeed('POST', regenerate, { password: person.password });
    expect((await client.as(person.email, replaced).get('/users/me')).status).toBe(200);
  });

  it('need the password for a new address', async () => {
    const person = await addPerson(owner, 'Mover');
    const browser = await signIn(person);
    const email = `moved-${person.email}`;
    for (const path of ['/settings', '/settings/display', '/settings/notifications']) {
      expectError(await browser.patch(path, { email, password: 'wrong' }), 'Password is incorrect.');
    }
    await browser.succeed('PATCH', '/settings', { email, password: person.password });
    await person.client.succeed('PATCH', '/settings', { email: `key-${person.email}` });
  });

  it('need the password for an export', async () => {
    const admin = await addPerson(owner, 'Exporter');
    await owner.client.succeed('PATCH', `/users/${admin.userId}`, { role: 200 });
    const browser = await signIn(admin);
    const ask = (password: string) => browser.post('/export/realm', { export_type: 'full_without_consent', password });
    expectError(await ask('wrong'), 'Password is incorrect.');
    expectError(await ask(admin.password), 'Full exports without consent are not permitted.');
  });

  it('end all but one', async () => {
    const person = await organization.createPerson('Everywhere');
    const browsers = [await signIn(person), await signIn(person), await signIn(person)];
    const [here, ...others] = browsers;
    await here?.succeed('DELETE', '/sessions');
    for (const other of others) await expectSignedOut(other);
    expect((await here?.get('/users/me'))?.status).toBe(200);
  });

  it('end with a log-out, which takes the cookie away, and with another sign-in in the same browser', async () => {
    const person = await organization.createPerson('Leaver');
    const first = await signIn(person);
    const again = await first.post('/dev_login', { username: person.email });
    const second = person.client.browser(cookieOf(again).cookie);
    await expectSignedOut(first);
    const answer = await second.post('/logout');
    expect(cookieOf(answer)).toMatchObject({ cookie: 'sessionid=', attributes: expect.stringContaining('Max-Age=0;') });
    await expectSignedOut(second);
  });

  it('end with a new password, all but the one that asks, which goes on under a new token', async () => {
    const person = await addPerson(owner, 'Changer');
    const [here, there] = [await signIn(person), await signIn(person)];
    const change = { old_password: person.password, new_password: 'quartz7-lemur-42' };
    const answer = await here.patch('/settings', change);
    expect(answer.status).toBe(200);
    await expectSignedOut(there);
    await expectSignedOut(here);
    const renewed = person.client.browser(cookieOf(answer).cookie);
    expect((await renewed.get('/users/me')).status).toBe(200);
    const byKey = { old_password: 'quartz7-lemur-42', new_password: 'marble3-otter-17' };
    await person.client.succeed('PATCH', '/settings', byKey);
    await expectSignedOut(renewed);
  });

  it('end with the account, and stay ended when it comes back', async () => {
    const person = await organization.createPerson('Gone');
    const browser = await signIn(person);
    await owner.client.succeed('DELETE', `/users/${person.userId}`);
    await expectSignedOut(browser);
    expectError(await browser.get('/users/me'), 'Account is deactivated', { status: 401, code: 'USER_DEACTIVATED' });
    expectError(await browser.browser().post('/dev_login', { username: person.email }), 'Account is deactivated', {
      status: 401,
      code: 'USER_DEACTIVATED',
    });
    await owner.client.succeed('POST', `/users/${person.userId}/reactivate`);
    await eventually(async () => (await person.client.get('/users/me')).status === 200);
    await eventually(async () => (await browser.get('/users/me')).body.code === 'UNAUTHORIZED', { timeoutMs: 2000 });
  });

  it('end with the organization', async () => {
    const closing = await createOrganization(cluster);
    const browser = await signIn(closing.owner);
    await browser.succeed('POST', '/realm/deactivate');
    await expectSignedOut(browser);
    expectError(await browser.get('/users/me'), 'This organization has been deactivated', {
      status: 401,
      code: 'REALM_DEACTIVATED',
    });
  });

  it('run out', async () => {
    const person = await organization.createPerson('Idle');
    const browser = await signIn(person);
    await query('test_run_out', 'UPDATE user_session SET expires_at = now() WHERE user_id = $1', [person.userId]);
    await expectSignedOut(browser);
    expect((await browser.get('/users/me')).body.code).toBe('UNAUTHORIZED');
  });

  it('open files and avatars, in parts as well', async () => {
    const person = await organization.createPerson('Filer');
    const browser = await signIn(person);
    const files = { file: { name: 'film.mp4', content: Buffer.from('0123456789'), type: 'video/mp4' } };
    const { url } = await browser.succeed('POST', '/user_uploads', {}, { files });
    const cookie = { cookie: browser.cookie ?? '' };
    expect((await open(browser, url)).status).toBe(403);
    const whole = await open(browser, url, cookie);
    expect([whole.status, whole.text]).toEqual([200, '0123456789']);
    expect(whole.headers.get('cache-control')).toContain('private');
    expect(whole.headers.get('vary')).toBe('authorization, cookie');
    expect(whole.headers.get('access-control-allow-origin')).toBeNull();
    const part = await open(browser, url, { ...cookie, range: 'bytes=2-4' });
    expect([part.status, part.text]).toEqual([206, '234']);
    expect((await open(browser, `/avatar/${person.userId}`, cookie)).status).toBe(302);
    expect((await open(browser, `/avatar/${person.userId}`)).status).toBe(401);
    const stranger = await signIn((await createOrganization(cluster)).owner);
    expect((await open(browser, url, { cookie: stranger.cookie ?? '' })).status).toBe(400);
  });

  it('upload in pieces, from their own pages only', async () => {
    const person = await organization.createPerson('Piecer');
    const { cookie = '', baseUrl, host = '' } = await signIn(person);
    const own = { cookie, host, origin: `http://${host}`, 'x-csrftoken': 'x', 'tus-resumable': '1.0.0' };
    const send = (method: 'POST' | 'PATCH', path: string, headers: Record<string, string>, body = '') =>
      request(`${baseUrl}${path}`, { method, headers, body });
    const metadata = `filename ${Buffer.from('a.txt').toString('base64')}`;
    const begin = { ...own, 'upload-length': '5', 'upload-metadata': metadata };
    expect((await send('POST', '/json/tus', { ...begin, origin: 'http://evil.example' })).statusCode).toBe(403);
    expect((await send('POST', '/api/v1/tus', begin)).statusCode).toBe(401);
    const created = await send('POST', '/json/tus', begin);
    expect(created.statusCode).toBe(201);
    const [, place = ''] = /^http:\/\/[^/]+(\/json\/tus\/[^/]+)$/.exec(String(created.headers.location)) ?? [];
    expect([place, created.headers.location]).toEqual([expect.stringContaining('/json/tus/'), expect.anything()]);
    const piece = { ...own, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' };
    const done = await send('PATCH', place, piece, 'hello');
    expect([done.statusCode, await done.body.json()]).toMatchObject([200, { filename: 'a.txt' }]);
  });

  it('are not what the API looks at, nor the other way round', async () => {
    const person = await organization.createPerson('Both');
    const browser = await signIn(person);
    const headers = { cookie: browser.cookie ?? '' };
    expectError(await person.client.anonymous().get('/users/me', {}, { headers }), NOT_LOGGED_IN, {
      status: 401,
      code: 'UNAUTHORIZED',
    });
    const authorization = `Basic ${Buffer.from(`${person.email}:${person.apiKey}`).toString('base64')}`;
    const answer = await browser.browser().get('/users/me', {}, { headers: { authorization } });
    expectError(answer, NOT_LOGGED_IN, { status: 401, code: 'UNAUTHORIZED' });
    expect(answer.headers.get('www-authenticate')).toBe('Session realm="zulip"');
  });

  it('of spectators are none: they read what is open to the web', async () => {
    const spectated = await createOrganization(cluster, { enable_spectator_access: true });
    const channel = await createChannel(spectated.owner, [], { is_web_public: true });
    const id = await sendToChannel(spectated.owner, channel);
    const browser = spectated.anonymous.browser();
    const narrow = [
      { operator: 'channels', operand: 'web-public' },
      { operator: 'channel', operand: channel.id },
    ];
    const { messages } = await browser.succeed('GET', '/messages', { anchor: id, num_before: 0, num_after: 0, narrow });
    expect(messages.map((message: { id: number }) => message.id)).toEqual([id]);
  });
});
