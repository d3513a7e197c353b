import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { closeCurrentSession, openSession, openSessionWithFactor } from '@stoa/contracts/users';
import { DomainError } from '@stoa/errors';
import { FakeRpcClient } from '../../test-support/fake-rpc-client';
import { realm, sessionToken } from '../../test-support/fake-stores';
import { HOST, TestApplication, form, startTestApplication } from '../../test-support/test-application';
import { SignInPagesModule } from './sign-in-pages.module';

const OWN = { origin: `http://${HOST}` };
const BROWSER = { accept: 'text/html,*/*;q=0.8' };
const TOKEN = sessionToken('new');
const OPENED = { session_id: 9, token: TOKEN, max_age_seconds: 60, user_id: 7, email: 'ada@mail.example' };
const FIELDS = { username: 'ada@mail.example', password: 'secret' };

describe('pages that sign browsers in and out', () => {
  const rpc = new FakeRpcClient();
  let app: TestApplication;

  const start = (variables: Record<string, string> = {}) =>
    startTestApplication([], variables, [], [rpc.module, SignInPagesModule]);
  beforeAll(async () => {
    app = await start();
    app.realms.realms.set('hall', realm({ id: 2, stringId: 'hall' }));
    app.sessions.add(sessionToken('member'));
    app.sessions.add(sessionToken('gone'), { isActive: false });
    app.sessions.add(sessionToken('elsewhere'), { stringId: 'hall' });
  });
  afterAll(() => app.close());
  beforeEach(() => {
    app.limiter.counts.clear();
    rpc.calls.length = 0;
    rpc.answer(openSession, OPENED);
    rpc.answer(closeCurrentSession, {});
  });

  const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers });
  const cookie = (seed: string) => ({ cookie: `sessionid=${sessionToken(seed)}` });
  const post = (url: string, fields: Record<string, string> = {}, headers: Record<string, string> = OWN) => {
    const body = form(fields);
    return app.inject({ method: 'POST', url, headers: { ...body.headers, ...headers }, payload: body.payload });
  };
  const refuse = (error: DomainError) =>
    rpc.answer(openSession, () => {
      throw error;
    });

  it.each(['/login', '/login/', '/accounts/login', '/accounts/login/'])('have a form at %s', async (url) => {
    const { statusCode, body, headers } = await get(`${url}?next=/%23narrow`);
    expect(statusCode).toBe(200);
    expect(body).toContain('<form method="post" action="/login/">');
    expect(body).toContain('name="next" value="/#narrow"');
    expect(headers['content-security-policy']).toContain("form-action 'self'");
    // Without a referrer browsers would send the form with `Origin: null`.
    expect(headers['referrer-policy']).toBe('same-origin');
  });

  it('speak the language of who asks', async () => {
    expect((await get('/login/', { 'accept-language': 'de' })).body).toContain('Passwort vergessen?');
  });

  it('sign in with a password, and lead on', async () => {
    const { statusCode, headers } = await post('/accounts/login/', { ...FIELDS, next: '/#inbox' });
    expect([statusCode, headers.location]).toEqual([302, '/#inbox']);
    expect(headers['set-cookie']).toBe(`sessionid=${TOKEN}; Max-Age=60; Path=/; HttpOnly; SameSite=Lax`);
    expect(rpc.calls.at(-1)).toMatchObject({ request: { ...FIELDS, realm_id: 1, replaced_session_id: null } });
    expect(JSON.stringify(rpc.calls.at(-1)?.context)).not.toContain('origin');
    expect((await post('/login/', FIELDS)).headers.location).toBe('/');
  });

  it('end the session that the browser had (fixation)', async () => {
    await post('/login/', FIELDS, { ...OWN, ...cookie('member') });
    expect(rpc.calls.at(-1)?.request).toMatchObject({ replaced_session_id: 1 });
  });

  it.each(['//evil.example', '/\\evil.example', 'https:evil.example', 'javascript:alert(1)', 'http://evil.example/'])(
    'lead to no other place: %s (open redirect)',
    async (next) => {
      expect((await post('/login/', { ...FIELDS, next })).headers.location).toBe('/');
      const query = `next=${encodeURIComponent(next)}`;
      expect((await get(`/login/?${query}`, cookie('member'))).headers.location).toBe('/');
      expect((await get(`/login/?${query}`)).body).toContain('name="next" value="/"');
    },
  );

  it.each([
    ['AUTHENTICATION_FAILED', 401, {}, 'Incorrect email or password.'],
    [
      'USER_DEACTIVATED',
      401,
      {},
      'Your account &#60;b&#62; has been deactivated. Please contact your organization administrator to reactivate it.',
    ],
    [
      'PASSWORD_RESET_REQUIRED',
      401,
      {},
      'Your password has been disabled because it is too weak. Reset your password to create a new one.',
    ],
  ] as const)('say why nobody is let in: %s', async (code, status, data, text) => {
    refuse(new DomainError(code, 'in the words of the API', { status, data }));
    const { statusCode, body, headers } = await post('/login/', { ...FIELDS, username: '<b>', next: '/#x' });
    expect([statusCode, headers['set-cookie']]).toEqual([200, undefined]);
    expect(body).toContain(`<p role="alert">${text}</p>`);
    expect(body).toContain('value="/#x"');
    expect(body).not.toContain('secret');
  });

  it('count attempts with those at the API', async () => {
    refuse(new DomainError('AUTHENTICATION_FAILED', 'no', { status: 401 }));
    for (let attempt = 0; attempt < 5; attempt++) await post('/login/', FIELDS);
    expect((await post('/login/', FIELDS)).body).toContain(
      'You&#39;re making too many attempts to sign in. Try again in 13 seconds or contact your organization administrator for help.',
    );
    expect(rpc.calls).toHaveLength(5);
  });

  it('ask for a second factor, and finish with it', async () => {
    const data = { factor_token: 'token', step: 'code' };
    refuse(new DomainError('SECOND_FACTOR_REQUIRED', 'more', { status: 401, data }));
    for (let attempt = 0; attempt < 7; attempt++) {
      const asked = await post('/login/', { ...FIELDS, next: '/#inbox' });
      expect([asked.statusCode, asked.headers['set-cookie']]).toEqual([200, undefined]);
      expect(asked.body).toContain('name="factor_token" value="token"');
      expect(asked.body).toContain('value="/#inbox"');
    }
    const code = { factor_token: 'token', code: '123 456', next: '/#inbox' };
    rpc.answer(openSessionWithFactor, () => {
      throw new DomainError('AUTHENTICATION_FAILED', 'no', { status: 401 });
    });
    const wrong = await post('/login/', code);
    expect(wrong.body).toContain('The code is wrong, or has been used.');
    expect(wrong.body).toContain('name="factor_token" value="token"');
    rpc.answer(openSessionWithFactor, OPENED);
    const done = await post('/login/', code);
    expect([done.statusCode, done.headers.location]).toEqual([302, '/#inbox']);
    expect(done.headers['set-cookie']).toContain(TOKEN);
    expect(rpc.calls.at(-1)?.request).toMatchObject({ factor_token: 'token', code: '123 456', realm_id: 1 });
    refuse(new DomainError('SECOND_FACTOR_REQUIRED', 'more', { status: 401, data: { ...data, step: 'set-up' } }));
    expect((await post('/login/', FIELDS)).body).toContain('needs a browser that runs scripts');
  });

  it('pass other refusals on as errors', async () => {
    refuse(new DomainError('PASSWORD_AUTH_DISABLED', 'Password authentication is disabled', { status: 401 }));
    const { statusCode, body } = await post('/login/', FIELDS, { ...OWN, ...BROWSER });
    expect([statusCode, body.includes('Password authentication is disabled')]).toEqual([401, true]);
    expect((await get('/login/', { host: `none.${HOST}` })).statusCode).toBe(404);
  });

  it.each(['/login/', '/accounts/logout/'])('do nothing for another site at %s (login CSRF)', async (url) => {
    const foreign: Record<string, string>[] = [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      {},
      { referer: 'http://evil/' },
    ];
    for (const headers of foreign) {
      const answer = await post(url, FIELDS, { ...headers, ...cookie('member') });
      expect([answer.statusCode, answer.json().code]).toEqual([403, 'CSRF_FAILED']);
      expect((await post(url, FIELDS, { ...headers, ...BROWSER })).body).toContain('<!doctype html>');
    }
    expect(rpc.calls).toEqual([]);
    expect((await post(url, FIELDS, { referer: `http://${HOST}/login/` })).statusCode).toBe(302);
  });

  it('lead who is signed in to the client, and to the page only when asked', async () => {
    const to = async (url: string, seed: string) => (await get(url, cookie(seed))).headers.location;
    expect(await to('/login/', 'member')).toBe('/');
    expect(await to('/login/?next=%2Fuser_uploads%2F1%2Fx', 'member')).toBe('/user_uploads/1/x');
    expect(await to('/login/?preview', 'member')).toBeUndefined();
    expect(await to('/login/?mobile_flow_otp=' + 'a'.repeat(64), 'member')).toBeUndefined();
    expect(await to('/login/', 'gone')).toBeUndefined();
    expect(await to('/login/', 'elsewhere')).toBeUndefined();
  });

  it('sign out by a form only', async () => {
    const asked = await get('/accounts/logout/', cookie('member'));
    expect([asked.statusCode, asked.headers.allow]).toEqual([405, 'POST']);
    expect(rpc.calls).toEqual([]);
    const { statusCode, headers } = await post('/accounts/logout/', {}, { ...OWN, ...cookie('member') });
    expect([statusCode, headers.location]).toEqual([302, '/login/']);
    expect(headers['set-cookie']).toContain('sessionid=; Max-Age=0');
    expect(rpc.calls).toMatchObject([{ request: { current_session_id: 1 }, context: { actor: { userId: 1 } } }]);
    expect((await post('/accounts/logout/')).headers.location).toBe('/login/');
    expect(rpc.calls).toHaveLength(1);
  });

  it('are the web client for browsers', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'web-'));
    writeFileSync(path.join(folder, 'index.html'), '<div id="root"></div>');
    const withClient = await start({ STOA_WEB_DIR: folder });
    expect((await withClient.inject({ url: '/login/', headers: BROWSER })).body).toBe('<div id="root"></div>');
    expect((await withClient.inject({ url: '/login/', headers: { accept: '*/*' } })).body).toContain('<form');
    await withClient.close();
    rmSync(folder, { recursive: true });
  });
});
