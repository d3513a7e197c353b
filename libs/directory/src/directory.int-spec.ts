import { Database, createRealm, lockChannel, setKeys, subscribeUsers, withNewAccounts } from '@stoa/database';
import { TestServers, startServers } from '@stoa/testing';
import { Directory } from './directory';
import { DirectoryRepository } from './directory.repository';

describe('copies of sets, after a failover that lost what was written last', () => {
  let servers: TestServers;
  let database: Database;

  beforeAll(async () => {
    servers = await startServers();
    database = Database.open({ url: servers.databaseUrl, size: 3 });
  });

  afterAll(async () => {
    await database.close();
    await servers.stop();
  });

  it('hold nothing of it, although as much has been written since', async () => {
    const realm = await createRealm(database, { subdomain: '', name: 'Test', authenticationMethods: {} });
    const context = { realmId: realm.id, partition: realm.partition };
    const accounts = ['Ada', 'Bob'].map((name) => ({ fullName: name, deliveryEmail: `${name}@example.com` }));
    const [ada = 0, bob = 0] = await withNewAccounts(
      database,
      context,
      { realmHost: 'example.com', accounts },
      (_tx, created) => Promise.resolve(created.accounts.map(({ id }) => id)),
    );
    const channelId = realm.channels[0]?.id ?? 0;
    const key = setKeys.channel(channelId);
    const [{ recipient_id: recipientId } = { recipient_id: 0 }] = await database.query<{ recipient_id: number }>(
      'recipient',
      'SELECT recipient_id FROM channel WHERE id = $1',
      [channelId],
    );
    const unsubscribeAll = async () => {
      await database.query('nobody', 'DELETE FROM subscription WHERE channel_id = $1', [channelId]);
      await database.query('no_spans', 'DELETE FROM membership_span WHERE recipient_id = $1', [recipientId]);
    };
    await unsubscribeAll();
    const subscribe = (userId: number) =>
      database.write(context, [lockChannel(channelId, 'exclusive')], (tx) =>
        subscribeUsers(tx, [{ userId, channelId, recipientId }]),
      );
    const version = async () => {
      const [row] = await database.query<{ version: number }>('now', 'SELECT version FROM set_version WHERE key = $1', [
        key,
      ]);
      return row?.version ?? 0;
    };
    const directory = new Directory(new DirectoryRepository(database));
    const membersNow = () =>
      directory.decideConfirmed(realm.id, async (view) => [...(await view.members(channelId)).members.keys()]);

    const backup = await version();
    await directory.members.get(channelId);
    await subscribe(ada);
    expect(await membersNow()).toEqual([ada]);

    await unsubscribeAll();
    await database.query('lose_version', 'UPDATE set_version SET version = $2 WHERE key = $1', [key, backup]);
    await database.query('another_life', "UPDATE database_life SET identity = 'of the lost server'");
    expect(await membersNow()).toEqual([]);
    await subscribe(bob);
    expect(await membersNow()).toEqual([bob]);
  });
});
