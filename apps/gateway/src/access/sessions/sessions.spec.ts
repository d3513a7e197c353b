import { Type } from '@sinclair/typebox';
import { Endpoint, EndpointController } from '../../http/endpoint.decorator';
import type { RequestContext, UserContext } from '../../http/request-context';
import { apiKey, sessionToken } from '../../test-support/fake-stores';
import { HOST, TestApplication, basic, form, startTestApplication } from '../../test-support/test-application';

const Any = Type.Object({}, { additionalProperties: true });
const DECLARED = { summary: 'S', tag: 'T', response: Any } as const;

@EndpointController()
class PlacesController {
  @Endpoint({ ...DECLARED, method: 'GET', path: 'me', auth: 'user' })
  me(ctx: UserContext) {
    return { user_id: ctx.actor.userId, client: ctx.http.clientName, session: ctx.http.sessionId ?? null };
  }

  @Endpoint({ ...DECLARED, method: 'POST', path: 'me', auth: 'user' })
  change(ctx: UserContext) {
    return { user_id: ctx.actor.userId };
  }

  @Endpoint({ ...DECLARED, method: 'PATCH', path: 'me', auth: 'user' })
  patch(ctx: UserContext) {
    return { user_id: ctx.actor.userId };
  }

  @Endpoint({ ...DECLARED, method: 'GET', path: 'events', auth: 'user', isPoll: true })
  poll(ctx: UserContext) {
    return { user_id: ctx.actor.userId };
  }

  @Endpoint({ ...DECLARED, method: 'GET', path: 'maybe', auth: 'optional' })
  maybe(ctx: RequestContext) {
    return { user_id: ctx.actor?.userId ?? null };
  }

  @Endpoint({ ...DECLARED, method: 'POST', path: 'open', auth: 'public' })
  open() {
    return {};
  }

  @Endpoint({ ...DECLARED, method: 'POST', path: 'only_here', auth: 'public', surface: 'session' })
  onlyHere() {
    return {};
  }

  @Endpoint({ ...DECLARED, method: 'POST', path: 'only_there', auth: 'public', surface: 'key' })
  onlyThere() {
    return {};
  }
}

const OWN = { origin: `http://${HOST}`, 'x-csrftoken': 'x' };

