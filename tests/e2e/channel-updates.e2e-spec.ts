import { Parameters, ResponseBody, TestCluster, sharedCluster } from '@stoa/testing';
import { Channel, createChannel } from '../support/channels';
import { aboutChannel, kindOf, settled } from '../support/events';
import { ErrorFields, expectError } from '../support/expectations';
import { fetchNewest } from '../support/messages';
import { Organization, createOrganization } from '../support/organizations';
import { Person, unique } from '../support/people';
import { TestQueue } from '../support/test-queue';

const MANY = 30;

describe('changing channels (channels.md 8.1)', () => {
  let cluster: TestCluster;
  let org: Organization;
  let admin: Person;
  let ada: Person;
  let bob: Person;
  let guest: Person;
  let groups: Map<string, number>;

  beforeAll(async () => {
    cluster = await sharedCluster();
    org = await createOrganization(cluster);
    admin = await org.createPerson('Admin', 200);
    ada = await org.createPerson('Ada');
    bob = await org.createPerson('Bob');
    guest = await org.createPerson('Gus', 600);
    const { realm_user_groups: all } = await ada.client.succeed('POST', '/register', {
      fetch_event_types: ['realm_user_groups'],
    });
    groups = new Map(all.map((group: ResponseBody) => [group.name, group.id]));
  });

  const group = (name: string): number => groups.get(name) ?? 0;
  const patch = (person: Person, channel: Channel, parameters: Parameters) =>
    person.client.patch(`/streams/${channel.id}`, parameters);
  const change = (person: Person, channel: Channel, parameters: Parameters) =>
    person.client.succeed('PATCH', `/streams/${channel.id}`, parameters);
  const read = async (person: Person, channel: Channel): Promise<ResponseBody> =>
    (await person.client.succeed('GET', `/streams/${channel.id}`)).stream;

  /** A person's events about a channel because of `act`, as `type/op/property`. */
  async function heard(person: Person, channel: Channel, act: () => Promise<unknown>): Promise<ResponseBody[]> {
    const queue = await TestQueue.register(person, { client_capabilities: { archived_channels: true } });
    await act();
    const [events] = await settled(org.owner, [{ queue, person }]);
    return (events ?? []).filter(aboutChannel(channel.id));
  }

  it('tells of every change that was made, however many are made at once', async () => {
    const channel = await createChannel(ada);
    const descriptions = Array.from({ length: MANY }, () => unique('described'));
    const made = await Promise.all(
      descriptions.map(async (description) => (await patch(ada, channel, { description })).status === 200),
    );
    const narrow = [{ operator: 'channel', operand: channel.id }];
    const notices = (await fetchNewest(ada, narrow)).map(({ content }) => String(content));
    const untold = descriptions.filter(
      (description, index) => made[index] && !notices.some((notice) => notice.includes(description)),
    );
    expect(made).toContain(true);
    expect(untold).toEqual([]);
  });

  it('renames, describes and sorts, each with an event and a notice', async () => {
    const channel = await createChannel(ada, [bob]);
    const name = unique('Renamed');
    const events = await heard(bob, channel, () =>
      change(ada, channel, { new_name: ` ${name} `, description: 'One\n*two*', topics_policy: '"allow_empty_topic"' }),
    );
    expect(events.map(kindOf)).toEqual([
      'stream/update/topics_policy',
      'stream/update/description',
      'stream/update/name',
      'message',
      'message',
      'message',
    ]);
    expect(events[1]).toMatchObject({
      name: channel.name,
      value: 'One *two*',
      rendered_description: '<p>One <em>two</em></p>',
    });
    expect(events[2]).toMatchObject({ name: channel.name, value: name });
    expect(await read(bob, channel)).toMatchObject({
      name,
      description: 'One *two*',
      topics_policy: 'allow_empty_topic',
    });
    const contents = (await fetchNewest(bob, [['channel', name]], { apply_markdown: false })).map(
      (message) => message.content,
    );
    expect(contents).toContain(
      `@_**${ada.fullName}|${ada.userId}** renamed channel **${channel.name}** to **${name}**.`,
    );
    expect(contents.some((content: string) => content.includes('changed the description'))).toBe(true);
  });

  it('allows a change of case and refuses what is taken or unchanged', async () => {
    const [channel, other] = [await createChannel(ada), await createChannel(ada)];
    expectError(await patch(ada, channel, { new_name: channel.name }), 'Channel already has that name.');
    const taken = other.name.toUpperCase();
    expectError(await patch(ada, channel, { new_name: taken }), `Channel '${taken}' already exists`, {
      status: 409,
      code: 'CHANNEL_ALREADY_EXISTS',
      channel_name: taken,
    });
    await change(ada, channel, { new_name: channel.name.toUpperCase() });
    expect((await read(ada, channel)).name).toBe(channel.name.toUpperCase());
  });

  it.each<[string, Parameters, string, ErrorFields?]>([
    ['a blank name', { new_name: ' ' }, "Channel name can't be empty."],
    ['a long name', { new_name: 'n'.repeat(61) }, 'Channel name too long (limit: 60 characters).'],
    ['a long description', { description: 'd'.repeat(1025) }, 'description is too long (limit: 1024 characters)'],
    ['an unknown policy', { topics_policy: 'sometimes' }, 'Invalid topics_policy'],
    ['an unknown folder', { folder_id: 999_999 }, 'Invalid channel folder ID'],
    [
      'retention by a member',
      { message_retention_days: 5 },
      'Must be an organization owner',
      { code: 'UNAUTHORIZED_PRINCIPAL' },
    ],
    ['default by a member', { is_default_stream: true }, 'You do not have permission to change default channels.'],
    ['web-public while off', { is_web_public: true }, 'Web-public channels are not enabled.'],
    ['private and web-public', { is_private: true, is_web_public: true }, 'Invalid parameters'],
    ['public and protected', { history_public_to_subscribers: false }, 'Invalid parameters'],
    ['unarchiving what is not', { is_archived: false }, 'Channel is not currently deactivated'],
    [
      'no group value',
      { can_send_message_group: { old: 1 } },
      'can_send_message_group["new"] field is missing: Field required',
    ],
    ['an unknown group', { can_send_message_group: { new: 999_999 } }, 'Invalid user group'],
  ])('refuses %s', async (_what, parameters, msg, extra = {}) => {
    const channel = await createChannel(ada);
    expectError(await patch(ada, channel, parameters), msg, extra);
  });

  it('is for administrators of the channel', async () => {
    const channel = await createChannel(ada, [guest]);
    const hidden = await createChannel(ada, [], { invite_only: true });
    const text = 'You do not have permission to administer this channel.';
    expectError(await patch(bob, channel, { description: 'x' }), text);
    expectError(await patch(guest, channel, { description: 'x' }), text);
    expectError(await patch(bob, hidden, { description: 'x' }), 'Invalid channel ID');
    expectError(await patch(bob, { id: 999_999, name: '' }, { description: 'x' }), 'Invalid channel ID');
    expectError(await ada.client.delete(`/streams/999999`), 'Invalid channel ID');
    // Metadata access is enough for most settings, but not for those that grant content access.
    await change(admin, hidden, { description: 'by an administrator' });
    expectError(
      await patch(admin, hidden, { can_subscribe_group: { new: group('role:members') } }),
      'Channel content access is required.',
    );
    expectError(await patch(admin, hidden, { is_private: false }), 'Channel content access is required.');
  });

  it('keeps messages as the owner says', async () => {
    const channel = await createChannel(ada, [org.owner]);
    const events = await heard(ada, channel, () => change(org.owner, channel, { message_retention_days: 5 }));
    expect(events.map(kindOf)).toEqual(['stream/update/message_retention_days', 'message']);
    expect(events[0].value).toBe(5);
    await change(org.owner, channel, { message_retention_days: 'unlimited' });
    expect((await read(ada, channel)).message_retention_days).toBe(-1);
    await change(org.owner, channel, { message_retention_days: '"realm_default"' });
    expect((await read(ada, channel)).message_retention_days).toBeNull();
    expectError(
      await patch(org.owner, channel, { message_retention_days: 0 }),
      "Bad value for 'message_retention_days': 0",
      {
        code: 'REQUEST_VARIABLE_INVALID',
        var_name: 'message_retention_days',
        bad_value: 0,
      },
    );
  });

  it('admits only the empty topic where there is no other', async () => {
    const channel = await createChannel(ada);
    expectError(
      await patch(ada, channel, { topics_policy: 'empty_topic_only' }),
      'To enable this configuration, all messages in this channel must be in the general chat topic. Consider renaming or deleting other topics.',
      { empty_topic_display_name: 'general chat' },
    );
    const { id } = await ada.client.succeed('POST', '/channels/create', { name: unique('silent'), subscribers: [] });
    await change(ada, { id, name: '' }, { topics_policy: 'empty_topic_only' });
  });

  it('changes who may do what', async () => {
    const channel = await createChannel(ada, [bob]);
    const members = { direct_members: [bob.userId, ada.userId], direct_subgroups: [] };
    const sorted = { direct_members: [ada.userId, bob.userId].sort((a, b) => a - b), direct_subgroups: [] };
    const posting = await heard(bob, channel, () =>
      change(ada, channel, {
        can_send_message_group: { new: group('role:administrators'), old: group('role:everyone') },
      }),
    );
    expect(posting.map(kindOf)).toEqual([
      'stream/update/can_send_message_group',
      'stream/update/stream_post_policy',
      'stream/update/is_announcement_only',
      'message',
    ]);
    expect(await read(bob, channel)).toMatchObject({ stream_post_policy: 2, is_announcement_only: true });
    for (const value of [members, { direct_members: [], direct_subgroups: [group('role:moderators')] }]) {
      await change(ada, channel, { can_resolve_topics_group: { new: value } });
    }
    expect((await read(bob, channel)).can_resolve_topics_group).toBe(group('role:moderators'));
    await change(ada, channel, { can_administer_channel_group: { new: members } });
    expect((await read(bob, channel)).can_administer_channel_group).toEqual(sorted);
    const unchanged = await heard(bob, channel, () =>
      change(ada, channel, { can_administer_channel_group: { new: sorted } }),
    );
    expect(unchanged).toEqual([]);
    expectError(
      await patch(bob, channel, { can_subscribe_group: { new: group('role:members'), old: group('role:members') } }),
      "'old' value does not match the expected value.",
      { code: 'EXPECTATION_MISMATCH', field_name: 'old' },
    );
    expectError(
      await patch(bob, channel, { can_subscribe_group: { new: group('role:everyone') } }),
      "'can_subscribe_group' setting cannot be set to 'role:everyone' group.",
    );
    expectError(
      await patch(bob, channel, { can_delete_any_message_group: { new: group('role:members') } }),
      'Insufficient permission',
    );
  });

  it('changes everything or nothing', async () => {
    const channel = await createChannel(ada);
    expectError(await patch(ada, channel, { description: 'gone', folder_id: 999_999 }), 'Invalid channel folder ID');
    expect((await read(ada, channel)).description).toBe('');
  });
});

