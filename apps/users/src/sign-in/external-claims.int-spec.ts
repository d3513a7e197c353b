import type { CreatedRealm } from '@stoa/database';
import { UnavailableError } from '@stoa/errors';
import { LOGGER, type Logger } from '@stoa/observability';
import { Role, type SignInProviderSettings } from '@stoa/policy';
import { ProfileFieldsService } from '../organization/profile-fields/profile-fields.service';
import { ProfileDataService } from '../people/profile-data/profile-data.service';
import { TEST_HOST, UsersApplication } from '../test-support/users-application';
import { ExternalClaims } from './external/external-claims';

describe('what providers say of people besides who they are', () => {
  let app: UsersApplication;
  let realm: CreatedRealm;
  let log: Logger;

  beforeAll(async () => {
    app = await UsersApplication.start();
    realm = await app.createRealm();
    await provide({});
    log = app.application.get<Logger>(LOGGER);
  });
  afterAll(() => app.stop());

  /** As at a sign-in with a provider that has these settings, which the organization has, too. */
  const apply = async (userId: number, settings: SignInProviderSettings, said: object) => {
    await provide(settings);
    const place = { realmId: realm.id, partition: realm.partition, realmHost: TEST_HOST };
    await app.get(ExternalClaims).apply(place, userId, { settings }, said);
  };
  const provide = (settings: SignInProviderSettings) =>
    app.run(
      `INSERT INTO sign_in_provider (realm_id, kind, name, display_name, settings, sealed_secret)
       VALUES ($1, 'oidc', 'oidc:corp', 'Corp', $2, '') ON CONFLICT (realm_id, name) DO UPDATE SET settings = $2`,
      [realm.id, JSON.stringify(settings)],
    );
  const newest = async () => Number((await app.run('SELECT COALESCE(max(id), 0) AS id FROM outbox', []))[0]?.id);
  const eventsSince = async (id: number) =>
    (await app.run('SELECT body FROM outbox WHERE id > $1 ORDER BY id', [id]))
      .map(({ body }) => String(body))
      .join('\n');

  describe('profile fields', () => {
    const mapping = { profile_fields: [{ external: 'title', local: 'Job title' }] };
    const valueOf = async (userId: number) =>
      (await app.run('SELECT value, rendered_value FROM profile_value WHERE user_id = $1', [userId]))[0];
    const claim = (userId: number, fields: Record<string, string>, settings: SignInProviderSettings = mapping) =>
      apply(userId, settings, { fields });

    let ownerId: number;
    let id: number;
    beforeAll(async () => {
      ownerId = (await app.createPerson(realm, null, Role.Owner)).id;
      const field = { name: 'Job title', hint: '', field_type: 1 };
      ({ id } = await app.get(ProfileFieldsService).create(await app.contextOf(ownerId), field));
    });

    it('are as the provider says, and people’s where it says nothing', async () => {
      const ada = await app.createPerson(realm, null);
      await app.run(
        `INSERT INTO external_identity (realm_id, provider_id, subject, user_id)
         SELECT realm_id, id, $2, $3 FROM sign_in_provider WHERE realm_id = $1`,
        [realm.id, 'ada', ada.id],
      );
      const own = await app.contextOf(ada.id);
      const fill = (value: string) => app.get(ProfileDataService).update(own, { data: [{ id, value }] });
      await claim(ada.id, {});
      await fill('Poet');
      await claim(ada.id, { 'Job title': '' });
      expect(await valueOf(ada.id)).toMatchObject({ value: 'Poet' });
      const before = await newest();
      await claim(ada.id, { 'Job title': '*Queen*' });
      expect(await valueOf(ada.id)).toEqual({ value: '*Queen*', rendered_value: '<p><em>Queen</em></p>' });
      expect(await eventsSince(before)).toContain('"custom_profile_field"');
      const write = vi.spyOn(app.database, 'write');
      await claim(ada.id, { 'Job title': '*Queen*', 'Shoe size': '42' });
      await claim(ada.id, { 'Job title': 'x'.repeat(51) });
      await claim(ada.id, {});
      expect(write).not.toHaveBeenCalled();
      write.mockRestore();
      await expect(fill('King')).rejects.toThrow(
        "'Job title' is managed by single sign-on and cannot be changed here.",
      );
      await claim(ada.id, { 'Job title': '' });
      expect(await valueOf(ada.id)).toBeUndefined();
      await fill('King');
      await claim(ada.id, { 'Job title': 'Queen' });
      await claim(ada.id, {}, { profile_fields: [{ external: 'nickname', local: 'Nickname' }] });
      await fill('King');
      await claim(ada.id, { 'Job title': 'Queen' });
      await claim(ada.id, {}, {});
      await fill('King');
    });

    it('follow where the role may not, as of the only owner, who waits for nobody then', async () => {
      const said = { role: Role.Member, fields: { 'Job title': 'Founder' } };
      const roleOf = async () => (await app.run('SELECT role FROM account WHERE id = $1', [ownerId]))[0]?.role;
      await apply(ownerId, mapping, said);
      expect([await valueOf(ownerId), await roleOf()]).toEqual([
        { value: 'Founder', rendered_value: '<p>Founder</p>' },
        Role.Owner,
      ]);
      const write = vi.spyOn(app.database, 'write');
      const warn = vi.spyOn(log, 'warn');
      await apply(ownerId, mapping, said);
      expect([write.mock.calls.length, warn.mock.calls[0]?.[0]]).toEqual([
        0,
        { realmId: realm.id, userId: ownerId, role: Role.Member, reason: 'last-owner' },
      ]);
      write.mockRestore();
      warn.mockRestore();
      await app.createPerson(realm, null, Role.Owner);
      await apply(ownerId, mapping, said);
      expect(await roleOf()).toBe(Role.Member);
    });
  });

  describe('groups', () => {
    const groupOf = async (name: string) => {
      const [row] = await app.run(
        `SELECT g.id, g.description, d.source,
           ARRAY(SELECT user_id FROM group_membership WHERE group_id = g.id ORDER BY 1) AS members
         FROM user_group g LEFT JOIN directory_group d ON d.group_id = g.id WHERE g.realm_id = $1 AND g.name = $2`,
        [realm.id, name],
      );
      return row;
    };
    const membersOf = async (name: string) => (await groupOf(name))?.members;
    const claim = (userId: number, settings: SignInProviderSettings, groups: string[] | 'unknown') =>
      apply(userId, settings, { groups });

    it('are made, joined and left as the provider says, and those that are not named stay as they are', async () => {
      const [ada, ben] = [(await app.createPerson(realm, null)).id, (await app.createPerson(realm, null)).id];
      const groups = [{ external: '4F', local: 'developers' }, { external: 'ops' }];
      const before = await newest();
      await claim(ada, { groups }, ['4f', 'private']);
      expect(await groupOf('developers')).toMatchObject({
        ...{ description: 'Created from single sign-on', source: 'claims', members: [ada] },
      });
      expect([await groupOf('ops'), await groupOf('private')]).toEqual([undefined, undefined]);
      const events = await eventsSince(before);
      expect(events).toContain('"op":"add"');
      expect(events).toContain(`"op":"add_members","group_id":${String((await groupOf('developers'))?.id)}`);
      await claim(ben, { groups }, ['4f', 'ops']);
      expect([await membersOf('developers'), await membersOf('ops')]).toEqual([[ada, ben], [ben]]);
      const later = await newest();
      await claim(ada, { groups }, []);
      expect([await membersOf('developers'), await membersOf('ops')]).toEqual([[ben], [ben]]);
      expect(await eventsSince(later)).toContain('"op":"remove_members"');
    });

    it('wait for nobody where nothing changes, and follow later where they cannot now', async () => {
      const { id } = await app.createPerson(realm, null);
      const settings: SignInProviderSettings = { groups: [{ external: 'calm' }, { external: 'role:owners' }] };
      await claim(id, settings, ['calm']);
      const write = vi.spyOn(app.database, 'write');
      await claim(id, settings, ['calm']);
      // What nobody may say is no reason to wait either.
      await claim(id, settings, ['calm', 'role:owners']);
      expect(write).not.toHaveBeenCalled();
      write.mockRejectedValueOnce(new UnavailableError('the lock is held'));
      await claim(id, settings, []);
      expect(await membersOf('calm')).toEqual([id]);
      write.mockRejectedValueOnce(new Error('a fault'));
      await expect(claim(id, settings, [])).rejects.toThrow('a fault');
      write.mockRestore();
      await claim(id, settings, []);
      expect(await membersOf('calm')).toEqual([]);
    });

    it('stay as they are where the provider has too many to send', async () => {
      const { id } = await app.createPerson(realm, null);
      await claim(id, { groups: [{ external: '*' }] }, ['many']);
      const warn = vi.spyOn(log, 'warn');
      await claim(id, { groups: [{ external: '*' }] }, 'unknown');
      expect(warn).toHaveBeenCalledTimes(1);
      warn.mockRestore();
      expect(await membersOf('many')).toEqual([id]);
    });

    it('are all of the provider’s with a star, and those that people made no others', async () => {
      const { id } = await app.createPerson(realm, null);
      const other = await app.createPerson(realm, null);
      const made = `INSERT INTO group_membership (group_id, user_id) SELECT id, $2 FROM user_group WHERE realm_id = $1 AND name = $3`;
      await claim(other.id, { groups: [{ external: 'by hand' }] }, ['by hand']);
      await app.run(
        "DELETE FROM directory_group d USING user_group g WHERE g.id = d.group_id AND g.name = 'by hand'",
        [],
      );
      await app.run(made, [realm.id, id, 'by hand']);
      await claim(id, { groups: [{ external: '*' }] }, ['a', 'b']);
      await claim(id, { groups: [{ external: '*' }] }, ['b', 'c']);
      expect([await membersOf('a'), await membersOf('b'), await membersOf('c')]).toEqual([[], [id], [id]]);
      expect(await groupOf('by hand')).toMatchObject({ source: null, members: [id, other.id] });
      await claim(id, { groups: [{ external: '*' }] }, ['by hand']);
      expect(await groupOf('by hand')).toMatchObject({ source: 'claims', members: [id, other.id] });
    });

    it('are a directory’s where it says who is in them, as long as there is one', async () => {
      const { id } = await app.createPerson(realm, null);
      const settings: SignInProviderSettings = { groups: [{ external: 'taken' }] };
      await claim(id, settings, ['taken']);
      await app.run(
        "UPDATE directory_group d SET source = 'scim' FROM user_group g WHERE g.id = d.group_id AND g.name = 'taken'",
        [],
      );
      const token = Buffer.from(`token of claims ${realm.id}`);
      await app.run("INSERT INTO scim_token (realm_id, name, token_hash) VALUES ($1, 'x', $2)", [realm.id, token]);
      const warn = vi.spyOn(log, 'warn');
      await claim(id, settings, []);
      expect(warn.mock.calls[0]?.[0]).toMatchObject({ skipped: ['group taken: it is managed by SCIM'] });
      warn.mockRestore();
      expect(await membersOf('taken')).toEqual([id]);
      await app.run('UPDATE scim_token SET revoked_at = now() WHERE realm_id = $1', [realm.id]);
      await claim(id, settings, []);
      expect(await groupOf('taken')).toMatchObject({ source: 'claims', members: [] });
    });
  });
});
