import type { CreatedRealm } from '@stoa/database';
import { UnavailableError } from '@stoa/errors';
import { ProfileFieldsService } from '../../organization/profile-fields/profile-fields.service';
import { UpdateUserService } from '../../people/user-administration/update-user.service';
import { AccountActivationRequests } from '../../people/user-administration/account-activation-requests';
import { ScimProvider } from '../../test-support/scim-provider';
import { TEST_HOST, UsersApplication } from '../../test-support/users-application';
import { ScimTokensService } from '../scim-tokens/scim-tokens.service';
import { ScimProfiles } from './scim-profiles';

const CALL = { requestId: 'scim', deadlineAt: Number.MAX_SAFE_INTEGER };
const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';

describe('SCIM', () => {
  let app: UsersApplication;
  let realm: CreatedRealm;
  let ownerId = 0;
  let provider: ScimProvider;

  const newOwner = async (of: CreatedRealm, name: string): Promise<number> => {
    const [id = 0] = await app.createAccounts(of, [{ fullName: name, deliveryEmail: `${name}@x.example`, role: 100 }]);
    return id;
  };

  beforeAll(async () => {
    app = await UsersApplication.start();
    realm = await app.createRealm();
    ownerId = await newOwner(realm, 'Olga');
    provider = await ScimProvider.create(app, realm);
  });
  afterAll(() => app.stop());

  const run = (sql: string, values: unknown[] = []) => app.run(sql, values);

  it('makes, finds and changes people', async () => {
    const id = await provider.create('ada@x.example', { externalId: 'e-1', role: 'moderator', locale: 'de-AT' });
    const { body } = await provider.ask('GET', `Users/${id}`);
    expect(body).toMatchObject({
      id,
      externalId: 'e-1',
      userName: 'ada@x.example',
      name: { formatted: 'Name of ada' },
      active: true,
      role: 'moderator',
      locale: 'de',
      meta: { resourceType: 'User', location: `http://${TEST_HOST}/scim/v2/Users/${id}` },
    });
    for (const filter of [
      'userName eq "ADA@x.example"',
      'externalId eq "e-1"',
      `id eq "${id}"`,
      'role eq "moderator" and userName sw "ada"',
    ]) {
      expect(await provider.find(filter)).toMatchObject({ totalResults: 1, Resources: [{ id }] });
    }
    expect(await provider.find('userName eq "nobody@x.example"')).toMatchObject({ totalResults: 0, Resources: [] });
    const put = { userName: 'ada2@x.example', name: { givenName: 'Ada', familyName: 'King' }, active: true };
    expect(await provider.ask('PUT', `Users/${id}`, put)).toMatchObject({
      status: 200,
      body: { userName: 'ada2@x.example', name: { formatted: 'Ada King' }, role: 'moderator', externalId: 'e-1' },
    });
  });

  it('lists people in pages, bots and strangers left out', async () => {
    await app.createAccounts(realm, [
      { fullName: 'Robot', deliveryEmail: 'robot@x.example', botType: 1, botOwnerId: ownerId },
    ]);
    const { body: count } = await provider.ask('GET', 'Users', undefined, { query: { count: '0' } });
    expect(count).toMatchObject({ itemsPerPage: 0, Resources: [] });
    const { body } = await provider.ask('GET', 'Users', undefined, { query: { startIndex: '1', count: '1' } });
    expect(body).toMatchObject({
      totalResults: count.totalResults,
      startIndex: 1,
      Resources: [{ id: String(ownerId) }],
    });
    const { body: search } = await provider.ask('POST', 'Users/.search', { filter: 'userName sw "robot"', count: 5 });
    expect(search).toMatchObject({ totalResults: 0 });
    const { body: few } = await provider.ask('GET', 'Users', undefined, {
      query: { attributes: 'userName', count: '1' },
    });
    expect(few.Resources).toEqual([expect.not.objectContaining({ name: expect.anything() })]);
  });

  it.each([
    ['no name', { userName: 'a@x.example' }, 400, 'invalidValue'],
    ['an inactive user', { userName: 'a@x.example', displayName: 'A', active: false }, 400, 'invalidValue'],
    ['no address', { userName: 'a', displayName: 'A' }, 400, 'invalidValue'],
    ['a name that nobody may have', { userName: 'a@x.example', displayName: 'A*' }, 400, 'invalidValue'],
    ['an unknown role', { userName: 'a@x.example', displayName: 'A', role: 'boss' }, 400, 'invalidValue'],
    ['an address in use', { userName: 'OLGA@x.example', displayName: 'A' }, 409, 'uniqueness'],
  ])('refuses a new user with %s', async (_what, body, status, scimType) => {
    expect(await provider.ask('POST', 'Users', body)).toMatchObject({
      status,
      body: { status: String(status), scimType },
    });
  });

  it('applies the domains of the organization', async () => {
    await run('INSERT INTO realm_domain (realm_id, domain, allow_subdomains) VALUES ($1, $2, false)', [
      realm.id,
      'x.example',
    ]);
    await run('UPDATE realm SET emails_restricted_to_domains = true WHERE id = $1', [realm.id]);
    const detail = async (userName: string) =>
      (await provider.ask('POST', 'Users', { userName, displayName: 'A' })).body.detail;
    expect(await detail('a@y.example')).toBe("This email domain isn't allowed in this organization.");
    expect(await detail('a+b@x.example')).toBe("Email address can't contain + characters.");
    const moved = await provider.create('mover@x.example');
    const { status } = await provider.patch(`Users/${moved}`, {
      op: 'replace',
      path: 'userName',
      value: 'mover@y.example',
    });
    expect(status).toBe(400);
    await run('UPDATE realm SET emails_restricted_to_domains = false WHERE id = $1', [realm.id]);
  });

  it('ends sessions with a deactivation, and brings people back', async () => {
    const id = await provider.create('leaver@x.example');
    await run(
      `INSERT INTO user_session (realm_id, user_id, token_hash, method, ip_address, user_agent, expires_at)
       VALUES ($1, $2, '\\x01', 'password', '', '', now() + interval '1 day')`,
      [realm.id, Number(id)],
    );
    expect((await provider.patch(`Users/${id}`, { op: 'Replace', path: 'active', value: 'False' })).body.active).toBe(
      false,
    );
    const [session] = await run('SELECT end_reason FROM user_session WHERE user_id = $1', [Number(id)]);
    expect(session).toEqual({ end_reason: 'user_deactivated' });
    const owner = await app.contextOf(ownerId);
    await expect(app.get(AccountActivationRequests).reactivate(owner, { user_id: Number(id) })).rejects.toThrow(
      'The account was deactivated by a directory, which alone can reactivate it.',
    );
    expect((await provider.patch(`Users/${id}`, { op: 'replace', value: { active: true } })).body.active).toBe(true);
  });

  it('keeps people from changing what the provider manages', async () => {
    const id = await provider.create('managed@x.example', { role: 'member' });
    const owner = await app.contextOf(ownerId);
    const update = (change: object) => app.get(UpdateUserService).update(owner, { user_id: Number(id), ...change });
    await expect(update({ full_name: 'Other' })).rejects.toThrow(
      "'full_name' is managed by SCIM and cannot be changed here.",
    );
    await expect(update({ role: 300 })).rejects.toThrow("'role' is managed by SCIM and cannot be changed here.");
    await expect(update({ role: 400, full_name: 'Name of managed' })).resolves.toBeUndefined();
    const [unmanaged = 0] = await app.createAccounts(realm, [{ fullName: 'Free', deliveryEmail: 'free@x.example' }]);
    await expect(
      app.get(UpdateUserService).update(owner, { user_id: unmanaged, role: 300, full_name: 'Freer' }),
    ).resolves.toBeUndefined();
  });

  it('never leaves an organization without an owner', async () => {
    const [active, role] = [{ active: false }, { role: 'member' }].map((value) => ({ op: 'replace', value }));
    for (const operation of [active, role]) {
      const answer = await provider.patch(`Users/${ownerId}`, operation ?? {});
      expect(answer).toMatchObject({ status: 400, body: { scimType: 'invalidValue' } });
    }
    const [row] = await run('SELECT role, is_active FROM account WHERE id = $1', [ownerId]);
    expect(row).toEqual({ role: 100, is_active: true });
  });

  it('refuses changes of what has changed meanwhile', async () => {
    const id = await provider.create('racer@x.example');
    const { etag } = await provider.ask('GET', `Users/${id}`);
    const rename = (displayName: string) => provider.ask('PUT', `Users/${id}`, { displayName }, { ifMatch: etag });
    expect((await rename('First')).status).toBe(200);
    expect((await rename('Second')).status).toBe(412);
  });

  it('deletes people where that is wanted', async () => {
    const other = await app.createRealm('deleting');
    await newOwner(other, 'Ola');
    const deleting = await ScimProvider.create(app, other, { accepts_deletions: true });
    const made = `Users/${await deleting.create('d@x.example')}`;
    expect((await deleting.ask('DELETE', made)).status).toBe(204);
    expect((await deleting.ask('GET', made)).body.active).toBe(false);
    const refused = await provider.ask('DELETE', `Users/${await provider.create('kept@x.example')}`);
    expect(refused).toMatchObject({
      status: 400,
      body: { detail: expect.stringContaining('DELETE operation not supported') },
    });
  });

  it('has profile fields of people, where that is wanted', async () => {
    const other = await app.createRealm('fields');
    const owner = await app.contextOf(await newOwner(other, 'Orla'));
    const add = { name: 'Unit', hint: '', field_type: 1 };
    const { id: field } = await app.get(ProfileFieldsService).create(owner, add);
    const profile_fields = [
      { external: 'department', local: 'unit' },
      { external: 'title', local: 'Job title' },
      { external: 'building', local: 'main_site' },
    ];
    const field_data = { 0: { text: 'North', order: '1' }, 1: { text: 'South', order: '2' } };
    await app.get(ProfileFieldsService).create(owner, { name: 'Main site', hint: '', field_type: 3, field_data });
    const filling = await ScimProvider.create(app, other, { profile_fields });
    const more = { [ENTERPRISE]: { department: 'Engines' }, title: 'Poet', building: 'South', timezone: 'Europe/Kiev' };
    const made = await filling.ask('POST', 'Users', { userName: 'f@x.example', displayName: 'F', ...more });
    const shown = { building: 'South', timezone: 'Europe/Kyiv', [ENTERPRISE]: { department: 'Engines' } };
    expect(made.body).toMatchObject(shown);
    const fill = (id: string) =>
      app.get(UpdateUserService).update(owner, { user_id: Number(id), profile_data: [{ id: field, value: 'x' }] });
    await expect(fill(String(made.body.id))).rejects.toThrow("'Unit' is managed by SCIM and cannot be changed here.");
    const gone = await filling.patch(`Users/${String(made.body.id)}`, { op: 'remove', path: ENTERPRISE });
    expect([gone.status, gone.body[ENTERPRISE]]).toEqual([200, undefined]);
    await fill(String(made.body.id));
    // What no provider is to say any more is people's again.
    await filling.ask('PUT', `Users/${String(made.body.id)}`, { displayName: 'F', ...more });
    await expect(fill(String(made.body.id))).rejects.toThrow('managed by SCIM');
    await ScimProvider.create(app, other);
    const place = { realm_id: other.id, partition: other.partition };
    await app.get(ScimTokensService).revoke(CALL, { ...place, token_id: filling.tokenId });
    await fill(String(made.body.id));
  });

  it('has people who are there, whatever becomes of what else is said of them', async () => {
    const of = vi.spyOn(app.get(ScimProfiles), 'of').mockRejectedValueOnce(new UnavailableError('the lock is held'));
    const user = { userName: 'half@x.example', displayName: 'Half', timezone: 'Europe/Berlin' };
    const made = await provider.ask('POST', 'Users', user);
    of.mockRestore();
    expect([made.status, made.body.timezone]).toEqual([201, undefined]);
    expect(await provider.ask('PUT', `Users/${String(made.body.id)}`, user)).toMatchObject({
      ...{ status: 200, body: { timezone: 'Europe/Berlin' } },
    });
  });

  it('keeps organizations apart', async () => {
    const other = await app.createRealm('apart');
    const stranger = await newOwner(other, 'Stranger');
    expect((await provider.ask('GET', `Users/${stranger}`)).status).toBe(404);
    expect((await provider.patch(`Users/${stranger}`, { op: 'replace', value: { active: false } })).status).toBe(404);
    const group = await provider.newGroup('apart');
    const added = await provider.patch(`Groups/${group}`, {
      op: 'add',
      path: 'members',
      value: [{ value: String(stranger) }],
    });
    expect(added).toMatchObject({
      status: 400,
      body: { detail: `Invalid user ids found in the request: {${stranger}}` },
    });
    expect((await provider.ask('GET', 'Users', undefined, { of: other })).status).toBe(401);
    const own = await ScimProvider.create(app, other);
    expect((await own.ask('GET', `Groups/${group}`)).status).toBe(404);
    expect((await own.patch(`Groups/${group}`)).status).toBe(404);
    expect((await own.ask('DELETE', `Groups/${group}`)).status).toBe(404);
  });

  it('describes itself', async () => {
    expect((await provider.ask('GET', 'ServiceProviderConfig')).body).toMatchObject({
      patch: { supported: true },
      etag: { supported: true },
    });
    expect((await provider.ask('GET', 'ResourceTypes')).body).toMatchObject({ totalResults: 2 });
    expect((await provider.ask('GET', 'ResourceTypes/User')).body).toMatchObject({ endpoint: '/Users' });
    expect((await provider.ask('GET', 'Schemas')).body).toMatchObject({ totalResults: 2 });
    expect((await provider.ask('GET', 'Schemas/unknown')).status).toBe(404);
    for (const path of ['Me', 'Bulk', 'Users/1/x', 'Nothing'])
      expect((await provider.ask('GET', path)).status).toBe(501);
    expect((await provider.ask('GET', 'Users', undefined, { query: { filter: 'x eq 1' } })).body.scimType).toBe(
      'invalidFilter',
    );
  });

  it('has two tokens at most, which can be revoked', async () => {
    const other = await app.createRealm('tokens');
    const given = { realm_id: other.id, partition: other.partition };
    const newProvider = () => ScimProvider.create(app, other);
    const [first] = [await newProvider(), await newProvider()];
    await expect(newProvider()).rejects.toThrow('The organization has two tokens already: revoke one first.');
    const revoke = () => app.get(ScimTokensService).revoke(CALL, { ...given, token_id: first.tokenId });
    await revoke();
    await expect(revoke()).rejects.toThrow('no such token');
    expect((await first.ask('GET', 'Users')).status).toBe(401);
    expect((await app.get(ScimTokensService).list(CALL, { realm_id: other.id })).tokens).toHaveLength(1);
    expect(await run("SELECT FROM scim_token WHERE token_hash::text LIKE '%stoa_scim%'")).toEqual([]);
  });
});
