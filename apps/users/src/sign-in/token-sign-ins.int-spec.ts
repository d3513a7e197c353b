import type { CreatedRealm } from '@stoa/database';
import { Role } from '@stoa/policy';
import { type CryptoKey, SignJWT, exportSPKI, generateKeyPair } from 'jose';
import { JwtKeysService } from '../people/jwt-sign-ins/jwt-keys.service';
import { TEST_HOST, type TestPerson, UsersApplication } from '../test-support/users-application';
import { TokenSignInsService } from './external/token-sign-ins.service';
import { SignInProvidersService } from './providers/sign-in-providers.service';

const CALL = { requestId: 'token', deadlineAt: Number.MAX_SAFE_INTEGER };
const PORTAL = 'https://portal.example';
const REALM_URL = `https://${TEST_HOST}`;
const BROWSER_TOKEN = 'b'.repeat(43);
const failed = { result: 'refused', reason: 'provider-failed' };

describe('sign-ins of browsers with tokens', () => {
  let app: UsersApplication;
  let realm: CreatedRealm;
  let ownerId = 0;
  let ada: TestPerson;
  let keys: { publicKey: CryptoKey; privateKey: CryptoKey };
  let pem = '';
  let made = 0;

  beforeAll(async () => {
    app = await UsersApplication.start();
    realm = await app.createRealm();
    ownerId = (await app.createPerson(realm, null, Role.Owner)).id;
    ada = await app.createPerson(realm, null);
    keys = await generateKeyPair('ES256', { extractable: true });
    pem = await exportSPKI(keys.publicKey);
    await addKey('portal', 'ES256', pem);
  });
  afterAll(() => app.stop());

  const addKey = async (name: string, algorithm: string, key: string, allowsLongLife = false) =>
    app
      .get(JwtKeysService)
      .add(await app.contextOf(ownerId), { name, algorithm, key, allows_long_life: allowsLongLife });
  const now = (): number => Math.floor(Date.now() / 1000);
  /** Two of the same claims are two tokens. */
  const claimsOf = (given: Record<string, unknown>) => ({
    ...{ email: ada.username, exp: now() + 120, aud: REALM_URL, jti: `token-${++made}` },
    ...given,
  });
  const signed = (given: Record<string, unknown> = {}, key: CryptoKey | Uint8Array = keys.privateKey, alg = 'ES256') =>
    new SignJWT(claimsOf(given)).setProtectedHeader({ alg }).sign(key);
  const bring = (token: string, origin: string | null = PORTAL, realmId = realm.id) => {
    const browser = { ip_address: '203.0.113.7', user_agent: 'test', replaced_session_id: null };
    const place = { realm_id: realmId, partition: realm.partition, realm_host: TEST_HOST, realm_url: REALM_URL };
    const request = { ...browser, ...place, token, origin, next: '/#inbox', browser_token: BROWSER_TOKEN };
    return app.get(TokenSignInsService).signIn(CALL, request);
  };
  const forbid = async () => {
    const context = await app.contextOf(ownerId);
    const providers = app.get(SignInProvidersService);
    const { sign_in_providers: known } = await providers.list(context);
    for (const { id } of known) await providers.remove(context, { provider_id: id });
  };
  const allow = async (settings = {}) => {
    await forbid();
    const { sign_in_provider: provider } = await app.get(SignInProvidersService).add(await app.contextOf(ownerId), {
      ...{ kind: 'jwt', display_name: 'Portal', settings: { origins: [PORTAL], ...settings } },
    });
    return provider;
  };

  it('are refused unless owners have named the pages that may post them', async () => {
    await forbid();
    expect(await bring(await signed())).toEqual({ result: 'refused', reason: 'method-off' });
    expect(await allow()).toMatchObject({
      name: 'jwt',
      callback_url: expect.stringMatching(/\/accounts\/login\/jwt\/$/),
    });
    for (const origin of [null, 'null', 'https://evil.example', REALM_URL, `${PORTAL}.evil.example`]) {
      expect(await bring(await signed(), origin)).toEqual({ result: 'refused', reason: 'unsolicited' });
    }
    expect(await bring(await signed())).toMatchObject({
      result: 'session',
      session: { user_id: ada.id },
      next: '/#inbox',
    });
    await app.run(`UPDATE realm SET authentication_methods = '{"JWT": false}' WHERE id = $1`, [realm.id]);
    expect(await bring(await signed())).toEqual({ result: 'refused', reason: 'method-off' });
    await app.run("UPDATE realm SET authentication_methods = '{}' WHERE id = $1", [realm.id]);
  });

  it('count once, also if two come at the same time', async () => {
    await allow();
    const token = await signed();
    const results = await Promise.all([bring(token), bring(token)]);
    expect(results.map(({ result }) => result).sort()).toEqual(['refused', 'session']);
    const used = { result: 'refused', reason: 'expired' };
    expect(await bring(token)).toEqual(used);
    // The same claims, signed once more with a signature that can be written in another way.
    const [header, payload, signature = ''] = token.split('.');
    expect(await bring([header, payload, otherSignature(signature)].join('.'))).toEqual(used);
  });

  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  it.each<[string, () => Promise<string>]>([
    ['nothing', () => Promise.resolve('')],
    ['no token', () => Promise.resolve('token')],
    ['no signature', async () => `${part({ alg: 'none' })}.${part(claimsOf({}))}.`],
    [
      'a changed address',
      async () => (await signed()).replace(/\.[^.]+\./, `.${part(claimsOf({ email: 'olga@x.com' }))}.`),
    ],
    ['the public key as a secret', () => signed({}, new TextEncoder().encode(pem), 'HS256')],
    ['another key', async () => signed({}, (await generateKeyPair('ES256')).privateKey)],
    ['another algorithm', async () => signed({}, (await generateKeyPair('RS256')).privateKey, 'RS256')],
    ['no audience', () => signed({ aud: undefined })],
    ['another organization as audience', () => signed({ aud: 'https://other.example' })],
    ['an audience that is almost the organization', () => signed({ aud: `${REALM_URL}/` })],
    ['no end', () => signed({ exp: undefined })],
    ['an end that is far', () => signed({ exp: now() + 3_600 })],
    ['an end that was', () => signed({ exp: now() - 62 })],
    ['a beginning that will be', () => signed({ nbf: now() + 120 })],
    ['no address', () => signed({ email: undefined })],
    ['a list of addresses', () => signed({ email: [ada.username] })],
  ])('are refused with %s', async (_what, make) => {
    await allow();
    expect(await bring(await make())).toEqual(failed);
  });

  it('are for one organization, whatever another has as its keys', async () => {
    await allow();
    const other = await app.createRealm(`tokens${realm.id}`);
    expect(await bring(await signed(), PORTAL, other.id)).toEqual({ result: 'refused', reason: 'method-off' });
  });

  it('ask newcomers for a name, or make the account, and find it again by what the program calls it', async () => {
    await allow({ bypass_invite: true });
    expect(await bring(await signed({ email: 'new@example.com' }))).toMatchObject({ result: 'ask' });
    await allow({ bypass_invite: true, auto_signup: true, trusts_name: true });
    const first = await bring(await signed({ email: 'nora@example.com', sub: '17', name: 'Nora New' }));
    expect(first).toMatchObject({ result: 'session' });
    const again = await bring(await signed({ email: 'nora.moved@example.com', sub: '17' }));
    if (first.result !== 'session' || again.result !== 'session') throw new Error('no session');
    expect(again.session.user_id).toBe(first.session.user_id);
    const [session] = await app.run('SELECT method FROM user_session WHERE id = $1', [again.session.session_id]);
    expect(session).toEqual({ method: 'jwt' });
    const elsewhere = await bring(await signed({ email: 'nora@example.com', sub: '18' }));
    expect(elsewhere).toEqual({ result: 'refused', reason: 'linked-elsewhere' });
  });

  it('may be lasting and without an audience with a lenient key, never for another', async () => {
    await allow();
    const secret = new TextEncoder().encode('a shared secret of thirty-two bytes or more');
    await addKey('old portal', 'HS256', new TextDecoder().decode(secret), true);
    const token = await signed({ exp: undefined, aud: undefined }, secret, 'HS256');
    for (let time = 0; time < 2; time++) expect(await bring(token)).toMatchObject({ result: 'session' });
    expect(await bring(await signed({ aud: 'https://other.example' }, secret, 'HS256'))).toEqual(failed);
  });
});

/** ECDSA: with s, the order of the curve less s is right as well. */
function otherSignature(signature: string): string {
  const order = BigInt('0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551');
  const bytes = Buffer.from(signature, 'base64url');
  const s = BigInt(`0x${bytes.subarray(32).toString('hex')}`);
  const negated = Buffer.from((order - s).toString(16).padStart(64, '0'), 'hex');
  return Buffer.concat([bytes.subarray(0, 32), negated]).toString('base64url');
}
