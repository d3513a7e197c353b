import { Parameters, ResponseBody, sharedCluster } from '@stoa/testing';
import { Channel, createChannel } from '../support/channels';
import { aboutChannel, kindOf, settled } from '../support/events';
import { expectError } from '../support/expectations';
import { Organization, createOrganization } from '../support/organizations';
import { Person } from '../support/people';
import { TestQueue } from '../support/test-queue';

/** Who gets a channel, who loses it and who gets the change (channels.md 8.2, 14.3). */
describe('privacy of channels', () => {
  let org: Organization;
  let owner: Person;
  let ada: Person;
  let bob: Person;
  let eve: Person;
  let guest: Person;
  let stranger: Person;
  let groups: Map<string, number>;

  beforeAll(async () => {
    org = await createOrganization(await sharedCluster(), { enable_spectator_access: true });
    owner = org.owner;
    ada = await org.createPerson('Ada');
    bob = await org.createPerson('Bob');
    eve = await org.createPerson('Eve');
    guest = await org.createPerson('Gus', 600);
    stranger = await org.createPerson('Stranger', 600);
    const { realm_user_groups: all } = await ada.client.succeed('POST', '/register', {
      fetch_event_types: ['realm_user_groups'],
    });
    groups = new Map(all.map((group: ResponseBody) => [group.name, group.id]));
  });

  const change = (person: Person, channel: Channel, parameters: Parameters) =>
    person.client.succeed('PATCH', `/streams/${channel.id}`, parameters);

  /** Everybody's events about a channel after a change, except messages; in the order of `people`. */
  async function heard(people: Person[], channel: Channel, act: () => Promise<unknown>): Promise<ResponseBody[][]> {
    const queues = await Promise.all(
      people.map(async (person) => ({
        person,
        queue: await TestQueue.register(person, { event_types: ['stream', 'subscription', 'message'] }),
      })),
    );
    await act();
    return (await settled(owner, queues)).map((events) =>
      events.filter((event) => event.type !== 'message' && aboutChannel(channel.id)(event)),
    );
  }

  it('opens a private channel to members', async () => {
    const channel = await createChannel(ada, [bob], { invite_only: true });
    const [admins, members, subscribers, guests] = await heard([owner, eve, bob, guest], channel, () =>
      change(ada, channel, { is_private: false }),
    );
    const update = {
      property: 'invite_only',
      value: false,
      history_public_to_subscribers: true,
      is_web_public: false,
    };
    expect(admins).toEqual([expect.objectContaining(update)]);
    expect(subscribers).toEqual([expect.objectContaining(update)]);
    expect(members?.map(kindOf)).toEqual(['stream/create', 'subscription/peer_add']);
    expect(members?.[0].streams[0]).toMatchObject({ invite_only: false, name: channel.name });
    expect(members?.[1].user_ids).toEqual([ada.userId, bob.userId].sort((a, b) => a - b));
    expect(guests).toEqual([]);
  });

  it('takes a public channel away from who is not in it', async () => {
    const channel = await createChannel(ada, [bob, guest]);
    const [admins, members, subscribers, guests, others] = await heard(
      [owner, eve, bob, guest, stranger],
      channel,
      () => change(ada, channel, { is_private: true }),
    );
    expect(admins?.map(kindOf)).toEqual(['stream/update/invite_only']);
    expect(members).toEqual([
      expect.objectContaining({ op: 'delete', stream_ids: [channel.id], streams: [{ stream_id: channel.id }] }),
    ]);
    expect(subscribers).toEqual([expect.objectContaining({ value: true, history_public_to_subscribers: false })]);
    expect(guests?.map(kindOf)).toEqual(['stream/update/invite_only']);
    expect(others).toEqual([]);
    const { stream } = await bob.client.succeed('GET', `/streams/${channel.id}`);
    expect(stream).toMatchObject({ invite_only: true, history_public_to_subscribers: false });
    expectError(await eve.client.get(`/streams/${channel.id}`), 'Invalid channel ID');
  });

  it('shows a web-public channel to guests', async () => {
    const channel = await createChannel(owner, [bob]);
    const [guests, members] = await heard([guest, eve], channel, () => change(owner, channel, { is_web_public: true }));
    expect(guests?.map(kindOf)).toEqual(['stream/create', 'subscription/peer_add']);
    expect(members?.map(kindOf)).toEqual(['stream/update/invite_only']);
    const [lost] = await heard([guest], channel, () =>
      change(owner, channel, { is_web_public: false, is_private: true }),
    );
    expect(lost?.map(kindOf)).toEqual(['stream/delete']);
  });

  it('shows a private channel to groups that may subscribe or administer', async () => {
    const channel = await createChannel(ada, [bob], { invite_only: true });
    const eves = { direct_members: [eve.userId, guest.userId], direct_subgroups: [] };
    const [gained, kept, guests] = await heard([eve, bob, guest], channel, () =>
      change(ada, channel, { can_subscribe_group: { new: eves } }),
    );
    expect(gained?.map(kindOf)).toEqual(['stream/create', 'subscription/peer_add']);
    expect(gained?.[0].streams[0].can_subscribe_group.direct_members).toContain(eve.userId);
    expect(kept?.map(kindOf)).toEqual(['stream/update/can_subscribe_group']);
    expect(guests).toEqual([]);
    // The same anonymous group with other members.
    const [swapped] = await heard([eve], channel, () =>
      change(ada, channel, {
        can_subscribe_group: { new: { direct_members: [ada.userId], direct_subgroups: [] } },
      }),
    );
    expect(swapped?.map(kindOf)).toEqual(['stream/delete']);
    const [all] = await heard([eve], channel, () =>
      change(ada, channel, { can_administer_channel_group: { new: groups.get('role:members') ?? 0 } }),
    );
    expect(all?.map(kindOf)).toEqual(['stream/create', 'subscription/peer_add']);
  });

  it('needs the permission to make such a channel', async () => {
    const limited = await createOrganization(await sharedCluster());
    const member = await limited.createPerson('Member');
    const channel = await createChannel(member);
    const patch = (person: Person, parameters: Parameters) => person.client.patch(`/streams/${channel.id}`, parameters);
    expectError(await patch(member, { is_web_public: true }), 'Web-public channels are not enabled.');
    const ours = await createChannel(ada);
    expectError(await ada.client.patch(`/streams/${ours.id}`, { is_web_public: true }), 'Insufficient permission');
    await owner.client.succeed('PATCH', `/streams/${ours.id}`, { is_default_stream: true });
    expectError(
      await ada.client.patch(`/streams/${ours.id}`, { is_private: true }),
      'A default channel cannot be private.',
    );
    await owner.client.succeed('PATCH', `/streams/${ours.id}`, { is_default_stream: false, is_private: true });
  });
});
