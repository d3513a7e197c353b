import { TestCluster, sharedCluster } from '@stoa/testing';
import { createChannel } from '../support/channels';
import { createOrganization } from '../support/organizations';
import { DatabaseView } from './harness/cluster/database-view';

/** What the harness trusts when it says that nothing is missing. */
describe("the harness's view of the database", () => {
  let cluster: TestCluster;
  let view: DatabaseView;

  beforeAll(async () => {
    cluster = await sharedCluster();
    view = new DatabaseView(cluster.description.database_url);
  }, 300_000);

  afterAll(() => view.close());

  it('finds a message that is not there, and none that is', async () => {
    const { owner } = await createOrganization(cluster);
    const { id: channelId } = await createChannel(owner, []);
    const message = { type: 'channel', to: channelId, topic: 'chaos', content: 'here' };
    const { id } = await owner.client.succeed('POST', '/messages', message);
    const never = id + 1_000_000_000;
    expect(await view.missingMessages([id, never])).toEqual([never]);
  });
});
