import { Parameters, TestCluster, sharedCluster } from '@stoa/testing';
import { Channel, createChannel } from '../support/channels';
import { MODERN_REGISTRATION, expectStateFolds } from '../support/folding';
import { sendToChannel } from '../support/messages';
import { Person, createPerson, ownerOf } from '../support/people';

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
    owner = await ownerOf(cluster);
    [ada, grace] = [await createPerson(cluster, 'Ada'), await createPerson(cluster, 'Grace')];
    channel = await createChannel(grace, [ada]);
    shared = await createChannel(grace, [ada]);
    elsewhere = await createChannel(grace);
    secret = await createChannel(grace, [], { invite_only: true });
  });

  const expectFolded = (viewer: Person, act: () => Promise<unknown>) =>
    expectStateFolds({ viewers: [{ person: viewer, registration: MODERN_REGISTRATION }], markedBy: owner }, act);

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
