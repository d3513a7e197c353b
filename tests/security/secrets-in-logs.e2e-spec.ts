import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { TestCluster, TestServers, eventually, freePort, sharedCluster, startServers } from '@stoa/testing';
import { entryOf } from '../support/entries';
import { upload } from '../support/files';
import { mailTo } from '../support/mail';
import { Organization, createOrganization } from '../support/organizations';
import { Person, addPerson, demoPerson, unique } from '../support/people';
import { signUpKeyIn, signUpPages } from '../support/sign-ups';
import { RawRequest, basicAuthorization, rawRequest } from '../support/raw-request';

const SERVICES = ['gateway', 'messages', 'users', 'events', 'presence', 'push'];

const secret = (): string => randomBytes(16).toString('hex');

/** Everything that a log says, and nothing that opens anything. */
describe('secrets', () => {
  let cluster: TestCluster;
  let organization: Organization;
  let ada: Person;
  /** A broker where the services that this starts answer nobody. */
  let servers: TestServers;

  beforeAll(async () => {
    [cluster, servers] = await Promise.all([sharedCluster(), startServers()]);
    organization = await createOrganization(cluster);
    ada = await addPerson(demoPerson(cluster, 'owner'), 'Ada');
  });

  afterAll(() => servers.stop());

  const logs = (): string => {
    const folder = path.join(cluster.dataDir, 'logs');
    return readdirSync(folder)
      .map((name) => readFileSync(path.join(folder, name), 'utf8'))
      .join('\n');
  };
  const raw = (target: string, { person, ...init }: RawRequest & { person?: Person } = {}) =>
    rawRequest(person?.client ?? ada.client.anonymous(), target, init);
  const form = { 'content-type': 'application/x-www-form-urlencoded' };

  /** Requests that succeed, fail, are unknown, and damaged ones, each with a secret. @returns the secrets */
  async function useSecrets(): Promise<Map<string, string>> {
    const wrong = {
      key: secret(),
      password: secret(),
      token: secret(),
      header: secret(),
      name: secret(),
      body: secret(),
    };
    const next = secret();
    const authorization = basicAuthorization(ada.email, wrong.key);
    await raw('/api/v1/users/me', { headers: { authorization } });
    await raw('/api/v1/users/me', { headers: { authorization: `Bearer ${wrong.header}` } });
    await raw(`/user_uploads/1/ab/cd/x.txt?api_key=${wrong.key}`);
    await raw(`/user_uploads/1/ab/cd/x.txt?api_key=${ada.apiKey}`);
    await raw(`/nowhere/${wrong.token}?api_key=${ada.apiKey}`);
    await raw(`/api/v1/users/me?api_key=${ada.apiKey}&password=${wrong.password}`, { person: ada });
    await raw('/api/v1/messages', {
      method: 'POST',
      headers: form,
      body: `api_key=${wrong.body}&%zz=%ff`,
      person: ada,
    });
    await raw('/api/v1/messages', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: `{"password":"${wrong.body}"}`,
    });
    await ada.client.post('/fetch_api_key', { username: ada.email, password: wrong.password });
    const fetched = await ada.client
      .anonymous()
      .succeed('POST', '/fetch_api_key', { username: ada.email, password: ada.password });
    await ada.client.patch('/settings', { old_password: wrong.password, new_password: next });
    await ada.client.patch('/settings', { old_password: ada.password, new_password: next });
    await ada.client.post('/users/me/apns_device_token', { token: wrong.token, appid: 'org.example.App' });
    await ada.client.post('/users/me/android_gcm_reg_id', { token: wrong.token });
    const bot = await ada.client.succeed('POST', '/bots', { full_name: wrong.name, short_name: wrong.name });
    const { api_key: ownKey } = await ada.client.succeed('POST', '/users/me/api_key/regenerate');
    const file = { name: 'a.txt', content: Buffer.from(wrong.body), type: 'text/plain' };
    const { body: uploaded } = await upload({ ...ada, client: ada.client.as(ada.email, ownKey) }, { file });
    const keys = [...(await useInvitation()), ...(await useSignIns())];
    return new Map([
      ...Object.entries(wrong).filter(([name]) => name !== 'name'),
      ['credentials', authorization.slice('Basic '.length)],
      ['new password', next],
      ['password', ada.password],
      ['first key', ada.apiKey],
      ['fetched key', fetched.api_key],
      ['new key', ownKey],
      ['key of a bot', bot.api_key],
      ['path of a file', String(uploaded.url).split('/')[4] ?? ''],
      ...keys,
    ]);
  }

  async function useInvitation(): Promise<[string, string][]> {
    const address = `${unique('invitee').replace(' ', '-')}@people.example`;
    const { owner } = organization;
    await owner.client.succeed('POST', '/invites', { invitee_emails: address, stream_ids: [] });
    const { text } = await mailTo(cluster, address);
    const key = signUpKeyIn(text);
    const password = secret();
    const pages = signUpPages(organization.anonymous);
    expect((await pages.open(key)).status).toBe(200);
    expect((await pages.signUp(key, '', password)).status).toBe(400);
    return [
      ...(await useForgottenPassword()),
      ['key of an invitation', key],
      ['password of an invited person', password],
    ];
  }

  /** What travels between browsers, apps, providers and programs while somebody signs in. */
  async function useSignIns(): Promise<[string, string][]> {
    const pad = secret() + secret();
    const used = {
      ...{ code: secret(), state: secret(), assertion: secret(), jwt: `${secret()}.${secret()}.x`, session: secret() },
      ...{
        browser: secret(),
        pasted: secret(),
        logOut: secret(),
        scim: secret(),
        proxy: secret(),
        credential: secret(),
      },
    };
    const cookie = `sessionid=${used.session}; sign_in=${used.browser}; posted_sign_in=${used.browser}`;
    const headers = { cookie };
    const post = (target: string, fields: Record<string, string>) =>
      raw(target, { method: 'POST', headers, body: new URLSearchParams(fields) });
    await raw(`/accounts/login/social/oidc/corp?mobile_flow_otp=${pad}`, { headers });
    await raw(`/complete/oidc/?code=${used.code}&state=${used.state}`, { headers });
    await raw(`/accounts/login/subdomain/${used.pasted}`, { headers });
    await raw('/accounts/login/sso/', { headers: { ...headers, 'x-remote-user-secret': used.proxy } });
    await raw('/scim/v2/Users', { headers: { authorization: `Bearer ${used.scim}` } });
    await post('/complete/saml/', { SAMLResponse: used.assertion, RelayState: used.state });
    await post('/complete/apple/', { native_flow: 'true', id_token: used.jwt, mobile_flow_otp: pad });
    await post('/complete/oidc/logout', { logout_token: used.logOut });
    await post('/accounts/login/jwt/', { token: used.jwt });
    await ada.client.anonymous().post('/jwt/fetch_api_key', { token: used.jwt });
    await ada.client.browser().post('/login/passkey', {
      login_token: used.credential,
      credential: { id: used.credential, response: {} },
    });
    return [['pad', pad], ...Object.entries(used)];
  }

  async function useForgottenPassword(): Promise<[string, string][]> {
    const person = await organization.createPerson('Forgetful');
    const page = person.client.browser();
    await page.succeed('POST', '/password_reset', { email: person.email });
    const { text } = await mailTo(cluster, person.email);
    const key = /\/accounts\/password\/reset\/(\w+)/.exec(text)?.[1] ?? 'no key';
    const password = `${secret()} quartz7 lemur`;
    expect((await page.post('/password_reset/set', { key, new_password: password })).status).toBe(200);
    return [
      ['key of a new password', key],
      ['password that replaces one', password],
    ];
  }

  function found(text: string, secrets: ReadonlyMap<string, string>): string[] {
    for (const [name, value] of secrets) if (value.length < 8) throw new Error(`${name} is no secret`);
    return [...secrets].flatMap(([name, value]) => {
      const line = text.split('\n').find((candidate) => candidate.includes(value));
      return line === undefined ? [] : [`${name}: ${line.slice(0, 400)}`];
    });
  }

  it('that clients send are in no log', async () => {
    const secrets = await useSecrets();
    expect(found(logs(), secrets)).toEqual([]);
  });

  it('of the installation are in no log', () => {
    const settings: Record<string, unknown> = JSON.parse(
      readFileSync(path.join(cluster.dataDir, 'settings.json'), 'utf8'),
    );
    const named = Object.entries(settings).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
    const secrets = named.filter(([name]) => /secret|password|key/i.test(name));
    expect(secrets.length).toBeGreaterThanOrEqual(4);
    const keys = cluster.description.accounts.map(({ email, api_key: key }): [string, string] => [email, key]);
    expect(found(logs(), new Map([...secrets, ...keys]))).toEqual([]);
  });

  it.each(SERVICES)('of connections that fail are not told by %s', async (service) => {
    const [closed, port] = [await freePort(), await freePort()];
    const secrets = new Map(
      ['database', 'redis', 'nats', 'store', 'keys', 'push', 'mail'].map((name) => [name, secret()]),
    );
    const of = (name: string) => secrets.get(name) ?? '';
    const environment = {
      STOA_DATABASE_URL: `postgresql://stoa:${of('database')}@127.0.0.1:${closed}/stoa`,
      STOA_REDIS_URL: `redis://default:${of('redis')}@127.0.0.1:${closed}`,
      STOA_API_KEY_SECRET: of('keys'),
      STOA_PUSH_KEY_SECRET: Buffer.from(of('push')).toString('base64'),
      STOA_PUSH_RELAY_ORG_KEY: of('store'),
      STOA_MAIL_URL: `smtp://stoa:${of('mail')}@127.0.0.1:${closed}`,
      STOA_EXTERNAL_HOST: 'chat.example',
      STOA_HTTP_PORT: String(port),
      STOA_INTERNAL_PORT: '0',
      STOA_LOG_LEVEL: 'debug',
    };
    const run = (url: string) => outputOf(service, { ...environment, STOA_NATS_URL: url });
    const [connected, unconnected] = await Promise.all([
      run(servers.natsUrl),
      run(`nats://stoa:${of('nats')}@127.0.0.1:${closed}`),
    ]);
    expect(found(connected + unconnected, secrets)).toEqual([]);
  });
});

/** What a service says of servers that it cannot reach, until it has said so. */
async function outputOf(service: string, environment: Record<string, string>): Promise<string> {
  const child = spawn(process.execPath, [entryOf(service)], {
    env: { PATH: process.env.PATH, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (data: Buffer) => (output += data.toString()));
  child.stderr.on('data', (data: Buffer) => (output += data.toString()));
  try {
    await eventually(
      () => /ECONNREFUSED|not reachable|cannot|refused|CONNECTION/i.test(output) || child.exitCode !== null,
      { timeoutMs: 300_000 },
    );
  } finally {
    child.kill('SIGKILL');
  }
  expect(output).not.toBe('');
  return output;
}
