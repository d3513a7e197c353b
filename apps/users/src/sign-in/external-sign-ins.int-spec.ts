import { createDecipheriv, generateKeyPairSync } from 'node:crypto';
import type { CreatedRealm } from '@stoa/database';
import { UnavailableError } from '@stoa/errors';
import { Role, hashPad } from '@stoa/policy';
import { SignJWT, generateKeyPair } from 'jose';
import { FieldAuthority } from '../shared/directory-accounts/field-authority';
import { TEST_HOST, UsersApplication } from '../test-support/users-application';
import { SessionsService } from '../people/sessions/sessions.service';
import { SessionEndings } from '../shared/sessions/session-endings';
import { AppSignInsService } from './external/app-sign-ins.service';
import { ExternalFields } from './external/external-fields';
import { ExternalSignInsService } from './external/external-sign-ins.service';
import { NativeSignInsService } from './external/native-sign-ins.service';
import { ProxySignInsService } from './external/proxy-sign-ins.service';
import { SignOutsService } from './log-outs/sign-outs.service';
import { SignInProvidersService } from './providers/sign-in-providers.service';
import { UsedProviders } from './providers/used-provider';
import { PrescribedProvider } from './test-support/prescribed-provider';
import { BackChannelLogOutsService } from './log-outs/back-channel-log-outs.service';

const CALL = { requestId: 'log-out', deadlineAt: Number.MAX_SAFE_INTEGER };
const EVENTS = { 'http://schemas.openid.net/event/backchannel-logout': {} };
const BROWSER_TOKEN = 'b'.repeat(43);

/** What the desktop app reads out of the text that is pasted. */
function desktopToken(text: string, pad: string): string {
  const bytes = Buffer.from(text, 'hex');
  const decipher = createDecipheriv('aes-256-gcm', Buffer.from(pad, 'hex'), bytes.subarray(0, 12));
  decipher.setAuthTag(bytes.subarray(-16));
  return Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]).toString();
}

