import { GROUP_PERMISSION_SETTINGS, REALM_PERMISSION_SETTINGS } from '@stoa/policy';
import { TestServers, startServers } from '@stoa/testing';
import { Database } from '../database';
import { lockRealm } from '../locks';
import { isUniqueViolation } from '../sql-errors';
import { NewAccount, withNewAccounts } from './create-accounts';
import { createChannels } from './create-channels';
import { CreatedRealm, NewRealm, createRealm } from './create-realm';
import { SYSTEM_GROUPS } from './system-groups';
import { ensureSystemBots } from './system-bots';

let servers: TestServers;
let database: Database;

beforeAll(async () => {
  servers = await startServers();
});

beforeEach(async () => {
  database = Database.open({ url: await servers.createDatabase() });
});

afterEach(async () => {
  await database.close();
});

afterAll(async () => {
  await servers.stop();
});

const newRealm = (input: Partial<NewRealm> = {}): Promise<CreatedRealm> =>
  createRealm(database, { subdomain: '', name: 'Test', authenticationMethods: { Email: true }, ...input });

const newAccounts = (realm: CreatedRealm, accounts: NewAccount[]) =>
  withNewAccounts(
    database,
    { realmId: realm.id, partition: realm.partition },
    { realmHost: 'chat.example.com', accounts },
    (_tx, created) => Promise.resolve(created),
  );

describe('createRealm', () => {
  it('creates the system groups in their order, each containing the one before', async () => {
    const realm = await newRealm();
    const groups = await database.query<{ id: number; name: string; subgroups: string[] }>(
      'groups',
      `SELECT g.id, g.name, ARRAY(SELECT s.name FROM group_subgroup e JOIN user_group s ON s.id = e.subgroup_id
         WHERE e.supergroup_id = g.id) AS subgroups FROM user_group g WHERE g.realm_id = $1 ORDER BY g.id`,
      [realm.id],
    );
    const first = groups[0]?.id ?? 0;
    expect(groups).toEqual(
      SYSTEM_GROUPS.map(({ name, subgroup }, index) => ({
        id: first + index,
        name,
        subgroups: subgroup === null ? [] : [subgroup],
      })),
    );
    for (const setting of Object.keys(GROUP_PERMISSION_SETTINGS)) {
      const rows = await database.query(`of_${setting}`, `SELECT DISTINCT ${setting} AS value FROM user_group`);
      expect(rows).toEqual([{ value: realm.groups['role:nobody'] }]);
    }
  });

  it('sets every permission setting and announces in general', async () => {
    const realm = await newRealm();
    const [row] = await database.query('realm', 'SELECT * FROM realm WHERE id = $1', [realm.id]);
    for (const [name, { defaultGroup }] of Object.entries(REALM_PERMISSION_SETTINGS)) {
      expect([name, row?.[name]]).toEqual([
        name,
        Object.entries(realm.groups).find(([known]) => known === defaultGroup)?.[1],
      ]);
    }
    expect(realm.channels.map(({ name }) => name)).toEqual(['stoa', 'sandbox', 'general']);
    expect(row?.new_stream_announcements_stream_id).toBe(realm.channels[2]?.id);
    expect(row).toMatchObject({
      signup_announcements_stream_id: -1,
      enable_read_receipts: true,
      invite_required: true,
    });
    expect(await database.query('defaults', 'SELECT email_address_visibility FROM realm_user_default')).toEqual([
      { email_address_visibility: 3 },
    ]);
  });

  it('knows what education organizations have in place of the defaults', async () => {
    const realm = await newRealm({ orgType: 35 });
    const [row] = await database.query('realm', 'SELECT * FROM realm WHERE id = $1', [realm.id]);
    expect(row).toMatchObject({
      can_create_groups: realm.groups['role:moderators'],
      can_invite_users_group: realm.groups['role:administrators'],
      can_create_private_channel_group: realm.groups['role:members'],
    });
    expect(await database.query('defaults', 'SELECT email_address_visibility FROM realm_user_default')).toEqual([
      { email_address_visibility: 5 },
    ]);
  });

  it('refuses a subdomain twice', async () => {
    await newRealm({ subdomain: 'one' });
    const refusal = await newRealm({ subdomain: 'one' }).catch((error: unknown) => error);
    expect(isUniqueViolation(refusal, 'realm_string_id_key')).toBe(true);
  });
});

