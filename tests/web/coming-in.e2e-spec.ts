import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type TestCluster, eventually, sharedCluster } from '@stoa/testing';
import { SignJWT } from 'jose';
import type { Page } from 'playwright-core';
import { makeKeyPair } from '../../apps/users/src/test-support/prescribed-saml';
import { BASE, DirectoryServer, MANAGER, MANAGER_PASSWORD } from '../../apps/users/src/test-support/directory-server';
import { mailTo } from '../support/mail';
import { OperatorTool } from '../support/operator-tool';
import { pathOf } from '../support/pages';
import { type Person, addPerson, demoPerson, unique } from '../support/people';
import { uniqueName } from '../support/person';
import { SamlProvider } from '../support/saml-provider';
import { signUpKeyFor } from '../support/sign-ups';
import { StandInProviders, postingPage } from '../support/stand-in-providers';
import { findingsOf } from './support/axe';
import { useVisits } from './support/visits';
import { type WebOrganization, createWebOrganization } from './support/web-organization';

const STRONG = 'granite3-otter-77';

describe('coming in without a session', () => {
  let cluster: TestCluster;
  let organization: WebOrganization;
  let member: Person;
  const visits = useVisits(() => organization);

  beforeAll(async () => {
    cluster = await sharedCluster();
    organization = await createWebOrganization(cluster);
    member = await addPerson(organization.owner, 'Forgetful');
  });

  it('is possible with a new password, by a link that works once', async () => {
    const page = await visits.stranger('/login/');
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await page.getByRole('heading', { name: 'Forgot your password?' }).waitFor();
    expect(await findingsOf(page)).toEqual([]);
    await page.getByLabel('Email').fill(member.email);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Check your mail' }).waitFor();
    const link = /https?:\S+\/accounts\/password\/reset\/\S+/.exec((await mailTo(cluster, member.email)).text)?.[0];
    const path = pathOf(link ?? 'no link');
    await page.goto(path);
    const field = page.getByLabel('New password', { exact: true });
    await field.fill('password');
    await page.getByText('Too easy to guess').waitFor();
    expect(await findingsOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'Set the password' }).click();
    await field.fill(STRONG);
    await page.getByText('Too easy to guess').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Set the password' }).click();
    await page.getByRole('heading', { name: 'Your password has been changed' }).waitFor();
    await page.getByRole('link', { name: 'Sign in' }).click();
    await page.getByLabel('Email').fill(member.email);
    await page.getByLabel('Password').fill(STRONG);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Inbox', level: 1 }).waitFor();
    // Whoever changes it again is told how good the next one is, too.
    await page.goto('/#settings/account-and-privacy');
    await page.getByRole('button', { name: 'Change', exact: true }).nth(1).click();
    const change = page.getByRole('dialog', { name: 'Change the password' });
    await change.getByLabel('Current password').fill(STRONG);
    await change.getByLabel(/^New password/).fill('password');
    await change.getByText('Too easy to guess').waitFor();
    expect(await change.getByRole('button', { name: 'Change the password' }).isDisabled()).toBe(true);
    await change.getByLabel(/^New password/).fill(`${STRONG} again`);
    await change.getByText('Too easy to guess').waitFor({ state: 'detached' });
    await change.getByRole('meter').waitFor();
    expect(await change.getByRole('button', { name: 'Change the password' }).isEnabled()).toBe(true);
    await page.goto(path);
    await page.getByRole('heading', { name: 'This link has been used' }).waitFor();
    await page.getByRole('link', { name: 'Ask for a new link' }).click();
    await page.getByRole('heading', { name: 'Forgot your password?' }).waitFor();
  });

  it('is possible with a new account, by an invitation that several may use', async () => {
    const { invite_link: link } = await organization.owner.client.succeed('POST', '/invites/multiuse', {});
    const page = await visits.stranger(pathOf(link));
    await page.getByRole('heading', { name: /^Join / }).waitFor();
    expect(await findingsOf(page)).toEqual([]);
    await page.getByLabel('Email').fill('newcomer@mailinator.com');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Use an address that lasts' }).waitFor();
    await page.getByRole('link', { name: 'Use another address' }).click();
    const email = `${unique('newcomer').replaceAll(' ', '-')}@people.example`;
    await page.getByLabel('Email').fill(email);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Check your mail' }).waitFor();
    const path = `/accounts/do_confirm/${await signUpKeyFor(cluster, email)}`;
    await page.goto(path);
    await page.getByLabel('Full name').fill(unique('Newcomer'));
    await page.getByLabel('Password', { exact: true }).fill(STRONG);
    expect(await findingsOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'Make the account' }).click();
    await page.getByRole('heading', { name: 'Inbox', level: 1 }).waitFor();
    await page.goto(path);
    await page.getByRole('heading', { name: 'This link has been used' }).waitFor();
  });

  it('changes an address when the button is pressed, not when the link is opened', async () => {
    const person = await addPerson(organization.owner, 'Mover');
    const email = `moved-${person.email}`;
    await person.client.succeed('PATCH', '/settings', { email });
    const link = /https?:\S+\/accounts\/confirm_new_email\/\w+/.exec((await mailTo(cluster, email)).text)?.[0];
    const page = await visits.stranger(pathOf(link ?? 'no link'));
    await page.getByRole('heading', { name: 'Change your address' }).waitFor();
    expect(await findingsOf(page)).toEqual([]);
    expect((await person.client.succeed('GET', '/users/me')).delivery_email).toBe(person.email);
    await page.getByRole('button', { name: 'Change the address' }).click();
    await page.getByRole('heading', { name: 'Your address has been changed' }).waitFor();
    expect((await person.client.as(email, person.apiKey).succeed('GET', '/users/me')).delivery_email).toBe(email);
  });

  it('finds organizations by mail', async () => {
    const page = await visits.stranger('/accounts/find/');
    await page.getByLabel('Email addresses').fill(member.email);
    expect(await findingsOf(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Check your mail' }).waitFor();
  });

  it('says so in German where a link leads nowhere', async () => {
    const page = await visits.stranger('/accounts/password/reset/0123456789/', { locale: 'de-DE' });
    await page.getByRole('heading', { name: 'Dieser Link führt nirgendwohin' }).waitFor();
  });
});

