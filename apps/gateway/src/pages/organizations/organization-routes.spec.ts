import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sendAccountLists } from '@stoa/contracts/users';
import { UnavailableError, badRequest } from '@stoa/errors';
import { FakeRpcClient } from '../../test-support/fake-rpc-client';
import { realm } from '../../test-support/fake-stores';
import { HOST, TestApplication, form, startTestApplication } from '../../test-support/test-application';
import { ExternalSignInModule } from '../external-sign-in/external-sign-in.module';
import { SignInPagesModule } from '../sign-in/sign-in-pages.module';
import { OrganizationPagesModule } from './organization-pages.module';

const BROWSER = { accept: 'text/html,*/*;q=0.8' };
const CLIENT = '<div id="root"></div>';

describe('pages about organizations', () => {
  const rpc = new FakeRpcClient();
  const folder = mkdtempSync(path.join(tmpdir(), 'web-'));
  let app: TestApplication;

  beforeAll(async () => {
    writeFileSync(path.join(folder, 'index.html'), CLIENT);
    const modules = [rpc.module, ExternalSignInModule, OrganizationPagesModule, SignInPagesModule];
    app = await startTestApplication([], { STOA_WEB_DIR: folder }, [], modules);
    const { realms, hosts } = app.realms;
    realms.set('', realm());
    realms.set('hall', realm({ id: 2, stringId: 'hall', customHost: 'hall.example' }));
    hosts.set('hall.example', 'hall');
    hosts.set('old-hall.example', 'hall');
    realms.set('closed', realm({ id: 3, stringId: 'closed', isDeactivated: true }));
    const moved = { isDeactivated: true, deactivatedRedirect: `http://hall.example/` };
    realms.set('moved', realm({ id: 4, stringId: 'moved', ...moved }));
    const away = { isDeactivated: true, deactivatedRedirect: 'https://elsewhere.example/?a&b' };
    realms.set('away', realm({ id: 5, stringId: 'away', ...away }));
    const odd = { isDeactivated: true, deactivatedRedirect: 'javascript:alert(1)' };
    realms.set('odd', realm({ id: 6, stringId: 'odd', ...odd }));
  });
  afterAll(async () => {
    await app.close();
    rmSync(folder, { recursive: true });
  });
  beforeEach(() => {
    app.limiter.counts.clear();
    rpc.calls.length = 0;
    rpc.answer(sendAccountLists, {});
  });

  const get = (host: string, url: string, headers: Record<string, string> = BROWSER) =>
    app.inject({ url, headers: { host, ...headers } });
  const post = (url: string, fields: Record<string, string>, headers: Record<string, string> = {}) => {
    const body = form(fields);
    const own = { origin: `http://${HOST}`, ...headers };
    return app.inject({ method: 'POST', url, headers: { ...body.headers, ...own }, payload: body.payload });
  };
  const leadsTo = async (host: string, url: string) => {
    const { statusCode, headers } = await get(host, url);
    return statusCode === 302 ? headers.location : statusCode;
  };

  it.each([
    ['/', 'hall.example', 200],
    ['/login/', 'hall.example', 200],
    // Ports do not count, as they do not for the organization.
    ['/', 'hall.example:9991', 200],
    ['/', `www.${HOST}`, `http://${HOST}/`],
    ['/login/?next=%2F%23inbox', `hall.${HOST}`, 'http://hall.example/login/?next=%2F%23inbox'],
    ['/join/abc/', 'old-hall.example', 'http://hall.example/join/abc/'],
    [
      '/accounts/login/social/oidc/corp?next=%2F',
      `hall.${HOST}`,
      'http://hall.example/accounts/login/social/oidc/corp?next=%2F',
    ],
    ['/accounts/deactivated/', `hall.${HOST}`, 'http://hall.example/accounts/deactivated/'],
    // A host that nobody knows stands for the root, as it does for the API.
    ['/', 'unknown.example', 200],
    ['/', `closed.${HOST}`, '/accounts/deactivated/'],
    ['/login/', `closed.${HOST}`, '/accounts/deactivated/'],
    ['/accounts/deactivated/', HOST, '/login/'],
    ['/accounts/find/', `none.${HOST}`, 200],
    ['/accounts/go/', `none.${HOST}`, 200],
    ['/', `none.${HOST}`, 404],
    ['/login/', `none.${HOST}`, 404],
    ['/accounts/deactivated/', `none.${HOST}`, 404],
  ])('%s at %s: %s', async (url, host, answer) => {
    expect(await leadsTo(host, url)).toBe(answer);
  });

  it('name a host at which there is nothing, and lead to the finder', async () => {
    const { body, headers } = await get(`none.${HOST}`, '/join/abc/', { ...BROWSER, 'accept-language': 'de' });
    expect(body).toContain(`Unter none.${HOST} gibt es keine Organisation.`);
    expect(body).toContain('href="/accounts/find/"');
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'content-language': 'de' });
    // Nobody else is told in the form of a page.
    const { statusCode, body: json } = await get(`none.${HOST}`, '/nothing', { accept: '*/*' });
    expect([statusCode, JSON.parse(json).code]).toEqual([404, 'NOT_FOUND']);
  });

  it('ask which organization, where the root has none', async () => {
    app.realms.realms.delete('');
    app.versions.versions.set('realm:1:access', 1);
    expect(await leadsTo(HOST, '/')).toBe('/accounts/go/');
    expect(await leadsTo(HOST, '/login/?next=%2F%23a')).toBe('/accounts/go/?next=%2F%23a');
    const { body } = await get(HOST, '/accounts/go/?next=%22%3E');
    expect(body).toContain('name="next" value="&#34;&#62;"');
    app.realms.realms.set('', realm({ accessVersion: 1 }));
  });

  it.each([
    ['hall', 'http://hall.example/login/'],
    [' Hall ', 'http://hall.example/login/'],
    [`hall.${HOST}`, 'http://hall.example/login/'],
    ['https://old-hall.example/#inbox', 'http://hall.example/login/'],
    [HOST, `http://${HOST}/login/`],
    ['none', undefined],
    ['unknown.example', undefined],
    ['', undefined],
  ])('lead to the organization that somebody calls %s', async (subdomain, location) => {
    const { headers, body, statusCode } = await post('/accounts/go/', { subdomain });
    expect([headers.location, statusCode]).toEqual([location, location === undefined ? 200 : 302]);
    if (location === undefined) expect(body).toContain('<p role="alert">We couldn&#39;t find that organization.</p>');
  });

  it('take what the sign-in is for along, if it is a page of the organization', async () => {
    const to = async (next: string) => (await post('/accounts/go/', { subdomain: 'hall', next })).headers.location;
    expect(await to('/#inbox')).toBe('http://hall.example/login/?next=%2F%23inbox');
    for (const next of ['//evil.example', 'https://evil.example', 'javascript:alert(1)']) {
      expect(await to(next)).toBe('http://hall.example/login/');
    }
  });

  it('limit who tries names', async () => {
    let status = 200;
    for (let asked = 0; asked < 1_000 && status === 200; asked++) {
      ({ statusCode: status } = await post('/accounts/go/', { subdomain: 'none' }));
    }
    expect(status).toBe(429);
  });

  it('say that an organization is not in use, and where it has moved to', async () => {
    const closed = await get(`closed.${HOST}`, '/accounts/deactivated/');
    expect(closed.body).toContain(`The organization at closed.${HOST} is not in use any more.`);
    expect(closed.headers.refresh).toBeUndefined();
    const moved = await get(`moved.${HOST}`, '/accounts/deactivated/');
    expect(moved.body).toContain('<a href="http://hall.example/">http://hall.example/</a>');
    expect(moved.headers.refresh).toBe('5; url=http://hall.example/');
    // Nobody is led out of the installation by himself.
    const away = await get(`away.${HOST}`, '/accounts/deactivated/');
    expect(away.body).toContain('<a href="https://elsewhere.example/?a&#38;b">');
    expect(away.headers.refresh).toBeUndefined();
    expect((await get(`odd.${HOST}`, '/accounts/deactivated/')).body).not.toContain('javascript');
  });

  it('find organizations without scripts', async () => {
    const asked = await get(HOST, '/accounts/find/', { accept: '*/*' });
    expect(asked.body).toContain('<form method="post" action="/accounts/find/">');
    const sent = await post(
      '/accounts/find/',
      { emails: 'ada@mail.example' },
      { host: `none.${HOST}`, origin: `http://none.${HOST}` },
    );
    expect(sent.body).toContain('Check your mail');
    expect(rpc.calls).toMatchObject([{ request: { emails: 'ada@mail.example' } }]);
    rpc.answer(sendAccountLists, () => {
      throw badRequest('Enter a valid email address.');
    });
    const refused = await post('/accounts/find/', { emails: '<b>' });
    expect(refused.body).toContain('<p role="alert">Enter a valid email address.</p>');
    expect(refused.body).toContain('value="&#60;b&#62;"');
    rpc.answer(sendAccountLists, () => {
      throw new UnavailableError('no');
    });
    expect((await post('/accounts/find/', { emails: 'ada@mail.example' })).statusCode).toBe(503);
  });

  it.each(['/accounts/go/', '/accounts/find/'])('do nothing for another site at %s', async (url) => {
    for (const headers of [{ origin: 'https://evil.example' }, { origin: 'null' }]) {
      const { statusCode, body } = await post(url, { subdomain: 'hall', emails: 'ada@mail.example' }, headers);
      expect([statusCode, JSON.parse(body).code]).toEqual([403, 'CSRF_FAILED']);
    }
    expect(rpc.calls).toEqual([]);
  });

  it('are the client all the same while nobody can say whether there is an organization', async () => {
    const { findBySubdomain } = app.realms;
    app.versions.isAway = true;
    app.realms.findBySubdomain = () => Promise.reject(new UnavailableError('the database is away'));
    expect((await get(`hall.${HOST}`, '/')).body).toBe(CLIENT);
    app.realms.findBySubdomain = () => Promise.reject(new TypeError('a mistake'));
    expect((await get(`hall.${HOST}`, '/')).statusCode).toBe(500);
    app.realms.findBySubdomain = findBySubdomain;
    app.versions.isAway = false;
  });
});
