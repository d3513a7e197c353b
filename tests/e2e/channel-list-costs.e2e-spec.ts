import { TestCluster, sharedCluster } from '@stoa/testing';
import { Channel, createChannel } from '../support/channels';
import { expectError } from '../support/expectations';
import { sendToChannel } from '../support/messages';
import { Organization, createOrganization } from '../support/organizations';
import { Person, unique } from '../support/people';
import { statementsOf } from '../support/statements';

/** More than `statementsOf` tries. */
const JOINERS = 8;

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

describe('SQL statements of subscribing', () => {
  let cluster: TestCluster;
  let org: Organization;

  beforeAll(async () => {
    cluster = await sharedCluster();
    org = await createOrganization(cluster);
  });

  /** What it costs somebody to call an endpoint with `count` channels for the first time. */
  async function costOf(call: (person: Person, subscriptions: { name: string }[]) => Promise<unknown>, count: number) {
    const subscriptions = Array.from({ length: count }, () => ({ name: unique('many') }));
    await org.owner.client.succeed('POST', '/users/me/subscriptions', { subscriptions });
    const people: Person[] = [];
    for (let index = 0; index < JOINERS; index++) people.push(await org.createPerson(`Joiner ${index}`));
    return statementsOf(cluster, async () => {
      const person = people.pop();
      if (person) await call(person, subscriptions);
    });
  }

  it('does not grow with the number of existing channels', async () => {
    const join = (person: Person, subscriptions: { name: string }[]) =>
      person.client.succeed('POST', '/users/me/subscriptions', { subscriptions });
    const ofOne = await costOf(join, 1);
    expect(ofOne).toBeGreaterThan(0);
    expect(await costOf(join, 10)).toBe(ofOne);
  });

  it('makes at most 100 channels at once, each with a group of its own', async () => {
    const { client, userId } = org.owner;
    const named = (count: number) => Array.from({ length: count }, () => ({ name: unique('new'), description: 'd' }));
    const request = { can_send_message_group: { direct_members: [userId], direct_subgroups: [] } };
    expectError(
      await client.post('/users/me/subscriptions', { subscriptions: named(101) }),
      'At most 100 channels can be created at once.',
    );
    const subscriptions = named(100);
    const { subscribed } = await client.succeed('POST', '/users/me/subscriptions', { subscriptions, ...request });
    const names = subscriptions.map(({ name }) => name);
    expect(subscribed[userId]).toEqual(names);
    const [first = '', second = ''] = names;
    const group = { new: { direct_members: [], direct_subgroups: [] } };
    const streams = async () => {
      const listed = (await client.succeed('GET', '/streams')).streams;
      return [first, second].map((name) => listed.find((stream: { name: string }) => stream.name === name));
    };
    const [one] = await streams();
    await client.succeed('PATCH', `/streams/${one.stream_id}`, { can_send_message_group: group });
    const [changed, other] = await streams();
    expect(changed.can_send_message_group).not.toEqual(request.can_send_message_group);
    expect(other).toMatchObject({ ...request, description: 'd' });
  });
});