describe('the surface for browsers (identity.md 1.1)', () => {
  let app: TestApplication;
  const key = apiKey('member');
  const token = {
    member: sessionToken('member'),
    ended: sessionToken('ended'),
    dormant: sessionToken('dormant'),
    closedRealm: sessionToken('closed'),
    elsewhere: sessionToken('elsewhere'),
    idle: sessionToken('idle'),
  };

  beforeAll(async () => {
    app = await startTestApplication([PlacesController]);
    app.keys.add(key, { userId: 1, deliveryEmail: 'ada@mail.example' });
    app.sessions.add(token.member, { userId: 1, sessionId: 11 });
    app.sessions.add(token.ended, { userId: 1, isEnded: true });
    app.sessions.add(token.dormant, { isActive: false, isEnded: true });
    app.sessions.add(token.closedRealm, { isRealmDeactivated: true });
    app.sessions.add(token.elsewhere, { stringId: 'hall' });
    app.sessions.add(token.idle, { sessionId: 77, unnotedSeconds: 400 });
  });
  afterAll(() => app.close());
  beforeEach(() => app.limiter.counts.clear());

  const cookie = (value: string, name = 'sessionid') => ({ cookie: `other=1; ${name}=${value}` });
  const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers });
  const post = (url: string, headers: Record<string, string>, fields: Record<string, string> = {}) => {
    const body = form(fields);
    return app.inject({ method: 'POST', url, headers: { ...body.headers, ...headers }, payload: body.payload });
  };

  it('knows the caller by the cookie, counts as the key does, and lets no other site read', async () => {
    const answer = await get('/json/me', { ...cookie(token.member), 'user-agent': 'Mozilla/5.0 (X11) Firefox/145.0' });
    expect(answer.json()).toEqual({ result: 'success', msg: '', user_id: 1, client: 'website', session: 11 });
    expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
    expect(answer.headers).toMatchObject({ 'cache-control': expect.stringContaining('no-store') });
    const byKey = await get('/api/v1/me', basic('ada@mail.example', key));
    expect([answer, byKey].map(({ headers }) => headers['x-ratelimit-remaining'])).toEqual(['1999', '1998']);
  });

  it('ignores the cookie under /api/v1 and Basic under /json', async () => {
    expect((await get('/api/v1/me', cookie(token.member))).statusCode).toBe(401);
    expect((await get('/json/me', basic('ada@mail.example', key))).statusCode).toBe(401);
    const both = await get('/json/me', { ...cookie(token.member), authorization: 'Basic nonsense' });
    expect(both.statusCode).toBe(200);
  });

  it.each([
    ['no cookie', {}, 401, 'UNAUTHORIZED', 'Not logged in: API authentication or user session required'],
    ['an unknown token', cookie(sessionToken('x')), 401, 'UNAUTHORIZED', undefined],
    ['something else', cookie('"><script>'), 401, 'UNAUTHORIZED', undefined],
    ['an ended session', cookie(token.ended), 401, 'UNAUTHORIZED', undefined],
    ['the name that HTTPS has', cookie(token.member, '__Host-sessionid'), 401, 'UNAUTHORIZED', undefined],
    ['a deactivated account', cookie(token.dormant), 401, 'USER_DEACTIVATED', 'Account is deactivated'],
    [
      'a deactivated organization',
      cookie(token.closedRealm),
      401,
      'REALM_DEACTIVATED',
      'This organization has been deactivated',
    ],
    [
      'another organization',
      cookie(token.elsewhere),
      400,
      'BAD_REQUEST',
      'Account is not associated with this subdomain',
    ],
  ])('refuses %s', async (_what, headers: Record<string, string>, status, code, msg) => {
    const answer = await get('/json/me', headers);
    expect([answer.statusCode, answer.json().code]).toEqual([status, code]);
    if (msg !== undefined) expect(answer.json()).toEqual({ result: 'error', msg, code });
    expect(answer.headers['www-authenticate']).toBe(status === 401 ? 'Session realm="zulip"' : undefined);
    expect(app.limiter.counts.get('api_by_ip:127.0.0.1')).toBe(1);
  });

  it('takes the cookie of HTTPS, and no other, where addresses are HTTPS, whatever proxies say', async () => {
    const encrypted = await startTestApplication([PlacesController], { STOA_EXTERNAL_SCHEME: 'https' });
    encrypted.sessions.add(token.member, { userId: 1, sessionId: 11 });
    const statusOf = async (method: 'GET' | 'POST', headers: Record<string, string>) =>
      (await encrypted.inject({ method, url: '/json/me', headers })).statusCode;
    const own = { ...cookie(token.member, '__Host-sessionid'), 'x-csrftoken': 'x' };
    expect(await statusOf('GET', own)).toBe(200);
    expect(await statusOf('GET', { ...own, 'x-forwarded-proto': 'http' })).toBe(200);
    expect(await statusOf('GET', cookie(token.member))).toBe(401);
    expect(await statusOf('POST', { ...own, origin: `https://${HOST}` })).toBe(200);
    expect(await statusOf('POST', { ...own, origin: `http://${HOST}` })).toBe(403);
    await encrypted.close();
    expect((await get('/json/me', { ...own, 'x-forwarded-proto': 'https' })).statusCode).toBe(401);
  });

  it('changes nothing for another site', async () => {
    const signedIn = cookie(token.member);
    expect((await post('/json/me', { ...signedIn, ...OWN })).statusCode).toBe(200);
    const foreign = await post('/json/me', { ...signedIn, ...OWN, origin: 'https://evil.example' });
    const reason = 'Origin checking failed - https://evil.example does not match any trusted origins.';
    expect([foreign.statusCode, foreign.json()]).toEqual([
      403,
      { result: 'error', msg: `CSRF error: ${reason}`, code: 'CSRF_FAILED', reason },
    ]);
    const bare = await post('/json/me', signedIn);
    expect(bare.json()).toMatchObject({ code: 'CSRF_FAILED', reason: 'Referer checking failed - no Referer.' });
    const asForm = await post('/json/me', { ...signedIn, origin: OWN.origin });
    expect(asForm.json()).toMatchObject({ code: 'CSRF_FAILED', reason: 'CSRF token missing.' });
    const overridden = await post('/json/me', { ...signedIn, origin: OWN.origin }, { method: 'PATCH' });
    expect(overridden.statusCode).toBe(403);
    const asGet = await post('/json/me', { ...signedIn, origin: OWN.origin }, { method: 'GET' });
    expect(asGet.statusCode).toBe(403);
    expect((await post('/json/open', { origin: 'https://evil.example', 'x-csrftoken': 'x' })).statusCode).toBe(403);
    expect((await post('/json/open', OWN)).statusCode).toBe(200);
    expect((await post('/api/v1/open', { origin: 'https://evil.example' })).statusCode).toBe(200);
  });

  it('asks who it is before it asks where the page came from', async () => {
    expect((await post('/json/me', {})).statusCode).toBe(401);
    const dormant = await post('/json/me', { ...cookie(token.dormant), origin: 'https://evil.example' });
    expect(dormant.json()).toMatchObject({ code: 'CSRF_FAILED' });
  });

  it('lets spectators in, and takes a session that has ended for none', async () => {
    expect((await get('/json/maybe')).json()).toMatchObject({ user_id: null });
    expect((await get('/json/maybe', cookie(token.member))).json()).toMatchObject({ user_id: 1 });
    expect((await get('/json/maybe', cookie(token.ended))).json()).toMatchObject({ user_id: null });
    expect((await get('/json/maybe', cookie(token.dormant))).statusCode).toBe(401);
  });

  it('has the endpoints of both surfaces and its own, and says in its own form that a path is none', async () => {
    const statuses = async (path: string) => [
      (await post(`/json/${path}`, OWN)).statusCode,
      (await post(`/api/v1/${path}`, OWN)).statusCode,
    ];
    expect(await statuses('open')).toEqual([200, 200]);
    expect(await statuses('only_here')).toEqual([200, 404]);
    expect(await statuses('only_there')).toEqual([404, 200]);
    expect((await get('/json/nothing')).headers).not.toHaveProperty('access-control-allow-origin');
  });

  it('notes uses from time to time, polls never', async () => {
    await get('/json/me', cookie(token.member));
    await get('/json/events', cookie(token.idle));
    expect(app.sessions.noted).not.toContain(77);
    await get('/json/me', cookie(token.idle));
    expect(app.sessions.noted).toContain(77);
  });
});
