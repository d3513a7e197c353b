import { Parameters, sharedCluster } from '@stoa/testing';
import { createChannel } from '../support/channels';
import { expectError } from '../support/expectations';
import { listing, systemGroups } from '../support/groups';
import { sendToChannel } from '../support/messages';
import { Organization, createOrganization } from '../support/organizations';
import { Person, createBot } from '../support/people';
import { TestQueue, isEvent } from '../support/test-queue';

const REFUSED = 'You do not have permission to create new topics in this channel.';
const COMBINATION = 'history_public_to_subscribers, can_create_topic_group';
const QUIET = { send_notification_to_new_thread: false };

describe('level 441: who may begin topics', () => {
  let organization: Organization;
  let owner: Person;
  let ada: Person;
  let bob: Person;
  let guest: Person;
  let groups: Record<string, number>;

  beforeAll(async () => {
    organization = await createOrganization(await sharedCluster(), { send_channel_events_messages: false });
    owner = organization.owner;
    [ada, bob, guest] = [
      await organization.createPerson('Ada'),
      await organization.createPerson('Bob'),
      await organization.createPerson('Gus', 600),
    ];
    groups = await systemGroups(owner);
  });

  /** A channel in which Ada and the guest may begin topics, and Bob not. */
  const channelOfAda = async (settings: Parameters = {}) =>
    createChannel(owner, [ada, bob, guest], { can_create_topic_group: listing([ada, guest]), ...settings });
  const send = (person: Person, to: number, topic: string) =>
    person.client.post('/messages', { type: 'channel', to, topic, content: 'hi' });
  const move = (person: Person, id: number, changes: Parameters) =>
    person.client.patch(`/messages/${id}`, { ...QUIET, ...changes });

  it('is everybody by default, and a value like the others in objects and events', async () => {
    const channel = await createChannel(owner, [ada]);
    const shown = async () => (await ada.client.succeed('GET', `/streams/${channel.id}`)).stream.can_create_topic_group;
    expect(await shown()).toBe(groups['role:everyone']);
    const queue = await TestQueue.register(ada, { event_types: ['stream'] });
    const change = (value: unknown, old?: unknown) =>
      owner.client.patch(`/streams/${channel.id}`, { can_create_topic_group: { new: value, old } });
    expect((await change(listing([ada]), groups['role:everyone'])).status).toBe(200);
    expect(await queue.next(isEvent('stream', 'update'))).toMatchObject({
      stream_id: channel.id,
      property: 'can_create_topic_group',
      value: listing([ada]),
    });
    expect(await shown()).toEqual(listing([ada]));
    expectError(
      await change(groups['role:nobody'], groups['role:everyone']),
      "'old' value does not match the expected value.",
      {
        code: 'EXPECTATION_MISMATCH',
        field_name: 'old',
      },
    );
    expectError(
      await ada.client.patch(`/streams/${channel.id}`, { can_create_topic_group: { new: groups['role:nobody'] } }),
      'You do not have permission to administer this channel.',
    );
    expect((await change(groups['role:everyone'])).status).toBe(200);
    expect(await shown()).toBe(groups['role:everyone']);
    const { server_supported_permission_settings: supported } = await ada.client.succeed('POST', '/register', {
      fetch_event_types: ['realm'],
    });
    expect(supported.stream.can_create_topic_group).toEqual({
      require_system_group: false,
      allow_internet_group: false,
      allow_nobody_group: true,
      allow_everyone_group: true,
      default_group_name: 'role:everyone',
      default_for_system_groups: null,
      allowed_system_groups: [],
    });
  });

  it('holds for sends into topics that have not begun, guests included', async () => {
    const channel = await channelOfAda();
    expectError(await send(bob, channel.id, 'new'), REFUSED);
    expectError(await send(owner, channel.id, 'new'), REFUSED);
    expect((await send(guest, channel.id, 'by a guest')).status).toBe(200);
    expect((await send(ada, channel.id, 'Plans')).status).toBe(200);
    // In any case: the topic has begun.
    expect((await send(bob, channel.id, 'pLANS')).status).toBe(200);
    const other = await createChannel(owner, [ada, bob]);
    await sendToChannel(ada, other, { topic: 'elsewhere' });
    expectError(await send(bob, channel.id, 'elsewhere'), REFUSED);
  });

  it('comes after the permission to post, and before the policy for topics', async () => {
    const channel = await channelOfAda({ topics_policy: '"disable_empty_topic"' });
    expectError(await send(bob, channel.id, ''), REFUSED);
    await owner.client.succeed('PATCH', `/streams/${channel.id}`, {
      can_send_message_group: { new: groups['role:nobody'] },
    });
    expectError(await send(bob, channel.id, 'new'), 'You do not have permission to post in this channel.');
  });

  it('is asked of everybody, when several begin a topic at once', async () => {
    const channel = await channelOfAda();
    const answers = await Promise.all([send(bob, channel.id, 'race'), send(owner, channel.id, 'race')]);
    expect(answers.map(({ status }) => status)).toEqual([400, 400]);
    const allowed = await Promise.all([send(ada, channel.id, 'race'), send(guest, channel.id, 'race')]);
    expect(allowed.map(({ status }) => status)).toEqual([200, 200]);
  });

  it('holds for bots, unless their owner may', async () => {
    const channel = await channelOfAda();
    const [ofAda, ofBob] = [await createBot(ada), await createBot(bob)];
    expect((await send(ofAda, channel.id, 'by a bot')).status).toBe(200);
    expectError(await send(ofBob, channel.id, 'by another'), REFUSED);
  });

  it('holds for moves into topics that have not begun, but not for resolving', async () => {
    const channel = await channelOfAda();
    const other = await createChannel(owner, [ada, bob]);
    const [first, second] = [
      await sendToChannel(ada, channel, { topic: 'one' }),
      await sendToChannel(ada, channel, { topic: 'two' }),
    ];
    expectError(await move(bob, first, { topic: 'three' }), REFUSED);
    expect((await move(bob, first, { topic: '✔ one' })).status).toBe(200);
    expect((await move(bob, first, { topic: 'two' })).status).toBe(200);
    expect((await move(ada, second, { topic: 'three' })).status).toBe(200);
    const outside = await sendToChannel(bob, other, { topic: 'theirs' });
    expectError(await move(bob, outside, { stream_id: channel.id }), REFUSED);
    expectError(await move(bob, outside, { stream_id: channel.id, topic: '✔ theirs' }), REFUSED);
    expect((await move(bob, outside, { stream_id: channel.id, topic: 'TWO' })).status).toBe(200);
  });

  it('is checked when a message is scheduled', async () => {
    const channel = await channelOfAda();
    const schedule = (person: Person) =>
      person.client.post('/scheduled_messages', {
        type: 'channel',
        to: channel.id,
        topic: 'later',
        content: 'hi',
        scheduled_delivery_timestamp: Math.ceil(Date.now() / 1000) + 3600,
      });
    expectError(await schedule(bob), REFUSED);
    expect((await schedule(ada)).status).toBe(200);
  });

  it('does not go with protected history, which it would tell about', async () => {
    const [refused, isPrivate] = [{ parameters: COMBINATION }, { invite_only: true }];
    const message = `Unsupported parameter combination: ${COMBINATION}`;
    const group = { can_create_topic_group: listing([ada]) };
    const name = { subscriptions: [{ name: 'protected' }] };
    expectError(
      await owner.client.post('/users/me/subscriptions', { ...name, ...isPrivate, ...group }),
      message,
      refused,
    );
    expectError(
      await owner.client.post('/channels/create', { name: 'protected', subscribers: [], ...isPrivate, ...group }),
      message,
      refused,
    );
    const channel = await createChannel(owner, [ada], { ...isPrivate, history_public_to_subscribers: true, ...group });
    const change = (changes: Parameters) => owner.client.patch(`/streams/${channel.id}`, changes);
    expectError(await change({ history_public_to_subscribers: false }), message, refused);
    const everybody = { can_create_topic_group: { new: groups['role:everyone'] } };
    expect((await change({ history_public_to_subscribers: false, ...everybody })).status).toBe(200);
    expectError(await change({ can_create_topic_group: { new: listing([ada]) } }), message, refused);
  });
});
