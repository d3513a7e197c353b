import { setKeys } from '@stoa/database';
import { TestCluster, sharedCluster } from '@stoa/testing';
import { createChannel } from '../support/channels';
import { inDatabase } from '../support/database';
import { sendToChannel } from '../support/messages';
import { Organization, createOrganization } from '../support/organizations';
import { isEvent, TestQueue } from '../support/test-queue';

/** Time passes only in the database (channels.md 4). */
describe('silent channels', () => {
  let cluster: TestCluster;
  let org: Organization;

  beforeAll(async () => {
    cluster = await sharedCluster();
    org = await createOrganization(cluster);
  });

  it('wake with the first message, and everybody who sees them hears of it', async () => {
    const ada = await org.createPerson('Ada');
    const channel = await createChannel(org.owner);
    await inDatabase(cluster, (database) =>
      database.write({ realmId: org.id, partition: 0 }, [], async (tx) => {
        await tx.query('UPDATE channel SET is_recently_active = false WHERE id = $1', [channel.id]);
        tx.bump(setKeys.realmChannels(org.id), { table: 'channel', ids: [channel.id] });
        tx.bump(setKeys.channel(channel.id));
      }),
    );
    const before = await ada.client.succeed('GET', `/streams/${channel.id}`);
    expect(before.stream.is_recently_active).toBe(false);
    const queue = await TestQueue.register(ada, { event_types: ['stream'] });
    await sendToChannel(org.owner, channel);
    expect(await queue.next(isEvent('stream', 'update'))).toMatchObject({
      stream_id: channel.id,
      name: channel.name,
      property: 'is_recently_active',
      value: true,
    });
    const after = await ada.client.succeed('GET', `/streams/${channel.id}`);
    expect(after.stream.is_recently_active).toBe(true);
  });
});
