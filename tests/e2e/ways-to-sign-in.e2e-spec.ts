import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type TestClient, type TestCluster, eventually, sharedCluster } from '@stoa/testing';
import { SignJWT } from 'jose';
import { PAD, PAD_COOKIE, copiedText, keyOf, tokenOf } from '../support/app-pads';
import { signIn } from '../support/browsers';
import { CodeHost } from '../support/code-host';
import { inDatabase } from '../support/database';
import { expectError } from '../support/expectations';
import { CLIENT, IdentityProvider } from '../support/identity-provider';
import { OperatorTool } from '../support/operator-tool';
import { Organization, atOwnHost, createOrganization } from '../support/organizations';
import { addPerson } from '../support/people';
import { ProviderBrowser } from '../support/provider-browser';
import { type RawAnswer, rawRequest } from '../support/raw-request';

const PORTAL = 'https://portal.example';
const SETTINGS = '/#settings/account-and-privacy';

describe('ways to sign in', () => {
  let cluster: TestCluster;
  let organization: Organization;
  let identities: IdentityProvider;
  let visitor: ProviderBrowser;

  beforeAll(async () => {
    cluster = await sharedCluster();
    organization = await atOwnHost(cluster, await createOrganization(cluster));
    identities = await IdentityProvider.start(`http://${organization.host}/complete/oidc/`);
    visitor = new ProviderBrowser(organization, identities);
    await addProvider('corp', identities.issuer);
  });
  afterAll(() => identities.stop());

  const addProvider = (key: string, issuer: string) =>
    organization.owner.client.succeed('POST', '/realm/sign_in_providers', {
      ...{ kind: 'oidc', key, display_name: 'Corp', secret: CLIENT.client_secret },
      settings: { issuer, client_id: CLIENT.client_id },
    });

  /** As nobody may who would be shut out. */
  const switchTo = (methods: Record<string, boolean>) =>
    inDatabase(cluster, (database) =>
      database.query('test_methods', 'UPDATE realm SET authentication_methods = $2 WHERE id = $1', [
        organization.id,
        JSON.stringify(methods),
      ]),
    );

  it('by directories are seen by owners, without secrets', async () => {
    const args = ['scim', 'token', 'create', '-o', organization.subdomain, '--name', 'Okta'];
    const { token } = await OperatorTool.of(cluster).json(...args);
    const seen = await organization.owner.client.succeed('GET', '/realm/directories');
    expect(seen).toMatchObject({ ldap: null, scim: { tokens: [{ name: 'Okta', last_used: null }], accounts: 0 } });
    expect(JSON.stringify(seen)).not.toContain(token);
    const administrator = await organization.createPerson('Administrator', 200);
    const refusal = { code: 'UNAUTHORIZED_PRINCIPAL' };
    expectError(await administrator.client.get('/realm/directories'), 'Must be an organization owner', refusal);
  });

  describe('with an account elsewhere', () => {
    const ADD = { provider: 'oidc:corp' };
    /** To the provider and back, in a browser in which somebody is signed in. */
    const add = async (browser: TestClient, sub: string, password: string): Promise<string | null> => {
      identities.person = { sub, email: `${sub}@elsewhere.example`, email_verified: true, name: sub };
      const begun = await browser.post('/external_identities', { ...ADD, password });
      expect(begun.status).toBe(200);
      const back = new URL(await identities.visit(begun.body.location));
      const cookie = begun.headers.getSetCookie().map((set) => set.split(';')[0]);
      return (await visitor.get(back.pathname + back.search, { cookie: cookie.join('; ') })).headers.get('location');
    };

    it('is added by its owner, and removed', async () => {
      const [ada, eve] = [await addPerson(organization.owner, 'Ada'), await addPerson(organization.owner, 'Eve')];
      const browser = await signIn({ ...ada, client: organization.anonymous });
      expect(await add(browser, 'ada', ada.password)).toBe(SETTINGS);
      expect((await visitor.whoIs(await visitor.complete('/accounts/login/social/oidc/corp'))).user_id).toBe(
        ada.userId,
      );
      const other = await signIn({ ...eve, client: organization.anonymous });
      expect(await add(other, 'ada', eve.password)).toBe(`/?identity_problem=linked-elsewhere${SETTINGS.slice(1)}`);
      const { identities: own, addable } = await browser.succeed('GET', '/external_identities');
      expect([own, addable]).toMatchObject([[{ provider: 'oidc:corp', display_name: 'Corp' }], [ADD]]);
      const where = `/external_identities/${own[0].id}`;
      expectError(await browser.delete(where, { password: 'wrong' }), 'Password is incorrect.');
      expectError(await other.delete(where, { password: eve.password }), 'Invalid identity ID');
      expectError(await browser.post('/external_identities', { ...ADD, password: 'x' }), 'Password is incorrect.');
      await browser.succeed('DELETE', where, { password: ada.password });
      expect((await browser.succeed('GET', '/external_identities')).identities).toEqual([]);
    });

    it.each<['post' | 'delete', string]>([
      ['post', '/external_identities'],
      ['delete', '/external_identities/1'],
      ['post', '/confirmation'],
    ])('is nothing that the page of another site changes: %s %s', async (method, path) => {
      const browser = await signIn(organization.owner);
      const answer = await browser[method](path, {}, { headers: { origin: 'http://evil.example' } });
      expect([answer.status, answer.body.code]).toEqual([403, 'CSRF_FAILED']);
    });

    it('is not of providers that there are not, and not the last that goes', async () => {
      const eva = await organization.createPerson('Eva');
      const browser = await signIn({ ...eva, client: organization.anonymous });
      const { password } = eva;
      const begin = (provider: string) => browser.post('/external_identities', { provider, password });
      expectError(await begin('oidc:nobody'), 'Invalid sign-in provider');
      await addProvider('gone', 'http://127.0.0.2:1');
      expectError(await begin('oidc:gone'), 'The provider cannot be reached. Try again later.');
      await add(browser, 'eva', password);
      expectError(await begin('oidc:gone'), 'Accounts at this provider cannot be added.');
      const [own] = (await browser.succeed('GET', '/external_identities')).identities;
      await switchTo({ Dev: false, Email: false });
      const last = 'You could not sign in any more. Keep one of your own ways to sign in.';
      expectError(await browser.delete(`/external_identities/${own.id}`, { password }), last);
      await switchTo({});
    });
  });

  describe('that know who is signed in', () => {
    const CONFIRM = { provider: 'oidc:corp', next: SETTINGS };
    /** Somebody with a password whom the provider knows, signed in with the password. */
    const known = async (name: string) => {
      const person = await addPerson(organization.owner, name);
      const browser = await signIn({ ...person, client: organization.anonymous });
      identities.person = { sub: person.email, email: person.email, email_verified: true, name };
      await visitor.complete('/accounts/login/social/oidc/corp');
      return { ...person, browser };
    };
    /** To the provider, where somebody signs in, and back. */
    const away = async (browser: TestClient, next = SETTINGS) => {
      const begun = await browser.post('/confirmation', { ...CONFIRM, next });
      expect(begun.status).toBe(200);
      const { searchParams } = new URL(begun.body.location);
      expect([searchParams.get('prompt'), searchParams.get('max_age')]).toEqual(['login', '0']);
      const back = new URL(await identities.visit(begun.body.location));
      const cookie = begun.headers.getSetCookie().map((set) => set.split(';')[0]);
      return { path: back.pathname + back.search, cookie: cookie.join('; ') };
    };
    const leadsTo = (answer: RawAnswer) => answer.headers.get('location');

    it('confirm it instead of the password, once, and under another cookie', async () => {
      const ada = await known('Ada');
      const providers = [{ provider: 'oidc:corp', display_name: 'Corp' }];
      expect(await ada.browser.succeed('GET', '/confirmation')).toMatchObject({ needed: 'password', providers });
      const { path: back, cookie } = await away(ada.browser);
      expect(leadsTo(await visitor.get(back))).toBe('/login/?error=expired');
      const answer = await visitor.get(back, { cookie });
      expect(leadsTo(answer)).toBe(`/?confirmation=done${SETTINGS.slice(1)}`);
      expect(leadsTo(await visitor.get(back, { cookie }))).toBe('/login/?error=expired');
      const renewed = visitor.browserOf(answer);
      expect(await renewed.succeed('GET', '/confirmation')).toMatchObject({ needed: 'nothing', providers });
      expect(await renewed.succeed('POST', '/fetch_api_key', { password: '' })).toMatchObject({ user_id: ada.userId });
      await eventually(async () => (await ada.browser.get('/users/me')).status === 401, {
        ...{ timeoutMs: 2_000, stepMs: 50 },
      });
    });

    it('do not make the session another person’s, nor lead anywhere else', async () => {
      const [eve, ada] = [await known('Eve'), await known('Ada')];
      identities.person = { ...identities.person, sub: eve.email };
      const { path: back, cookie } = await away(ada.browser, '//evil.example');
      const answer = await visitor.get(back, { cookie });
      expect([leadsTo(answer), answer.headers.getSetCookie()]).toEqual(['/?confirmation=other-account', []]);
      expect((await ada.browser.succeed('GET', '/users/me')).user_id).toBe(ada.userId);
      expectError(await ada.browser.post('/fetch_api_key', { password: '' }), 'Password is incorrect.');
      expectError(await ada.browser.post('/confirmation', { provider: 'oidc:nobody' }), 'Invalid sign-in provider');
    });
  });

  describe('for apps', () => {
    let host: CodeHost;
    beforeAll(async () => {
      host = await CodeHost.start();
      for (const kind of ['github', 'gitlab']) {
        await organization.owner.client.succeed('POST', '/realm/sign_in_providers', {
          ...{ kind, display_name: kind, secret: 'a secret', settings: { issuer: host.address, client_id: 'stoa' } },
        });
      }
      await organization.owner.client.succeed('POST', '/realm/sign_in_providers', {
        ...{ kind: 'remoteuser', display_name: 'Proxy', settings: {} },
      });
    });
    afterAll(() => host.stop());

    /** To the service and back. */
    const byCodeHost = (kind: string) => async (pad: string) => {
      const started = await visitor.get(`/accounts/login/social/${kind}?${pad}`);
      if (started.status !== 302) return started;
      const state = new URL(started.headers.get('location') ?? '').searchParams.get('state') ?? '';
      const cookie = (started.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
      return visitor.get(`/complete/${kind}/?code=a-code&state=${state}`, { cookie });
    };
    /** Through the operator's proxy, which names who is signed in there. */
    const byProxy = (pad: string) =>
      visitor.get(`/accounts/login/sso/?${pad}`, {
        ...{ 'x-remote-user': host.person.email, 'x-remote-user-secret': 'a secret of the proxy' },
      });

    it.each<[string, (pad: string) => Promise<RawAnswer>]>([
      ['GitHub', byCodeHost('github')],
      ['GitLab', byCodeHost('gitlab')],
      ['a proxy', byProxy],
    ])('end in the app: %s', async (_name, sign) => {
      const person = await organization.createPerson('App');
      host.person = { id: person.userId, login: 'app', name: 'App', email: person.email };
      const phone = await sign(`mobile_flow_otp=${PAD}`);
      const location = phone.headers.get('location') ?? '';
      const { protocol, searchParams } = new URL(location);
      expect([protocol, searchParams.get('email'), searchParams.get('user_id'), searchParams.get('realm')]).toEqual([
        ...['zulip:', person.email, String(person.userId), `http://${organization.host}`],
      ]);
      const { user_id: userId } = await organization.anonymous
        .as(person.email, keyOf(location))
        .succeed('GET', '/users/me');
      expect([userId, phone.headers.getSetCookie()]).toEqual([person.userId, []]);
      const token = tokenOf(copiedText((await sign(`desktop_flow_otp=${PAD}`)).text));
      const redeemed = await visitor.get(`/accounts/login/subdomain/${token}`, { cookie: PAD_COOKIE });
      expect((await visitor.whoIs(redeemed)).user_id).toBe(person.userId);
      expect((await sign('mobile_flow_otp=12')).status).toBe(400);
    });

    it('begin in the desktop app with the page where the text is pasted', async () => {
      for (const start of ['social/github', 'social/gitlab', 'start/sso/']) {
        const page = await visitor.get(`/accounts/login/${start}`, { 'user-agent': 'ZulipElectron/5.12.0' });
        expect([page.status, page.text.includes('desktop_flow_otp')]).toEqual([200, true]);
      }
    });
  });

  describe('with a token of a program', () => {
    it('make a session from the pages that owners have named, once', async () => {
      const { privateKey, publicKey } = generateKeyPairSync('ed25519');
      const file = path.join(mkdtempSync(path.join(tmpdir(), 'stoa-key-')), 'portal.pem');
      writeFileSync(file, publicKey.export({ type: 'spki', format: 'pem' }));
      const tool = OperatorTool.of(cluster);
      const named = ['-o', organization.subdomain];
      await tool.json('jwt-keys', 'add', 'portal', ...named, '--key-file', file, '--algorithm', 'EdDSA');
      const made = await tool.json('sign-in', 'add', 'jwt', ...named, '--display-name', 'Portal', '--origin', PORTAL);
      expect(made).toMatchObject({ name: 'jwt', callback_url: `http://${organization.host}/accounts/login/jwt/` });
      const person = await organization.createPerson('Portal');
      const signed = (aud: string) =>
        new SignJWT({ email: person.email, aud, jti: aud })
          .setProtectedHeader({ alg: 'EdDSA' })
          .setExpirationTime('2 minutes')
          .sign(privateKey);
      const bring = (token: string, origin: string) =>
        rawRequest(organization.anonymous, '/accounts/login/jwt/', {
          ...{ method: 'POST', headers: { origin, 'sec-fetch-site': 'cross-site' } },
          body: new URLSearchParams({ token, next: '/#inbox' }),
        });
      const token = await signed(`http://${organization.host}`);
      const where = async (answer: ReturnType<typeof bring>) => (await answer).headers.get('location');
      expect(await where(bring(token, 'https://evil.example'))).toBe('/login/?error=unsolicited');
      const answer = await bring(token, PORTAL);
      expect([answer.status, answer.headers.get('location')]).toEqual([302, '/#inbox']);
      expect((await visitor.whoIs(answer)).user_id).toBe(person.userId);
      const unasked = await visitor.browserOf(answer).post('/confirmation', { provider: 'jwt' });
      expectError(unasked, 'This provider cannot confirm who you are.');
      expect(await where(bring(token, PORTAL))).toBe('/login/?error=expired');
      expect(await where(bring(await signed('https://other.example'), PORTAL))).toBe('/login/?error=provider-failed');
      const add = (settings: object, kind = 'jwt') =>
        organization.owner.client.post('/realm/sign_in_providers', { kind, display_name: 'Portal', settings });
      expectError(await add({}), 'Tokens need the origins of the pages that may post them.');
      const misspelt = 'An origin is written as https://portal.example.com, without a path.';
      expectError(await add({ origins: [`${PORTAL}/`] }), misspelt);
      const foreign = 'Tokens have no issuer, client and secret here: the operator gives the keys that sign them.';
      expectError(await add({ origins: [PORTAL], client_id: 'x' }), foreign);
      expectError(await add({ origins: [PORTAL] }, 'github'), 'Only tokens have origins.');
    });
  });
});
