import { ResponseBody, sharedCluster } from '@stoa/testing';
import { Channel, createChannel } from '../support/channels';
import { aboutChannel, kindOf, settled } from '../support/events';
import { expectError } from '../support/expectations';
import { fetchNewest, sendToChannel } from '../support/messages';
import { Organization, createOrganization } from '../support/organizations';
import { Person } from '../support/people';
import { TestQueue } from '../support/test-queue';

/** Archiving, as clients with and without the capability see it (channels.md 8.3, 8.4, 13.4). */
describe('archived channels', () => {
  let org: Organization;
  let ada: Person;
  let bob: Person;

  beforeAll(async () => {
    org = await createOrganization(await sharedCluster());
    ada = await org.createPerson('Ada');
    bob = await org.createPerson('Bob');
  });

  const aware = { client_capabilities: { archived_channels: true } };

  async function heard(channel: Channel, act: () => Promise<unknown>): Promise<ResponseBody[][]> {
    const queues = await Promise.all(
      [aware, {}].map(async (parameters) => ({ person: bob, queue: await TestQueue.register(bob, parameters) })),
    );
    await act();
    const lists = ['default_streams', 'default_stream_groups', 'realm'];
    return (await settled(org.owner, queues)).map((events) =>
      events.filter((event) => lists.includes(event.type) || aboutChannel(channel.id)(event)),
    );
  }

  it('are gone for old clients and marked for others, and come back', async () => {
    const channel = await createChannel(ada, [bob]);
    const [modern, old] = await heard(channel, () => ada.client.succeed('DELETE', `/streams/${channel.id}`));
    expect(modern?.map(kindOf)).toEqual(['stream/update/is_archived', 'message']);
    expect(modern?.[0].value).toBe(true);
    expect(old?.map(kindOf)).toEqual(['stream/delete', 'message']);
    expect((await bob.client.succeed('GET', `/streams/${channel.id}`)).stream.is_archived).toBe(true);
    const { streams } = await bob.client.succeed('GET', '/streams', { exclude_archived: false });
    const archived = streams.find((stream: ResponseBody) => stream.stream_id === channel.id);
    expect(archived).toMatchObject({ is_archived: true, subscriber_count: 2 });
    const [notice] = (await fetchNewest(bob, [['channel', channel.name]], { apply_markdown: false })).slice(-1);
    expect(notice).toMatchObject({
      content: `Channel #**${channel.name}** has been archived.`,
      subject: 'channel events',
    });
    expect(notice.flags).toContain('read');
    const [shown, created] = await heard(channel, () =>
      ada.client.succeed('PATCH', `/streams/${channel.id}`, { is_archived: false }),
    );
    expect(shown?.map(kindOf)).toEqual(['stream/update/is_archived', 'message']);
    expect(created?.map(kindOf)).toEqual(['stream/create', 'message']);
    expect(created?.[0].streams[0]).toMatchObject({ stream_id: channel.id, is_archived: false, subscriber_count: 2 });
    expect(await sendToChannel(bob, channel)).toBeGreaterThan(0);
  });

  it('lose their roles in the organization', async () => {
    const channel = await createChannel(org.owner, [bob], { is_default_stream: true });
    const [modern] = await heard(channel, () => org.owner.client.succeed('DELETE', `/streams/${channel.id}`));
    expect(modern?.map(kindOf)).toEqual(['default_streams', 'stream/update/is_archived', 'message']);
    expect(modern?.[0].default_streams).not.toContain(channel.id);
    await org.owner.client.succeed('PATCH', `/streams/${channel.id}`, { is_archived: false });
    const { streams } = await bob.client.succeed('GET', '/streams', { include_default: true });
    expect(streams.find((stream: ResponseBody) => stream.stream_id === channel.id).is_default).toBe(false);
  });

  it('leave the groups of default channels', async () => {
    const channel = await createChannel(org.owner, [bob]);
    await org.owner.client.succeed('POST', '/default_stream_groups/create', {
      group_name: channel.name,
      description: '',
      stream_names: [channel.name],
    });
    const [modern] = await heard(channel, () => org.owner.client.succeed('DELETE', `/streams/${channel.id}`));
    expect(modern?.map(kindOf)).toEqual(['default_stream_groups', 'stream/update/is_archived', 'message']);
    const group = modern?.[0].default_stream_groups.find((known: ResponseBody) => known.name === channel.name);
    expect(group.streams).toEqual([]);
  });

  it('are missing where an active channel is needed', async () => {
    const channel = await createChannel(ada, [bob]);
    await ada.client.succeed('DELETE', `/streams/${channel.id}`);
    expectError(await ada.client.delete(`/streams/${channel.id}`), 'Channel is already deactivated');
    expectError(
      await bob.client.get('/get_stream_id', { stream: channel.name }),
      `Invalid channel name '${channel.name}'`,
    );
    const muting = { stream_id: channel.id, topic: 'x', visibility_policy: 1 };
    expectError(await bob.client.post('/user_topics', muting), 'Invalid channel ID');
    await bob.client.succeed('POST', '/user_topics', { ...muting, visibility_policy: 0 });
    const data = [{ stream_id: channel.id, property: 'is_muted', value: true }];
    expectError(
      await bob.client.post('/users/me/subscriptions/properties', { subscription_data: data }),
      'Invalid channel ID',
    );
    const { subscriptions } = await bob.client.succeed('GET', '/users/me/subscriptions');
    expect(subscriptions.map((subscription: ResponseBody) => subscription.stream_id)).not.toContain(channel.id);
    expectError(
      await bob.client.delete(`/streams/${channel.id}`),
      'You do not have permission to administer this channel.',
    );
  });

  it('do not come back private and empty', async () => {
    const channel = await createChannel(ada, [], { invite_only: true });
    await ada.client.succeed('DELETE', `/streams/${channel.id}`);
    await ada.client.succeed('DELETE', '/users/me/subscriptions', { subscriptions: [channel.name] });
    expectError(
      await org.owner.client.patch(`/streams/${channel.id}`, { is_archived: false }),
      'Channel is private and have no subscribers',
    );
  });
});
