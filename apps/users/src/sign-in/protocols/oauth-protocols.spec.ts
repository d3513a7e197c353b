import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { OutgoingHttp } from '@stoa/outgoing-http';
import type { SignInProviderSettings } from '@stoa/policy';
import { UsersEnvironment } from '../../users-environment';
import type { UsedProvider } from '../providers/used-provider';
import { GithubProtocol } from './github-protocol';
import { GitlabProtocol } from './gitlab-protocol';
import { OpenidConfigurations } from './openid-configurations';

const PROOF = { state: 's'.repeat(43), nonce: 'n'.repeat(43), codeVerifier: 'v'.repeat(43) };
const ADA = { id: 7, login: 'ada', name: 'Ada Lovelace' };
const MAIN = { email: 'ada@people.example', primary: true, verified: true };

describe('plain OAuth', () => {
  let server: Server;
  let issuer: string;
  let outgoing: OutgoingHttp;
  let configurations: OpenidConfigurations;
  /** What the service answers, by path; others are 404. */
  const answers = new Map<string, unknown>();
  const asked: { path: string; authorization: string | undefined; body: string }[] = [];

  beforeAll(async () => {
    server = createServer((request, response) => {
      let body = '';
      request.on('data', (piece: Buffer) => (body += piece.toString()));
      request.on('end', () => {
        const path = request.url ?? '';
        asked.push({ path, authorization: request.headers.authorization, body });
        const answer = answers.get(path);
        response.writeHead(answer === undefined ? 404 : 200, { 'content-type': 'application/json' });
        response.end(JSON.stringify(answer ?? {}));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    outgoing = new OutgoingHttp({ userAgent: 'test', allowedAddresses: ['127.0.0.1'] });
    const environment = Object.assign(new UsersEnvironment(), { STOA_MODE: 'development' });
    configurations = new OpenidConfigurations(outgoing, environment);
  });
  afterAll(async () => {
    await outgoing.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  beforeEach(() => {
    answers.clear();
    asked.length = 0;
    for (const path of ['/login/oauth/access_token', '/oauth/token']) {
      answers.set(path, { access_token: 'token of ada', token_type: 'bearer', scope: 'user:email' });
    }
    answers.set('/api/v3/user', ADA);
    answers.set('/api/v3/user/emails', [MAIN]);
    answers.set('/api/v4/user', { ...ADA, email: MAIN.email, confirmed_at: '2026-01-01T00:00:00Z' });
  });

  const provider = (kind: 'github' | 'gitlab', settings: SignInProviderSettings = {}): UsedProvider => ({
    ...{ id: 1, kind, name: kind, displayName: kind, secret: 'a secret', version: '1/1' },
    settings: { issuer, client_id: 'stoa', ...settings },
  });
  const signIn = (kind: 'github' | 'gitlab', settings: SignInProviderSettings = {}, state = PROOF.state) => {
    const protocol = kind === 'github' ? new GithubProtocol(configurations) : new GitlabProtocol(configurations);
    const query = new URLSearchParams({ code: 'a code', state }).toString();
    return protocol.finish(provider(kind, settings), `http://chat.example/complete/${kind}/`, query, PROOF);
  };

  it('asks GitHub with state and PKCE, and for organizations only where they matter', async () => {
    const protocol = new GithubProtocol(configurations);
    const begin = async (settings: SignInProviderSettings) =>
      new URL(await protocol.begin(provider('github', settings), 'http://chat.example/complete/github/', PROOF));
    const url = await begin({});
    expect(url.href.startsWith(`${issuer}/login/oauth/authorize?`)).toBe(true);
    const { scope, state, code_challenge_method: method } = Object.fromEntries(url.searchParams);
    expect([scope, state, method]).toEqual(['user:email', PROOF.state, 'S256']);
    expect((await begin({ organization: 'acme' })).searchParams.get('scope')).toBe('user:email read:org');
    const open = await protocol.begin(provider('github', { issuer: undefined }), 'http://chat.example/', PROOF);
    expect(new URL(open).origin).toBe('https://github.com');
  });

  it('takes the verified primary address of GitHub, and the number of the account there', async () => {
    expect(await signIn('github')).toEqual({
      subject: `${issuer}|7`,
      email: 'ada@people.example',
      fullName: 'Ada Lovelace',
    });
    expect(new URLSearchParams(asked[0]?.body).get('code_verifier')).toBe(PROOF.codeVerifier);
    expect(asked[1]).toMatchObject({ path: '/api/v3/user', authorization: 'Bearer token of ada' });
  });

  it.each([
    [
      'another that is verified',
      [
        { ...MAIN, verified: false },
        { ...MAIN, email: 'b@x.com', primary: false },
      ],
      'b@x.com',
    ],
    ['none that is not', [{ ...MAIN, verified: false }], null],
    ['none that is made up', [{ ...MAIN, email: '7+ada@users.noreply.github.com' }], null],
    ['none of none', [], null],
  ])('takes %s', async (_what, emails, expected) => {
    answers.set('/api/v3/user/emails', emails);
    expect((await signIn('github')).email).toBe(expected);
  });

  it.each<[string, SignInProviderSettings, string, unknown, boolean]>([
    ['a member', { organization: 'acme' }, '/api/v3/user/memberships/orgs/acme', { state: 'active' }, true],
    ['an invited one', { organization: 'acme' }, '/api/v3/user/memberships/orgs/acme', { state: 'pending' }, false],
    ['a stranger', { organization: 'acme' }, '/nothing', {}, false],
    [
      'one of the team',
      { organization: 'acme', team: 'chat' },
      '/api/v3/orgs/acme/teams/chat/memberships/ada',
      { state: 'active' },
      true,
    ],
    [
      'a member outside of the team',
      { organization: 'acme', team: 'chat' },
      '/api/v3/user/memberships/orgs/acme',
      { state: 'active' },
      false,
    ],
  ])('minds who belongs to an organization of GitHub: %s', async (_who, settings, path, answer, isAdmitted) => {
    answers.set(path, answer);
    if (isAdmitted) expect((await signIn('github', settings)).email).toBe(MAIN.email);
    else await expect(signIn('github', settings)).rejects.toMatchObject({ reason: 'not-admitted' });
  });

  it('takes the address of GitLab once it is confirmed', async () => {
    expect(await signIn('gitlab')).toEqual({ subject: `${issuer}|7`, email: MAIN.email, fullName: ADA.name });
    answers.set('/api/v4/user', { ...ADA, email: MAIN.email, confirmed_at: null });
    expect((await signIn('gitlab')).email).toBeNull();
  });

  it('refuses what proves nothing', async () => {
    const failed = { reason: 'provider-failed' };
    await expect(signIn('github', {}, 'x'.repeat(43))).rejects.toMatchObject(failed);
    expect(asked).toEqual([]);
    answers.set('/api/v4/user', { message: 'hello' });
    await expect(signIn('gitlab')).rejects.toMatchObject(failed);
    answers.set('/login/oauth/access_token', { error: 'bad_verification_code' });
    await expect(signIn('github')).rejects.toMatchObject(failed);
  });

  it('tests whether a server answers', async () => {
    const protocol = new GitlabProtocol(configurations);
    expect(await protocol.test(provider('gitlab'))).toBeNull();
    const inside = provider('gitlab', { issuer: 'http://127.0.0.3:1' });
    expect(await protocol.test(inside)).toBe('the address is none that may be connected to');
  });
});
