import { ClientState, Parameters, TestCluster, applyEvents, comparableState, sharedCluster } from '@stoa/testing';
import { Channel, createChannel } from '../support/channels';
import { sendDirect, sendToChannel } from '../support/messages';
import { Person, createPerson, demoPerson } from '../support/people';
import { TestQueue } from '../support/test-queue';

jest.setTimeout(120_000);

const REGISTRATION: Parameters = {
  client_gravatar: false,
  include_subscribers: 'true',
  slim_presence: true,
  client_capabilities: {
    notification_settings_null: true,
    bulk_message_deletion: true,
    user_settings_object: true,
    linkifier_url_template: true,
    include_deactivated_groups: true,
    archived_channels: true,
    empty_topic_name: true,
    simplified_presence_events: true,
  },
};

/** State plus events is state, for what becomes of messages after they were sent. */
describe('folding edits, moves and deletions into the state', () => {
  let cluster: TestCluster;
  let ada: Person;
  let grace: Person;
  let owner: Person;
  let channel: Channel;
  let shared: Channel;
  let elsewhere: Channel;
  let secret: Channel;

  beforeAll(async () => {
    cluster = await sharedCluster();
    owner = demoPerson(cluster, 'owner');
    [ada, grace] = [await createPerson(cluster, 'Ada'), await createPerson(cluster, 'Grace')];
    channel = await createChannel(grace, [ada]);
    shared = await createChannel(grace, [ada]);
    elsewhere = await createChannel(grace);
    secret = await createChannel(grace, [], { invite_only: true });
  });

  /** Registers, acts, collects what comes of it, folds it and compares with a new registration. */
  async function expectFolded(viewer: Person, act: () => Promise<unknown>): Promise<void> {
    const queue = await TestQueue.register(viewer, REGISTRATION);
    await act();
    const marker = await sendDirect(owner, [viewer]);
    const folded: ClientState = applyEvents(queue.state, await queue.untilMessage(marker));
    const fresh = await viewer.client.succeed('POST', '/register', REGISTRATION);
    expect(comparableState(folded)).toEqual(comparableState(fresh));
  }

  const edit = (id: number, parameters: Parameters) => grace.client.succeed('PATCH', `/messages/${id}`, parameters);
  const several = async (topic: string, count = 3): Promise<number[]> => {
    const ids: number[] = [];
    for (let index = 0; index < count; index += 1) ids.push(await sendToChannel(grace, channel, { topic }));
    return ids;
  };

  it('of content and mentions', async () => {
    const [id] = await several('content', 1);
    await expectFolded(ada, () => edit(id!, { content: `@**${ada.fullName}** look` }));
    await expectFolded(ada, () => edit(id!, { content: 'nothing' }));
  });

  it('of topics that are renamed, split, resolved and reopened', async () => {
    const ids = await several('topics');
    await sendToChannel(grace, channel, { topic: 'into' });
    await expectFolded(ada, () => edit(ids[1]!, { topic: 'into', propagate_mode: 'change_later' }));
    await expectFolded(ada, () => edit(ids[0]!, { topic: '', propagate_mode: 'change_all' }));
    await expectFolded(ada, () => edit(ids[1]!, { topic: '✔ into', propagate_mode: 'change_all' }));
    await expectFolded(ada, () => edit(ids[1]!, { topic: 'into', propagate_mode: 'change_all' }));
  });

  it('of moves to a channel that one is in, is not in, and cannot see', async () => {
    for (const destination of [shared, elsewhere, secret]) {
      const ids = await several(`to ${destination.id}`);
      await ada.client.succeed('POST', '/messages/flags', { messages: ids.slice(0, 1), op: 'add', flag: 'starred' });
      await ada.client.succeed('POST', '/messages/flags', { messages: ids.slice(1, 2), op: 'add', flag: 'read' });
      const topic = { stream_id: channel.id, topic: `to ${destination.id}`, visibility_policy: 3 };
      await ada.client.succeed('POST', '/user_topics', topic);
      await expectFolded(ada, () => edit(ids[0]!, { stream_id: destination.id, propagate_mode: 'change_all' }));
    }
  });

  it('of deletions', async () => {
    const ids = await several('deleted');
    await ada.client.succeed('POST', '/messages/flags', { messages: ids, op: 'add', flag: 'starred' });
    await expectFolded(ada, () => grace.client.succeed('DELETE', `/messages/${ids[1]}`));
    await expectFolded(ada, () =>
      owner.client.succeed('POST', `/streams/${channel.id}/delete_topic`, { topic_name: 'deleted' }),
    );
  });
});
