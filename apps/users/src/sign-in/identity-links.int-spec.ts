import type { NewSignInProvider } from '@stoa/contracts/organization';
import type { CreatedRealm } from '@stoa/database';
import { type MailOrganization, Mailer } from '@stoa/mail';
import { Role, hashSessionToken } from '@stoa/policy';
import { generateKeyPair } from 'jose';
import { TEST_HOST, type TestPerson, UsersApplication } from '../test-support/users-application';
import { KeyFetchesService } from '../people/api-keys/key-fetches.service';
import { SessionsService } from '../people/sessions/sessions.service';
import { UsersEnvironment } from '../users-environment';
import { ConfirmationsService } from './confirmations/confirmations.service';
import { ExternalSignInsService } from './external/external-sign-ins.service';
import { IdentityLinksService } from './identities/identity-links.service';
import { SignInProvidersService } from './providers/sign-in-providers.service';
import { PrescribedProvider, type Prescription } from '../test-support/prescribed-provider';

const CALL = { requestId: 'link', deadlineAt: Number.MAX_SAFE_INTEGER };
const BROWSER_TOKEN = 'b'.repeat(43);
const PASSWORD = 'correct horse battery';
const BROWSER = { ip_address: '203.0.113.7', user_agent: 'test', replaced_session_id: null };
const linked = (problem: string | null) => ({ result: 'linked', problem });