describe('withNewAccounts', () => {
  const account = (name: string, more: Partial<NewAccount> = {}): NewAccount => ({
    fullName: name,
    deliveryEmail: `${name}@example.com`,
    ...more,
  });

  it('copies the defaults, hides addresses, and puts everybody into the groups of the role', async () => {
    const realm = await newRealm({ defaultLanguage: 'de' });
    await database.query('enter', 'UPDATE realm_user_default SET enter_sends = true, enable_login_emails = false');
    const { accounts, groupMembers } = await newAccounts(realm, [
      account('owner', { role: 100 }),
      account('member'),
      account('guest', { role: 600, emailAddressVisibility: 1 }),
      account('bot', { botType: 1 }),
    ]);
    const ids = accounts.map(({ id }) => id);
    expect(accounts.map(({ email }) => email)).toEqual([
      `user${ids[0]}@chat.example.com`,
      `user${ids[1]}@chat.example.com`,
      'guest@example.com',
      'bot@example.com',
    ]);
    const { groups } = realm;
    expect(groupMembers).toEqual([
      { groupId: groups['role:owners'], userIds: [ids[0]] },
      { groupId: groups['role:fullmembers'], userIds: [ids[1], ids[3]] },
      { groupId: groups['role:members'], userIds: [ids[1], ids[3]] },
      { groupId: groups['role:everyone'], userIds: [ids[2]] },
    ]);
    const settings = `SELECT DISTINCT enter_sends, enable_login_emails, default_language FROM account`;
    expect(await database.query('settings', settings)).toEqual([
      { enter_sends: true, enable_login_emails: true, default_language: 'de' },
    ]);
  });

  it('keeps new members out of the full members while there is a waiting period', async () => {
    const realm = await newRealm({ settings: { waiting_period_threshold: 3 } });
    const { groupMembers } = await newAccounts(realm, [account('member')]);
    expect(groupMembers.map(({ groupId }) => groupId)).toEqual([realm.groups['role:members']]);
  });

  it('subscribes humans to the default channels, with open spans, counts, colours and versions', async () => {
    const realm = await newRealm();
    const { accounts, channels } = await newAccounts(realm, [
      account('a'),
      account('b'),
      account('bot', { botType: 1 }),
    ]);
    expect(channels.map(({ id }) => id)).toEqual(realm.channels.map(({ id }) => id));
    expect(
      await database.query(
        'subscriptions',
        `SELECT s.user_id, s.channel_id, s.color, s.active, c.subscriber_count, s.version = v.version AS current,
           m.last_message_id AS until FROM subscription s JOIN channel c ON c.id = s.channel_id
         JOIN membership_span m ON m.user_id = s.user_id AND m.recipient_id = c.recipient_id
         JOIN set_version v ON v.key = 'channel:' || c.id ORDER BY 1, 2`,
      ),
    ).toEqual(
      accounts.slice(0, 2).flatMap(({ id }) =>
        realm.channels.map((channel, index) => ({
          user_id: id,
          channel_id: channel.id,
          color: ['#76ce90', '#fae589', '#a6c7e5'][index],
          active: true,
          subscriber_count: 2,
          current: true,
          until: null,
        })),
      ),
    );
  });

  it('stores key hashes and refuses an address twice, whatever its case', async () => {
    const realm = await newRealm();
    const hash = Buffer.alloc(32, 7);
    await newAccounts(realm, [account('Ada', { apiKey: { hash, prefix: 'abcd' } })]);
    expect(await database.query('keys', 'SELECT key_hash, prefix, revoked_at FROM api_key')).toEqual([
      { key_hash: hash, prefix: 'abcd', revoked_at: null },
    ]);
    const refusal = await newAccounts(realm, [account('ADA')]).catch((error: unknown) => error);
    expect(isUniqueViolation(refusal, 'account_realm_id_lower_delivery_email_key')).toBe(true);
  });

  it('creates thousands in one call', async () => {
    const realm = await newRealm();
    const { accounts } = await newAccounts(
      realm,
      Array.from({ length: 2000 }, (_, index) => account(`user-${index}`)),
    );
    expect(new Set(accounts.map(({ id }) => id)).size).toBe(2000);
  });
});

describe('createChannels', () => {
  it('gives each channel with a creator its own anonymous group, and subscribes', async () => {
    const realm = await newRealm({ channels: [] });
    const { accounts } = await newAccounts(realm, [{ fullName: 'Ada', deliveryEmail: 'ada@example.com' }]);
    const creatorId = accounts[0]?.id ?? 0;
    const created = await database.write(
      { realmId: realm.id, partition: realm.partition },
      [lockRealm(realm.id, 'exclusive')],
      (tx) =>
        createChannels(tx, [
          { name: 'plans', creatorId, inviteOnly: true, subscriberIds: [creatorId] },
          { name: 'open', creatorId },
          { name: 'ours' },
        ]),
    );
    expect(created.map(({ name }) => name)).toEqual(['plans', 'open', 'ours']);
    const rows = await database.query<{ kind: number; group: number; members: number[] }>(
      'channels',
      `SELECT c.history_public_to_subscribers AS shared, c.subscriber_count AS count, g.id AS "group", g.kind,
         ARRAY(SELECT user_id FROM group_membership m WHERE m.group_id = g.id) AS members
       FROM channel c JOIN user_group g ON g.id = c.can_administer_channel_group ORDER BY c.id`,
    );
    expect(rows).toMatchObject([
      { shared: false, count: 1, kind: 3, members: [creatorId] },
      { shared: true, count: 0, kind: 3, members: [creatorId] },
      { shared: true, count: 0, kind: 1, members: [] },
    ]);
    expect(rows[0]?.group).not.toBe(rows[1]?.group);
  });
});

it('creates the system bots once, also when several processes start', async () => {
  const [first, ...others] = await Promise.all([1, 2, 3].map(() => ensureSystemBots(database, 'stoa.invalid')));
  expect(first?.map(({ email }) => email)).toEqual([
    'emailgateway@stoa.invalid',
    'notification-bot@stoa.invalid',
    'welcome-bot@stoa.invalid',
  ]);
  for (const bots of others) expect(bots).toEqual(first);
});