describe('sign-ins with providers', () => {
  let app: UsersApplication;
  let realm: CreatedRealm;
  let issuer: PrescribedProvider;
  let tokens = 0;
  let ownerId: number;
  let providerId: number;

  beforeAll(async () => {
    app = await UsersApplication.start({ STOA_OUTGOING_ALLOWED_ADDRESSES: '127.0.0.1' });
    issuer = await PrescribedProvider.start();
    realm = await app.createRealm();
    const owner = await app.createPerson(realm, null, Role.Owner);
    ownerId = owner.id;
    const { sign_in_provider: made } = await app.get(SignInProvidersService).add(await app.contextOf(ownerId), {
      ...{ kind: 'oidc', key: 'corp', display_name: 'Corp', secret: 'secret' },
      settings: { issuer: issuer.issuer, client_id: 'stoa', auto_signup: true, trusts_name: true },
    });
    providerId = made.id;
  });
  afterAll(async () => {
    await app.stop();
    await issuer.stop();
  });

  /** A session of somebody that began with the provider. */
  async function signIn(
    person: { username: string },
    sub: string,
    sid?: string,
    more = {},
    provider = 'oidc/corp',
  ): Promise<number> {
    const place = { realm_id: realm.id, partition: realm.partition, realm_host: TEST_HOST };
    const common = { ...place, realm_url: `http://${TEST_HOST}` };
    const service = app.get(ExternalSignInsService);
    const begun = { provider, is_sign_up: false, next: '/', app: null, link_key: null };
    const started = await service.start(CALL, { ...common, ...begun, browser_token: BROWSER_TOKEN });
    if (started.result !== 'go') throw new Error(started.reason);
    issuer.prescription = { claims: { sub, sid, email: person.username, ...more } };
    const state = issuer.note(started.location).get('state') ?? '';
    const browser = { ip_address: '203.0.113.7', user_agent: 'test', replaced_session_id: null };
    const outcome = await service.finish(CALL, {
      ...{ ...common, ...browser, kind: 'oidc', browser_token: BROWSER_TOKEN },
      query: new URLSearchParams({ code: 'a code', state }).toString(),
    });
    if (outcome.result !== 'session') throw new Error(outcome.result);
    return outcome.session.session_id;
  }

  const tokenOf = (claims: Record<string, unknown>, key = issuer.keys.privateKey) => {
    const now = Math.floor(Date.now() / 1000);
    const usual = {
      iss: issuer.issuer,
      aud: 'stoa',
      iat: now,
      exp: now + 120,
      jti: `token-${++tokens}`,
      events: EVENTS,
    };
    return new SignJWT({ ...usual, ...claims })
      .setProtectedHeader({ alg: 'RS256', kid: 'own', typ: 'logout+jwt' })
      .sign(key);
  };
  const receive = async (token: string, realmId = realm.id) => {
    const told = { realm_id: realmId, partition: realm.partition, token };
    return (await app.get(BackChannelLogOutsService).receive(CALL, told)).is_accepted;
  };
  const endOf = async (sessionId: number) =>
    (await app.run('SELECT end_reason FROM user_session WHERE id = $1', [sessionId]))[0]?.end_reason;

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

  describe('begin sessions, which', () => {
    const HOUR = 3_600;
    const limit = async (hours: number | null) =>
      app.get(SignInProvidersService).change(await app.contextOf(ownerId), {
        ...{ provider_id: providerId, settings: { max_session_hours: hours } },
      });
    const use = async (sessionId: number) => {
      await app.run("UPDATE user_session SET last_used_at = now() - interval '5 minutes' WHERE id = $1", [sessionId]);
      await app.get(SessionsService).recordUses(CALL, { session_ids: [sessionId] });
    };
    const age = (sessionId: number, hours: number) =>
      app.run('UPDATE user_session SET created_at = now() - make_interval(hours => $2) WHERE id = $1', [
        ...[sessionId, hours],
      ]);
    /** Hours for which a session goes on. */
    const lasts = async (sessionId: number) => {
      const sql = 'SELECT extract(epoch FROM expires_at - now())::float8 AS seconds FROM user_session WHERE id = $1';
      return Number((Number((await app.run(sql, [sessionId]))[0]?.seconds) / HOUR).toFixed(1));
    };

    it('last as long as the provider’s people may stay, used or not', async () => {
      await limit(12);
      const ada = await app.createPerson(realm, null);
      const session = await signIn(ada, 'age-ada');
      const browser = { realm_id: realm.id, ip_address: '203.0.113.7', user_agent: '', replaced_session_id: null };
      const other = await app.get(SessionsService).openForDevelopment(CALL, { ...browser, username: ada.username });
      expect([await lasts(session), await lasts(other.session_id)]).toEqual([12, 14 * 24]);
      await age(session, 3);
      await use(session);
      expect(await lasts(session)).toBe(12);
      await limit(null);
    });

    it('end earlier, or later, as soon as that is changed', async () => {
      const ada = await app.createPerson(realm, null);
      const [old, young] = [await signIn(ada, 'age-eve'), await signIn(ada, 'age-eve')];
      const over = await signIn(ada, 'age-eve');
      await Promise.all([age(old, 10), age(young, 2), age(over, 10)]);
      await app.run('UPDATE user_session SET expires_at = now() WHERE id = $1', [over]);
      // As those of GitHub, which never says that a session there is over.
      await app.run('DELETE FROM external_session WHERE session_id = $1', [young]);
      await limit(8);
      // The last one had run out before: nothing ended it.
      expect([await endOf(old), await endOf(young), await endOf(over)]).toEqual(['too_old', null, null]);
      expect(await lasts(young)).toBe(6);
      await limit(24);
      await use(young);
      expect(await lasts(young)).toBe(22);
      await limit(null);
      await use(young);
      expect(await lasts(young)).toBe(14 * 24);
    });

    it('are known of a release that did not note the provider', async () => {
      const ada = await app.createPerson(realm, null);
      const session = await signIn(ada, 'age-before');
      await app.run('UPDATE user_session SET provider_id = NULL WHERE id = $1', [session]);
      await limit(4);
      expect(await lasts(session)).toBe(4);
      await limit(null);
    });

    it('keep their end when the provider goes', async () => {
      const { sign_in_provider: brief } = await app.get(SignInProvidersService).add(await app.contextOf(ownerId), {
        ...{ kind: 'oidc', key: 'brief', display_name: 'Brief', secret: 'secret' },
        settings: { issuer: issuer.issuer, client_id: 'stoa', max_session_hours: 2 },
      });
      const session = await signIn(await app.createPerson(realm, null), 'age-brief', undefined, {}, 'oidc/brief');
      await app.get(SignInProvidersService).remove(await app.contextOf(ownerId), { provider_id: brief.id });
      await use(session);
      expect(await lasts(session)).toBe(2);
    });

    /** Hands it over to the desktop app. @returns the session there */
    const handOver = async (userId: number, session: number): Promise<number> => {
      const pad = '0123456789abcdef'.repeat(4);
      const { text = '' } = await app.get(AppSignInsService).handOver(await app.contextOf(userId), {
        ...{ current_session_id: session, app: { app: 'desktop', pad }, ip_address: '203.0.113.7', user_agent: '' },
      });
      const redeemed = await app.get(AppSignInsService).redeem(CALL, {
        ...{ realm_id: realm.id, partition: realm.partition, token: desktopToken(text, pad) },
        ...{ pad_hash: hashPad(pad).toString('hex'), ip_address: '203.0.113.7', user_agent: '' },
        replaced_session_id: null,
      });
      if (redeemed.result !== 'session') throw new Error(redeemed.reason);
      return redeemed.session.session_id;
    };

    it('go on in the desktop app as they began, no younger', async () => {
      await limit(6);
      const ada = await app.createPerson(realm, null);
      const times = ['created_at', 'authenticated_at', 'expires_at', 'longest_until'];
      const older = times.map((name) => `${name} = ${name} - interval '6 minutes'`).join();
      const pass = (sessionId: number) => app.run(`UPDATE user_session SET ${older} WHERE id = $1`, [sessionId]);
      const session = await signIn(ada, 'age-desk', 'sid-desk');
      await pass(session);
      const inApp = await handOver(ada.id, session);
      expect([await endOf(session), await lasts(inApp)]).toEqual(['handed_over', 5.9]);
      await pass(inApp);
      await expect(handOver(ada.id, inApp)).rejects.toThrow('Sign in again first.');
      expect(await receive(await tokenOf({ sid: 'sid-desk' }))).toBe(true);
      expect(await endOf(inApp)).toBe('provider_log_out');
      await limit(null);
    });
  });

  it('say groups at the first sign-in and at later ones', async () => {
    const configure = async (groups: { external: string }[] | null) =>
      app.get(SignInProvidersService).change(await app.contextOf(ownerId), {
        provider_id: providerId,
        settings: { groups, bypass_invite: true },
      });
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
    const configure = async (role_claim: string | null) =>
      app.get(SignInProvidersService).change(await app.contextOf(ownerId), {
        provider_id: providerId,
        settings: { role_claim, bypass_invite: true },
      });
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