describe('looking channels up (channels.md 5)', () => {
  let org: Organization;
  let ada: Person;
  let bob: Person;
  let guest: Person;
  let open: Channel;
  let hidden: Channel;

  beforeAll(async () => {
    org = await createOrganization(await sharedCluster());
    ada = await org.createPerson('Ada');
    bob = await org.createPerson('Bob');
    guest = await org.createPerson('Gus', 600);
    open = await createChannel(ada, [guest]);
    hidden = await createChannel(ada, [], { invite_only: true });
  });

  it('finds a channel by id and by name', async () => {
    const { streams } = await bob.client.succeed('GET', '/streams');
    const { stream } = await bob.client.succeed('GET', `/streams/${open.id}`);
    expect(stream).toEqual(streams.find((listed: ResponseBody) => listed.stream_id === open.id));
    const found = await bob.client.succeed('GET', '/get_stream_id', { stream: open.name.toUpperCase() });
    expect(found.stream_id).toBe(open.id);
    expectError(await bob.client.get(`/streams/${hidden.id}`), 'Invalid channel ID');
    expectError(
      await bob.client.get('/get_stream_id', { stream: hidden.name }),
      `Invalid channel name '${hidden.name}'`,
    );
    // Administrators see that it exists, but not what is in it.
    expect((await org.owner.client.succeed('GET', `/streams/${hidden.id}`)).stream.name).toBe(hidden.name);
    expectError(
      await org.owner.client.get('/get_stream_id', { stream: hidden.name }),
      `Invalid channel name '${hidden.name}'`,
    );
  });

  it('lists subscribers and tells whether somebody is one', async () => {
    const { subscribers } = await bob.client.succeed('GET', `/streams/${open.id}/members`);
    expect(subscribers).toEqual([ada.userId, guest.userId].sort((a, b) => a - b));
    expectError(await bob.client.get(`/streams/${hidden.id}/members`), 'Invalid channel ID');
    const status = (person: Person, userId: number, channel = open) =>
      person.client.get(`/users/${userId}/subscriptions/${channel.id}`);
    expect((await status(bob, ada.userId)).body.is_subscribed).toBe(true);
    expect((await status(bob, bob.userId)).body.is_subscribed).toBe(false);
    expectError(await status(bob, 999_999), 'No such user');
    expectError(await status(bob, ada.userId, hidden), 'Invalid channel ID');
  });

  it('has no addresses without an email gateway', async () => {
    const address = (parameters: Parameters = {}, channel = open) =>
      ada.client.get(`/streams/${channel.id}/email_address`, parameters);
    expect((await address()).body.email).toBe('');
    expect((await address({ sender_id: ada.userId })).body.email).toBe('');
    expectError(await address({ sender_id: bob.userId }), 'No such bot');
    expectError(await bob.client.get(`/streams/${hidden.id}/email_address`), 'Invalid channel ID');
  });

  it('creates channels without their creator', async () => {
    const name = unique('made');
    const { id } = await ada.client.succeed('POST', '/channels/create', {
      name: ` ${name} `,
      subscribers: [bob.userId],
      description: 'Made',
      can_resolve_topics_group: { direct_members: [bob.userId], direct_subgroups: [] },
    });
    const { stream } = await ada.client.succeed('GET', `/streams/${id}`);
    expect(stream).toMatchObject({ name, description: 'Made', subscriber_count: 1, creator_id: ada.userId });
    const create = (person: Person, parameters: Parameters) => person.client.post('/channels/create', parameters);
    expectError(
      await create(ada, { name: name.toUpperCase(), subscribers: [] }),
      `Channel '${name.toUpperCase()}' already exists`,
      {
        status: 409,
        code: 'CHANNEL_ALREADY_EXISTS',
        channel_name: name.toUpperCase(),
      },
    );
    expectError(await create(ada, { name: ' ', subscribers: [] }), 'name cannot be blank');
    expectError(await create(ada, { name: unique('x'), subscribers: [999_999] }), 'No such user');
    expectError(
      await create(ada, { name: unique('x'), subscribers: [], folder_id: 9999 }),
      'Invalid channel folder ID',
    );
    expectError(await create(guest, { name: unique('x'), subscribers: [] }), 'Not allowed for guest users');
  });
});
