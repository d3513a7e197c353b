import { Parameters, ResponseBody, TestCluster, sharedCluster } from '@stoa/testing';
import { Channel, createChannel } from '../support/channels';
import { kindOf, settled } from '../support/events';
import { expectError } from '../support/expectations';
import { sendToChannel } from '../support/messages';
import { createOrganization } from '../support/organizations';
import { Person, createPerson, ownerOf, unique } from '../support/people';
import { TestQueue } from '../support/test-queue';

describe('personal settings of subscriptions (channels.md 9)', () => {
  let cluster: TestCluster;
  let ada: Person;
  let bob: Person;
  let owner: Person;

  beforeAll(async () => {
    cluster = await sharedCluster();
    ada = await createPerson(cluster, 'Ada');
    bob = await createPerson(cluster, 'Bob');
    owner = await ownerOf(cluster);
  });

  const set = (data: unknown[]) => ada.client.post('/users/me/subscriptions/properties', { subscription_data: data });
  const entry = (channel: Channel, property: string, value: unknown) => ({ stream_id: channel.id, property, value });
  const own = async (channel: Channel): Promise<ResponseBody> => {
    const { subscriptions } = await ada.client.succeed('GET', '/users/me/subscriptions');
    return subscriptions.find((subscription: ResponseBody) => subscription.stream_id === channel.id);
  };

  it('are set for several channels at once, with an event each and two for muting', async () => {
    const [first, second] = [await createChannel(ada), await createChannel(ada)];
    const queue = await TestQueue.register(ada, { event_types: ['subscription', 'message'] });
    const response = await set([
      entry(first, 'color', '#abc'),
      entry(first, 'is_muted', true),
      entry(second, 'pin_to_top', true),
      entry(second, 'push_notifications', false),
      entry(second, 'pin_to_top', true),
    ]);
    expect(response.body).toEqual({ result: 'success', msg: '' });
    const [events] = await settled(owner, [{ queue, person: ada }]);
    expect(events?.map((event) => [event.stream_id, event.op, event.property, event.value])).toEqual([
      [first.id, 'update', 'color', '#abc'],
      [first.id, 'update', 'in_home_view', false],
      [first.id, 'update', 'is_muted', true],
      [second.id, 'update', 'pin_to_top', true],
      [second.id, 'update', 'push_notifications', false],
      [second.id, 'update', 'pin_to_top', true],
    ]);
    expect(await own(first)).toMatchObject({ color: '#abc', is_muted: true, in_home_view: false });
    expect(await own(second)).toMatchObject({ pin_to_top: true, push_notifications: false, email_notifications: null });
  });

  it('are set one by one too', async () => {
    const channel = await createChannel(ada);
    const path = `/users/me/subscriptions/${channel.id}`;
    await ada.client.succeed('PATCH', path, { property: 'in_home_view', value: false });
    await ada.client.succeed('PATCH', path, { property: 'color', value: '#123456' });
    expect(await own(channel)).toMatchObject({ is_muted: true, color: '#123456' });
    await ada.client.succeed('PATCH', path, { property: 'is_muted', value: 'false' });
    expect(await own(channel)).toMatchObject({ is_muted: false, in_home_view: true });
    expectError(await ada.client.patch(path, { property: 'is_muted', value: 'maybe' }), 'is_muted is not a boolean');
  });

  it('count for the next message', async () => {
    const channel = await createChannel(ada, [bob]);
    await set([entry(channel, 'is_muted', true)]);
    const state = async () => {
      const { unread_msgs: unread } = await ada.client.succeed('POST', '/register', {
        fetch_event_types: ['update_message_flags', 'message'],
      });
      return unread.count;
    };
    const before = await state();
    await sendToChannel(bob, channel);
    expect(await state()).toBe(before);
  });

  it.each<[string, (mine: Channel, other: Channel) => unknown, string]>([
    ['an unknown property', (mine) => entry(mine, 'name', 'x'), 'Unknown subscription property: name'],
    ['a text for a flag', (mine) => entry(mine, 'pin_to_top', 'x'), 'pin_to_top is not a boolean'],
    [
      'a colour that is none',
      (mine) => entry(mine, 'color', 'red'),
      'Invalid subscription_data[0]: Value error, color is not a valid hex color code',
    ],
    ['a foreign channel', (_mine, other) => entry(other, 'color', '#abc'), 'Not subscribed to channel ID ID'],
    ['no channel', () => ({ stream_id: 999_999, property: 'color', value: '#abc' }), 'Invalid channel ID'],
    [
      'no value',
      (mine) => ({ stream_id: mine.id, property: 'color' }),
      'subscription_data[0]["value"] field is missing: Field required',
    ],
  ])('refuse %s', async (_what, data, msg) => {
    const [mine, other] = [await createChannel(ada), await createChannel(bob)];
    expectError(await set([data(mine, other)]), msg.replace('ID ID', `ID ${other.id}`));
    const hidden = await createChannel(bob, [], { invite_only: true });
    expectError(await set([entry(hidden, 'color', '#abc')]), 'Invalid channel ID');
  });

  describe('PATCH /users/me/subscriptions (channels.md 7.3)', () => {
    const change = (parameters: Parameters) => ada.client.patch('/users/me/subscriptions', parameters);

    it('subscribes and unsubscribes', async () => {
      const left = await createChannel(bob, [ada]);
      const joined = await createChannel(bob);
      const made = unique('made');
      const queue = await TestQueue.register(ada, { event_types: ['stream', 'subscription', 'message'] });
      const { body } = await change({
        add: [{ name: joined.name }, { name: made, color: '#abcdef' }],
        delete: [left.name, made],
      });
      expect(body).toEqual({
        result: 'success',
        msg: '',
        subscribed: { [ada.userId]: expect.arrayContaining([made, joined.name]) },
        already_subscribed: {},
        removed: expect.arrayContaining([left.name, made]),
        not_removed: [],
        new_subscription_messages_sent: true,
      });
      const [events] = await settled(owner, [{ queue, person: ada }]);
      expect(events?.filter((event) => event.type !== 'message').map(kindOf)).toEqual([
        'stream/create',
        'subscription/add',
        'subscription/remove',
      ]);
    });

    it('does everything or nothing', async () => {
      const missing = unique('missing');
      const made = unique('made');
      expectError(await change({ add: [{ name: made }], delete: [missing] }), `Channel(s) (${missing}) do not exist`);
      expectError(await ada.client.get('/get_stream_id', { stream: made }), `Invalid channel name '${made}'`);
      const nothing = 'Nothing to do. Specify at least one of "add" or "delete".';
      expectError(await change({}), nothing);
      expectError(await change({ add: [], delete: [] }), nothing);
      expectError(await change({ delete: [1] }), 'delete[0] is not a string');
      const org = await createOrganization(cluster);
      const guest = await org.createPerson('Gus', 600);
      expectError(
        await guest.client.patch('/users/me/subscriptions', { delete: ['x'] }),
        'Not allowed for guest users',
      );
    });
  });
});