describe('accounts at providers', () => {
  let app: UsersApplication;
  let realm: CreatedRealm;
  let issuer: PrescribedProvider;
  let ownerId: number;
  let subjects = 0;
  const mails: string[] = [];
  const organizations: (MailOrganization | undefined)[] = [];

  beforeAll(async () => {
    app = await UsersApplication.start({ STOA_OUTGOING_ALLOWED_ADDRESSES: '127.0.0.1' });
    issuer = await PrescribedProvider.start();
    realm = await app.createRealm();
    ownerId = (await app.createPerson(realm, null, Role.Owner)).id;
    await add('corp', {});
    await add('second', {});
    await add('open', { links_accounts: true });
    const mailer = app.application.get(Mailer);
    vi.spyOn(mailer, 'isConfigured', 'get').mockReturnValue(true);
    vi.spyOn(mailer, 'send').mockImplementation(async ({ to, text, organization }) => {
      mails.push(`${to}: ${text}`);
      organizations.push(organization);
    });
  });
  afterAll(async () => {
    vi.restoreAllMocks();
    await app.stop();
    await issuer.stop();
  });
  beforeEach(() => (mails.length = 0));

  const add = async (key: string, settings: object) =>
    app.get(SignInProvidersService).add(await app.contextOf(ownerId), {
      ...{ kind: 'oidc', key, display_name: `Corp ${key}`, secret: 'secret' },
      settings: { issuer: issuer.issuer, client_id: 'stoa', ...settings },
    });
  const place = () => ({
    realm_id: realm.id,
    partition: realm.partition,
    realm_host: TEST_HOST,
    realm_url: `http://${TEST_HOST}`,
  });
  const open = async ({ username }: TestPerson, password = PASSWORD): Promise<number> => {
    const request = { realm_id: realm.id, ...BROWSER, username, password };
    return (await app.get(SessionsService).open(CALL, request)).session_id;
  };
  const begin = async (person: TestPerson, sessionId: number | null, provider = 'oidc:corp', password = PASSWORD) =>
    app.get(IdentityLinksService).begin(await app.contextOf(person.id), {
      ...{ provider, password, session_id: sessionId, browser_token: BROWSER_TOKEN },
    });
  const comeBack = (location: string, sub: string, browserToken = BROWSER_TOKEN, error?: string) => {
    issuer.prescription = { claims: { sub, email: 'elsewhere@other.example' } };
    const state = issuer.note(location).get('state') ?? '';
    const query = new URLSearchParams(error === undefined ? { code: 'a code', state } : { error, state }).toString();
    const request = { ...place(), ...BROWSER, kind: 'oidc', browser_token: browserToken, query };
    return app.get(ExternalSignInsService).finish(CALL, request);
  };
  const link = async (person: TestPerson, sub = `subject-${++subjects}`, provider = 'oidc:corp') => {
    const sessionId = await open(person);
    return comeBack((await begin(person, sessionId, provider)).location, sub);
  };
  const list = async ({ id }: TestPerson) => app.get(IdentityLinksService).list(await app.contextOf(id));
  const remove = async (person: TestPerson, identityId: number, sessionId: number | null = null, password = PASSWORD) =>
    app.get(IdentityLinksService).remove(await app.contextOf(person.id), {
      ...{ identity_id: identityId, password, session_id: sessionId },
    });
  const signInBy = async (sub: string) => {
    const begun = { provider: 'oidc/corp', is_sign_up: false, next: '/', app: null, link_key: null };
    const request = { ...place(), ...begun, browser_token: BROWSER_TOKEN };
    const started = await app.get(ExternalSignInsService).start(CALL, request);
    if (started.result !== 'go') throw new Error(started.reason);
    return comeBack(started.location, sub);
  };

  it('are added by whoever is signed in, whatever their address, and told by mail', async () => {
    const ada = await app.createPerson(realm, PASSWORD);
    expect(await list(ada)).toEqual({
      identities: [],
      addable: ['corp', 'second', 'open'].map((key) => ({ provider: `oidc:${key}`, display_name: `Corp ${key}` })),
    });
    expect(await link(ada, 'ada')).toEqual(linked(null));
    expect(mails).toEqual([expect.stringContaining('An account at Corp corp was added')]);
    expect(organizations.at(-1)).toEqual({ name: 'Test', url: `http://${TEST_HOST}` });
    expect(await link(ada, 'ada')).toEqual(linked(null));
    expect(mails).toHaveLength(1);
    const { identities, addable } = await list(ada);
    expect(identities).toEqual([
      {
        ...{ id: expect.any(Number), provider: 'oidc:corp', display_name: 'Corp corp' },
        ...{ date_added: expect.any(Number), last_used: expect.any(Number) },
      },
    ]);
    // A second provider would be a way in that the first knows nothing of: the organization has the say.
    expect(addable.map(({ provider }) => provider)).toEqual(['oidc:corp', 'oidc:open']);
    expect(await signInBy('ada')).toMatchObject({ result: 'session', session: { user_id: ada.id } });
  });

  it('are nobody’s twice', async () => {
    const [ada, eve] = [await app.createPerson(realm, PASSWORD), await app.createPerson(realm, PASSWORD)];
    await link(ada, 'hers');
    expect(await link(eve, 'hers')).toEqual(linked('linked-elsewhere'));
    expect((await list(eve)).identities).toEqual([]);
    expect(await signInBy('hers')).toMatchObject({ session: { user_id: ada.id } });
  });

  it('are added in the browser and the session that began it, once', async () => {
    const ada = await app.createPerson(realm, PASSWORD);
    const sessionId = await open(ada);
    const { location } = await begin(ada, sessionId);
    // A replica of a release before looks for sign-ins alone: it must find nothing.
    expect(await app.run('SELECT step FROM sign_in_attempt ORDER BY id DESC LIMIT 1', [])).toEqual([{ step: 'link' }]);
    expect(await comeBack(location, 'x', 'c'.repeat(43))).toEqual({ result: 'refused', reason: 'expired' });
    expect(await comeBack(location, 'x')).toEqual(linked(null));
    expect(await comeBack(location, 'y')).toEqual({ result: 'refused', reason: 'expired' });
    const late = await begin(ada, sessionId);
    await app.run('UPDATE user_session SET ended_at = now() WHERE id = $1', [sessionId]);
    expect(await comeBack(late.location, 'z')).toEqual(linked('expired'));
    expect((await list(ada)).identities).toHaveLength(1);
    const again = await begin(ada, await open(ada));
    expect(await comeBack(again.location, 'z', BROWSER_TOKEN, 'access_denied')).toEqual(linked('declined'));
  });

  it('need the password, or a sign-in of the last minutes where there is none', async () => {
    const ada = await app.createPerson(realm, PASSWORD);
    const sessionId = await open(ada);
    await expect(begin(ada, sessionId, 'oidc:corp', 'wrong')).rejects.toThrow('Password is incorrect.');
    await link(ada);
    const [identity] = (await list(ada)).identities;
    await expect(remove(ada, identity?.id ?? 0, sessionId, 'wrong')).rejects.toThrow('Password is incorrect.');
    const old = "UPDATE user_session SET created_at = now() - interval '11 minutes' WHERE id = $1";
    await app.run('UPDATE account SET password_hash = NULL WHERE id = $1', [ada.id]);
    await app.run(old, [sessionId]);
    await expect(begin(ada, sessionId)).rejects.toThrow('Sign in again, and repeat this within ten minutes.');
  });

  it.each([
    ['unknown providers', 'oidc:nobody', 'Invalid sign-in provider'],
    ['second providers', 'oidc:second', 'Accounts at this provider cannot be added.'],
    ['tokens of programs', 'jwt', 'Accounts at this provider cannot be added.'],
  ])('are not those of %s', async (_what, provider, message) => {
    const context = await app.contextOf(ownerId);
    const settings = { origins: ['https://portal.example'] };
    if (provider === 'jwt') {
      await app.get(SignInProvidersService).add(context, { kind: 'jwt', display_name: 'Portal', settings });
    }
    const ada = await app.createPerson(realm, PASSWORD);
    await link(ada);
    await expect(begin(ada, await open(ada), provider)).rejects.toThrow(message);
    expect(await link(ada, undefined, 'oidc:open')).toEqual(linked(null));
  });

  it('are not begun with a provider that cannot be asked, nor finished with one that is switched off', async () => {
    const ada = await app.createPerson(realm, PASSWORD);
    const sessionId = await open(ada);
    const context = await app.contextOf(ownerId);
    const { sign_in_provider: gone } = await app.get(SignInProvidersService).add(context, {
      ...{ kind: 'oidc', key: 'gone', display_name: 'Gone', secret: 'secret' },
      settings: { issuer: 'http://127.0.0.1:1', client_id: 'stoa' },
    });
    await expect(begin(ada, sessionId, 'oidc:gone')).rejects.toThrow(
      'The provider cannot be reached. Try again later.',
    );
    await app.get(SignInProvidersService).remove(context, { provider_id: gone.id });
    const { location } = await begin(ada, sessionId);
    await app.run(`UPDATE realm SET authentication_methods = '{"OpenID Connect": false}' WHERE id = $1`, [realm.id]);
    expect(await comeBack(location, 'late')).toEqual(linked('method-off'));
    await app.run("UPDATE realm SET authentication_methods = '{}' WHERE id = $1", [realm.id]);
  });

  it('are removed by their owner alone, who stays signed in here only and keeps a way in', async () => {
    const [ada, eve] = [await app.createPerson(realm, PASSWORD), await app.createPerson(realm, PASSWORD)];
    await link(ada, 'mine');
    const [kept, other] = [await open(ada), await open(ada)];
    const id = (await list(ada)).identities[0]?.id ?? 0;
    await expect(remove(eve, id)).rejects.toThrow('Invalid identity ID');
    await remove(ada, id, kept);
    expect((await list(ada)).identities).toEqual([]);
    expect(mails.at(-1)).toContain('An account at Corp corp was removed');
    const ends = await app.run('SELECT id, end_reason FROM user_session WHERE id = ANY($1) ORDER BY id', [
      [kept, other],
    ]);
    expect(ends).toEqual([
      { id: kept, end_reason: null },
      { id: other, end_reason: 'factor_change' },
    ]);
    await expect(remove(ada, id, kept)).rejects.toThrow('Invalid identity ID');
  });

  it('are not removed where nothing else signs in', async () => {
    const sso = await app.createPerson(realm, PASSWORD);
    await link(sso, 'only');
    // Without a password, and without the accounts of development.
    await app.run('UPDATE account SET password_hash = NULL WHERE id = $1', [sso.id]);
    await app.run(`UPDATE realm SET authentication_methods = '{"Dev": false}' WHERE id = $1`, [realm.id]);
    const outcome = await signInBy('only');
    if (outcome.result !== 'session') throw new Error(outcome.result);
    const id = (await list(sso)).identities[0]?.id ?? 0;
    const lastOne = 'You could not sign in any more. Keep one of your own ways to sign in.';
    await expect(remove(sso, id, outcome.session.session_id, '')).rejects.toThrow(lastOne);
    expect((await list(sso)).identities).toHaveLength(1);
    await app.run("UPDATE realm SET authentication_methods = '{}' WHERE id = $1", [realm.id]);
  });

  describe('confirm who is signed in, which', () => {
    const seconds = (fromNow = 0) => Math.floor(Date.now() / 1000) + fromNow;
    const read = async ({ id }: TestPerson, sessionId: number) =>
      app.get(ConfirmationsService).read(await app.contextOf(id), { session_id: sessionId });
    const start = async ({ id }: TestPerson, sessionId: number, provider = 'oidc:corp') =>
      app.get(ConfirmationsService).begin(await app.contextOf(id), {
        ...{ current_session_id: sessionId, provider, next: '/#settings', browser_token: BROWSER_TOKEN },
      });
    const back = (location: string, prescription: Prescription, browserToken = BROWSER_TOKEN, knows = true) => {
      issuer.prescription = prescription;
      const state = issuer.note(location).get('state') ?? '';
      const query = new URLSearchParams({ code: 'a code', state }).toString();
      const request = { ...place(), ...BROWSER, kind: 'oidc', browser_token: browserToken, query };
      const known = knows ? { knows_confirmations: true } : {};
      return app.get(ExternalSignInsService).finish(CALL, { ...request, ...known });
    };
    /** Somebody with a password whom the provider knows, signed in with the password. */
    const known = async () => {
      const person = await app.createPerson(realm, PASSWORD);
      const sub = `confirms-${person.id}`;
      await link(person, sub);
      return { person, sub, sessionId: await open(person) };
    };
    const failed = (problem: string) => ({ result: 'confirmed', next: '/#settings', problem, session: null });
    const tokenHashOf = async (sessionId: number) =>
      (await app.run('SELECT token_hash FROM user_session WHERE id = $1', [sessionId]))[0]?.token_hash;

    it('is nothing that a gateway gets which does not know of it', async () => {
      const { person, sub, sessionId } = await known();
      const { location } = await start(person, sessionId);
      const signedIn = { claims: { sub, auth_time: seconds() } };
      expect(await back(location, signedIn, BROWSER_TOKEN, false)).toEqual({ result: 'refused', reason: 'expired' });
      expect(await back(location, signedIn)).toMatchObject({ result: 'confirmed', problem: null });
    });

    it('takes the place of the password for ten minutes, in that session alone', async () => {
      const { person, sub, sessionId } = await known();
      const other = await open(person);
      const providers = [{ provider: 'oidc:corp', display_name: 'Corp corp' }];
      expect(await read(person, sessionId)).toEqual({ needed: 'password', providers });
      const outcome = await back((await start(person, sessionId)).location, { claims: { sub, auth_time: seconds() } });
      if (outcome.result !== 'confirmed' || !outcome.session) throw new Error('it is not confirmed');
      expect(outcome).toMatchObject({ next: '/#settings', problem: null });
      const { STOA_API_KEY_SECRET: secret } = app.get(UsersEnvironment);
      expect(await tokenHashOf(sessionId)).toEqual(hashSessionToken(secret, outcome.session.token));
      expect([(await read(person, sessionId)).needed, (await read(person, other)).needed]).toEqual([
        ...['nothing', 'password'],
      ]);
      const fetchOwn = async () =>
        app.get(KeyFetchesService).fetchOwn(await app.contextOf(person.id), { password: '', session_id: sessionId });
      expect(await fetchOwn()).toMatchObject({ user_id: person.id });
      await app.run("UPDATE user_session SET confirmed_at = now() - interval '11 minutes' WHERE id = $1", [sessionId]);
      await expect(fetchOwn()).rejects.toThrow('Password is incorrect.');
    });

    it.each<[string, (sub: string) => Prescription | Promise<Prescription>, string]>([
      ['nobody here', () => ({ claims: { sub: 'nobody', auth_time: seconds() } }), 'other-account'],
      ['an older sign-in', (sub) => ({ claims: { sub, auth_time: seconds(-120) } }), 'not-again'],
      ['a sign-in to come', (sub) => ({ claims: { sub, auth_time: seconds(120) } }), 'not-again'],
      ['a sign-in of no time', (sub) => ({ claims: { sub } }), 'time-unknown'],
      [
        'a time that is not signed',
        (sub) => ({ claims: { sub, email: undefined }, userinfo: { sub, auth_time: seconds() } }),
        'time-unknown',
      ],
      [
        'a token that somebody else signed',
        async (sub) => ({
          ...{ claims: { sub, auth_time: seconds() }, key: (await generateKeyPair('RS256')).privateKey },
        }),
        'provider-failed',
      ],
      [
        'a token for another request',
        (sub) => ({ claims: { sub, auth_time: seconds(), nonce: 'x' } }),
        'provider-failed',
      ],
    ])('is no answer with %s', async (_what, prescribe, problem) => {
      const { person, sub, sessionId } = await known();
      const before = await tokenHashOf(sessionId);
      const { location } = await start(person, sessionId);
      expect(await back(location, await prescribe(sub))).toEqual(failed(problem));
      expect([(await read(person, sessionId)).needed, await tokenHashOf(sessionId)]).toEqual(['password', before]);
    });

    it('is no answer about somebody else, who is not signed in by it', async () => {
      const [ada, eve] = [await known(), await known()];
      const { location } = await start(ada.person, ada.sessionId);
      const sessionsOf = async ({ id }: TestPerson) =>
        (await app.run('SELECT id, user_id FROM user_session WHERE user_id = $1 AND ended_at IS NULL', [id])).length;
      const before = await sessionsOf(eve.person);
      const outcome = await back(location, { claims: { sub: eve.sub, auth_time: seconds() } });
      expect([outcome, await sessionsOf(eve.person)]).toEqual([failed('other-account'), before]);
    });

    it('counts once, in the browser and as long as the session in which it began', async () => {
      const { person, sub, sessionId } = await known();
      const good = () => ({ claims: { sub, auth_time: seconds() } });
      const { location } = await start(person, sessionId);
      // A replica of a release before looks for sign-ins alone: it must find nothing.
      expect(await app.run('SELECT step FROM sign_in_attempt ORDER BY id DESC LIMIT 1', [])).toEqual([
        ...[{ step: 'confirm' }],
      ]);
      const expired = { result: 'refused', reason: 'expired' };
      expect(await back(location, good(), 'c'.repeat(43))).toEqual(expired);
      const both = await Promise.all([back(location, good()), back(location, good())]);
      expect(both.map(({ result }) => result).sort()).toEqual(['confirmed', 'refused']);
      expect(await back(location, good())).toEqual(expired);
      const late = await start(person, sessionId);
      await app.run('UPDATE user_session SET ended_at = now() WHERE id = $1', [sessionId]);
      expect(await back(late.location, good())).toEqual(failed('expired'));
    });

    it('is not needed after a sign-in that the provider says is a new one', async () => {
      const { person, sub } = await known();
      await app.run('UPDATE account SET password_hash = NULL WHERE id = $1', [person.id]);
      const signedIn = async (authTime: number | undefined) => {
        const begun = { provider: 'oidc/corp', is_sign_up: false, next: '/', app: null, link_key: null };
        const request = { ...place(), ...begun, browser_token: BROWSER_TOKEN };
        const started = await app.get(ExternalSignInsService).start(CALL, request);
        if (started.result !== 'go') throw new Error(started.reason);
        expect(new URL(started.location).searchParams.has('prompt')).toBe(false);
        const outcome = await back(started.location, { claims: { sub, auth_time: authTime } });
        if (outcome.result !== 'session') throw new Error(outcome.result);
        return outcome.session.session_id;
      };
      const needed = async (authTime: number | undefined) => (await read(person, await signedIn(authTime))).needed;
      expect([await needed(seconds()), await needed(undefined), await needed(seconds(-3_600))]).toEqual([
        ...['nothing', 'nothing', 'sign-in'],
      ]);
    });

    it('is begun with providers that know the person, and can be asked for it', async () => {
      const { person, sub, sessionId } = await known();
      const context = await app.contextOf(ownerId);
      const service = app.get(SignInProvidersService);
      await expect(start(person, sessionId, 'oidc:second')).rejects.toThrow('Invalid sign-in provider');
      const added = async (given: Pick<NewSignInProvider, 'kind' | 'key' | 'settings'>) => {
        const named = { ...given, display_name: 'Added', secret: 'secret' };
        const { sign_in_provider: made } = await service.add(context, named);
        await app.run(
          'INSERT INTO external_identity (realm_id, provider_id, subject, user_id) VALUES ($1, $2, $3, $4)',
          [realm.id, made.id, `subject-${person.id}`, person.id],
        );
        return made.id;
      };
      const github = await added({ kind: 'github', settings: { client_id: 'stoa' } });
      await expect(start(person, sessionId, 'github')).rejects.toThrow('This provider cannot confirm who you are.');
      await service.remove(context, { provider_id: github });
      const gone = await added({
        kind: 'oidc',
        key: 'away',
        settings: { issuer: 'http://127.0.0.1:1', client_id: 'x' },
      });
      await expect(start(person, sessionId, 'oidc:away')).rejects.toThrow(
        'The provider cannot be reached. Try again later.',
      );
      await service.remove(context, { provider_id: gone });
      const { location } = await start(person, sessionId);
      await app.run(`UPDATE realm SET authentication_methods = '{"OpenID Connect": false}' WHERE id = $1`, [realm.id]);
      expect((await read(person, sessionId)).providers).toEqual([]);
      await expect(start(person, sessionId)).rejects.toThrow('This provider cannot confirm who you are.');
      expect(await back(location, { claims: { sub, auth_time: seconds() } })).toEqual(failed('method-off'));
      await app.run("UPDATE realm SET authentication_methods = '{}' WHERE id = $1", [realm.id]);
    });
  });
});
