import type { ChangeEvent } from '@stoa/contracts/events';
import type { CreatedRealm } from '@stoa/database';
import { UnavailableError } from '@stoa/errors';
import { ProfileFieldsService } from '../../organization/profile-fields/profile-fields.service';
import { UpdateUserService } from '../../people/user-administration/update-user.service';
import { AccountActivationRequests } from '../../people/user-administration/account-activation-requests';
import { TEST_HOST, UsersApplication } from '../../test-support/users-application';
import { ScimTokensService } from '../scim-tokens/scim-tokens.service';
import { ScimProfiles } from './scim-profiles';
import { ScimService } from './scim.service';

const CALL = { requestId: 'scim', deadlineAt: Number.MAX_SAFE_INTEGER };
const OPTIONS = {
  name: 'Test',
  gives_whole_names: true,
  creates_guests_without_channels: false,
  accepts_deletions: false,
  adopts_groups: false,
  expires_in_days: null,
  profile_fields: new Array<{ external: string; local: string }>(),
};
const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';

interface Answer {
  status: number;
  etag: string | null;
  // What a provider reads: any JSON.
  body: Record<string, unknown>;
}

describe('SCIM', () => {
  let app: UsersApplication;
  let realm: CreatedRealm;
  let ownerId = 0;
  let tokenId = 0;
  let statements = 0;

  const newToken = async (of: CreatedRealm, options: Partial<typeof OPTIONS> = {}): Promise<number> => {
    const given = { realm_id: of.id, partition: of.partition, ...OPTIONS, ...options };
    return (await app.get(ScimTokensService).create(CALL, given)).id;
  };
  const newOwner = async (of: CreatedRealm, name: string): Promise<number> => {
    const [id = 0] = await app.createAccounts(of, [{ fullName: name, deliveryEmail: `${name}@x.example`, role: 100 }]);
    return id;
  };

  beforeAll(async () => {
    app = await UsersApplication.start();
    realm = await app.createRealm();
    ownerId = await newOwner(realm, 'Olga');
    tokenId = await newToken(realm);
  });
  afterAll(() => app.stop());

  const ask = async (
    method: string,
    path: string,
    body?: object,
    { query = {}, ifMatch = null as string | null, token = tokenId, of = realm } = {},
  ): Promise<Answer> => {
    const answer = await app.get(ScimService).answer(CALL, {
      ...{ realm_id: of.id, partition: of.partition, realm_host: TEST_HOST, realm_url: `http://${TEST_HOST}` },
      ...{ token_id: token, method, path: path.split('/'), query },
      ...{ body: body ? JSON.stringify(body) : null, if_match: ifMatch },
    });
    return { ...answer, body: answer.body === null ? {} : JSON.parse(answer.body) };
  };
  const run = (sql: string, values: unknown[] = []) => app.database.query(`test_scim_${++statements}`, sql, values);
  const create = async (userName: string, more: object = {}): Promise<string> => {
    const answer = await ask('POST', 'Users', {
      userName,
      name: { formatted: `Name of ${userName.split('@')[0]}` },
      ...more,
    });
    expect(answer.status).toBe(201);
    return String(answer.body.id);
  };
  const patch = (path: string, ...operations: object[]) => ask('PATCH', path, { Operations: operations });
  const find = async (filter: string, of = 'Users') => (await ask('GET', of, undefined, { query: { filter } })).body;
  const newGroup = async (displayName: string, memberIds: readonly string[] = []): Promise<string> => {
    const answer = await ask('POST', 'Groups', { displayName, members: memberIds.map((value) => ({ value })) });
    expect(answer.status).toBe(201);
    return String(answer.body.id);
  };
  const memberIds = async (group: string): Promise<string[]> => {
    const { members } = (await ask('GET', `Groups/${group}`)).body;
    return Array.isArray(members) ? members.map(({ value }: { value: string }) => value) : [];
  };

  it('makes, finds and changes people', async () => {
    const id = await create('ada@x.example', { externalId: 'e-1', role: 'moderator', locale: 'de-AT' });
    const { body } = await ask('GET', `Users/${id}`);
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
      'role eq "moderator"',
    ]) {
      expect(await find(filter)).toMatchObject({ totalResults: 1, Resources: [{ id }] });
    }
    expect(await find('userName eq "nobody@x.example"')).toMatchObject({ totalResults: 0, Resources: [] });
    const put = { userName: 'ada2@x.example', name: { givenName: 'Ada', familyName: 'King' }, active: true };
    expect(await ask('PUT', `Users/${id}`, put)).toMatchObject({
      status: 200,
      body: { userName: 'ada2@x.example', name: { formatted: 'Ada King' }, role: 'moderator', externalId: 'e-1' },
    });
  });

  it('lists people in pages, bots and strangers left out', async () => {
    await app.createAccounts(realm, [
      { fullName: 'Robot', deliveryEmail: 'robot@x.example', botType: 1, botOwnerId: ownerId },
    ]);
    const { body: count } = await ask('GET', 'Users', undefined, { query: { count: '0' } });
    expect(count).toMatchObject({ itemsPerPage: 0, Resources: [] });
    const { body } = await ask('GET', 'Users', undefined, { query: { startIndex: '1', count: '1' } });
    expect(body).toMatchObject({
      totalResults: count.totalResults,
      startIndex: 1,
      Resources: [{ id: String(ownerId) }],
    });
    const { body: search } = await ask('POST', 'Users/.search', { filter: 'userName sw "robot"', count: 5 });
    expect(search).toMatchObject({ totalResults: 0 });
    const { body: few } = await ask('GET', 'Users', undefined, { query: { attributes: 'userName', count: '1' } });
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
    expect(await ask('POST', 'Users', body)).toMatchObject({ status, body: { status: String(status), scimType } });
  });

  it('applies the domains of the organization', async () => {
    await run('INSERT INTO realm_domain (realm_id, domain, allow_subdomains) VALUES ($1, $2, false)', [
      realm.id,
      'x.example',
    ]);
    await run('UPDATE realm SET emails_restricted_to_domains = true WHERE id = $1', [realm.id]);
    const detail = async (userName: string) => (await ask('POST', 'Users', { userName, displayName: 'A' })).body.detail;
    expect(await detail('a@y.example')).toBe("This email domain isn't allowed in this organization.");
    expect(await detail('a+b@x.example')).toBe("Email address can't contain + characters.");
    const moved = await create('mover@x.example');
    const { status } = await patch(`Users/${moved}`, { op: 'replace', path: 'userName', value: 'mover@y.example' });
    expect(status).toBe(400);
    await run('UPDATE realm SET emails_restricted_to_domains = false WHERE id = $1', [realm.id]);
  });

  it('ends sessions with a deactivation, and brings people back', async () => {
    const id = await create('leaver@x.example');
    await run(
      `INSERT INTO user_session (realm_id, user_id, token_hash, method, ip_address, user_agent, expires_at)
       VALUES ($1, $2, '\\x01', 'password', '', '', now() + interval '1 day')`,
      [realm.id, Number(id)],
    );
    expect((await patch(`Users/${id}`, { op: 'Replace', path: 'active', value: 'False' })).body.active).toBe(false);
    const [session] = await run('SELECT end_reason FROM user_session WHERE user_id = $1', [Number(id)]);
    expect(session).toEqual({ end_reason: 'user_deactivated' });
    const owner = await app.contextOf(ownerId);
    await expect(app.get(AccountActivationRequests).reactivate(owner, { user_id: Number(id) })).rejects.toThrow(
      'The account was deactivated by a directory, which alone can reactivate it.',
    );
    expect((await patch(`Users/${id}`, { op: 'replace', value: { active: true } })).body.active).toBe(true);
  });

  it('keeps people from changing what the provider manages', async () => {
    const id = await create('managed@x.example', { role: 'member' });
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
      const answer = await patch(`Users/${ownerId}`, operation ?? {});
      expect(answer).toMatchObject({ status: 400, body: { scimType: 'invalidValue' } });
    }
    const [row] = await run('SELECT role, is_active FROM account WHERE id = $1', [ownerId]);
    expect(row).toEqual({ role: 100, is_active: true });
  });

  it('refuses changes of what has changed meanwhile', async () => {
    const id = await create('racer@x.example');
    const { etag } = await ask('GET', `Users/${id}`);
    const rename = (displayName: string) => ask('PUT', `Users/${id}`, { displayName }, { ifMatch: etag });
    expect((await rename('First')).status).toBe(200);
    expect((await rename('Second')).status).toBe(412);
  });

  it('deletes people where that is wanted', async () => {
    const other = await app.createRealm('deleting');
    await newOwner(other, 'Ola');
    const options = { of: other, token: await newToken(other, { accepts_deletions: true }) };
    const made = await ask('POST', 'Users', { userName: 'd@x.example', displayName: 'D' }, options);
    expect((await ask('DELETE', `Users/${String(made.body.id)}`, undefined, options)).status).toBe(204);
    expect((await ask('GET', `Users/${String(made.body.id)}`, undefined, options)).body.active).toBe(false);
    const refused = await ask('DELETE', `Users/${await create('kept@x.example')}`);
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
    const options = { of: other, token: await newToken(other, { profile_fields }) };
    const more = { [ENTERPRISE]: { department: 'Engines' }, title: 'Poet', building: 'South', timezone: 'Europe/Kiev' };
    const made = await ask('POST', 'Users', { userName: 'f@x.example', displayName: 'F', ...more }, options);
    const shown = { building: 'South', timezone: 'Europe/Kyiv', [ENTERPRISE]: { department: 'Engines' } };
    expect(made.body).toMatchObject(shown);
    const fill = (id: string) =>
      app.get(UpdateUserService).update(owner, { user_id: Number(id), profile_data: [{ id: field, value: 'x' }] });
    await expect(fill(String(made.body.id))).rejects.toThrow("'Unit' is managed by SCIM and cannot be changed here.");
    const Operations = [{ op: 'remove', path: ENTERPRISE }];
    const gone = await ask('PATCH', `Users/${String(made.body.id)}`, { Operations }, options);
    expect([gone.status, gone.body[ENTERPRISE]]).toEqual([200, undefined]);
    await fill(String(made.body.id));
  });

  it('has people who are there, whatever becomes of what else is said of them', async () => {
    const of = vi.spyOn(app.get(ScimProfiles), 'of').mockRejectedValueOnce(new UnavailableError('the lock is held'));
    const user = { userName: 'half@x.example', displayName: 'Half', timezone: 'Europe/Berlin' };
    const made = await ask('POST', 'Users', user);
    of.mockRestore();
    expect([made.status, made.body.timezone]).toEqual([201, undefined]);
    expect(await ask('PUT', `Users/${String(made.body.id)}`, user)).toMatchObject({
      ...{ status: 200, body: { timezone: 'Europe/Berlin' } },
    });
  });

  it('keeps organizations apart', async () => {
    const other = await app.createRealm('apart');
    const stranger = await newOwner(other, 'Stranger');
    expect((await ask('GET', `Users/${stranger}`)).status).toBe(404);
    expect((await patch(`Users/${stranger}`, { op: 'replace', value: { active: false } })).status).toBe(404);
    const group = await newGroup('apart');
    const added = await patch(`Groups/${group}`, { op: 'add', path: 'members', value: [{ value: String(stranger) }] });
    expect(added).toMatchObject({
      status: 400,
      body: { detail: `Invalid user ids found in the request: {${stranger}}` },
    });
    const foreign = { of: other, token: tokenId };
    expect((await ask('GET', 'Users', undefined, foreign)).status).toBe(401);
    const own = { of: other, token: await newToken(other) };
    expect((await ask('GET', `Groups/${group}`, undefined, own)).status).toBe(404);
    expect((await ask('PATCH', `Groups/${group}`, { Operations: [] }, own)).status).toBe(404);
    expect((await ask('DELETE', `Groups/${group}`, undefined, own)).status).toBe(404);
  });

  describe('groups', () => {
    it('are user groups that nobody else manages', async () => {
      const [first, second] = [await create('g1@x.example'), await create('g2@x.example')];
      const group = await newGroup('engineers', [first]);
      const [row] = await run(
        `SELECT g.description, m.name AS manager FROM user_group g JOIN user_group m ON m.id = g.can_manage_group
         WHERE g.id = $1`,
        [Number(group)],
      );
      expect(row).toEqual({ description: 'Created from SCIM', manager: 'role:nobody' });
      expect((await patch(`Groups/${group}`, { op: 'Add', path: 'members', value: [{ value: second }] })).status).toBe(
        204,
      );
      expect(await memberIds(group)).toEqual([first, second]);
      await patch(`Groups/${group}`, { op: 'remove', path: `members[value eq "${first}"]` });
      await patch(`Groups/${group}`, { op: 'Remove', path: 'members', value: [{ value: first }] });
      expect(await memberIds(group)).toEqual([second]);
      const whole = { id: group, displayName: 'builders', members: [{ value: Number(first) }] };
      await patch(`Groups/${group}`, { op: 'replace', value: whole });
      expect((await ask('GET', `Groups/${group}`)).body).toMatchObject({
        displayName: 'builders',
        members: [{ value: first }],
      });
      expect(await find('displayName eq "Builders"', 'Groups')).toMatchObject({ Resources: [{ id: group }] });
      expect(await find(`id eq "${group}" and members eq "${first}"`, 'Groups')).toMatchObject({ totalResults: 1 });
      expect(await find(`id eq "${group}" and members eq "${second}"`, 'Groups')).toMatchObject({ totalResults: 0 });
    });

    it('tell clients of everything that they see', async () => {
      const user = await create('g3@x.example');
      const events = await eventsOf(async () => {
        const group = await newGroup('told', [user]);
        await patch(
          `Groups/${group}`,
          { op: 'replace', path: 'displayName', value: 'told again' },
          { op: 'remove', path: 'members' },
        );
        await ask('DELETE', `Groups/${group}`);
      });
      expect(events).toEqual([
        'user_group add',
        'user_group add_members',
        'user_group update',
        'user_group remove_members',
        'user_group update',
        'user_group remove',
      ]);
    });

    it('add up what concurrent requests add', async () => {
      const users = await Promise.all(Array.from({ length: 8 }, (_, index) => create(`c${index}@x.example`)));
      const group = await newGroup('concurrent');
      const answers = await Promise.all(
        users.map((value) => patch(`Groups/${group}`, { op: 'add', path: 'members', value: [{ value }] })),
      );
      expect(answers.map(({ status }) => status)).toEqual(users.map(() => 204));
      expect((await memberIds(group)).sort()).toEqual([...users].sort());
    });

    it('may be large', async () => {
      const made = await app.createAccounts(
        realm,
        Array.from({ length: 2000 }, (_, index) => ({ fullName: `L ${index}`, deliveryEmail: `l${index}@x.example` })),
      );
      const group = await newGroup('large', made.map(String));
      expect(await memberIds(group)).toHaveLength(2000);
      const { body } = await ask('GET', `Groups/${group}`, undefined, { query: { excludedAttributes: 'members' } });
      expect(body).not.toHaveProperty('members');
      await patch(`Groups/${group}`, { op: 'remove', path: 'members', value: [{ value: String(made[0]) }] });
      expect(await memberIds(group)).toHaveLength(1999);
    });

    it('of the system and those in use are left alone', async () => {
      const [system] = await run("SELECT id FROM user_group WHERE realm_id = $1 AND name = 'role:members'", [realm.id]);
      const answer = await patch(`Groups/${String(system?.id)}`, { op: 'add', path: 'members', value: [] });
      expect(answer.body.detail).toBe("Group role:members can't be managed by SCIM.");
      expect((await ask('POST', 'Groups', { displayName: 'role:members' })).status).toBe(400);
      await newGroup('taken');
      const again = await ask('POST', 'Groups', { displayName: 'taken' });
      expect(again).toMatchObject({
        status: 409,
        body: { detail: 'Group name already in use: taken', scimType: 'uniqueness' },
      });
      expect((await ask('POST', 'Groups', {})).status).toBe(400);
    });

    it('come back under their name after a removal', async () => {
      const group = await newGroup('returning');
      expect((await ask('DELETE', `Groups/${group}`)).status).toBe(204);
      expect((await ask('GET', `Groups/${group}`)).status).toBe(404);
      expect(await newGroup('returning')).toBe(group);
    });
  });

  it('describes itself', async () => {
    expect((await ask('GET', 'ServiceProviderConfig')).body).toMatchObject({
      patch: { supported: true },
      etag: { supported: true },
    });
    expect((await ask('GET', 'ResourceTypes')).body).toMatchObject({ totalResults: 2 });
    expect((await ask('GET', 'ResourceTypes/User')).body).toMatchObject({ endpoint: '/Users' });
    expect((await ask('GET', 'Schemas')).body).toMatchObject({ totalResults: 2 });
    expect((await ask('GET', 'Schemas/unknown')).status).toBe(404);
    for (const path of ['Me', 'Bulk', 'Users/1/x', 'Nothing']) expect((await ask('GET', path)).status).toBe(501);
    expect((await ask('GET', 'Users', undefined, { query: { filter: 'x eq 1' } })).body.scimType).toBe('invalidFilter');
  });

  it('has two tokens at most, which can be revoked', async () => {
    const other = await app.createRealm('tokens');
    const given = { realm_id: other.id, partition: other.partition };
    const [first] = [await newToken(other), await newToken(other)];
    await expect(newToken(other)).rejects.toThrow('The organization has two tokens already: revoke one first.');
    await app.get(ScimTokensService).revoke(CALL, { ...given, token_id: first });
    await expect(app.get(ScimTokensService).revoke(CALL, { ...given, token_id: first })).rejects.toThrow(
      'no such token',
    );
    expect((await ask('GET', 'Users', undefined, { of: other, token: first })).status).toBe(401);
    expect((await app.get(ScimTokensService).list(CALL, { realm_id: other.id })).tokens).toHaveLength(1);
    expect(await run("SELECT FROM scim_token WHERE token_hash::text LIKE '%stoa_scim%'")).toEqual([]);
  });

  /** The types of events that some work makes, in order. */
  async function eventsOf(work: () => Promise<void>): Promise<string[]> {
    const [newest] = await run('SELECT COALESCE(max(id), 0) AS id FROM outbox');
    await work();
    const rows = await run('SELECT body FROM outbox WHERE id > $1 AND realm_id = $2 ORDER BY id', [
      newest?.id,
      realm.id,
    ]);
    return rows.flatMap(({ body }) => {
      const { events } = JSON.parse(String(body)) as { events: ChangeEvent['body'][] };
      return events.map(({ event }) => `${event.type} ${event.op ?? ''}`);
    });
  }
});