/** At the address of the cluster itself: providers lead back to the organization's own, whose port has to be right. */
describe('coming in by what vouches for people', () => {
  const ROOT = ['-o', 'root'];
  let tool: OperatorTool;
  let url: string;
  let owner: Person;
  let providers: StandInProviders;
  const saml = new SamlProvider();
  const folder = mkdtempSync(path.join(tmpdir(), 'stoa-coming-in-'));
  const visits = useVisits(() => ({ url, leadsTo: [providers.url] }));
  let people = 0;

  beforeAll(async () => {
    const cluster = await sharedCluster();
    tool = OperatorTool.of(cluster);
    url = cluster.description.base_url;
    owner = demoPerson(cluster, 'owner');
    providers = await StandInProviders.start();
  });
  afterEach(async () => {
    const { sign_in_providers: made } = await owner.client.succeed('GET', '/realm/sign_in_providers');
    for (const { id } of made) await owner.client.succeed('DELETE', `/realm/sign_in_providers/${id}`);
  });
  afterAll(() => providers.stop());

  const file = (name: string, content: string): string => {
    const where = path.join(folder, name);
    writeFileSync(where, content);
    return where;
  };
  const addProvider = (kind: string, settings: object, secret = '') =>
    owner.client.succeed('POST', '/realm/sign_in_providers', {
      ...{ kind, key: kind === 'saml' ? 'corp' : undefined, display_name: kind, secret },
      settings: { auto_signup: true, trusts_name: true, ...settings },
    });
  const become = (firstName: string) => {
    const { fullName, email } = uniqueName(firstName);
    providers.person = { id: ++people, email, name: fullName };
    saml.person = { nameId: `name-${people}`, email, name: fullName };
    return { fullName, email };
  };
  const usersNamed = async (wanted: string) => {
    const { members } = await owner.client.succeed('GET', '/users');
    return members.filter(({ full_name: name }: { full_name: string }) => name === wanted);
  };
  const inbox = (page: Page) => page.getByRole('heading', { name: 'Inbox', level: 1 }).waitFor();
  const follow = async (page: Page, kind: string) => {
    await page.getByRole('link', { name: `Continue with ${kind}` }).click();
  };

  it.each([
    ['github', () => addProvider('github', { issuer: providers.url, client_id: 'stoa' }, 'secret')],
    ['gitlab', () => addProvider('gitlab', { issuer: providers.url, client_id: 'stoa' }, 'secret')],
    [
      'apple',
      () => {
        const ids = { team_id: 'TEAM000001', key_id: 'KEY0000001' };
        return addProvider('apple', { issuer: providers.url, client_id: 'stoa', ...ids }, providers.appleKey);
      },
    ],
  ])('is possible with %s: the first time makes the account, the second finds it', async (kind, add) => {
    await add();
    const { fullName } = become(kind);
    for (let time = 0; time < 2; time++) {
      const page = await visits.stranger('/login/');
      await follow(page, kind);
      await inbox(page);
    }
    expect(await usersNamed(fullName)).toHaveLength(1);
  });

  it('is possible with SAML: the first time makes the account, the second finds it', async () => {
    const ssoUrl = `${providers.url}/saml`;
    const own = makeKeyPair();
    const settings = { issuer: saml.issuer, sso_url: ssoUrl, certificates: [saml.certificate] };
    await addProvider('saml', settings, own.key + own.certificate);
    const { fullName } = become('Sam');
    const metadata = await (await fetch(`${url}/saml/metadata.xml?idp=corp`)).text();
    providers.answerSaml = async (location) =>
      postingPage(`${url}/complete/saml/`, await saml.visit(location, metadata));
    for (let time = 0; time < 2; time++) {
      const page = await visits.stranger('/login/');
      await follow(page, 'saml');
      await inbox(page);
    }
    expect(await usersNamed(fullName)).toHaveLength(1);
  });

  it('is possible behind a proxy that names people, which asks newcomers for a name', async () => {
    await addProvider('remoteuser', {});
    const { fullName, email } = become('Rem');
    const visit = async (headers: Record<string, string>) => {
      const page = await visits.stranger('/login/');
      await page.route('**/accounts/login/start/sso/*', (route) =>
        route.continue({ headers: { ...route.request().headers(), ...headers } }),
      );
      await follow(page, 'remoteuser');
      return page;
    };
    const proxy = { 'x-remote-user': email, 'x-remote-user-secret': 'a secret of the proxy' };
    const first = await visit(proxy);
    await first.getByLabel('Full name').fill(fullName);
    await first.getByRole('button', { name: 'Make the account' }).click();
    await inbox(first);
    await inbox(await visit(proxy));
    expect(await usersNamed(fullName)).toHaveLength(1);
    const stranger = await visit({ 'x-remote-user': email });
    await stranger.getByRole('alert').filter({ hasText: /\S/ }).waitFor();
  });

  it('is possible from a page of a program with a token', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519');
    const key = file('portal.pem', publicKey.export({ type: 'spki', format: 'pem' }).toString());
    await tool.json('jwt-keys', 'add', 'portal', ...ROOT, '--key-file', key, '--algorithm', 'EdDSA');
    await addProvider('jwt', { origins: [providers.url] });
    const { fullName, email } = become('Jay');
    for (let time = 0; time < 2; time++) {
      const token = await new SignJWT({ email, sub: email, name: fullName, aud: url, jti: String(time) })
        .setProtectedHeader({ alg: 'EdDSA' })
        .setExpirationTime('2 minutes')
        .sign(privateKey);
      const page = await visits.stranger('/login/');
      const form = postingPage(`${url}/accounts/login/jwt/`, new URLSearchParams({ token, next: '/#inbox' }));
      await page.route(`${providers.url}/portal`, (route) => route.fulfill({ contentType: 'text/html', body: form }));
      await page.goto(`${providers.url}/portal`);
      await inbox(page);
    }
    expect(await usersNamed(fullName)).toHaveLength(1);
    await tool.json('jwt-keys', 'remove', 'portal', ...ROOT);
  });

  it('is possible with a directory’s password, by name and by address, until the entry is gone', async () => {
    const server = await DirectoryServer.start();
    try {
      const uid = unique('lea').toLowerCase().replaceAll(' ', '');
      const dn = await server.addPerson(uid);
      const config = {
        ...{ urls: [server.secureUrl], ca_certificate: server.certificate, bind_dn: MANAGER },
        ...{ search_bases: [`ou=people,${BASE}`], people_filter: `(uid=${uid})` },
        attributes: { id: 'entryUUID', email: 'mail', full_name: 'cn', login: 'uid' },
        ...{ deactivate_missing: true, sync_minutes: 60 },
      };
      const files = ['--file', file('ldap.json', JSON.stringify(config))];
      const password = ['--bind-password-file', file('password', MANAGER_PASSWORD)];
      await tool.json('ldap', 'set', ...ROOT, ...files, ...password);
      const pages: Page[] = [];
      for (const name of [uid, `${uid}@x.example`]) {
        const page = await visits.stranger('/login/');
        await page.getByLabel(/^Email/).fill(name);
        await page.getByLabel('Password').fill(`${uid} secret`);
        await page.keyboard.press('Enter');
        await inbox(page);
        pages.push(page);
      }
      expect(await usersNamed(`Name of ${uid}`)).toHaveLength(1);
      // A phone fetches a key by the same names, without the browser.
      const { client } = owner;
      const asked = { username: uid, password: `${uid} secret` };
      const { api_key: key, email } = await client.anonymous().succeed('POST', '/fetch_api_key', asked);
      const phone = client.as(email, key);
      expect(await phone.succeed('GET', '/users/me')).toMatchObject({ full_name: `Name of ${uid}` });
      await server.write((client) => client.del(dn));
      await tool.json('ldap', 'sync', ...ROOT);
      for (const page of pages) await page.getByLabel('Password').waitFor();
      await eventually(async () => (await phone.get('/users/me')).status === 401);
    } finally {
      await tool.run('ldap', 'remove', ...ROOT);
      await server.stop();
    }
  });
});
