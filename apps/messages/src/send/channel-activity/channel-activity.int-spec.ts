import { Database, createRealm, lockRealm, createChannels } from '@stoa/database';
import { TestServers, startServers } from '@stoa/testing';
import { ChannelActivityRepository } from './channel-activity.repository';

interface Channel {
  id: number;
  recipient_id: number;
}

/** The counts and marks of channels.md 4, over messages whose times the test chooses. */
describe('activity of channels', () => {
  let servers: TestServers;
  let database: Database;
  let repository: ChannelActivityRepository;
  let context: { realmId: number; partition: number };
  let names = 0;

  beforeAll(async () => {
    servers = await startServers();
    database = Database.open({ url: servers.databaseUrl });
    repository = new ChannelActivityRepository(database);
    const realm = await createRealm(database, {
      subdomain: 'activity',
      name: 'Activity',
      authenticationMethods: { Email: true },
    });
    context = { realmId: realm.id, partition: realm.partition };
  });

  afterAll(async () => {
    await database?.close();
    await servers?.stop();
  });

  async function createChannel(ageDays: number): Promise<Channel> {
    const name = `channel ${(names += 1)}`;
    await database.write(context, [lockRealm(context.realmId, 'exclusive')], (tx) =>
      createChannels(tx, [{ name, subscriberIds: [] }]),
    );
    const [row] = await database.query<Channel & Record<string, unknown>>(
      'age_channel',
      'UPDATE channel SET date_created = now() - make_interval(days => $2) WHERE name = $1 RETURNING id, recipient_id',
      [name, ageDays],
    );
    if (!row) throw new Error('the channel exists');
    return row;
  }

  const send = (channel: Channel, daysAgo: number, count = 1) =>
    database.query(
      'old_messages',
      `INSERT INTO message (realm_id, recipient_id, origin_recipient_id, sender_id, topic, content, rendered_content,
         renderer_version, sent_at, client_name, topic_links, search_vector)
       SELECT $1, $2, $2, 1, 't', 'c', 'c', 1, now() - make_interval(days => $3), 'test', '[]', ''::tsvector
       FROM generate_series(1, $4)`,
      [context.realmId, channel.recipient_id, daysAgo, count],
    );
  const toFlip = async (): Promise<number[]> => (await repository.toFlip(1000)).map(({ channelId }) => channelId);
  const flip = (ids: number[]) => database.write(context, [], (tx) => repository.flip(tx, ids));

  it('finds channels that went silent, and those that speak again', async () => {
    const [silent, empty, young, busy] = [
      await createChannel(400),
      await createChannel(400),
      await createChannel(10),
      await createChannel(400),
    ];
    await send(silent, 200);
    await send(busy, 200);
    await send(busy, 3);
    const found = await toFlip();
    expect(found).toEqual(expect.arrayContaining([silent.id, empty.id]));
    expect(found).not.toContain(young.id);
    expect(found).not.toContain(busy.id);
    const flipped = await flip([silent.id, busy.id]);
    expect(flipped).toEqual([expect.objectContaining({ id: silent.id, is_recently_active: false })]);
    expect(await toFlip()).not.toContain(silent.id);
    await send(silent, 0);
    expect(await flip([silent.id])).toEqual([expect.objectContaining({ is_recently_active: true })]);
  });

  it('counts the messages of every day, again and again', async () => {
    const channel = await createChannel(400);
    await send(channel, 40, 9);
    await send(channel, 20, 3);
    await send(channel, 1, 2);
    const count = async () => {
      await database.write(context, [], (tx) => repository.countTraffic(tx));
      const rows = await database.query<{ age: number; messages: number }>(
        'traffic',
        'SELECT current_date - day AS age, messages FROM channel_traffic WHERE channel_id = $1 ORDER BY day',
        [channel.id],
      );
      return rows.map(({ age, messages }) => [age, messages]);
    };
    await database.query('no_traffic', 'DELETE FROM channel_traffic');
    expect(await count()).toEqual([
      [20, 3],
      [1, 2],
    ]);
    await send(channel, 1, 1);
    await send(channel, 0, 4);
    const expected = [
      [20, 3],
      [1, 3],
      [0, 4],
    ];
    expect(await count()).toEqual(expected);
    expect(await count()).toEqual(expected);
  });
});
