import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type TestClient, type TestCluster, eventually, sharedCluster } from '@stoa/testing';
import { PAD, PAD_COOKIE, copiedText, keyOf, tokenOf } from '../support/app-pads';
import { cookieOf, signIn } from '../support/browsers';
import { inDatabase } from '../support/database';
import { expectError } from '../support/expectations';
import { CLIENT, IdentityProvider } from '../support/identity-provider';
import { OperatorTool } from '../support/operator-tool';
import { Organization, atOwnHost, createOrganization } from '../support/organizations';
import { ProviderBrowser } from '../support/provider-browser';
import type { RawAnswer } from '../support/raw-request';
import { TestQueue, isEvent } from '../support/test-queue';

const START = '/accounts/login/social/oidc/corp';
const DESKTOP_APP = 'ZulipElectron/5.12.0 Mozilla/5.0 (X11; Linux x86_64) Chrome/130.0.0.0 Safari/537.36';

describe('sign-in with an identity provider', () => {
  let cluster: TestCluster;
  let organization: Organization;
  let identities: IdentityProvider;
  let visitor: ProviderBrowser;
  let providerId: number;
  let led = 0;

  beforeAll(async () => {
    cluster = await sharedCluster();
    organization = await atOwnHost(cluster, await createOrganization(cluster));
    const origin = `http://${organization.host}`;
    identities = await IdentityProvider.start(`${origin}/complete/oidc/`);
    visitor = new ProviderBrowser(organization, identities);
    const { sign_in_provider: made } = await organization.owner.client.succeed('POST', '/realm/sign_in_providers', {
      ...{ kind: 'oidc', key: 'corp', display_name: 'Corp', secret: CLIENT.client_secret },
      settings: { issuer: identities.issuer, client_id: CLIENT.client_id },
    });
    expect(made).toMatchObject({ name: 'oidc:corp', callback_url: `${origin}/complete/oidc/`, accounts: 0 });
    providerId = made.id;
  });
  afterAll(() => identities.stop());

  const become = (name: string) => {
    const email = `${name.toLowerCase()}-${organization.subdomain}@people.example`;
    identities.person = { sub: `sub-${name}`, email, email_verified: true, name: `${name} Person` };
    return email;
  };
  const configure = (settings: Record<string, unknown>) =>
    organization.owner.client.succeed('PATCH', `/realm/sign_in_providers/${providerId}`, { settings });
  const get = (path: string, headers?: Record<string, string>): Promise<RawAnswer> => visitor.get(path, headers);
  const arrive = (path = START) => visitor.arrive(path);
  const complete = (path = START): Promise<RawAnswer> => visitor.complete(path);
  const whoIs = async (answer: RawAnswer) => {
    const { user_id, full_name } = await visitor.whoIs(answer);
    return { user_id, full_name };
  };

  it('is offered to clients, as long as the organization offers it', async () => {
    const { external_authentication_methods: methods, authentication_methods: flags } =
      await organization.anonymous.succeed('GET', '/server_settings');
    expect(methods).toEqual([
      {
        ...{ name: 'oidc:corp', display_name: 'Corp', display_icon: null, login_url: START },
        signup_url: '/accounts/register/social/oidc/corp',
      },
    ]);
    expect(flags['openid connect']).toBe(true);
    const { client } = organization.owner;
    const { realm_authentication_methods: before } = await client.succeed('POST', '/register', {
      fetch_event_types: ['realm'],
    });
    expect(before['OpenID Connect']).toEqual({ enabled: true, available: true });
    await client.succeed('PATCH', '/realm', { authentication_methods: { 'OpenID Connect': false, Email: true } });
    const off = await organization.anonymous.succeed('GET', '/server_settings');
    expect([off.external_authentication_methods, off.authentication_methods['openid connect']]).toEqual([[], false]);
    expect((await get(START)).headers.get('location')).toBe('/login/?error=method-off');
    await client.succeed('PATCH', '/realm', { authentication_methods: { 'OpenID Connect': true } });
  });

  it('makes an account of who is new and welcome, and finds it the second time', async () => {
    await configure({ auto_signup: true, trusts_name: true });
    const email = become('Ada');
    const first = await complete(`${START}?next=%2F%23inbox`);
    expect([first.status, first.headers.get('location')]).toEqual([302, '/#inbox']);
    const ada = await whoIs(first);
    expect(ada.full_name).toBe('Ada Person');
    // The provider knows people by its own names: the address may change.
    identities.person = { ...identities.person, email: `other-${email}`, email_verified: false };
    expect(await whoIs(await complete())).toEqual(ada);
    await configure({ auto_signup: null, trusts_name: null });
    const { sign_in_providers: list } = await organization.owner.client.succeed('GET', '/realm/sign_in_providers');
    expect(list[0].accounts).toBeGreaterThan(0);
  });

  it('opens the account that has the address, but not of an identity that has it later', async () => {
    const person = await organization.createAccount({ fullName: 'Grace', email: become('Grace') });
    expect((await whoIs(await complete())).user_id).toBe(person.userId);
    identities.person = { ...identities.person, sub: 'sub-of-a-successor' };
    expect((await complete()).headers.get('location')).toBe('/login/?error=linked-elsewhere');
  });

  it('asks who is new, and makes the account by the name that he chose', async () => {
    const email = become('Alan');
    const { cookie, back } = await arrive();
    const answer = await get(back, { cookie });
    const page = answer.headers.get('location') ?? '';
    expect(page).toMatch(/^\/accounts\/register\/external\/[\w-]{43}$/);
    const ticket = page.split('/').at(-1);
    const browser = organization.anonymous.browser(cookie);
    const opened = await browser.post('/external_sign_up/open', { ticket });
    expect(opened.body).toMatchObject({ email, full_name: 'Alan Person', provider: 'Corp' });
    const elsewhere = await organization.anonymous.browser().post('/external_sign_up', { ticket, full_name: 'Eve' });
    expectError(elsewhere, 'The confirmation link is not valid or has expired.', { reason: 'unknown', status: 404 });
    const unnamed = await browser.post('/external_sign_up', { ticket, full_name: ' ' });
    expectError(unnamed, 'Name must not be empty!');
    const made = await browser.post('/external_sign_up', { ticket, full_name: 'Alan T' });
    expect(made.body).toMatchObject({ result: 'success', email, next: '/' });
    const me = await organization.anonymous.browser(cookieOf(made).cookie).succeed('GET', '/users/me');
    expect(me).toMatchObject({ full_name: 'Alan T', role: 400 });
    const again = await browser.post('/external_sign_up', { ticket, full_name: 'Alan T' });
    expect(again.status).not.toBe(200);
  });

  it('makes accounts by an invitation that several may use, also where there are no passwords', async () => {
    const { client } = organization.owner;
    const methods = (Email: boolean) => ({ authentication_methods: { Email, 'OpenID Connect': true } });
    await client.succeed('PATCH', '/realm', { invite_required: true, ...methods(false) });
    await configure({ trusts_name: true });
    const { invite_link: link } = await client.succeed('POST', '/invites/multiuse', { invite_as: 600 });
    const [, key = ''] = /\/join\/(\w+)/.exec(link) ?? [];
    const asked = await organization.anonymous.browser().post('/sign_up/open', { key, is_reusable: true });
    expect(asked.body).toMatchObject({ result: 'success', email: null });
    become('Guest');
    const signUp = `/accounts/register/social/oidc/corp?multiuse_object_key=${key}`;
    expect(await visitor.whoIs(await complete(signUp))).toMatchObject({ full_name: 'Guest Person', role: 600 });
    const { invites } = await client.succeed('GET', '/invites');
    const invite = invites.find(({ is_multiuse: isLink }: { is_multiuse: boolean }) => isLink);
    await client.succeed('DELETE', `/invites/multiuse/${invite.id}`);
    expect((await get(signUp)).headers.get('location')).toBe(`/join/${key}/`);
    await configure({ trusts_name: null });
    await client.succeed('PATCH', '/realm', { invite_required: false, ...methods(true) });
  });

  it.each<[string, () => Promise<unknown>]>([
    [
      'no-verified-address',
      () => {
        identities.person = { ...identities.person, email_verified: false };
        return Promise.resolve();
      },
    ],
    ['invitation-required', () => organization.owner.client.succeed('PATCH', '/realm', { invite_required: true })],
  ])('says why somebody does not get in: %s', async (reason, change) => {
    become('Stranger');
    await change();
    expect((await complete()).headers.get('location')).toBe(`/login/?error=${reason}`);
    await organization.owner.client.succeed('PATCH', '/realm', { invite_required: false });
  });

  it('says of a deactivated account that it is', async () => {
    const email = become('Former');
    const former = await organization.createAccount({ fullName: 'Former', email });
    await organization.owner.client.succeed('DELETE', `/users/${former.userId}`);
    const location = (await complete()).headers.get('location');
    expect(location).toBe(`/login/?is_deactivated=${encodeURIComponent(email)}`);
  });

  it('takes an answer once, and in the browser that asked only', async () => {
    await organization.createAccount({ fullName: 'Once', email: become('Once') });
    const { cookie, back } = await arrive();
    const expired = '/login/?error=expired';
    expect((await get(back)).headers.get('location')).toBe(expired);
    expect((await get(back, { cookie: `sign_in=${'x'.repeat(43)}` })).headers.get('location')).toBe(expired);
    expect((await get(back.replace('/oidc/', '/github/'), { cookie: '' })).headers.get('location')).toBe(expired);
    const answers = await Promise.all([get(back, { cookie }), get(back, { cookie })]);
    expect(answers.map(({ headers }) => headers.get('location')).sort()).toEqual(['/', expired]);
    expect((await get(back, { cookie })).headers.get('location')).toBe(expired);
  });

  it('refuses a code that was not given for this sign-in', async () => {
    await organization.createAccount({ fullName: 'Injected', email: become('Injected') });
    const victim = await arrive();
    const attacker = await arrive();
    const code = new URLSearchParams(attacker.back.split('?')[1]).get('code') ?? '';
    const injected = victim.back.replace(/code=[^&]+/, `code=${encodeURIComponent(code)}`);
    const answer = await get(injected, { cookie: victim.cookie });
    expect(answer.headers.get('location')).toBe('/login/?error=provider-failed');
    expect(answer.headers.getSetCookie()).toEqual([]);
  });

  it('ends with the time that an attempt has', async () => {
    become('Late');
    const { cookie, back } = await arrive();
    await inDatabase(cluster, (database) =>
      database.query('test_late', 'UPDATE sign_in_attempt SET expires_at = now() WHERE realm_id = $1', [
        organization.id,
      ]),
    );
    expect((await get(back, { cookie })).headers.get('location')).toBe('/login/?error=expired');
  });

  it.each(['//evil.example', 'https://evil.example/', '/\\evil.example', 'javascript:alert(1)'])(
    'leads nowhere else: %s',
    async (next) => {
      await organization.createAccount({ fullName: 'Led', email: become(`Led${(led += 1)}`) });
      const answer = await complete(`${START}?next=${encodeURIComponent(next)}`);
      expect(answer.headers.get('location')).toBe('/');
    },
  );

  describe('for apps', () => {
    const meOf = async (client: TestClient, email: string, location: string) =>
      client.as(email, keyOf(location)).succeed('GET', '/users/me');

    it('refuses pads that are none', async () => {
      for (const [query, text] of [
        ['mobile_flow_otp=12', 'Invalid OTP'],
        [`desktop_flow_otp=${PAD}0`, 'Invalid OTP'],
        [
          `mobile_flow_otp=${PAD}&desktop_flow_otp=${PAD}`,
          "Can't use both mobile_flow_otp and desktop_flow_otp together.",
        ],
      ]) {
        const { status, text: body } = await get(`${START}?${query}`);
        expect([status, JSON.parse(body).msg]).toEqual([400, text]);
      }
    });

    it('gives phones a key that only they can read, and the browser nothing', async () => {
      const email = become('Phone');
      const person = await organization.createAccount({ fullName: 'Phone', email });
      const answer = await complete(`${START}?mobile_flow_otp=${PAD}`);
      const location = answer.headers.get('location') ?? '';
      expect(answer.status).toBe(302);
      expect(location).toMatch(/^zulip:\/\/login\?otp_encrypted_api_key=[0-9a-f]{64}&email=/);
      const { searchParams } = new URL(location);
      expect([searchParams.get('email'), searchParams.get('user_id'), searchParams.get('realm')]).toEqual([
        email,
        String(person.userId),
        `http://${organization.host}`,
      ]);
      expect(answer.headers.getSetCookie()).toEqual([]);
      expect((await meOf(organization.anonymous, email, location)).user_id).toBe(person.userId);
    });

    it('shows the desktop app a page, and takes what is pasted there once', async () => {
      const page = await get(START, { 'user-agent': DESKTOP_APP });
      expect([page.status, page.headers.get('referrer-policy')]).toEqual([200, 'no-referrer']);
      expect(page.text).toContain('desktop_flow_otp');
      const person = await organization.createAccount({ fullName: 'Desk', email: become('Desk') });
      const answer = await complete(`${START}?desktop_flow_otp=${PAD}`);
      expect(answer.status).toBe(200);
      const token = tokenOf(copiedText(answer.text));
      const path = `/accounts/login/subdomain/${token}`;
      expect((await get(path)).headers.get('location')).toBe('/login/?error=expired');
      const redeemed = await get(path, { cookie: PAD_COOKIE });
      expect(redeemed.headers.get('location')).toBe('/');
      expect((await whoIs(redeemed)).user_id).toBe(person.userId);
      expect((await get(path, { cookie: PAD_COOKIE })).headers.get('location')).toBe('/login/?error=expired');
    });

    it('hands a session that has just begun over, whichever way it began', async () => {
      const person = await organization.createPerson('Handed');
      const browser = await signIn({ ...person, client: organization.anonymous });
      const { location } = await browser.succeed('POST', '/app_sign_in', { mobile_flow_otp: PAD });
      expect((await meOf(organization.anonymous, person.email, location)).user_id).toBe(person.userId);
      await eventually(async () => (await browser.get('/users/me')).status === 401, { timeoutMs: 2_000, stepMs: 50 });
      const second = await signIn({ ...person, client: organization.anonymous });
      const { text } = await second.succeed('POST', '/app_sign_in', { desktop_flow_otp: PAD });
      const redeemed = await get(`/accounts/login/subdomain/${tokenOf(text)}`, { cookie: PAD_COOKIE });
      expect((await whoIs(redeemed)).user_id).toBe(person.userId);
    });

    it('hands nothing else over', async () => {
      const person = await organization.createPerson('Old');
      const browser = await signIn({ ...person, client: organization.anonymous });
      expectError(await browser.post('/app_sign_in', {}), 'Invalid OTP');
      expectError(await browser.post('/app_sign_in', { mobile_flow_otp: 'x' }), 'Invalid OTP');
      await inDatabase(cluster, (database) =>
        database.query(
          'test_old_session',
          `UPDATE user_session SET created_at = now() - interval '11 minutes' WHERE user_id = $1`,
          [person.userId],
        ),
      );
      expectError(await browser.post('/app_sign_in', { mobile_flow_otp: PAD }), 'Sign in again first.');
    });
  });

  it('is configured by owners, who never see the secret again', async () => {
    const { client } = organization.owner;
    const administrator = await organization.createPerson('Administrator', 200);
    for (const [method, path] of [
      ['get', '/realm/sign_in_providers'],
      ['post', '/realm/sign_in_providers'],
      ['delete', `/realm/sign_in_providers/${providerId}`],
      ['patch', `/realm/sign_in_providers/${providerId}`],
      ['post', `/realm/sign_in_providers/${providerId}/test`],
    ] as const) {
      const refused = await administrator.client[method](path);
      expectError(refused, 'Must be an organization owner', { code: 'UNAUTHORIZED_PRINCIPAL' });
    }
    const { sign_in_providers: list } = await client.succeed('GET', '/realm/sign_in_providers');
    expect(JSON.stringify(list)).not.toContain(CLIENT.client_secret);
    const stored = await inDatabase(cluster, (database) =>
      database.query<{ secret: string }>(
        'test_sealed',
        `SELECT encode(sealed_secret, 'escape') AS secret FROM sign_in_provider WHERE id = $1`,
        [providerId],
      ),
    );
    expect(stored[0]?.secret).not.toContain(CLIENT.client_secret);
    await client.succeed('POST', `/realm/sign_in_providers/${providerId}/test`);
    const add = (fields: Record<string, unknown>) =>
      client.post('/realm/sign_in_providers', {
        ...{ kind: 'oidc', key: 'corp', display_name: 'Corp', secret: 's' },
        settings: { issuer: identities.issuer, client_id: 'x' },
        ...fields,
      });
    expectError(await add({}), 'There is such a provider already.');
    expectError(await add({ key: 'Corp!' }), 'The key must have lower-case letters, digits, - and _ only.');
    expectError(await add({ display_name: ' ' }), 'The provider needs a name for its button.');
    expectError(await add({ key: 'b', settings: { client_id: 'x' } }), 'The provider needs its issuer.');
    const mapped = (settings: object) => client.patch(`/realm/sign_in_providers/${providerId}`, { settings });
    const elsewhere = 'A group here cannot have one of the names of groups.';
    expectError(await mapped({ groups: [{ external: 'role:owners' }] }), elsewhere);
    expectError(await mapped({ profile_fields: [{ external: 'x' }] }), 'A claim needs the name of its profile field.');
    expectError(await mapped({ groups_claim: 'x' }), 'A claim with groups needs groups that are groups here.');
    expectError(await client.patch('/realm/sign_in_providers/999999', {}), 'Invalid sign-in provider');
    expectError(await client.delete('/realm/sign_in_providers/999999'), 'Invalid sign-in provider');
    expectError(await client.post('/realm/sign_in_providers/999999/test'), 'Invalid sign-in provider');
    const { body: second } = await add({ key: 'second' });
    const queue = await TestQueue.register(organization.owner, { event_types: ['realm'] });
    await client.succeed('DELETE', `/realm/sign_in_providers/${second.sign_in_provider.id}`);
    expect(await queue.next(isEvent('realm', 'update_dict'))).toMatchObject({ property: 'default' });
    expectError(
      await client.delete(`/realm/sign_in_providers/${second.sign_in_provider.id}`),
      'Invalid sign-in provider',
    );
  });

  it('stays for an owner who comes by nothing else', async () => {
    const { client } = organization.owner;
    const second = await organization.createAccount({ fullName: 'Second', email: become('Second') }, 100);
    await complete();
    const own = 'You could not sign in any more. Keep one of your own ways to sign in.';
    const switches = (isOn: boolean) => ({
      authentication_methods: { Dev: isOn, Email: true, 'OpenID Connect': isOn },
    });
    expectError(await second.client.patch('/realm', switches(false)), own);
    await second.client.succeed('PATCH', '/realm', { authentication_methods: { Dev: false, Email: true } });
    expectError(await second.client.delete(`/realm/sign_in_providers/${providerId}`), own);
    // Others keep theirs.
    await client.succeed('PATCH', '/realm', switches(true));
  });

  it('is set up on the command line, and counts at once', async () => {
    const tool = OperatorTool.of(cluster);
    const other = await createOrganization(cluster);
    const named = ['-o', other.subdomain];
    const secretFile = path.join(mkdtempSync(path.join(tmpdir(), 'stoa-secret-')), 'secret');
    writeFileSync(secretFile, 'a secret\n');
    const made = await tool.json(
      ...['sign-in', 'add', 'oidc', ...named, '--key', 'corp', '--display-name', 'Corp', '--client-id', 'x'],
      ...['--issuer', identities.issuer, '--secret-file', secretFile],
    );
    expect(made).toMatchObject({ name: 'oidc:corp', display_name: 'Corp' });
    const methods = async () =>
      (await other.anonymous.succeed('GET', '/server_settings')).external_authentication_methods;
    expect(await methods()).toMatchObject([{ name: 'oidc:corp', display_name: 'Corp' }]);
    await tool.json('sign-in', 'change', 'oidc:corp', ...named, '--display-name', 'Company', '--auto-signup', 'on');
    const settings = async (...options: string[]) =>
      (await tool.json('sign-in', 'change', 'oidc:corp', ...named, ...options)).settings;
    const groups = await settings('--groups', 'dev', '4f => ops', '--groups-claim', 'teams');
    expect(groups).toMatchObject({
      groups: [{ external: 'dev' }, { external: '4f', local: 'ops' }],
      groups_claim: 'teams',
    });
    expect(await settings('--groups', '*')).toMatchObject({ groups: [{ external: '*' }] });
    const fields = await settings('--profile-fields', 'title => Job title');
    expect(fields).toMatchObject({ profile_fields: [{ external: 'title', local: 'Job title' }] });
    const later = await settings('--groups', 'none', '--groups-claim', 'none', '--max-session-hours', '12');
    expect([later.groups, later.max_session_hours]).toEqual([undefined, 12]);
    expect(await tool.json('sign-in', 'list', ...named)).toMatchObject([
      { name: 'oidc:corp', display_name: 'Company', settings: expect.stringContaining('"auto_signup":true') },
    ]);
    expect(await tool.json('sign-in', 'test', 'oidc:corp', ...named)).toEqual({ name: 'oidc:corp', usable: true });
    await tool.json('sign-in', 'remove', 'oidc:corp', ...named);
    expect(await methods()).toEqual([]);
  });
});
