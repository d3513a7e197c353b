import { Value } from '@sinclair/typebox/value';
import { ServerSettingsSchema, VERSION_FIELDS } from '@stoa/contracts/server';
import { CompatibilityController } from './compatibility.controller';
import { SubdomainController } from './subdomain.controller';
import { realm } from '../../test-support/fake-stores';
import { TestApplication, startTestApplication } from '../../test-support/test-application';
import { ServerSettingsController } from './server-settings.controller';

const CONTROLLERS = [ServerSettingsController, CompatibilityController, SubdomainController];

async function start(variables: Record<string, string> = {}): Promise<TestApplication> {
  const app = await startTestApplication(CONTROLLERS, variables);
  app.realms.realms.set(
    'hall',
    realm({ id: 2, stringId: 'hall', name: 'Hall', renderedDescription: '<p>Hi</p>', isSpectatorAccessEnabled: true }),
  );
  app.realms.realms.set('own', realm({ id: 3, stringId: 'own', customHost: 'talk.other', iconSource: 'G' }));
  app.realms.realms.set('closed', realm({ id: 4, stringId: 'closed', isDeactivated: true }));
  app.realms.realms.set('quiet', realm({ id: 5, stringId: 'quiet', authenticationMethods: { Email: false } }));
  app.realms.hosts.set('talk.other', 'own');
  return app;
}

async function settings(app: TestApplication, host?: string, headers: Record<string, string> = {}) {
  const response = await app.inject({
    url: '/api/v1/server_settings',
    headers: { ...headers, ...(host ? { host } : {}) },
  });
  return { status: response.statusCode, body: response.json() };
}

describe('GET /server_settings', () => {
  let app: TestApplication;
  beforeAll(async () => {
    app = await start();
  });
  afterAll(() => app.close());
  beforeEach(() => app.limiter.counts.clear());

  it('answers every field in both spellings', async () => {
    const { body } = await settings(app);
    expect(body).toEqual({
      result: 'success',
      msg: '',
      authentication_methods: {
        password: true,
        dev: false,
        email: true,
        ldap: false,
        remoteuser: false,
        github: false,
        azuread: false,
        gitlab: false,
        google: false,
        apple: false,
        discord: false,
        saml: false,
        'openid connect': false,
      },
      ...VERSION_FIELDS,
      push_notifications_enabled: false,
      is_incompatible: false,
      email_auth_enabled: true,
      require_email_format_usernames: true,
      realm_url: 'http://chat.example',
      realm_uri: 'http://chat.example',
      realm_name: 'Root',
      realm_icon: '/user_avatars/1/realm/icon.png?version=3',
      realm_description: '<p>The coolest place in the universe.</p>',
      realm_web_public_access_enabled: false,
      external_authentication_methods: [],
    });
    const { result: _result, msg: _msg, ...data } = body;
    expect([...Value.Errors(ServerSettingsSchema, data)]).toEqual([]);
  });

  it.each([
    [
      'hall.chat.example',
      {
        realm_name: 'Hall',
        realm_url: 'http://hall.chat.example',
        realm_description: '<p>Hi</p>',
        realm_web_public_access_enabled: true,
      },
    ],
    ['talk.other:8000', { realm_url: 'http://talk.other' }],
    ['www.chat.example', { realm_name: 'Root' }],
    ['stranger.net', { realm_name: 'Root' }],
    ['closed.chat.example', { realm_url: 'http://closed.chat.example' }],
    ['quiet.chat.example', { email_auth_enabled: false }],
  ])('at %s', async (host, fields) => {
    const { status, body } = await settings(app, host);
    expect(status).toBe(200);
    expect(body).toMatchObject(fields);
  });

  it('offers apps the browser where passwords are not enough', async () => {
    const browser = realm({ id: 6, stringId: 'strict', needsBrowserSignIn: true });
    app.realms.realms.set('strict', browser);
    const methodsOf = async (host: string) => (await settings(app, host)).body.external_authentication_methods;
    expect(await methodsOf('strict.chat.example')).toMatchObject([{ name: 'browser', login_url: '/login/' }]);
    app.realms.realms.set('none', { ...browser, id: 7, stringId: 'none', authenticationMethods: { Email: false } });
    expect(await methodsOf('none.chat.example')).toEqual([]);
  });

  it('lets people type login names where a directory knows them', async () => {
    const directory = realm({ id: 8, stringId: 'works', hasDirectory: true });
    app.realms.realms.set('works', directory);
    const { body } = await settings(app, 'works.chat.example');
    expect(body).toMatchObject({ email_auth_enabled: true, require_email_format_usernames: false });
    expect(body.authentication_methods).toMatchObject({ ldap: true, email: true, password: true });
    const only = { ...directory, id: 9, stringId: 'only', authenticationMethods: { Email: false } };
    app.realms.realms.set('only', only);
    const alone = (await settings(app, 'only.chat.example')).body;
    expect(alone.email_auth_enabled).toBe(false);
    expect(alone.authentication_methods).toMatchObject({ ldap: true, email: false, password: true });
    app.realms.realms.set('off', { ...only, id: 10, stringId: 'off', authenticationMethods: { LDAP: false } });
    const off = (await settings(app, 'off.chat.example')).body;
    expect(off).toMatchObject({ require_email_format_usernames: true });
    expect(off.authentication_methods).toMatchObject({ ldap: false, email: true, password: true });
  });

  it('refuses an unknown subdomain', async () => {
    expect(await settings(app, 'nobody.chat.example')).toEqual({
      status: 400,
      body: { result: 'error', msg: 'Invalid subdomain', code: 'BAD_REQUEST' },
    });
  });

  it('tells an incompatible client', async () => {
    expect((await settings(app, undefined, { 'user-agent': 'ZulipInvalid/1' })).body.is_incompatible).toBe(true);
  });

  it('reports parameters, of which it knows none', async () => {
    const response = await app.inject({ url: '/api/v1/server_settings?a=1&client=x' });
    expect(response.json().ignored_parameters_unsupported).toEqual(['a']);
  });
});

