import type { CreatedRealm } from '@stoa/database';
import type { LdapConfig } from '@stoa/contracts/users';
import { UnavailableError } from '@stoa/errors';
import { Mailer } from '@stoa/mail';
import { PasswordHasher } from '../../people/accounts/password-hasher';
import { ProfileFieldsService } from '../../organization/profile-fields/profile-fields.service';
import { ProfileDataService } from '../../people/profile-data/profile-data.service';
import { SignUpsService } from '../../people/sign-ups/sign-ups.service';
import { UpdateUserService } from '../../people/user-administration/update-user.service';
import { SettingsService } from '../../personal/settings/settings.service';
import { BASE, DirectoryServer, MANAGER_PASSWORD } from '../../test-support/directory-server';
import { LdapOrganization, peopleOf } from '../../test-support/ldap-organization';
import { TEST_HOST, UsersApplication } from '../../test-support/users-application';
import { DirectoryStatesService } from '../directory-states/directory-states.service';
import { ScimTokensService } from '../scim-tokens/scim-tokens.service';

const CALL = { requestId: 'ldap', deadlineAt: Number.MAX_SAFE_INTEGER };
const WRONG = { status: 401, code: 'AUTHENTICATION_FAILED' };

describe('an LDAP directory', () => {
  let app: UsersApplication;
  let server: DirectoryServer;
  let organization: LdapOrganization;
  let realm: CreatedRealm;
  let config: LdapConfig;
  let realms = 0;

  beforeAll(async () => {
    [app, server] = await Promise.all([UsersApplication.start(), DirectoryServer.start()]);
    const people = peopleOf(server);
    config = {
      ...{ ...people, urls: [server.url], start_tls: true },
      attributes: { ...people.attributes, disabled: 'employeeType' },
      role_groups: { moderator: `cn=leads, ou=groups, ${BASE}` },
    };
  });
  afterAll(async () => {
    await app?.stop();
    await server?.stop();
  });
  beforeEach(async () => {
    await server.clear();
    organization = await LdapOrganization.create(app, `ldap${++realms}`);
    ({ realm } = organization);
  });

  const run = (sql: string, values: unknown[] = []) => app.run(sql, values);
  const set = (given: Partial<LdapConfig> = {}, password?: string | null) =>
    organization.set({ ...config, ...given }, password);
  const sync = (isForced = false, isDryRun = false) => organization.sync({ isForced, isDryRun });
  const signIn = (username: string, password: string) => organization.signIn(username, password);
  const account = (email: string) => organization.account(email);

  it('is tried before it is used, over TLS with a certificate that is checked', async () => {
    expect(await set()).toEqual({ people: expect.any(Number) });
    const wrong = 'The directory cannot be used: ';
    await expect(set({ ca_certificate: undefined })).rejects.toThrow(wrong);
    await expect(set({ urls: [`ldap://127.0.0.1:${server.port}`] })).rejects.toThrow(wrong);
    await expect(set({ start_tls: false })).rejects.toThrow('would send passwords readably');
    await expect(set({ people_filter: '(mail=' })).rejects.toThrow('people_filter is not a filter');
    await expect(set({}, 'another')).rejects.toThrow(wrong);
    await expect(set({}, null)).rejects.toThrow('bind_dn needs a password.');
    const [stored] = await run('SELECT config::text, sealed_bind_password FROM ldap_directory WHERE realm_id = $1', [
      realm.id,
    ]);
    expect(String(stored?.config)).not.toContain(MANAGER_PASSWORD);
    expect(Buffer.from(String(stored?.sealed_bind_password)).includes(MANAGER_PASSWORD)).toBe(false);
  });

  it('lets people in by its passwords; the first time makes an account', async () => {
    await server.addPerson('ida');
    await set();
    const session = await signIn('ida@x.example', 'ida secret');
    expect(session.email).toBe('ida@x.example');
    expect(await account('ida@x.example')).toMatchObject({ full_name: 'Name of ida', role: 400, password_hash: null });
    const again = await signIn('IDA@x.example', 'ida secret');
    expect(again.user_id).toBe(session.user_id);
  });

  it.each([
    ['a name', { login: 'uid' }, 'willa'],
    ['the address', {}, 'willa@x.example'],
  ])('tells newcomers by mail that they sign in with %s', async (_what, attributes, login) => {
    const mailer = app.application.get(Mailer);
    vi.spyOn(mailer, 'isConfigured', 'get').mockReturnValue(true);
    await server.addPerson('willa');
    await set({ attributes: { ...config.attributes, ...attributes } });
    await signIn(login, 'willa secret');
    vi.restoreAllMocks();
    expect(await run("SELECT facts FROM mail_job WHERE realm_id = $1 AND kind = 'welcome'", [realm.id])).toEqual([
      { facts: { directoryLogin: login } },
    ]);
  });

  it.each([
    ['a wrong password', 'eve@x.example', 'guess'],
    ['no password', 'eve@x.example', ''],
    ['nobody', 'nobody@x.example', 'eve secret'],
    ['a filter for an address', '*)(uid=*@x.example', 'eve secret'],
    ['a star', '*@x.example', 'eve secret'],
  ])('refuses %s', async (_what, username, password) => {
    await server.addPerson('eve');
    await set();
    await expect(signIn(username, password)).rejects.toMatchObject(WRONG);
  });

  it('leaves accounts with passwords of their own alone, and is needed by nobody else', async () => {
    const passwordHash = await app.get(PasswordHasher).hash(realm.id, 'local secret');
    await app.createAccounts(realm, [{ fullName: 'Local', deliveryEmail: 'local@x.example', passwordHash }]);
    await server.addPerson('remote');
    await set();
    await server.kill();
    try {
      expect((await signIn('local@x.example', 'local secret')).email).toBe('local@x.example');
      await expect(signIn('remote@x.example', 'remote secret')).rejects.toBeInstanceOf(UnavailableError);
      await expect(sync(true)).rejects.toThrow('The directory cannot be used: ');
      expect(await account('local@x.example')).toMatchObject({ is_active: true });
    } finally {
      await server.run();
    }
    expect((await signIn('remote@x.example', 'remote secret')).email).toBe('remote@x.example');
  });

  it('changes names, addresses and roles, which people may not change then', async () => {
    const dn = await server.addPerson('mia');
    await set();
    const { user_id: userId } = await signIn('mia@x.example', 'mia secret');
    await server.replace(dn, 'cn', 'Mia Moved');
    await server.replace(dn, 'mail', 'mia.moved@x.example');
    await server.write((client) =>
      client.add(`cn=leads,ou=groups,${BASE}`, { objectClass: ['groupOfNames'], cn: 'leads', member: dn }),
    );
    expect(await sync(false, true)).toMatchObject({ changed: 1 });
    expect(await account('mia.moved@x.example')).toBeUndefined();
    expect(await sync()).toMatchObject({ changed: 1, deactivated: 0 });
    expect(await account('mia.moved@x.example')).toMatchObject({ id: userId, full_name: 'Mia Moved', role: 300 });
    expect(await sync()).toMatchObject({ changed: 0 });
    const owner = await app.contextOf(organization.ownerId);
    const rename = app.get(UpdateUserService).update(owner, { user_id: userId, full_name: 'Other' });
    await expect(rename).rejects.toThrow("'full_name' is managed by LDAP and cannot be changed here.");
    await organization.remove();
    await app.get(UpdateUserService).update(owner, { user_id: userId, full_name: 'Other' });
  });

  it('has profiles of people, which they may not change then', async () => {
    const owner = await app.contextOf(organization.ownerId);
    const add = (name: string, field_type: number) =>
      app.get(ProfileFieldsService).create(owner, { name, hint: '', field_type });
    const [{ id: title }, { id: phone }] = [await add('Job title', 1), await add('Phone', 1)];
    const more = { title: 'Poet', preferredLanguage: 'de-AT', roomNumber: 'Europe/Kiev' };
    const dn = await server.addPerson('nell', more);
    const attributes = { ...config.attributes, timezone: 'roomNumber', language: 'preferredLanguage' };
    const fields = [
      { external: 'title', local: 'job_title' },
      { external: 'telephoneNumber', local: 'Phone' },
      { external: 'sn', local: 'Shoe size' },
    ];
    await set({ attributes, profile_fields: fields });
    const { user_id: userId } = await signIn('nell@x.example', 'nell secret');
    const profile = async () => {
      const sql = `SELECT timezone, default_language AS language,
                     (SELECT jsonb_object_agg(field_id, value) FROM profile_value WHERE user_id = a.id) AS fields
                   FROM account a WHERE id = $1`;
      return (await run(sql, [userId]))[0];
    };
    expect(await profile()).toEqual({ timezone: 'Europe/Kyiv', language: 'de', fields: { [title]: 'Poet' } });
    expect(await sync()).toMatchObject({ changed: 0, skipped: ['there is no profile field Shoe size'] });
    await server.replace(dn, 'title', 'Queen');
    await server.replace(dn, 'roomNumber', 'Moon/Base');
    const problems = ['there is no profile field Shoe size', `${dn}: there is no time zone Moon/Base`];
    expect(await sync()).toMatchObject({ changed: 1, skipped: problems });
    expect(await profile()).toMatchObject({ timezone: 'Europe/Kyiv', fields: { [title]: 'Queen' } });
    const events = (await run('SELECT body FROM outbox WHERE realm_id = $1', [realm.id])).map(({ body }) =>
      String(body),
    );
    expect(events.filter((body) => body.includes('"custom_profile_field"'))).toHaveLength(2);
    expect(events.some((body) => body.includes('"property":"timezone","value":"Europe/Kyiv"'))).toBe(true);
    expect(events.some((body) => body.includes('"property":"default_language"'))).toBe(true);

    const own = await app.contextOf(userId);
    const fill = (id: number, value: string) => app.get(ProfileDataService).update(own, { data: [{ id, value }] });
    const clear = (id: number) => app.get(ProfileDataService).remove(own, { data: [id] });
    await expect(fill(title, 'King')).rejects.toThrow("'Job title' is managed by LDAP and cannot be changed here.");
    await expect(clear(title)).rejects.toThrow("'Job title' is managed by LDAP and cannot be changed here.");
    await fill(title, 'Queen');
    await fill(phone, '7');
    const change = (settings: object) => app.get(SettingsService).update(own, settings);
    await expect(change({ timezone: 'Europe/Berlin' })).rejects.toThrow("'timezone' is managed by LDAP");
    await expect(change({ default_language: 'en' })).rejects.toThrow("'default_language' is managed by LDAP");
    await change({ timezone: 'Europe/Kyiv', twenty_four_hour_time: true });
    await server.replace(dn, 'title');
    expect(await sync()).toMatchObject({ changed: 1 });
    expect(await profile()).toMatchObject({ fields: { [phone]: '7' } });
    await fill(title, 'King');
    expect(await sync()).toMatchObject({ changed: 0 });
    // What the directory is no longer asked for is people's again.
    await server.replace(dn, 'title', 'Poet');
    await sync();
    await expect(fill(title, 'King')).rejects.toThrow("'Job title' is managed by LDAP");
    await set({ role_groups: undefined });
    await fill(title, 'King');
    await change({ timezone: 'Europe/Berlin', default_language: 'en' });
  });

  it('makes the accounts of those whom somebody invited, as invited', async () => {
    await server.addPerson('kai');
    const owner = organization.ownerId;
    const invite = (email: string) =>
      run(
        `INSERT INTO invitation (realm_id, email, confirmation_key, invited_by_user_id, invited_as)
         VALUES ($1, $2, $3, $4, 600)`,
        [realm.id, email, `key of ${email}`, owner],
      );
    for (const email of ['kai@x.example', 'guest@elsewhere.example']) await invite(email);
    await set({ role_groups: undefined });
    const signUp = (email: string) =>
      app.get(SignUpsService).signUp(CALL, {
        ...{ realm_id: realm.id, partition: realm.partition, realm_host: TEST_HOST, ip_address: '203.0.113.7' },
        ...{ user_agent: '', replaced_session_id: null, key: `key of ${email}`, full_name: 'A Name' },
        password: 'quartz7-lemur-42',
      });
    await expect(signUp('kai@x.example')).rejects.toThrow(
      'Sign in with the password of your directory: that makes your account.',
    );
    expect((await signUp('guest@elsewhere.example')).email).toBe('guest@elsewhere.example');
    expect((await signIn('kai@x.example', 'kai secret')).email).toBe('kai@x.example');
    expect(await account('kai@x.example')).toMatchObject({ role: 600, full_name: 'Name of kai' });
    expect(await run('SELECT FROM invitation WHERE realm_id = $1 AND used_at IS NULL', [realm.id])).toEqual([]);
    await run('UPDATE realm SET authentication_methods = authentication_methods || \'{"LDAP": false}\' WHERE id = $1', [
      realm.id,
    ]);
    await server.addPerson('lou');
    await invite('lou@x.example');
    expect((await signUp('lou@x.example')).email).toBe('lou@x.example');
  });

  it('ends sessions of who is disabled or gone, and brings back who returns', async () => {
    const dn = await server.addPerson('zoe');
    const lost = await server.addPerson('leo');
    await set();
    await signIn('zoe@x.example', 'zoe secret');
    await signIn('leo@x.example', 'leo secret');
    await server.replace(dn, 'employeeType', 'TRUE');
    await server.write((client) => client.del(lost));
    expect(await sync()).toMatchObject({ deactivated: 2 });
    const ended = await run('SELECT end_reason FROM user_session WHERE realm_id = $1', [realm.id]);
    expect(ended).toEqual([{ end_reason: 'user_deactivated' }, { end_reason: 'user_deactivated' }]);
    await expect(signIn('zoe@x.example', 'zoe secret')).rejects.toMatchObject(WRONG);
    await server.replace(dn, 'employeeType', 'FALSE');
    expect(await sync()).toMatchObject({ reactivated: 1, deactivated: 0 });
    expect((await signIn('zoe@x.example', 'zoe secret')).email).toBe('zoe@x.example');
  });

  it('is seen by owners: when it was read, whom it manages, and what is wrong, without secrets', async () => {
    const states = async () => app.get(DirectoryStatesService).get(await app.contextOf(organization.ownerId));
    const nothing = { accounts: 0, deactivated_accounts: 0 };
    expect(await states()).toEqual({ ldap: null, scim: { tokens: [], ...nothing } });
    const [gone] = [await server.addPerson('ute'), await server.addPerson('udo')];
    const people = ['ute', 'udo'].map((uid) => ({ fullName: uid, deliveryEmail: `${uid}@x.example` }));
    await app.createAccounts(realm, people);
    await set({ role_groups: undefined });
    const time = expect.any(Number);
    expect((await states()).ldap).toEqual({
      sync_minutes: 60,
      synced_at: null,
      due_at: time,
      problem: null,
      ...nothing,
    });
    await sync();
    await server.replace(gone, 'employeeType', 'TRUE');
    await sync();
    await app.get(ScimTokensService).create(CALL, {
      ...{
        realm_id: realm.id,
        partition: realm.partition,
        name: 'Okta',
        gives_whole_names: true,
        adopts_groups: false,
      },
      ...{ creates_guests_without_channels: false, accepts_deletions: false, expires_in_days: 30 },
    });
    await run("UPDATE ldap_directory SET problem = 'away' WHERE realm_id = $1", [realm.id]);
    const seen = await states();
    expect(seen).toEqual({
      ldap: {
        ...{ sync_minutes: 60, synced_at: time, due_at: time, problem: 'away' },
        ...{ accounts: 1, deactivated_accounts: 1 },
      },
      scim: {
        tokens: [{ id: time, name: 'Okta', date_created: time, expires_at: time, last_used: null }],
        ...nothing,
      },
    });
    expect((seen.ldap?.due_at ?? 0) - (seen.ldap?.synced_at ?? 0)).toBeCloseTo(3_600, -2);
    expect(JSON.stringify(seen)).not.toContain(MANAGER_PASSWORD);
  });

  it('does not empty an organization by mistake, and keeps its last owner', async () => {
    const uids = Array.from({ length: 7 }, (_, index) => `crowd${index}`);
    for (const uid of uids) await server.addPerson(uid);
    await server.addPerson('olga');
    await app.createAccounts(
      realm,
      uids.map((uid) => ({ fullName: uid, deliveryEmail: `${uid}@x.example` })),
    );
    await set({ role_groups: undefined });
    expect(await sync()).toMatchObject({ changed: 8 });
    await set({ people_filter: '(uid=nobody)' });
    await expect(sync()).rejects.toThrow('8 of 8 accounts would be deactivated: force it if that is right.');
    const report = await sync(true);
    expect(report).toMatchObject({ deactivated: 7, skipped: [expect.stringContaining('only organization owner')] });
    expect(await account('olga@x.example')).toMatchObject({ is_active: true, role: 100 });
  });
});
