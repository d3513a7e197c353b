import { Database, createChannels, createRealm, lockRealm } from '@stoa/database';
import { TestServers, startServers } from '@stoa/testing';
import type { PushEnvironment } from '../push.environment';
import { MailFactsRepository } from './mail-facts.repository';

describe('where topics of mails were before', () => {
  let servers: TestServers;
  let database: Database;
  let repository: MailFactsRepository;
  let realmId: number;
  let channels: { id: number; recipient_id: number }[] = [];

  beforeAll(async () => {
    servers = await startServers();
    database = Database.open({ url: servers.databaseUrl });
    repository = new MailFactsRepository(database, {} as PushEnvironment);
    const realm = await createRealm(database, { subdomain: 'moved', name: 'Moved', authenticationMethods: {} });
    realmId = realm.id;
    await database.write({ realmId, partition: realm.partition }, [lockRealm(realmId, 'exclusive')], (tx) =>
      createChannels(tx, [
        { name: 'first', subscriberIds: [] },
        { name: 'second', subscriberIds: [] },
      ]),
    );
    channels = await sql('SELECT id, recipient_id FROM channel WHERE realm_id = $1 ORDER BY name', [realmId]);
  });

  afterAll(async () => {
    await database?.close();
    await servers?.stop();
  });

  const sql = <Row extends Record<string, unknown>>(text: string, params: readonly unknown[] = []) =>
    database.query<Row>('', text, params);
  const idOf = (index: number) => channels[index]!.id;
  /** A message that is in a channel now. */
  const message = async (index: number, topic: string): Promise<number> => {
    const [row] = await sql<{ id: number }>(
      `INSERT INTO message (realm_id, recipient_id, origin_recipient_id, sender_id, topic, content, rendered_content,
         sent_at, client_name) VALUES ($1, $2, $2, 1, $3, 'hi', '<p>hi</p>', now(), 'test') RETURNING id`,
      [realmId, channels[index]!.recipient_id, topic],
    );
    return row!.id;
  };
  const edit = (messageId: number, from: { topic?: string; channelId?: number }) =>
    sql('INSERT INTO message_edit (message_id, edited_at, prev_topic, prev_channel_id) VALUES ($1, now(), $2, $3)', [
      messageId,
      from.topic ?? null,
      from.channelId ?? null,
    ]);
  const placesOf = async (messageId: number) => (await repository.earlierPlaces([messageId])).get(messageId) ?? [];

  it('is told as it was then, when they were renamed and moved afterwards', async () => {
    const moved = await message(1, 'New');
    await edit(moved, { topic: 'Old' });
    await edit(moved, { channelId: idOf(0) });
    const other = await message(1, 'Last');
    await edit(other, { channelId: idOf(0) });
    await edit(other, { topic: 'Before' });
    expect(await placesOf(moved)).toEqual([
      { channelId: idOf(0), topic: 'Old' },
      { channelId: idOf(0), topic: 'New' },
    ]);
    expect(await placesOf(other)).toEqual([
      { channelId: idOf(0), topic: 'Before' },
      { channelId: idOf(1), topic: 'Before' },
    ]);
    const next = await message(1, 'New');
    expect(await placesOf(next)).toEqual(await placesOf(moved));
  });

  it('is not where one message came from that left others there', async () => {
    await message(0, 'lunch');
    const strayed = await message(0, 'Deploys');
    await edit(strayed, { topic: 'Lunch' });
    expect(await placesOf(await message(0, 'deploys'))).toEqual([]);
    const last = await message(0, 'Deploys');
    await edit(last, { topic: 'Gone' });
    expect(await placesOf(last)).toEqual([{ channelId: idOf(0), topic: 'Gone' }]);
  });
});
