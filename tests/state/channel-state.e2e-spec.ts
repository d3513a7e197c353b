import { Parameters, sharedCluster } from '@stoa/testing';
import { Channel, createChannel } from '../support/channels';
import { MODERN_CAPABILITIES, expectStateFolds } from '../support/folding';
import { Organization, createOrganization } from '../support/organizations';
import { Person, unique } from '../support/people';

/** State plus events is state, for everybody who sees a channel differently (realtime.md 9.1). */
describe.each<[string, Parameters]>([
  ['with lists of subscribers', { include_subscribers: 'true' }],
  ['with partial lists', { include_subscribers: 'partial' }],
  ['without lists', {}],
])('folding events of channels %s', (_name, parameters) => {
  const registration = {
    client_gravatar: false,
    slim_presence: true,
    client_capabilities: MODERN_CAPABILITIES,
    ...parameters,
  };
  let org: Organization;
  let ada: Person;
  let viewers: Person[];

  beforeAll(async () => {
    org = await createOrganization(await sharedCluster(), { enable_spectator_access: true });
    ada = await org.createPerson('Ada');
    const [member, guest, apart] = [
      await org.createPerson('Member'),
      await org.createPerson('Guest', 600),
      await org.createPerson('Apart', 600),
    ];
    viewers = [org.owner, ada, member, guest, apart];
  });

  const change = (channel: Channel, changes: Parameters, by = ada) =>
    by.client.succeed('PATCH', `/streams/${channel.id}`, changes);

  const expectFolded = (act: () => Promise<unknown>) =>
    expectStateFolds(
      {
        viewers: viewers.map((person) => ({ person, registration })),
        markedBy: org.owner,
        except: ['unread_msgs', 'max_message_id'],
      },
      act,
    );

  it('that are created, with and without subscribers', () =>
    expectFolded(async () => {
      await createChannel(ada, viewers.slice(2, 4));
      await createChannel(ada, [], { invite_only: true });
      await ada.client.succeed('POST', '/channels/create', { name: unique('empty'), subscribers: [] });
      await createChannel(org.owner, [], { is_web_public: true });
    }));

  it('whose settings change', async () => {
    const channel = await createChannel(ada, viewers.slice(3, 4));
    const { channel_folder_id: folder } = await org.owner.client.succeed('POST', '/channel_folders/create', {
      name: unique('folder'),
      description: '',
    });
    await expectFolded(async () => {
      await change(channel, { new_name: unique('A renamed'), description: '*new*', folder_id: folder });
      await change(channel, { topics_policy: 'disable_empty_topic', is_default_stream: true }, org.owner);
      await change(channel, { message_retention_days: 7 }, org.owner);
      await change(channel, {
        can_send_message_group: { new: { direct_members: [ada.userId], direct_subgroups: [] } },
        can_resolve_topics_group: { new: { direct_members: [ada.userId, org.owner.userId], direct_subgroups: [] } },
        can_create_topic_group: { new: { direct_members: [ada.userId], direct_subgroups: [] } },
      });
    });
  });

  it('that become private, public, web-public and private again', async () => {
    const channel = await createChannel(ada, viewers.slice(3, 4));
    await expectFolded(() => change(channel, { is_private: true }));
    await expectFolded(() => change(channel, { is_private: false }));
    await expectFolded(() => change(channel, { is_web_public: true }, org.owner));
    await expectFolded(() => change(channel, { is_private: true, is_web_public: false }));
  });

  it('that a group may see and no longer', async () => {
    const channel = await createChannel(ada, [], { invite_only: true });
    const listed = (people: Person[]) => ({
      new: { direct_members: people.map(({ userId }) => userId), direct_subgroups: [] },
    });
    await expectFolded(() => change(channel, { can_subscribe_group: listed(viewers.slice(1)) }));
    await expectFolded(() => change(channel, { can_subscribe_group: listed([ada]) }));
  });

  it('that are archived and come back', async () => {
    const channel = await createChannel(org.owner, viewers.slice(1, 4), { is_default_stream: true });
    await expectFolded(() => org.owner.client.succeed('DELETE', `/streams/${channel.id}`));
    await expectFolded(() => change(channel, { is_archived: false }, org.owner));
  });

  it('that are joined and left', async () => {
    const channel = await createChannel(ada);
    const people = viewers.slice(2, 4);
    const subscription = { subscriptions: [{ name: channel.name }], principals: people.map(({ userId }) => userId) };
    await expectFolded(() => ada.client.succeed('POST', '/users/me/subscriptions', subscription));
    await expectFolded(async () => {
      for (const person of people) {
        await person.client.succeed('DELETE', '/users/me/subscriptions', { subscriptions: [channel.name] });
      }
    });
  });

  it('with personal settings, topics, defaults and folders', async () => {
    const channel = await createChannel(ada, viewers.slice(2, 4));
    const other = await createChannel(org.owner);
    const name = unique('group');
    await expectFolded(async () => {
      await ada.client.succeed('PATCH', `/users/me/subscriptions/${channel.id}`, { property: 'is_muted', value: true });
      await ada.client.succeed('PATCH', `/users/me/subscriptions/${channel.id}`, { property: 'color', value: '#abc' });
      await ada.client.succeed('POST', '/user_topics', { stream_id: channel.id, topic: 'x', visibility_policy: 1 });
      await ada.client.succeed('POST', '/user_topics', { stream_id: channel.id, topic: 'y', visibility_policy: 3 });
      await ada.client.succeed('POST', '/user_topics', { stream_id: channel.id, topic: 'X', visibility_policy: 0 });
      await org.owner.client.succeed('POST', '/default_streams', { stream_id: channel.id });
      await org.owner.client.succeed('POST', '/default_stream_groups/create', {
        group_name: name,
        description: 'd',
        stream_names: [other.name],
      });
      const create = (folder: string) =>
        org.owner.client.succeed('POST', '/channel_folders/create', { name: folder, description: '*d*' });
      const first = (await create(unique('b'))).channel_folder_id;
      const second = (await create(unique('a'))).channel_folder_id;
      await org.owner.client.succeed('PATCH', `/channel_folders/${first}`, { description: 'e', is_archived: true });
      const { channel_folders: all } = await ada.client.succeed('GET', '/channel_folders', { include_archived: true });
      const rest = all.map(({ id }: { id: number }) => id).filter((id: number) => id !== first && id !== second);
      await org.owner.client.succeed('PATCH', '/channel_folders', { order: [second, first, ...rest] });
    });
  });
});
