import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { inflateRawSync } from 'node:zlib';
import { type TestClient, type TestCluster, eventually, sharedCluster } from '@stoa/testing';
import { makeKeyPair } from '../../apps/users/src/test-support/prescribed-saml';
import { PAD, keyOf } from '../support/app-pads';
import { signIn } from '../support/browsers';
import { inDatabase } from '../support/database';
import { expectError } from '../support/expectations';
import { OperatorTool } from '../support/operator-tool';
import { Organization, atOwnHost, createOrganization } from '../support/organizations';
import { type RawAnswer, rawRequest } from '../support/raw-request';
import { SamlProvider } from '../support/saml-provider';

const START = '/accounts/login/social/saml/corp';
const CALLBACK = '/complete/saml/';
const EXPIRED = '/login/?error=expired';

describe('sign-in with a provider of SAML', () => {
  const identities = new SamlProvider();
  const own = makeKeyPair();
  let cluster: TestCluster;
  let organization: Organization;
  let providerId: number;
  let metadata: string;

  const settings = () => ({
    ...{ issuer: identities.issuer, sso_url: identities.ssoUrl, certificates: [identities.certificate] },
    auto_signup: true,
  });
  const configure = (change: Record<string, unknown>) =>
    organization.owner.client.succeed('PATCH', `/realm/sign_in_providers/${providerId}`, { settings: change });
  const get = (path: string, headers: Record<string, string> = {}): Promise<RawAnswer> =>
    rawRequest(organization.anonymous, path, { headers });
  const post = (form: URLSearchParams, cookie = '', path = CALLBACK): Promise<RawAnswer> =>
    rawRequest(organization.anonymous, path, { method: 'POST', body: form, headers: { cookie } });
  const leadsTo = ({ headers }: RawAnswer) => headers.get('location');

  beforeAll(async () => {
    cluster = await sharedCluster();
    organization = await atOwnHost(cluster, await createOrganization(cluster));
    const { sign_in_provider: made } = await organization.owner.client.succeed('POST', '/realm/sign_in_providers', {
      ...{ kind: 'saml', key: 'corp', display_name: 'Corp', secret: own.key + own.certificate, settings: settings() },
    });
    providerId = made.id;
    const { pathname, search } = new URL(made.metadata_url);
    expect(pathname + search).toBe('/saml/metadata.xml?idp=corp');
    const answer = await get(pathname + search);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/xml; charset=utf-8']);
    metadata = answer.text;
  });

  const become = (name: string) => {
    const email = `${name.toLowerCase()}-${organization.subdomain}@people.example`;
    identities.person = { nameId: `id-${name}`, email, name: `${name} Person` };
    return email;
  };

  /** To the provider and back, as far as the form that the browser posts, with the cookie that comes with it. */
  async function arrive(path = START, headers: Record<string, string> = {}) {
    const started = await get(path, headers);
    expect(started.status).toBe(302);
    const cookies = started.headers.getSetCookie().map((set) => set.split(';')[0] ?? '');
    const cookie = cookies.find((pair) => pair.startsWith('posted_sign_in=')) ?? '';
    return { cookie, form: await identities.visit(leadsTo(started) ?? '', metadata) };
  }

  const whoIs = async (answer: RawAnswer): Promise<{ user_id: number; full_name: string }> => {
    const set = answer.headers.getSetCookie().find((one) => one.startsWith('sessionid=')) ?? '';
    const me = await organization.anonymous.browser(set.split(';')[0]).succeed('GET', '/users/me');
    return { user_id: me.user_id, full_name: me.full_name };
  };

  it('tells providers what they have to know, and clients that there is one', async () => {
    expect(metadata).toContain('AuthnRequestsSigned="true"');
    expect(metadata).toContain(CALLBACK);
    // Keys are those for one provider: the address without its name has them as long as it is the only one.
    expect((await get('/saml/metadata.xml')).text).toContain('X509Certificate');
    expect((await get('/saml/metadata.xml?idp=other')).status).toBe(404);
    const { external_authentication_methods: methods } = await organization.anonymous.succeed(
      'GET',
      '/server_settings',
    );
    const signup = '/accounts/register/social/saml/corp';
    expect(methods).toEqual([
      { name: 'saml:corp', display_name: 'Corp', display_icon: null, login_url: START, signup_url: signup },
    ]);
  });

  it('makes an account of who is new, and finds it the second time', async () => {
    const email = become('Ada');
    const { cookie, form } = await arrive(`${START}?next=%2F%23inbox`);
    const first = await post(form, cookie);
    expect([first.status, leadsTo(first)]).toEqual([302, '/#inbox']);
    const ada = await whoIs(first);
    expect(ada.full_name).toBe('Ada Person');
    identities.person = { ...identities.person, email: `other-${email}` };
    const again = await arrive();
    expect(await whoIs(await post(again.form, again.cookie))).toEqual(ada);
  });

  it('ends the session that the browser had, whose cookie does not come with the form', async () => {
    const before = await organization.createPerson('Before');
    const browser = await signIn({ ...before, client: organization.anonymous });
    become('After');
    const { cookie, form } = await arrive(START, { cookie: browser.cookie ?? '' });
    expect((await whoIs(await post(form, cookie))).full_name).toBe('After Person');
    expect((await browser.get('/users/me')).status).toBe(401);
  });

  it('takes an answer once, and in the browser that asked only', async () => {
    become('Once');
    const { cookie, form } = await arrive();
    expect(leadsTo(await post(form))).toBe(EXPIRED);
    expect(leadsTo(await post(form, `posted_sign_in=${'x'.repeat(43)}`))).toBe(EXPIRED);
    expect(leadsTo(await get(`${CALLBACK}?${form.toString()}`, { cookie }))).toBe('/login/');
    expect(leadsTo(await post(form, cookie, '/complete/oidc/'))).toBe(EXPIRED);
    const answers = await Promise.all([post(form, cookie), post(form, cookie)]);
    expect(answers.map(leadsTo).sort()).toEqual(['/', EXPIRED]);
    expect(leadsTo(await post(form, cookie))).toBe(EXPIRED);
  });

  it('refuses an answer that is not for this sign-in, or not as it was signed', async () => {
    become('Mallory');
    const [victim, attacker] = [await arrive(), await arrive()];
    const swapped = new URLSearchParams(attacker.form);
    swapped.set('RelayState', victim.form.get('RelayState') ?? '');
    const foreign = await post(swapped, victim.cookie);
    expect([leadsTo(foreign), foreign.headers.getSetCookie()]).toEqual(['/login/?error=provider-failed', []]);
    const { cookie, form } = await arrive();
    const xml = Buffer.from(form.get('SAMLResponse') ?? '', 'base64').toString();
    form.set('SAMLResponse', Buffer.from(xml.replaceAll('id-Mallory', 'id-Ada')).toString('base64'));
    expect(leadsTo(await post(form, cookie))).toBe('/login/?error=provider-failed');
  });

  it('sends who was not sent to the provider away, or there', async () => {
    become('Tile');
    const { cookie, form } = await arrive();
    const unasked = (state: string | null) => {
      const other = new URLSearchParams({ SAMLResponse: form.get('SAMLResponse') ?? '' });
      if (state !== null) other.set('RelayState', state);
      return post(other, cookie);
    };
    for (const state of [null, '', '{"subdomain":"x"}']) {
      expect(leadsTo(await unasked(state))).toBe('/login/?error=unsolicited');
    }
    await configure({ idp_initiated: 'redirect' });
    expect(leadsTo(await unasked(null))).toBe(START);
    const nothing = await post(new URLSearchParams({ SAMLResponse: 'x' }));
    expect(leadsTo(nothing)).toBe('/login/?error=unsolicited');
    await configure({ idp_initiated: null });
  });

  describe('that ends sessions', () => {
    const arriveAs = async (name: string) => {
      become(name);
      const { cookie, form } = await arrive();
      const answer = await post(form, cookie);
      const set = answer.headers.getSetCookie().find((one) => one.startsWith('sessionid=')) ?? '';
      return organization.anonymous.browser(set.split(';')[0]);
    };
    const statusOf = async (browser: TestClient) => (await browser.get('/users/me')).status;

    beforeAll(async () => {
      await configure({ slo_url: identities.sloUrl });
      metadata = (await get('/saml/metadata.xml?idp=corp')).text;
    });
    afterAll(() => configure({ slo_url: null }));

    it('is told where log-outs go', () => {
      expect(metadata).toContain(`bindings:HTTP-Redirect" Location="http://${organization.host}${CALLBACK}"`);
    });

    it('signs people out of the one session that is over there, or of all', async () => {
      const [here, there] = [await arriveAs('Leaver'), await arriveAs('Leaver')];
      const sessions = identities.sessions.slice(-2);
      const request = identities.logOutUrl(metadata, 'id-Leaver', sessions[0]);
      const answer = await get(request);
      expect(await identities.readLogOutAnswer(leadsTo(answer) ?? '', metadata)).toContain('Success');
      expect([await statusOf(here), await statusOf(there)]).toEqual([401, 200]);
      expect(leadsTo(await get(request))).toBe('/login/');
      const third = await arriveAs('Leaver');
      expect(leadsTo(await get(identities.logOutUrl(metadata, 'id-Leaver')))).toContain(`${identities.sloUrl}?`);
      expect([await statusOf(there), await statusOf(third)]).toEqual([401, 401]);
      const nobody = await get(identities.logOutUrl(metadata, 'id-Nobody'));
      const refused = identities.readLogOutAnswer(leadsTo(nobody) ?? '', metadata);
      await expect(refused).rejects.toThrow('UnknownPrincipal');
    });

    it('ends keys as well, where owners want that', async () => {
      const email = become('Keys');
      const { cookie, form } = await arrive(`${START}?mobile_flow_otp=${PAD}`);
      const phone = organization.anonymous.as(email, keyOf(leadsTo(await post(form, cookie)) ?? ''));
      await get(identities.logOutUrl(metadata, 'id-Keys'));
      expect(await statusOf(phone)).toBe(200);
      await configure({ logout_ends_keys: true });
      await get(identities.logOutUrl(metadata, 'id-Keys'));
      await eventually(async () => (await statusOf(phone)) === 401, { timeoutMs: 2_000, stepMs: 50 });
      await configure({ logout_ends_keys: null });
    });

    it('believes nobody else', async () => {
      const browser = await arriveAs('Stayer');
      const request = identities.logOutUrl(metadata, 'id-Stayer');
      for (const forged of [
        request.replace(/&Signature=[^&]*/, ''),
        request.replace(/Signature=..../, 'Signature=AAAA'),
        request.replace(/SigAlg=[^&]*/, `SigAlg=${encodeURIComponent('http://www.w3.org/2000/09/xmldsig#rsa-sha1')}`),
        `${request}&SAMLRequest=x`,
        `${CALLBACK}?SAMLRequest=x&SigAlg=x&Signature=x`,
      ]) {
        expect(leadsTo(await get(forged))).toBe('/login/');
      }
      expect(await statusOf(browser)).toBe(200);
    });

    it('hears of it when somebody signs out here, if it wants to', async () => {
      expect((await (await arriveAs('Out')).succeed('POST', '/logout')).provider_url).toBeUndefined();
      await configure({ logs_out_at_provider: true });
      const browser = await arriveAs('Out');
      const { provider_url: url } = await browser.succeed('POST', '/logout');
      const told = await identities.readLogOut(url, metadata);
      expect(told).toEqual({ nameId: 'id-Out', sessionIndex: identities.sessions.at(-1) });
      expect(await statusOf(browser)).toBe(401);
      expect(leadsTo(await get(`${CALLBACK}?SAMLResponse=x`))).toBe('/login/');
      const form = await rawRequest(organization.anonymous, '/accounts/logout/', {
        method: 'POST',
        body: new URLSearchParams(),
        headers: { origin: `http://${organization.host}`, cookie: (await arriveAs('Out')).cookie ?? '' },
      });
      expect(leadsTo(form)).toContain(`${identities.sloUrl}?SAMLRequest=`);
      await configure({ logs_out_at_provider: null });
    });
  });

  it('confirms who is signed in, when the person signs in there again', async () => {
    const email = become('Confirmed');
    const first = await arrive();
    const set = (answer: RawAnswer) => answer.headers.getSetCookie().find((one) => one.startsWith('sessionid=')) ?? '';
    const browser = organization.anonymous.browser(set(await post(first.form, first.cookie)).split(';')[0]);
    const old = "UPDATE user_session SET authenticated_at = now() - interval '11 minutes' WHERE user_id = $1";
    const { user_id: userId } = await browser.succeed('GET', '/users/me');
    await inDatabase(cluster, (database) => database.query('test_old_sign_in', old, [userId]));
    const providers = [{ provider: 'saml:corp', display_name: 'Corp' }];
    expect(await browser.succeed('GET', '/confirmation')).toMatchObject({ needed: 'sign-in', providers });
    const begun = await browser.post('/confirmation', { provider: 'saml:corp', next: '/#settings' });
    const request = new URL(begun.body.location).searchParams.get('SAMLRequest') ?? '';
    expect(inflateRawSync(Buffer.from(request, 'base64')).toString()).toContain('ForceAuthn="true"');
    const cookie = begun.headers.getSetCookie().find((one) => one.startsWith('posted_sign_in=')) ?? '';
    const answer = await post(await identities.visit(begun.body.location, metadata), cookie.split(';')[0]);
    expect(leadsTo(answer)).toBe('/?confirmation=done#settings');
    const confirmed = organization.anonymous.browser(set(answer).split(';')[0]);
    expect(await confirmed.succeed('POST', '/fetch_api_key', { password: '' })).toMatchObject({ email });
  });

  it('gives phones their key', async () => {
    const email = become('Phone');
    const { cookie, form } = await arrive(`${START}?mobile_flow_otp=${PAD}`);
    const answer = await post(form, cookie);
    const { protocol, searchParams } = new URL(leadsTo(answer) ?? '');
    expect([protocol, searchParams.get('email')]).toEqual(['zulip:', email]);
    expect(answer.headers.getSetCookie()).toEqual([]);
  });

  it('is refused in words where it is set up wrongly', async () => {
    const { client } = organization.owner;
    const add = (fields: Record<string, unknown>, kind = 'saml') =>
      client.post('/realm/sign_in_providers', {
        ...{ kind, key: 'second', display_name: 'Second', secret: '', settings: settings() },
        ...fields,
      });
    const wrong = (change: Record<string, unknown>) => add({ settings: { ...settings(), ...change } });
    expectError(await wrong({ sso_url: 'x' }), 'The provider needs its sso_url, which begins with https://.');
    expectError(await wrong({ slo_url: 'ftp://x' }), 'The slo_url must begin with https://.');
    expectError(await wrong({ logs_out_at_provider: true }), 'The provider needs its slo_url.');
    const lacking = 'The provider needs a certificate, by which its answers are known.';
    expectError(await wrong({ certificates: [] }), lacking);
    const unreadable = 'A certificate cannot be read, or is not that of an RSA key of 2048 bits or more.';
    expectError(await wrong({ certificates: ['x'] }), unreadable);
    expectError(await add({ secret: 'x' }), 'The secret must be an RSA key and its certificate, both as PEM.');
    expectError(await add({}, 'oidc'), 'Only SAML has certificates, attributes and a sso_url.');
  });

  it('is set up on the command line', async () => {
    const tool = OperatorTool.of(cluster);
    const other = await createOrganization(cluster);
    const named = ['-o', other.subdomain];
    const folder = mkdtempSync(path.join(tmpdir(), 'stoa-saml-'));
    const [certificate, keys] = ['idp.pem', 'sp.pem'].map((name) => path.join(folder, name));
    writeFileSync(certificate ?? '', identities.certificate);
    writeFileSync(keys ?? '', own.certificate + own.key);
    const made = await tool.json(
      ...['sign-in', 'add', 'saml', ...named, '--key', 'corp', '--display-name', 'Corp', '--issuer', 'urn:corp'],
      ...['--sso-url', identities.ssoUrl, '--certificate-file', certificate ?? '', '--signs', 'response'],
    );
    expect(made).toMatchObject({ name: 'saml:corp', settings: { signs: 'response', issuer: 'urn:corp' } });
    const address = '/saml/metadata.xml?idp=corp';
    const certificates = async () => (await rawRequest(other.anonymous, address)).text.includes('X509Certificate');
    expect(await certificates()).toBe(false);
    await tool.json('sign-in', 'change', 'saml:corp', ...named, '--secret-file', keys ?? '');
    expect(await certificates()).toBe(true);
    expect(await tool.json('sign-in', 'test', 'saml:corp', ...named)).toEqual({ name: 'saml:corp', usable: true });
  });
});
