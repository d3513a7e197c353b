import {
  finishExternalSignIn,
  readSamlMetadata,
  receiveLogOutToken,
  signInByToken,
  signInNatively,
  startExternalSignIn,
} from '@stoa/contracts/users';
import { FakeRpcClient } from '../../test-support/fake-rpc-client';
import { sessionToken } from '../../test-support/fake-stores';
import { TestApplication, form, startTestApplication } from '../../test-support/test-application';
import { ExternalSignInModule } from './external-sign-in.module';

const PAD = '0123456789abcdef'.repeat(4);
const TOKEN = 'b'.repeat(43);
const EXPIRED = '/login/?error=expired';

describe('the way to an identity provider and back', () => {
  const rpc = new FakeRpcClient();
  let app: TestApplication;

  beforeAll(async () => {
    const modules = [rpc.module, ExternalSignInModule];
    app = await startTestApplication([], { STOA_EXTERNAL_SCHEME: 'https' }, [], modules);
    app.sessions.add(sessionToken('member'));
  });
  afterAll(() => app.close());
  beforeEach(() => {
    app.limiter.counts.clear();
    rpc.calls.length = 0;
    rpc.answer(startExternalSignIn, { result: 'go', location: 'https://id.example/' });
    rpc.answer(finishExternalSignIn, { result: 'refused', reason: 'declined' });
  });

  const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers });
  const post = (url: string, fields: Record<string, string>, headers: Record<string, string> = {}) => {
    const body = form(fields);
    return app.inject({ method: 'POST', url, headers: { ...body.headers, ...headers }, payload: body.payload });
  };

  it('gives a second cookie where the answer comes from another site, and tells of the session that there is', async () => {
    const session = { cookie: `__Host-sessionid=${sessionToken('member')}` };
    const { headers } = await get('/accounts/login/social/saml/corp', session);
    const [own, posted] = [headers['set-cookie']].flat();
    expect(own).toMatch(/^__Host-sign_in=[\w-]{43}; Max-Age=3600; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
    expect(posted).toMatch(/^__Host-posted_sign_in=[\w-]{43}; Max-Age=3600; Path=\/; HttpOnly; Secure; SameSite=None$/);
    const token = /=([\w-]{43});/.exec(own ?? '')?.[1];
    expect(posted).toContain(token);
    expect(rpc.calls.at(-1)?.request).toMatchObject({ browser_token: token, replaced_session_id: 1 });
    const plain = await get('/accounts/login/social/github');
    expect([plain.headers['set-cookie']].flat()).toEqual([expect.stringContaining('__Host-sign_in=')]);
  });

  it.each(['saml', 'apple'])(
    'takes the answer of %s as a form with the second cookie, and as nothing else',
    async (kind) => {
      const fields = { [kind === 'saml' ? 'RelayState' : 'state']: TOKEN };
      const cookie = { cookie: `__Host-sign_in=${'a'.repeat(43)}; __Host-posted_sign_in=${TOKEN}` };
      expect((await post(`/complete/${kind}/`, fields, cookie)).headers.location).toBe('/login/?error=declined');
      expect(rpc.calls.at(-1)?.request).toMatchObject({
        kind,
        browser_token: TOKEN,
        query: expect.stringContaining(TOKEN),
      });
      const json = {
        method: 'POST',
        url: `/complete/${kind}/`,
        headers: { 'content-type': 'application/json' },
      } as const;
      expect((await app.inject({ ...json, payload: '{}' })).statusCode).toBe(415);
      rpc.calls.length = 0;
      const asked = await get(`/complete/${kind}/?state=${TOKEN}`, cookie);
      expect([asked.headers.location, rpc.calls]).toEqual([kind === 'saml' ? '/login/' : EXPIRED, []]);
      expect((await post('/complete/github/', { state: TOKEN }, cookie)).headers.location).toBe(EXPIRED);
      expect(rpc.calls).toEqual([]);
    },
  );

  it('signs apps of Apple’s devices in by their token, and no browser', async () => {
    const fields = { native_flow: 'true', id_token: 'token', mobile_flow_otp: PAD, is_signup: '1' };
    rpc.answer(signInNatively, { result: 'phone', location: 'zulip://login?x' });
    const { headers } = await post('/complete/apple/', fields);
    expect(headers.location).toBe('zulip://login?x');
    expect(rpc.calls.at(-1)?.request).toMatchObject({
      ...{ id_token: 'token', app: { app: 'phone', pad: PAD }, is_sign_up: true, link_key: null },
    });
    const refusals = [
      [{ ...fields, id_token: '' }, 'Missing id_token parameter'],
      [{ native_flow: 'true', id_token: 'token' }, 'Invalid OTP'],
      [{ ...fields, mobile_flow_otp: '1' }, 'Invalid OTP'],
    ] as const;
    rpc.calls.length = 0;
    for (const [wrong, message] of refusals) {
      const refused = await post('/complete/apple/', wrong);
      expect([refused.statusCode, refused.json().msg]).toEqual([400, message]);
    }
    expect(rpc.calls).toEqual([]);
  });

  it('takes tokens of programs as forms, and says whose page posts them', async () => {
    const fields = { token: 'a.b.c', next: '/#inbox' };
    rpc.answer(signInByToken, { result: 'ask', ticket: 'ticket' });
    const asked = await post('/accounts/login/jwt/', fields, { origin: 'https://portal.example' });
    expect([asked.statusCode, asked.headers.location]).toEqual([302, '/accounts/register/external/ticket']);
    const cookie = [asked.headers['set-cookie']].flat().join();
    const { request } = rpc.calls.at(-1) ?? {};
    expect(request).toMatchObject({ token: 'a.b.c', origin: 'https://portal.example', next: '/#inbox' });
    expect(cookie).toContain(`__Host-sign_in=${/[\w-]{43}/.exec(JSON.stringify(request))?.[0]}`);
    rpc.answer(signInByToken, { result: 'refused', reason: 'unsolicited' });
    const refused = await post('/accounts/login/jwt', { token: 'x', next: '//evil.example' });
    expect(refused.headers.location).toBe('/login/?error=unsolicited');
    expect(refused.headers['set-cookie']).toBeUndefined();
    expect(rpc.calls.at(-1)?.request).toMatchObject({ origin: null, next: '/' });
    rpc.calls.length = 0;
    const json = {
      method: 'POST',
      url: '/accounts/login/jwt/',
      headers: { 'content-type': 'application/json' },
    } as const;
    expect((await app.inject({ ...json, payload: '{"token":"x"}' })).statusCode).toBe(415);
    expect(rpc.calls).toEqual([]);
  });

  it('hears of log-outs from providers, and counts what is none', async () => {
    rpc.answer(receiveLogOutToken, { is_accepted: true });
    const accepted = await post('/complete/oidc/logout', { logout_token: 'token' });
    expect([accepted.statusCode, accepted.headers['cache-control'], accepted.body]).toEqual([200, 'no-store', '']);
    expect(rpc.calls.at(-1)?.request).toMatchObject({ token: 'token' });
    expect(app.limiter.counts.size).toBe(0);
    rpc.answer(receiveLogOutToken, { is_accepted: false });
    const refused = await post('/complete/oidc/logout/', {});
    expect([refused.statusCode, refused.headers['cache-control']]).toEqual([400, 'no-store']);
    expect(refused.json()).toEqual({ error: 'invalid_request' });
    expect(app.limiter.counts.size).toBeGreaterThan(0);
  });

  it('does not look at log-outs of an address that has told too much that was wrong', async () => {
    const body = form({ logout_token: 'token' });
    const tell = (remoteAddress: string) =>
      app.inject({ method: 'POST', url: '/complete/oidc/logout', remoteAddress, ...body });
    rpc.answer(receiveLogOutToken, { is_accepted: false });
    for (let told = 0; told < 100; told++) expect((await tell('203.0.113.50')).statusCode).toBe(400);
    expect((await tell('203.0.113.50')).statusCode).toBe(429);
    rpc.calls.length = 0;
    const refused = await tell('203.0.113.50');
    expect([refused.statusCode, refused.json().code, rpc.calls]).toEqual([429, 'RATE_LIMIT_HIT', []]);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await tell('203.0.113.51')).statusCode).toBe(400);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 12_500 });
    app.limiter.counts.clear();
    expect((await tell('203.0.113.50')).statusCode).toBe(400);
    vi.useRealTimers();
  });

  it('has metadata for the providers that there are', async () => {
    rpc.answer(readSamlMetadata, { metadata: '<EntityDescriptor/>' });
    const { headers, body } = await get('/saml/metadata.xml?idp=corp');
    expect([headers['content-type'], headers['cache-control'], body]).toEqual([
      'text/xml; charset=utf-8',
      'no-store',
      '<EntityDescriptor/>',
    ]);
    expect(rpc.calls.at(-1)?.request).toMatchObject({ key: 'corp', realm_url: 'https://chat.example' });
    rpc.answer(readSamlMetadata, { metadata: null });
    expect((await get('/saml/metadata.xml')).statusCode).toBe(404);
  });
});