describe('GET /server_settings elsewhere', () => {
  it('leaves the realm out at a root host without one', async () => {
    const app = await start({
      STOA_MODE: 'development',
      STOA_PUSH_RELAY_URL: 'http://relay.example',
      STOA_EXTERNAL_SCHEME: 'https',
    });
    app.realms.realms.delete('');
    const { status, body } = await settings(app);
    expect(status).toBe(200);
    expect(Object.keys(body).filter((key) => key.startsWith('realm_'))).toEqual(['realm_url', 'realm_uri']);
    expect(body).toMatchObject({ realm_url: 'https://chat.example', push_notifications_enabled: true });
    expect(body.authentication_methods.dev).toBe(true);
    await app.close();
  });

  it('wants a subdomain where the root is a landing page', async () => {
    const app = await start({ STOA_ROOT_LANDING_PAGE: 'true' });
    app.realms.realms.delete('');
    expect((await settings(app)).body).toEqual({ result: 'error', msg: 'Subdomain required', code: 'BAD_REQUEST' });
    await app.close();
  });
});

describe('small public endpoints', () => {
  let app: TestApplication;
  beforeAll(async () => {
    app = await start();
  });
  afterAll(() => app.close());

  it.each([
    ['hall', 'Subdomain is already in use. Please choose a different one.'],
    ['ab', 'Subdomain needs to have length 3 or greater.'],
    ['lecture', 'available'],
  ])('GET /realm/subdomain/%s', async (subdomain, msg) => {
    const response = await app.inject({ url: `/api/v1/realm/subdomain/${subdomain}` });
    expect(response.json()).toEqual({ result: 'success', msg });
  });

  it('GET /compatibility', async () => {
    const ask = async (userAgent: string) =>
      (await app.inject({ url: '/api/v1/compatibility', headers: { 'user-agent': userAgent } })).json();
    expect(await ask('curl/8')).toEqual({ result: 'success', msg: '' });
    expect(await ask('ZulipInvalid/1')).toMatchObject({ msg: 'Client is too old' });
    expect(await ask('')).toMatchObject({ msg: 'User-Agent header missing from request' });
  });
});
