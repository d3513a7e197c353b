import { OutgoingHttp } from '@stoa/outgoing-http';
import type { SignInProviderSettings } from '@stoa/policy';
import { UnsecuredJWT, exportSPKI, generateKeyPair } from 'jose';
import { UsersEnvironment } from '../../users-environment';
import type { UsedProvider } from '../providers/used-provider';
import { PrescribedProvider, Prescription } from '../../test-support/prescribed-provider';
import { OidcProtocol } from './oidc-protocol';
import { OpenidConfigurations } from './openid-configurations';

const CALLBACK = 'http://chat.example/complete/oidc/';
const PROOF = { state: 's'.repeat(43), nonce: 'n'.repeat(43), codeVerifier: 'v'.repeat(43) };
const seconds = (fromNow: number) => Math.floor(Date.now() / 1000) + fromNow;

describe('OpenID Connect', () => {
  let issuer: PrescribedProvider;
  let outgoing: OutgoingHttp;
  let protocol: OidcProtocol;
  let versions = 0;

  beforeAll(async () => {
    issuer = await PrescribedProvider.start();
    outgoing = new OutgoingHttp({ userAgent: 'test', allowedAddresses: ['127.0.0.1'] });
  });
  afterAll(async () => {
    await outgoing.close();
    await issuer.stop();
  });
  beforeEach(() => {
    issuer.prescription = {};
    issuer.exchanges.length = 0;
    const environment = Object.assign(new UsersEnvironment(), { STOA_MODE: 'development' });
    protocol = new OidcProtocol(new OpenidConfigurations(outgoing, environment));
  });

  const provider = (settings: SignInProviderSettings = {}): UsedProvider => ({
    ...{ id: 1, kind: 'oidc', name: 'oidc:test', displayName: 'Test', secret: 'a secret', version: `1/${++versions}` },
    settings: { issuer: issuer.issuer, client_id: 'stoa', ...settings },
  });

  /** Goes to the provider and comes back with a code. */
  async function signIn(
    prescription: Prescription = {},
    settings: SignInProviderSettings = {},
    query: Record<string, string> = {},
    proof = PROOF,
  ) {
    issuer.prescription = prescription;
    const used = provider(settings);
    issuer.note(await protocol.begin(used, CALLBACK, PROOF));
    const answer = new URLSearchParams({ code: 'a code', state: PROOF.state, ...query });
    return protocol.finish(used, CALLBACK, answer.toString(), proof);
  }

  it('asks with state, nonce and a hash of the verifier, and takes what the provider vouches for', async () => {
    const asked = issuer.note(await protocol.begin(provider({ scopes: ['groups'] }), CALLBACK, PROOF));
    expect(Object.fromEntries(asked)).toEqual({
      client_id: 'stoa',
      redirect_uri: CALLBACK,
      response_type: 'code',
      scope: 'openid email profile groups',
      state: PROOF.state,
      nonce: PROOF.nonce,
      code_challenge: expect.not.stringContaining(PROOF.codeVerifier),
      code_challenge_method: 'S256',
    });
    expect(await signIn()).toEqual({
      subject: `${issuer.issuer}|ada`,
      email: 'ada@people.example',
      fullName: 'Ada Lovelace',
      session: { name: 'ada' },
    });
    expect(issuer.exchanges[0]?.get('code_verifier')).toBe(PROOF.codeVerifier);
  });

  it('has who is signed in there sign in again where that is wanted, and takes the time of it', async () => {
    const asked = issuer.note(await protocol.begin(provider(), CALLBACK, PROOF, 'again'));
    expect([asked.get('prompt'), asked.get('max_age')]).toEqual(['login', '0']);
    expect((await signIn({ claims: { auth_time: 1_000 } })).authenticatedAt).toBe(1_000);
    const unsigned = { claims: { email: undefined }, userinfo: { sub: 'ada', auth_time: 1_000 } };
    expect((await signIn(unsigned)).authenticatedAt).toBeUndefined();
  });

  it('asks for what the token leaves out, of the same person only', async () => {
    const claims = { email: undefined, email_verified: undefined };
    const userinfo = { sub: 'ada', email: 'ada@x.example', email_verified: true };
    expect((await signIn({ claims, userinfo })).email).toBe('ada@x.example');
    const groups = signIn({ userinfo: { sub: 'ada', groups: ['dev'] } }, { groups: [{ external: '*' }] });
    expect((await groups).groups).toEqual(['dev']);
    const ofOthers = signIn({ claims, userinfo: { ...userinfo, sub: 'eve' } });
    await expect(ofOthers).rejects.toMatchObject({ reason: 'provider-failed' });
  });

  it.each<[string, () => Prescription | Promise<Prescription>]>([
    ['no ID token', () => ({ idToken: null })],
    ['alg: none', () => ({ idToken: new UnsecuredJWT({ sub: 'ada', nonce: PROOF.nonce }).setIssuer('x').encode() })],
    [
      'HS256 with the public key',
      async () => ({ header: { alg: 'HS256' }, key: Buffer.from(await exportSPKI(issuer.keys.publicKey)) }),
    ],
    ['HS256 with the client’s secret', () => ({ header: { alg: 'HS256' }, key: Buffer.from('a secret'.padEnd(32)) })],
    ['another key under the same name', async () => ({ key: (await generateKeyPair('RS256')).privateKey })],
    ['an unknown key', async () => ({ header: { kid: 'other' }, key: (await generateKeyPair('RS256')).privateKey })],
    ['an algorithm that the provider does not name', () => ({ header: { alg: 'PS256' } })],
    ['another audience', () => ({ claims: { aud: 'somebody' } })],
    ['several audiences without the one that asked', () => ({ claims: { aud: ['stoa', 'x'], azp: 'x' } })],
    ['another issuer', () => ({ claims: { iss: 'https://evil.example' } })],
    ['an issuer with a slash more', () => ({ claims: { iss: `${issuer.issuer}/` } })],
    ['an expired token (exp -61 s)', () => ({ claims: { exp: seconds(-62) } })],
    ['a token of the future (nbf +2 min)', () => ({ claims: { nbf: seconds(120) } })],
    ['another nonce', () => ({ claims: { nonce: 'x' } })],
    ['no nonce', () => ({ claims: { nonce: undefined } })],
    ['an error instead of tokens', () => ({ tokenStatus: 400 })],
    ['a fault instead of tokens', () => ({ tokenStatus: 500 })],
    ['metadata of another issuer', () => ({ metadata: { issuer: 'https://evil.example' } })],
  ])('refuses %s', async (_what, prescription) => {
    await expect(signIn(await prescription())).rejects.toMatchObject({ reason: 'provider-failed' });
  });

  it.each([
    ['exp -50 s', { exp: seconds(-50) }],
    ['nbf +50 s', { nbf: seconds(50) }],
  ])('minds that clocks differ: %s', async (_what, claims) => {
    expect((await signIn({ claims })).email).toBe('ada@people.example');
  });

  it.each([
    ['another state', { state: 'x'.repeat(43) }],
    ['an answer of another provider (iss)', { iss: 'https://other.example' }],
  ])('refuses %s', async (_what, query) => {
    const metadata = { authorization_response_iss_parameter_supported: true };
    await expect(signIn({ metadata }, {}, query)).rejects.toMatchObject({ reason: 'provider-failed' });
    expect(issuer.exchanges).toEqual([]);
  });

  it('refuses an answer that does not say whose it is although it always does', async () => {
    const metadata = { authorization_response_iss_parameter_supported: true };
    await expect(signIn({ metadata })).rejects.toMatchObject({ reason: 'provider-failed' });
    expect((await signIn({ metadata }, {}, { iss: issuer.issuer })).fullName).toBe('Ada Lovelace');
  });

  it('refuses a code that was meant for another verifier', async () => {
    const other = { ...PROOF, codeVerifier: 'w'.repeat(43) };
    await expect(signIn({}, {}, {}, other)).rejects.toMatchObject({ reason: 'provider-failed' });
  });

  it('tells that somebody did not want to', async () => {
    const declined = signIn({}, {}, { error: 'access_denied' });
    await expect(declined).rejects.toMatchObject({ reason: 'declined' });
  });

  it('admits people of the hosted domain only', async () => {
    const settings: SignInProviderSettings = { preset: 'google', hosted_domain: 'x.example' };
    await expect(signIn({}, settings)).rejects.toMatchObject({ reason: 'not-admitted' });
    expect((await signIn({ claims: { hd: 'x.example' } }, settings)).email).toBe('ada@people.example');
  });

  it.each(['http://169.254.169.254', 'http://127.0.0.3:1', 'http://[::1]:1'])(
    'does not ask inside of the network: %s',
    async (inside) => {
      const used = provider({ issuer: inside });
      await expect(protocol.begin(used, CALLBACK, PROOF)).rejects.toMatchObject({ reason: 'provider-failed' });
      expect(await protocol.test(used)).toBe('the address is none that may be connected to');
    },
  );

  it('asks a provider once what it says of itself, and again when its settings have changed', async () => {
    const begin = async (used: UsedProvider) => new URL(await protocol.begin(used, CALLBACK, PROOF)).pathname;
    const used = provider();
    expect(await begin(used)).toBe('/authorize');
    issuer.prescription = { metadata: { authorization_endpoint: `${issuer.issuer}/moved` } };
    expect(await begin(used)).toBe('/authorize');
    expect(await begin(provider())).toBe('/moved');
  });

  it('tests whether a provider can be asked', async () => {
    expect(await protocol.test(provider())).toBeNull();
    issuer.prescription = { metadata: { jwks_uri: `${issuer.issuer}/nothing` } };
    expect(await protocol.test(provider())).toBe('its keys cannot be read');
    issuer.prescription = { metadata: { jwks_uri: undefined } };
    expect(await protocol.test(provider())).toBe('it has no keys');
  });
});
