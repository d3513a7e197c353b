import { Database, WriteTransaction, createChannels, createRealm, ensureSystemBots, lockRealm } from '@stoa/database';
import { MembershipRepository } from '@stoa/read-state-store';
import { TestServers, startServers } from '@stoa/testing';
import { SubscriptionsRepository } from './subscriptions.repository';

describe('the count of a channel’s subscribers', () => {
  let servers: TestServers;
  let database: Database;
  let repository: SubscriptionsRepository;
  let context: { realmId: number; partition: number };
  let userIds: number[];
  let channel: { channelId: number; recipientId: number };

  beforeAll(async () => {
    servers = await startServers();
    database = Database.open({ url: servers.databaseUrl });
    repository = new SubscriptionsRepository(database, new MembershipRepository());
    const settings = { subdomain: 'counted', name: 'Counted', authenticationMethods: { Email: true } };
    const realm = await createRealm(database, settings);
    context = { realmId: realm.id, partition: realm.partition };
    userIds = (await ensureSystemBots(database, 'stoa.invalid')).map(({ id }) => id);
    await write((tx) => createChannels(tx, [{ name: 'counted', subscriberIds: [] }]));
    const [row] = await database.query<{ id: number; recipient_id: number }>(
      'test_channel',
      `SELECT id, recipient_id FROM channel WHERE name = 'counted'`,
    );
    channel = { channelId: row?.id ?? 0, recipientId: row?.recipient_id ?? 0 };
  });

  afterAll(async () => {
    await database?.close();
    await servers?.stop();
  });

  const write = <T>(work: (tx: WriteTransaction) => Promise<T>) =>
    database.write(context, [lockRealm(context.realmId, 'exclusive')], work);
  const join = (users: readonly number[]) =>
    write((tx) =>
      repository.activate(
        tx,
        users.map((userId) => ({ userId, ...channel, color: '#76ce90' })),
      ),
    );
  const leave = (users: readonly number[]) =>
    write((tx) =>
      repository.deactivate(
        tx,
        users.map((userId) => ({ userId, ...channel })),
      ),
    );
  const count = async () => {
    const sql = 'SELECT subscriber_count AS count FROM channel WHERE id = $1';
    return (await database.query<{ count: number }>('test_count', sql, [channel.channelId]))[0]?.count;
  };

  it('moves by who joined and left, also when somebody is asked for who had before', async () => {
    const [first = 0, second = 0, third = 0] = userIds;
    await join([first, second]);
    expect(await count()).toBe(2);
    expect(await join([second, third])).toHaveLength(2);
    expect(await count()).toBe(3);
    await leave([first]);
    await leave([first, second]);
    expect(await count()).toBe(1);
    await join([first]);
    expect(await count()).toBe(2);
  });
});
