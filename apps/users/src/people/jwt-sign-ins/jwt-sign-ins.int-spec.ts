import type { CreatedRealm } from '@stoa/database';
import { Role } from '@stoa/policy';
import { SignJWT, exportSPKI, generateKeyPair } from 'jose';
import { UsersApplication } from '../../test-support/users-application';
import { JwtKeysService } from './jwt-keys.service';
import { JwtSignInsService } from './jwt-sign-ins.service';

/** Of a sign-in, which has no actor. */
const CALL = { requestId: 'login', deadlineAt: Number.MAX_SAFE_INTEGER };
const SECRET = 'a shared secret of thirty-two bytes or more';
const ADA = 'Ada@example.com';
const DISABLED = 'JWT authentication is not enabled for this organization';
const BAD = { message: 'Bad JSON web token', status: 400 };

describe('sign-ins with tokens', () => {
  let app: UsersApplication;
  let realm: CreatedRealm;
  let other: CreatedRealm;
  let owner = 0;
  let ada = 0;

  beforeAll(async () => {
    app = await UsersApplication.start();
    realm = await app.createRealm();
    other = await app.createRealm('other');
    const [gone = 0] = await app.createAccounts(realm, [{ fullName: 'Gone', deliveryEmail: 'gone@example.com' }]);
    [owner = 0, ada = 0] = await app.createAccounts(realm, [
      { fullName: 'Olga Owner', deliveryEmail: 'olga@example.com', role: Role.Owner },
      { fullName: 'Ada', deliveryEmail: ADA },
    ]);
    await app.database.query('test_gone', 'UPDATE account SET is_active = false WHERE id = $1', [gone]);
  });
  afterAll(() => app.stop());

  const signed = (claims: Record<string, unknown>, key: Parameters<SignJWT['sign']>[0], alg = 'HS256') =>
    new SignJWT(claims).setProtectedHeader({ alg }).sign(key);
  const secretKey = new TextEncoder().encode(SECRET);
  const soon = (seconds = 60): number => Math.floor(Date.now() / 1000) + seconds;
  const fetch = (token: string, realmId = realm.id, includesProfile = false) =>
    app.get(JwtSignInsService).fetch(CALL, { realm_id: realmId, token, include_profile: includesProfile });
  const add = async (name: string, more: { algorithm?: string; key?: string; allows_long_life?: boolean } = {}) =>
    app.get(JwtKeysService).add(await app.contextOf(owner), {
      name,
      algorithm: 'HS256',
      key: SECRET,
      allows_long_life: false,
      ...more,
    });
  const remove = async (name: string) => app.get(JwtKeysService).remove(await app.contextOf(owner), { name });

  it('are refused where the organization has no key', async () => {
    await expect(fetch(await signed({ email: ADA, exp: soon() }, secretKey))).rejects.toMatchObject({
      message: DISABLED,
      status: 400,
    });
  });

  it('give a key to the account of the address, with its profile if asked for', async () => {
    await add('portal');
    const token = await signed({ email: 'ada@EXAMPLE.com', exp: soon() }, secretKey);
    expect(await fetch(token)).toEqual({ api_key: expect.stringMatching(/^\w{32}$/), email: ADA, user_id: ada });
    expect((await fetch(token, realm.id, true)).user).toMatchObject({ user_id: ada, full_name: 'Ada' });
    await remove('portal');
    await expect(fetch(token)).rejects.toMatchObject({ message: DISABLED });
  });

  it('take signatures of the key and its algorithm only', async () => {
    const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true });
    const pem = await exportSPKI(publicKey);
    await add('asymmetric', { algorithm: 'RS256', key: pem });
    const claims = { email: ADA, exp: soon() };
    await expect(fetch(await signed(claims, privateKey, 'RS256'))).resolves.toMatchObject({ user_id: ada });
    const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
    const [, body = ''] = (await signed(claims, privateKey, 'RS256')).split('.');
    const hostile = {
      'no signature': `${part({ alg: 'none' })}.${body}.`,
      'the public key as a secret': await signed(claims, new TextEncoder().encode(pem)),
      'another algorithm of the key': await signed(claims, (await generateKeyPair('PS256')).privateKey, 'PS256'),
      'another key': await signed(claims, (await generateKeyPair('RS256')).privateKey, 'RS256'),
      'no token': 'x',
    };
    for (const [what, token] of Object.entries(hostile)) {
      await expect(fetch(token), what).rejects.toMatchObject(BAD);
    }
    await remove('asymmetric');
  });

  it('take tokens that end soon, unless the key allows others', async () => {
    await add('strict');
    const expired = await signed({ email: ADA, exp: soon(-61) }, secretKey);
    const lasting = await signed({ email: ADA, exp: soon(3600) }, secretKey);
    const endless = await signed({ email: ADA }, secretKey);
    const early = await signed({ email: ADA, exp: soon(), nbf: soon(120) }, secretKey);
    for (const token of [expired, lasting, endless, early]) await expect(fetch(token)).rejects.toMatchObject(BAD);
    await expect(fetch(await signed({ email: ADA, exp: soon(-30) }, secretKey))).resolves.toBeDefined();
    await remove('strict');
    await add('lenient', { allows_long_life: true });
    await expect(fetch(expired)).rejects.toMatchObject(BAD);
    for (const token of [lasting, endless]) await expect(fetch(token)).resolves.toMatchObject({ user_id: ada });
    await remove('lenient');
  });

  it('are for the organization, if they say for whom they are', async () => {
    await add('audience');
    const url = 'https://acme.example';
    const fetchAt = (token: string) =>
      app.get(JwtSignInsService).fetch(CALL, { realm_id: realm.id, realm_url: url, token, include_profile: false });
    const of = (aud: unknown) => signed({ email: ADA, exp: soon(), aud }, secretKey);
    for (const aud of [undefined, url, [url]]) expect(await fetchAt(await of(aud))).toMatchObject({ user_id: ada });
    for (const aud of ['https://other.example', ['portal'], 7]) {
      await expect(fetchAt(await of(aud))).rejects.toMatchObject(BAD);
    }
    await remove('audience');
  });

  it('say what is missing, and of which account nothing is given', async () => {
    await add('portal');
    const of = (claims: Record<string, unknown>) => signed({ exp: soon(), ...claims }, secretKey);
    await expect(fetch('')).rejects.toMatchObject({ message: 'No JSON web token passed in request' });
    const noEmail = { message: 'No email specified in JSON web token claims', status: 400 };
    await expect(fetch(await of({}))).rejects.toMatchObject(noEmail);
    const unknown = { code: 'AUTHENTICATION_FAILED', status: 401 };
    await expect(fetch(await of({ email: 'nobody@example.com' }))).rejects.toMatchObject(unknown);
    const gone = { code: 'USER_DEACTIVATED', status: 401 };
    await expect(fetch(await of({ email: 'gone@example.com' }))).rejects.toMatchObject(gone);
    await expect(fetch(await of({ email: ADA }), other.id)).rejects.toMatchObject({ message: DISABLED });
    await expect(fetch(await of({ email: ADA }), 999_999)).rejects.toMatchObject({ message: DISABLED });
    await remove('portal');
  });

  it('keep keys sealed, and leave them to owners', async () => {
    await add('sealed');
    const [row] = await app.database.query<{ sealed_key: Buffer }>(
      'test_sealed_jwt_key',
      'SELECT sealed_key FROM jwt_key WHERE realm_id = $1',
      [realm.id],
    );
    expect(row?.sealed_key.toString('latin1')).not.toContain(SECRET);
    const keys = app.get(JwtKeysService);
    expect(await keys.list(await app.contextOf(owner))).toEqual({
      keys: [{ name: 'sealed', algorithm: 'HS256', allows_long_life: false, created_at: expect.any(Number) }],
    });
    await expect(keys.list(await app.contextOf(ada))).rejects.toMatchObject({ message: 'Insufficient permission' });
    await expect(add('sealed')).rejects.toMatchObject({ message: expect.stringContaining('already') });
    await expect(add('')).rejects.toMatchObject({ message: expect.stringContaining('name') });
    await expect(add('x', { algorithm: 'none' })).rejects.toMatchObject({ message: "Unknown algorithm 'none'" });
    await expect(add('x', { key: 'short' })).rejects.toMatchObject({ message: expect.stringContaining('32 bytes') });
    await expect(remove('x')).rejects.toMatchObject({ message: "There is no key 'x'" });
    await remove('sealed');
  });
});
