import { TestCluster, sharedCluster } from '@stoa/testing';
import { Channel, createChannel } from '../support/channels';
import { sendToChannel } from '../support/messages';
import { Organization, createOrganization } from '../support/organizations';
import { statementsOf } from '../support/statements';

jest.setTimeout(120_000);

/** What a list costs does not grow with what it lists. */
describe('SQL statements of lists of channels', () => {
  let cluster: TestCluster;
  let org: Organization;
  let channel: Channel;

  beforeAll(async () => {
    cluster = await sharedCluster();
    org = await createOrganization(cluster);
    channel = await createChannel(org.owner);
    for (let index = 0; index < 3; index++) {
      await createChannel(org.owner);
      await sendToChannel(org.owner, channel, { topic: `topic ${index}` });
    }
  });

  it.each<[string, () => string, object]>([
    ['channels', () => '/streams', { include_all: true, include_owner_subscribed: true }],
    ['subscriptions', () => '/users/me/subscriptions', { include_subscribers: 'true' }],
    ['subscribers', () => `/streams/${channel.id}/members`, {}],
    ['topics', () => `/users/me/${channel.id}/topics`, {}],
    ['folders', () => '/channel_folders', {}],
  ])('%s', async (_what, path, parameters) => {
    const cost = await statementsOf(cluster, () => org.owner.client.succeed('GET', path(), { ...parameters }));
    expect(cost).toBeLessThanOrEqual(8);
    for (let index = 0; index < 6; index++) await createChannel(org.owner);
    for (let index = 0; index < 6; index++) {
      await sendToChannel(org.owner, channel, { topic: `more ${index}` });
      await org.owner.client.succeed('POST', '/channel_folders/create', {
        name: `${path()} ${index}`.slice(0, 60),
        description: '',
      });
    }
    expect(await statementsOf(cluster, () => org.owner.client.succeed('GET', path(), { ...parameters }))).toBe(cost);
  });
});
