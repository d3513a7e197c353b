import { generateKeyPairSync } from 'node:crypto';
import { OutgoingHttp } from '@stoa/outgoing-http';
import { SignJWT, decodeProtectedHeader, generateKeyPair, jwtVerify } from 'jose';
import { UsersEnvironment } from '../../users-environment';
import type { UsedProvider } from '../providers/used-provider';
import { PrescribedProvider, Prescription } from '../../test-support/prescribed-provider';
import { AppleProtocol } from './apple-protocol';
import { OpenidConfigurations } from './openid-configurations';
import { ProviderTokens } from './provider-tokens';

const CALLBACK = 'http://chat.example/complete/apple/';
const PROOF = { state: 's'.repeat(43), nonce: 'n'.repeat(43), codeVerifier: 'v'.repeat(43) };
const ADA = { email: 'ada@people.example', fullName: 'Ada Lovelace' };
const USER = JSON.stringify({ name: { firstName: 'Ada', lastName: 'Lovelace' }, email: 'eve@evil.example' });

describe('Apple', () => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  let apple: PrescribedProvider;
  let outgoing: OutgoingHttp;
  let protocol: AppleProtocol;
  let provider: UsedProvider;

  beforeAll(async () => {
    apple = await PrescribedProvider.start();
    outgoing = new OutgoingHttp({ userAgent: 'test', allowedAddresses: ['127.0.0.1'] });
    const environment = Object.assign(new UsersEnvironment(), { STOA_MODE: 'development' });
    const configurations = new OpenidConfigurations(outgoing, environment);
    protocol = new AppleProtocol(configurations, new ProviderTokens(configurations));
    provider = {
      ...{ id: 1, kind: 'apple', name: 'apple', displayName: 'Apple', version: '1/1' },
      settings: { issuer: apple.issuer, client_id: 'stoa', team_id: 'TEAM', key_id: 'KEY', app_id: 'stoa.app' },
      secret: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    };
  });
  afterAll(async () => {
    await outgoing.close();
    await apple.stop();
  });

  async function signIn(prescription: Prescription = {}, form: Record<string, string> = {}) {
    apple.prescription = prescription;
    apple.note(await protocol.begin(provider, CALLBACK, PROOF));
    const query = new URLSearchParams({ code: 'a code', state: PROOF.state, ...form }).toString();
    return protocol.finish(provider, CALLBACK, query, PROOF);
  }

  it('has the browser post its answer, and takes the name that comes with the first one', async () => {
    const asked = apple.note(await protocol.begin(provider, CALLBACK, PROOF));
    expect([asked.get('response_mode'), asked.get('scope'), asked.get('nonce')]).toEqual([
      'form_post',
      'name email',
      PROOF.nonce,
    ]);
    const subject = `${apple.issuer}|ada`;
    expect(await signIn({ claims: { email_verified: 'true' } }, { user: USER })).toEqual({ subject, ...ADA });
    expect(await signIn()).toEqual({ subject, email: ADA.email, fullName: '' });
  });

  it('is shown a token instead of a secret', async () => {
    await signIn();
    const secret = apple.exchanges.at(-1)?.get('client_secret') ?? '';
    expect(decodeProtectedHeader(secret)).toEqual({ alg: 'ES256', kid: 'KEY' });
    const expected = { issuer: 'TEAM', subject: 'stoa', audience: apple.issuer };
    const { payload } = await jwtVerify(secret, publicKey, expected);
    expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(300);
  });

  it.each<[string, Prescription, Record<string, string>]>([
    ['another nonce', { claims: { nonce: 'x' } }, {}],
    ['another audience', { claims: { aud: 'somebody' } }, {}],
    ['another key', { key: new Uint8Array(32), header: { alg: 'HS256' } }, {}],
    ['another state', {}, { state: 'x' }],
  ])('refuses %s', async (_what, prescription, form) => {
    await expect(signIn(prescription, form)).rejects.toMatchObject({ reason: 'provider-failed' });
  });

  it('says when somebody declines', async () => {
    const declined = protocol.finish(provider, CALLBACK, `error=user_cancelled_authorize&state=${PROOF.state}`, PROOF);
    await expect(declined).rejects.toMatchObject({ reason: 'declined' });
  });

  describe('on its own devices', () => {
    const now = Math.floor(Date.now() / 1000);
    const token = async (claims: Record<string, unknown> = {}, key = apple.keys.privateKey, kid = 'own') =>
      new SignJWT({
        ...{ iss: apple.issuer, aud: 'stoa.app', sub: 'ada', iat: now, exp: now + 86_400 },
        ...{ email: ADA.email, email_verified: 'true', ...claims },
      })
        .setProtectedHeader({ alg: 'RS256', kid })
        .sign(key);

    it('gives apps a token for the app or for the service', async () => {
      for (const aud of ['stoa.app', 'stoa']) {
        expect(await protocol.ofToken(provider, await token({ aud }))).toMatchObject({ email: ADA.email });
      }
    });

    it('are not asked for their keys as often as strangers want', async () => {
      const changed = { ...provider, version: '1/2' };
      const before = apple.keyRequests;
      const asked = async (kid: string) => {
        await protocol.ofToken(changed, await token({}, apple.keys.privateKey, kid)).catch(() => undefined);
        return apple.keyRequests - before;
      };
      expect(await Promise.all([asked('own'), asked('own')])).toEqual([1, 1]);
      expect([await asked('own'), await asked('unknown'), await asked('unknown')]).toEqual([1, 1, 1]);
      const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 31_000);
      expect([await asked('own'), await asked('unknown'), await asked('unknown')]).toEqual([1, 2, 2]);
      clock.mockRestore();
      expect(await protocol.test(changed)).toBeNull();
      expect(apple.keyRequests - before).toBe(3);
    });

    it.each<[string, () => Promise<string>]>([
      ['another app', () => token({ aud: 'other.app' })],
      ['another issuer', () => token({ iss: 'https://evil.example' })],
      ['another key', async () => token({}, (await generateKeyPair('RS256')).privateKey)],
      ['an old token', () => token({ iat: now - 700 })],
      ['one that is over', () => token({ exp: now - 61 })],
      ['no end', () => token({ exp: undefined })],
      ['no token', () => Promise.resolve('token')],
    ])('refuses a token of %s', async (_what, make) => {
      await expect(protocol.ofToken(provider, await make())).rejects.toMatchObject({ reason: 'provider-failed' });
    });
  });
});
