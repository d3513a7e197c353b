import { createDecipheriv } from 'node:crypto';
import type { CreatedRealm } from '@stoa/database';
import { hashPad } from '@stoa/policy';
import { UsersApplication } from '../test-support/users-application';
import { SessionsService } from '../people/sessions/sessions.service';
import { AppSignInsService } from './external/app-sign-ins.service';
import { SignInProvidersService } from './providers/sign-in-providers.service';
import { ProviderOrganization } from '../test-support/provider-organization';

const CALL = { requestId: 'sessions', deadlineAt: Number.MAX_SAFE_INTEGER };
const HOUR = 3_600;

/** What the desktop app reads out of the text that is pasted. */
function desktopToken(text: string, pad: string): string {
  const bytes = Buffer.from(text, 'hex');
  const decipher = createDecipheriv('aes-256-gcm', Buffer.from(pad, 'hex'), bytes.subarray(0, 12));
  decipher.setAuthTag(bytes.subarray(-16));
  return Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]).toString();
}

describe('sessions that begin with a provider', () => {
  let organization: ProviderOrganization;
  let app: UsersApplication;
  let realm: CreatedRealm;

  beforeAll(async () => {
    organization = await ProviderOrganization.start();
    ({ app, realm } = organization);
  });
  afterAll(() => organization.stop());

  const signIn = (...asked: Parameters<ProviderOrganization['signIn']>) => organization.signIn(...asked);
  const tokenOf = (...asked: Parameters<ProviderOrganization['tokenOf']>) => organization.tokenOf(...asked);
  const receive = (...asked: Parameters<ProviderOrganization['receive']>) => organization.receive(...asked);
  const endOf = (sessionId: number) => organization.endOf(sessionId);
  const limit = (hours: number | null) => organization.configure({ max_session_hours: hours });
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
    const { sign_in_provider: brief } = await app
      .get(SignInProvidersService)
      .add(await app.contextOf(organization.ownerId), {
        ...{ kind: 'oidc', key: 'brief', display_name: 'Brief', secret: 'secret' },
        settings: { issuer: organization.issuer.issuer, client_id: 'stoa', max_session_hours: 2 },
      });
    const session = await signIn(await app.createPerson(realm, null), 'age-brief', undefined, {}, 'oidc/brief');
    await app.get(SignInProvidersService).remove(await app.contextOf(organization.ownerId), { provider_id: brief.id });
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
