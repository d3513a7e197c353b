import { generateKeyPairSync } from 'node:crypto';
import type { CreatedRealm } from '@stoa/database';
import { UnavailableError } from '@stoa/errors';
import { generateKeyPair } from 'jose';
import { FieldAuthority } from '../shared/directory-accounts/field-authority';
import { TEST_HOST, UsersApplication } from '../test-support/users-application';
import { SessionEndings } from '../shared/sessions/session-endings';
import { ExternalFields } from './external/external-fields';
import { NativeSignInsService } from './external/native-sign-ins.service';
import { ProxySignInsService } from './external/proxy-sign-ins.service';
import { SignOutsService } from './log-outs/sign-outs.service';
import { SignInProvidersService } from './providers/sign-in-providers.service';
import { UsedProviders } from './providers/used-provider';
import type { PrescribedProvider } from '../test-support/prescribed-provider';
import { BROWSER_TOKEN, ProviderOrganization } from '../test-support/provider-organization';

const CALL = { requestId: 'sign-in', deadlineAt: Number.MAX_SAFE_INTEGER };

describe('sign-ins with providers', () => {
  let organization: ProviderOrganization;
  let app: UsersApplication;
  let realm: CreatedRealm;
  let issuer: PrescribedProvider;
  let ownerId: number;

  beforeAll(async () => {
    organization = await ProviderOrganization.start();
    ({ app, realm, issuer, ownerId } = organization);
  });
  afterAll(() => organization.stop());

  const signIn = (...asked: Parameters<ProviderOrganization['signIn']>) => organization.signIn(...asked);
  const tokenOf = (...asked: Parameters<ProviderOrganization['tokenOf']>) => organization.tokenOf(...asked);
  const receive = (...asked: Parameters<ProviderOrganization['receive']>) => organization.receive(...asked);
  const endOf = (sessionId: number) => organization.endOf(sessionId);

  describe('told of by a proxy', () => {
    const sign = async (name: string | null, next = '/') => {
      const browser = { ip_address: '203.0.113.7', user_agent: 'test', replaced_session_id: null };
      const place = { realm_id: realm.id, partition: realm.partition, realm_host: TEST_HOST };
      const begun = { is_sign_up: false, next, app: null, link_key: null, browser_token: BROWSER_TOKEN };
      const request = { ...browser, ...place, realm_url: `http://${TEST_HOST}`, ...begun, name };
      return app.get(ProxySignInsService).signIn(CALL, request);
    };

    it('are refused unless owners want them', async () => {
      expect(await sign('ada')).toEqual({ result: 'refused', reason: 'method-off' });
    });

    it('find the account of the name, and make none without being asked', async () => {
      const { sign_in_provider: made } = await app.get(SignInProvidersService).add(await app.contextOf(ownerId), {
        ...{ kind: 'remoteuser', display_name: 'SSO', settings: { append_domain: 'example.com', bypass_invite: true } },
      });
      expect(made).toMatchObject({
        name: 'remoteuser',
        callback_url: expect.stringMatching(/\/accounts\/login\/sso\/$/),
      });
      const ada = await app.createPerson(realm, null);
      const [name = ''] = ada.username.split('@');
      expect(await sign(name, '/#inbox')).toMatchObject({
        ...{ result: 'session', next: '/#inbox', session: { user_id: ada.id } },
      });
      expect(await sign('somebody-new')).toMatchObject({ result: 'ask' });
      expect(await sign(null)).toEqual({ result: 'refused', reason: 'provider-failed' });
      expect(await sign('a name')).toEqual({ result: 'refused', reason: 'no-verified-address' });
    });
  });

  describe('of an app on a device of Apple’s', () => {
    it('need a token for it, which counts once', async () => {
      const pad = '0123456789abcdef'.repeat(4);
      const browser = { ip_address: '203.0.113.7', user_agent: 'test', replaced_session_id: null };
      const place = { realm_id: realm.id, partition: realm.partition, realm_host: TEST_HOST };
      const sign = (token: string) =>
        app.get(NativeSignInsService).signIn(CALL, {
          ...{ ...browser, ...place, realm_url: `http://${TEST_HOST}`, id_token: token, is_sign_up: false },
          ...{ app: { app: 'phone' as const, pad }, link_key: null, browser_token: BROWSER_TOKEN },
        });
      expect(await sign('token')).toEqual({ result: 'refused', reason: 'method-off' });
      const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      await app.get(SignInProvidersService).add(await app.contextOf(ownerId), {
        ...{
          kind: 'apple',
          display_name: 'Apple',
          secret: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
        },
        settings: {
          issuer: issuer.issuer,
          client_id: 'stoa',
          team_id: 'TEAM000001',
          key_id: 'KEY0000001',
          app_id: 'app',
        },
      });
      const ada = await app.createPerson(realm, null);
      const token = await tokenOf({ aud: 'app', sub: 'apple-ada', email: ada.username, email_verified: 'true' });
      expect(await sign(token)).toMatchObject({ result: 'phone', location: expect.stringContaining('zulip://login?') });
      expect(await sign(token)).toEqual({ result: 'refused', reason: 'expired' });
      expect(await sign(await tokenOf({ aud: 'other' }))).toEqual({ result: 'refused', reason: 'provider-failed' });
    });
  });

  describe('tell of log-outs, which', () => {
    it('end the session that is named, or all of the person', async () => {
      const ada = await app.createPerson(realm, null);
      const eve = await app.createPerson(realm, null);
      const [first, second] = [await signIn(ada, 'ada', 'sid-1'), await signIn(ada, 'ada', 'sid-2')];
      const other = await signIn(eve, 'eve', 'sid-3');
      expect(await receive(await tokenOf({ sid: 'sid-1' }))).toBe(true);
      expect([await endOf(first), await endOf(second), await endOf(other)]).toEqual(['provider_log_out', null, null]);
      expect(await receive(await tokenOf({ sub: 'ada' }))).toBe(true);
      expect([await endOf(second), await endOf(other)]).toEqual(['provider_log_out', null]);
      expect(await receive(await tokenOf({ sub: 'nobody' }))).toBe(true);
      expect(await receive(await tokenOf({ sub: 'ada', sid: 'sid-3' }))).toBe(true);
      expect(await endOf(other)).toBeNull();
    });

    it('count once', async () => {
      const token = await tokenOf({ sub: 'ada' });
      expect(await Promise.all([receive(token), receive(token)])).toEqual(expect.arrayContaining([true, false]));
      expect(await receive(token)).toBe(false);
    });

    it('count again after a fault', async () => {
      const ida = await app.createPerson(realm, null);
      const session = await signIn(ida, 'ida');
      const token = await tokenOf({ sub: 'ida' });
      const fault = vi.spyOn(app.get(SessionEndings), 'ofUsers').mockRejectedValueOnce(new Error('a fault'));
      await expect(receive(token)).rejects.toThrow('a fault');
      fault.mockRestore();
      expect([await receive(token), await endOf(session)]).toEqual([true, 'provider_log_out']);
      expect(await receive(token)).toBe(false);
    });

    it.each<[string, () => Promise<string>]>([
      ['another key', async () => tokenOf({ sub: 'carl' }, (await generateKeyPair('RS256')).privateKey)],
      ['another audience', () => tokenOf({ sub: 'carl', aud: 'somebody' })],
      ['another issuer', () => tokenOf({ sub: 'carl', iss: 'https://evil.example' })],
      ['another time', () => tokenOf({ sub: 'carl', iat: Math.floor(Date.now() / 1000) - 400 })],
      ['a sign-in', () => tokenOf({ sub: 'carl', events: undefined })],
      ['a sign-in that says it is none', () => tokenOf({ sub: 'carl', nonce: 'n' })],
      ['nobody', () => tokenOf({})],
      ['no name of its own', () => tokenOf({ sub: 'carl', jti: undefined })],
      ['no token', () => Promise.resolve('token')],
    ])('are refused with a token of %s', async (_what, make) => {
      const carl = await app.createPerson(realm, null);
      const session = await signIn(carl, `carl-${carl.id}`, 'sid-carl');
      const token = await make();
      expect(await receive(token)).toBe(false);
      expect(await endOf(session)).toBeNull();
    });

    it('are those of one organization', async () => {
      const other = await app.createRealm('other');
      expect(await receive(await tokenOf({ sub: 'ada' }), other.id)).toBe(false);
    });
  });

  it('end here although nobody knows how they end at the provider', async () => {
    const ida = await app.createPerson(realm, null);
    const sessionId = await signIn(ida, 'ida-2');
    const fault = vi.spyOn(app.get(UsedProviders), 'byId').mockRejectedValueOnce(new Error('a fault'));
    const close = app.get(SignOutsService).close(await app.contextOf(ida.id), { current_session_id: sessionId });
    expect(await close).toEqual({});
    expect(fault).toHaveBeenCalledTimes(1);
    fault.mockRestore();
    expect(await endOf(sessionId)).toBe('log_out');
  });

  it('say groups at the first sign-in and at later ones', async () => {
    const configure = (groups: { external: string }[] | null) =>
      organization.configure({ groups, bypass_invite: true });
    const groupsOf = async (email: string) => {
      const sql = `SELECT g.name FROM user_group g JOIN group_membership m ON m.group_id = g.id
                   JOIN account a ON a.id = m.user_id WHERE a.delivery_email = $1 AND g.name LIKE 'of corp%' ORDER BY 1`;
      return (await app.run(sql, [email])).map(({ name }) => name);
    };
    await configure([{ external: 'of corp: a' }, { external: 'of corp: b' }]);
    const username = 'with-groups@example.com';
    await signIn({ username }, 'groups-new', undefined, { groups: ['of corp: a'], name: 'With Groups' });
    expect(await groupsOf(username)).toEqual(['of corp: a']);
    await signIn({ username }, 'groups-new', undefined, { groups: ['of corp: b', 'of corp: c'] });
    expect(await groupsOf(username)).toEqual(['of corp: b']);
    await configure(null);
    await signIn({ username }, 'groups-new', undefined, { groups: [] });
    expect(await groupsOf(username)).toEqual(['of corp: b']);
  });

  describe('give roles, which', () => {
    const configure = (role_claim: string | null) => organization.configure({ role_claim, bypass_invite: true });
    const roleOf = async (id: number) => (await app.run('SELECT role FROM account WHERE id = $1', [id]))[0]?.role;
    const setByHand = (id: number) => app.get(FieldAuthority).assertUserMaySet(app.database, id, ['role']);
    beforeAll(() => configure('roles'));

    it('follow at each sign-in, and cannot be changed by hand', async () => {
      const ada = await app.createPerson(realm, null);
      await signIn(ada, 'role-ada', undefined, { roles: ['staff', 'moderator'] });
      expect(await roleOf(ada.id)).toBe(300);
      await expect(setByHand(ada.id)).rejects.toThrow(
        "'role' is managed by single sign-on and cannot be changed here.",
      );
      await signIn(ada, 'role-ada', undefined, { roles: ['guest'] });
      expect(await roleOf(ada.id)).toBe(600);
      await signIn(ada, 'role-ada', undefined, { roles: ['staff'] });
      expect(await roleOf(ada.id)).toBe(600);
    });

    it('new accounts have from the beginning', async () => {
      const username = 'new-administrator@example.com';
      await signIn({ username }, 'role-new', undefined, { roles: 'administrator', name: 'New Administrator' });
      const [account] = await app.run('SELECT id, role FROM account WHERE delivery_email = $1', [username]);
      expect(account?.role).toBe(200);
      await expect(setByHand(Number(account?.id))).rejects.toThrow('single sign-on');
    });

    it('are nobody’s business where a directory gives them', async () => {
      const ada = await app.createPerson(realm, null);
      await app.run("INSERT INTO scim_token (realm_id, name, token_hash) VALUES ($1, 'x', $2)", [
        ...[realm.id, Buffer.from(`token ${realm.id}`)],
      ]);
      await app.run(
        `INSERT INTO directory_account (user_id, source, realm_id, managed_fields) VALUES ($1, 'scim', $2, '{role}')`,
        [ada.id, realm.id],
      );
      const write = vi.spyOn(app.database, 'write');
      const place = { realmId: realm.id, partition: realm.partition, realmHost: TEST_HOST };
      await app.get(ExternalFields).apply(place, ada.id, { role: 600 });
      expect(write).not.toHaveBeenCalled();
      await app.run('UPDATE scim_token SET revoked_at = now() WHERE realm_id = $1', [realm.id]);
      write.mockRejectedValueOnce(new UnavailableError('the lock is held'));
      await app.get(ExternalFields).apply(place, ada.id, { role: 600 });
      expect([write.mock.calls.length, await roleOf(ada.id)]).toEqual([1, 400]);
      write.mockRestore();
      await app.get(ExternalFields).apply(place, ada.id, { role: 600 });
      expect(await roleOf(ada.id)).toBe(600);
    });

    it('leave an organization its last owner', async () => {
      const [owner] = await app.run('SELECT delivery_email AS username FROM account WHERE id = $1', [ownerId]);
      await signIn({ username: String(owner?.username) }, 'role-owner', undefined, { roles: 'member' });
      expect(await roleOf(ownerId)).toBe(100);
    });

    it('are people’s again when the provider does not give them any more', async () => {
      const grace = await app.createPerson(realm, null);
      await signIn(grace, 'role-grace', undefined, { roles: 'guest' });
      await configure(null);
      await expect(setByHand(grace.id)).resolves.toBeUndefined();
      await signIn(grace, 'role-grace', undefined, { roles: 'administrator' });
      expect(await roleOf(grace.id)).toBe(600);
    });
  });
});
