import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { LdapConfig } from '@stoa/contracts/users';
import type { CreatedRealm } from '@stoa/database';
import { passwordResetMail } from '@stoa/policy';
import { FileStore, publicImageKey } from '@stoa/storage';
import sharp from 'sharp';
import { AvatarsService } from '../../people/avatars/avatars.service';
import { PasswordHasher } from '../../people/accounts/password-hasher';
import { PasswordResetsRepository } from '../../people/password-resets/password-resets.repository';
import { PasswordChange } from '../../personal/settings/password-change';
import { OwnMethodsRepository } from '../../shared/own-methods/own-methods.repository';
import { BASE, DirectoryServer, MOST_ENTRIES, READER, READER_PASSWORD } from '../../test-support/directory-server';
import { LdapOrganization, peopleOf } from '../../test-support/ldap-organization';
import { UsersApplication } from '../../test-support/users-application';

const WRONG = { status: 401, code: 'AUTHENTICATION_FAILED' };

describe('what an LDAP directory knows of people', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'stoa-ldap-files-'));
  let app: UsersApplication;
  let server: DirectoryServer;
  let organization: LdapOrganization;
  let realm: CreatedRealm;
  let config: LdapConfig;
  let staff: LdapConfig;
  let realms = 0;

  beforeAll(async () => {
    const store = { STOA_UPLOAD_STORE: 'local', STOA_UPLOAD_DIRECTORY: folder };
    [app, server] = await Promise.all([UsersApplication.start(store), DirectoryServer.start()]);
    const people = peopleOf(server);
    config = { ...people, attributes: { ...people.attributes, login: 'uid', avatar: 'jpegPhoto' } };
    staff = {
      ...config,
      search_bases: [`ou=staff,${BASE}`],
      people_filter: '(&(objectClass=adUser)(sAMAccountName=*))',
      attributes: {
        ...{ id: 'objectGUID', login: 'sAMAccountName', full_name: 'displayName' },
        ...{ disabled: 'userAccountControl', avatar: 'thumbnailPhoto' },
      },
      append_domain: 'corp.example',
    };
  });
  afterAll(async () => {
    await app?.stop();
    await server?.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  beforeEach(async () => {
    organization = await LdapOrganization.create(app, `following${++realms}`);
    ({ realm } = organization);
  });

  const set = (given: LdapConfig, password?: string) => organization.set(given, password);
  const sync = (isDryRun = false) => organization.sync({ isDryRun });
  const signIn = (username: string, password: string) => organization.signIn(username, password);
  const account = (email: string) => organization.account(email);
  const replace = (dn: string, type: string, ...values: (string | Buffer)[]) => server.replace(dn, type, ...values);
  const switchMethods = (methods: Record<string, boolean>) =>
    app.run('UPDATE realm SET authentication_methods = $2 WHERE id = $1', [realm.id, JSON.stringify(methods)]);
  const picture = (red: number) =>
    sharp({ create: { width: 96, height: 96, channels: 3, background: { r: red, g: 0, b: 0 } } })
      .jpeg()
      .toBuffer();
  const storedImages = async (): Promise<string[]> => {
    const keys: string[] = [];
    for await (const { key } of app.application.get(FileStore).list(publicImageKey(`${realm.id}/`))) keys.push(key);
    return keys.sort();
  };
  const newest = async () => Number((await app.run('SELECT COALESCE(max(id), 0) AS id FROM outbox', []))[0]?.id);
  const eventsSince = async (id: number): Promise<string> => {
    const sql = 'SELECT body FROM outbox WHERE id > $1 AND realm_id = $2 ORDER BY id';
    return (await app.run(sql, [id, realm.id])).map(({ body }) => String(body)).join('\n');
  };

  it('comes over TLS from the first byte, with a certificate that is checked', async () => {
    expect(await set(config)).toEqual({ people: expect.any(Number) });
    const wrong = 'The directory cannot be used: ';
    await expect(set({ ...config, ca_certificate: undefined })).rejects.toThrow(wrong);
    await expect(set({ ...config, urls: [server.secureUrl.replace('localhost', '127.0.0.1')] })).rejects.toThrow(wrong);
    await expect(set({ ...config, append_domain: 'x.example' })).rejects.toThrow(
      'The directory cannot be used: addresses come either from attributes.email or from append_domain',
    );
  });

  it('lets people type a name of the directory, or their address', async () => {
    await server.addPerson('nia');
    await expect(signIn('nia', 'nia secret')).rejects.toThrow('Enter a valid email address.');
    const before = await newest();
    await set(config);
    expect(await eventsSince(before)).toContain('"LDAP":{"enabled":true,"available":true}');
    const session = await signIn('NIA', 'nia secret');
    expect(session.email).toBe('nia@x.example');
    expect((await signIn('nia@x.example', 'nia secret')).user_id).toBe(session.user_id);
    for (const name of ['*', 'ni*', 'nia)(uid=*', '', '\u0000', 'nobody']) {
      await expect(signIn(name, 'nia secret')).rejects.toMatchObject(WRONG);
    }
  });

  it('gives five guesses at a person, by whichever name, and at whom it does not know', async () => {
    await server.addPerson('tia');
    await set(config);
    const guess = async (...names: string[]) => {
      for (const name of names) await expect(signIn(name, 'guess')).rejects.toMatchObject(WRONG);
    };
    await guess('tia', 'tia@x.example', 'TIA', 'Tia@X.example');
    expect((await signIn('tia', 'tia secret')).email).toBe('tia@x.example');
    await guess('tia', 'tia@x.example', 'tia', 'tia@x.example', ' tia');
    const limited = { code: 'RATE_LIMIT_HIT', status: 429, data: { 'retry-after': expect.closeTo(1800, -2) } };
    for (const name of ['tia', 'tia@x.example']) {
      await expect(signIn(name, 'tia secret')).rejects.toMatchObject(limited);
    }
    // Whether a name and an address are one person's is not told.
    await guess('noone', 'noone@x.example', 'noone', 'noone@x.example', 'noone@other.example');
    await expect(signIn('noone', 'guess')).rejects.toMatchObject(limited);
  });

  it('counts as the organization has switched on', async () => {
    const passwordHash = await app.get(PasswordHasher).hash(realm.id, 'local secret');
    await app.createAccounts(realm, [{ fullName: 'Local', deliveryEmail: 'local@x.example', passwordHash }]);
    await server.addPerson('pia');
    await set(config);
    expect((await signIn('local@x.example', 'local secret')).email).toBe('local@x.example');
    await switchMethods({ Email: false });
    await expect(signIn('local@x.example', 'local secret')).rejects.toMatchObject(WRONG);
    expect((await signIn('pia', 'pia secret')).email).toBe('pia@x.example');
    await switchMethods({ LDAP: false });
    await expect(signIn('pia', 'pia secret')).rejects.toThrow('Enter a valid email address.');
    // Her account is here, and has no password of its own.
    await expect(signIn('pia@x.example', 'pia secret')).rejects.toMatchObject({ code: 'PASSWORD_RESET_REQUIRED' });
    await switchMethods({ LDAP: false, Email: false });
    await expect(signIn('pia', 'pia secret')).rejects.toMatchObject({ code: 'PASSWORD_AUTH_DISABLED' });
  });

  it('keeps its passwords: they are neither changed nor reset here', async () => {
    const passwordHash = await app.get(PasswordHasher).hash(realm.id, 'local secret');
    await server.addPerson('kim');
    const [kim = 0] = await app.createAccounts(realm, [
      { fullName: 'Kim', deliveryEmail: 'kim@x.example', passwordHash },
    ]);
    const change = { old_password: 'local secret', new_password: 'quartz7-lemur-42' };
    const changed = () => app.get(PasswordChange).prepare({ realmId: realm.id, userId: kim }, change);
    const mailOf = async () => {
      const holder = (await app.get(PasswordResetsRepository).holders('kim@x.example')).find(({ id }) => id === kim);
      return passwordResetMail(holder, false);
    };
    await set(config);
    expect(await changed()).not.toBeNull();
    expect(await mailOf()).toBe('link');
    await sync();
    await expect(changed()).rejects.toThrow('Your Zulip password is managed in LDAP');
    expect(await mailOf()).toBe('directory');
    await expect(signIn('kim', 'local secret')).rejects.toMatchObject(WRONG);
    expect((await signIn('kim', 'kim secret')).user_id).toBe(kim);
    await switchMethods({ LDAP: false });
    expect(await changed()).not.toBeNull();
    expect(await mailOf()).toBe('link');
    await switchMethods({ LDAP: true });
    const methods = async () => {
      const own = await app.database.write(place(), [], (tx) => app.get(OwnMethodsRepository).of(tx, kim));
      return [own.own.includes('LDAP'), await mailOf(), (await changed().catch(() => 'refused')) === 'refused'];
    };
    expect(await methods()).toEqual([true, 'directory', true]);
    await organization.remove();
    expect(await methods()).toEqual([false, 'link', false]);
  });

  it('is understood as Active Directory writes it', async () => {
    const dn = await server.addAdUser('jdoe', { thumbnailPhoto: await picture(200) });
    await server.addAdUser('left', { userAccountControl: '514' });
    await set(staff);
    const session = await signIn('jdoe', 'jdoe secret');
    expect(session.email).toBe('jdoe@corp.example');
    expect((await signIn('JDoe@Corp.example', 'jdoe secret')).user_id).toBe(session.user_id);
    await expect(signIn('jdoe@x.example', 'jdoe secret')).rejects.toMatchObject(WRONG);
    await expect(signIn('left', 'left secret')).rejects.toMatchObject(WRONG);
    expect(await account('jdoe@corp.example')).toMatchObject({ full_name: 'Name of jdoe', avatar_source: 'U' });
    const [link] = await app.run('SELECT external_id FROM directory_account WHERE user_id = $1', [session.user_id]);
    expect(link?.external_id).toMatch(/^[0-9a-f]{32}$/);
    const find = (name: string) => organization.find(name);
    expect((await find('jdoe')).person).toMatchObject({
      ...{ login: 'jdoe', email: 'jdoe@corp.example', is_disabled: false, role: null, has_picture: true },
    });
    expect((await find('left')).person).toMatchObject({ is_disabled: true, has_picture: false });
    expect(await find('nobody')).toEqual({ person: null });
    await replace(dn, 'userAccountControl', '66050');
    expect(await sync()).toMatchObject({ deactivated: 1, skipped: [] });
    expect(await account('jdoe@corp.example')).toMatchObject({ is_active: false });
    await replace(dn, 'userAccountControl', '512');
    expect(await sync()).toMatchObject({ reactivated: 1 });
  });

  it('is read in pages where servers give no more at a time', async () => {
    const people = MOST_ENTRIES + 20;
    await server.write(async (client) => {
      const add = (index: number) =>
        client.add(`uid=c${index},ou=crowd,${BASE}`, {
          ...{ objectClass: ['inetOrgPerson'], uid: `c${index}`, cn: `C ${index}`, sn: 'C' },
          mail: `c${index}@x.example`,
        });
      await Promise.all(Array.from({ length: people }, (_, index) => add(index)));
    });
    const crowd: LdapConfig = { ...config, bind_dn: READER, search_bases: [`ou=crowd,${BASE}`] };
    expect(await set(crowd, READER_PASSWORD)).toEqual({ people });
  });

  it('has pictures of them, which they cannot change then', async () => {
    const dn = await server.addPerson('vera');
    await set(config);
    const { user_id: userId } = await signIn('vera', 'vera secret');
    expect(await account('vera@x.example')).toMatchObject({ avatar_source: 'G' });
    await replace(dn, 'jpegPhoto', await picture(100));
    expect(await sync(true)).toMatchObject({ changed: 1 });
    expect(await storedImages()).toEqual([]);
    const before = await newest();
    expect(await sync()).toMatchObject({ changed: 1, skipped: [] });
    expect(await eventsSince(before)).toContain('"avatar_source":"U"');
    const first = await account('vera@x.example');
    expect(await storedImages()).toHaveLength(2);
    expect(await sync()).toMatchObject({ changed: 0 });
    const own = await app.contextOf(userId);
    await expect(app.get(AvatarsService).remove(own)).rejects.toThrow(
      "'avatar' is managed by LDAP and cannot be changed here.",
    );
    await replace(dn, 'jpegPhoto', await picture(50));
    expect(await sync()).toMatchObject({ changed: 1 });
    const second = await account('vera@x.example');
    expect(second?.avatar_key).not.toBe(first?.avatar_key);
    expect(await storedImages()).toEqual(['.png', '-medium.png'].map((end) => keyOf(second, end)).sort());
    await replace(dn, 'jpegPhoto', 'no picture at all');
    expect(await sync()).toMatchObject({ changed: 0, skipped: [expect.stringContaining('cannot be used')] });
    expect(await account('vera@x.example')).toEqual(second);
    await replace(dn, 'jpegPhoto');
    expect(await sync()).toMatchObject({ changed: 1, skipped: [] });
    expect(await account('vera@x.example')).toMatchObject({ avatar_source: 'G', avatar_key: null });
    expect(await storedImages()).toEqual([]);
    await app.get(AvatarsService).remove(own);
  });

  it('has groups, which are groups here', async () => {
    const [ann, ben] = [await server.addPerson('ann'), await server.addPerson('ben')];
    const groupDn = (name: string) => `cn=${name},ou=groups,${BASE}`;
    const addGroup = (name: string, ...member: string[]) =>
      server.write((client) => client.add(groupDn(name), { objectClass: ['groupOfNames'], cn: name, member }));
    await addGroup('dev', ann);
    await addGroup('company', groupDn('dev'), ben);
    await addGroup('private', ben);
    const names = [{ external: 'dev' }, { external: 'company', local: 'everybody here' }, { external: 'role:owners' }];
    const mirrored = {
      ...{ search_bases: [`ou=groups,${BASE}`], filter: '(objectClass=groupOfNames)', name: 'cn', members: 'member' },
      ...{ nested: true, names },
    };
    await set({ ...config, mirrored_groups: mirrored });
    const [a, b] = [(await signIn('ann', 'ann secret')).user_id, (await signIn('ben', 'ben secret')).user_id];
    const before = await newest();
    // Who is new is in groups that list him; those of groups come with the next synchronisation.
    expect([await members('dev'), await members('everybody here')]).toEqual([[a], [b]]);
    expect(await members('private')).toBeUndefined();
    expect(await sync(true)).toMatchObject({ groups: 2 });
    expect(await sync()).toMatchObject({ groups: 1, skipped: [expect.stringContaining('group role:owners: ')] });
    expect(await eventsSince(before)).toContain('"op":"add_members"');
    expect(await members('dev')).toEqual([a]);
    expect(await members('everybody here')).toEqual([a, b].sort((x, y) => x - y));
    expect(await members('private')).toBeUndefined();
    expect(await sync()).toMatchObject({ groups: 0 });

    await app.run('DELETE FROM group_membership WHERE user_id = $1', [a]);
    await replace(groupDn('dev'), 'member', ben);
    const later = await newest();
    expect(await sync()).toMatchObject({ groups: 1 });
    expect(await eventsSince(later)).toContain('"op":"add_members"');
    expect(await members('dev')).toEqual([b]);
    expect(await members('everybody here')).toEqual([b]);

    await server.write((client) => client.del(groupDn('dev')));
    expect(await sync()).toMatchObject({ groups: 1 });
    expect(await members('dev')).toEqual([]);
    await set({ ...config, mirrored_groups: { ...mirrored, filter: '(cn=nothing)' } });
    expect(await sync()).toMatchObject({ groups: 0, skipped: ['no group was found: groups stay as they are'] });
    expect(await members('everybody here')).toEqual([b]);
    await set({ ...config, people_filter: '(uid=x)', deactivate_missing: false, mirrored_groups: mirrored });
    expect(await sync()).toMatchObject({ groups: 0, skipped: ['nobody was found: groups stay as they are'] });
    expect(await members('everybody here')).toEqual([b]);
  });

  it('does not say who is in groups that SCIM manages, or that people deactivated', async () => {
    await server.addPerson('tom');
    const names = [{ external: 'mixed' }, { external: 'closed' }];
    const mirrored = {
      ...{ search_bases: [`ou=groups,${BASE}`], filter: '(cn=mixed*)', name: 'cn', members: 'memberUid', names },
      members_are: 'login' as const,
    };
    await server.write((client) =>
      client.add(`cn=mixed,ou=groups,${BASE}`, {
        ...{ objectClass: ['posixGroup'], cn: 'mixed', gidNumber: '7', memberUid: 'tom' },
      }),
    );
    await set({ ...config, mirrored_groups: mirrored });
    const { user_id: tom } = await signIn('tom', 'tom secret');
    expect(await members('mixed')).toEqual([tom]);
    expect(await sync()).toMatchObject({ groups: 1 });
    expect(await members('mixed')).toEqual([tom]);
    await app.run("UPDATE directory_group SET source = 'scim' WHERE realm_id = $1", [realm.id]);
    await app.run("INSERT INTO scim_token (realm_id, name, token_hash) VALUES ($1, 'x', $2)", [
      realm.id,
      Buffer.from(`token ${realm.id}`),
    ]);
    await app.run("UPDATE user_group SET deactivated = true WHERE realm_id = $1 AND name = 'closed'", [realm.id]);
    expect(await sync()).toMatchObject({
      groups: 0,
      skipped: ['group mixed: it is managed by SCIM', 'group closed: it is deactivated'],
    });
    await app.run('UPDATE scim_token SET revoked_at = now() WHERE realm_id = $1', [realm.id]);
    expect(await sync()).toMatchObject({ groups: 1, skipped: ['group closed: it is deactivated'] });
  });

  const place = () => ({ realmId: realm.id, partition: realm.partition });
  const keyOf = (row: Record<string, unknown> | undefined, end: string): string =>
    publicImageKey(`${realm.id}/${String(row?.avatar_key)}${end}`);
  const members = async (name: string): Promise<number[] | undefined> => {
    const [row] = await app.run(
      `SELECT ARRAY(SELECT user_id FROM group_membership WHERE group_id = g.id ORDER BY 1) AS ids
       FROM user_group g WHERE realm_id = $1 AND name = $2`,
      [realm.id, name],
    );
    return row && (row.ids as number[]);
  };
});
