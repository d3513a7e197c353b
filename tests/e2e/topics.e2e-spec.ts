import { ResponseBody, TestCluster, sharedCluster } from '@stoa/testing';
import { Channel, createChannel } from '../support/channels';
import { settled } from '../support/events';
import { expectError } from '../support/expectations';
import { sendToChannel } from '../support/messages';
import { createOrganization } from '../support/organizations';
import { Person, createPerson, ownerOf } from '../support/people';
import { TestQueue, isEvent } from '../support/test-queue';

describe('topics (channels.md 11)', () => {
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

  const topics = async (person: Person, channel: Channel, parameters = {}): Promise<ResponseBody[]> =>
    (await person.client.succeed('GET', `/users/me/${channel.id}/topics`, parameters)).topics;

  it('are listed with their newest message, in any case, newest first', async () => {
    const channel = await createChannel(ada, [bob]);
    await sendToChannel(ada, channel, { topic: 'Lunch' });
    const other = await sendToChannel(ada, channel, { topic: 'zebra' });
    const newest = await sendToChannel(bob, channel, { topic: 'lunch' });
    const empty = await sendToChannel(bob, channel, { topic: '' });
    const listed = await topics(bob, channel);
    expect(listed.slice(0, 3)).toEqual([
      { name: 'general chat', max_id: empty },
      { name: 'lunch', max_id: newest },
      { name: 'zebra', max_id: other },
    ]);
    expect(listed.map(({ name }) => name)).toEqual(['general chat', 'lunch', 'zebra', 'channel events']);
    expect((await topics(bob, channel, { allow_empty_topic_name: true }))[0]).toEqual({ name: '', max_id: empty });
  });

  it('of protected channels are those of which one received something', async () => {
    const channel = await createChannel(ada, [], { invite_only: true });
    await sendToChannel(ada, channel, { topic: 'before' });
    const seen = await sendToChannel(ada, channel, { topic: 'both' });
    await ada.client.succeed('POST', '/users/me/subscriptions', {
      subscriptions: [{ name: channel.name }],
      principals: [bob.userId],
    });
    expect(await topics(bob, channel)).toEqual([]);
    const later = await sendToChannel(ada, channel, { topic: 'both' });
    expect(later).toBeGreaterThan(seen);
    expect(await topics(bob, channel)).toEqual([{ name: 'both', max_id: later }]);
    expect((await topics(ada, channel)).map(({ name }) => name)).toEqual(['both', 'before', 'channel events']);
    expectError(await owner.client.get(`/users/me/${channel.id}/topics`), 'Invalid channel ID');
    expectError(await bob.client.get('/users/me/999999/topics'), 'Invalid channel ID');
  });

  it('of web-public channels are there for everybody where the organization lets them', async () => {
    const org = await createOrganization(cluster, { enable_spectator_access: true });
    const open = await createChannel(org.owner, [], { is_web_public: true });
    const closed = await createChannel(org.owner);
    const { topics: listed } = await org.anonymous.succeed('GET', `/users/me/${open.id}/topics`);
    expect(listed.map(({ name }: ResponseBody) => name)).toEqual(['channel events']);
    expect((await org.anonymous.get(`/users/me/${closed.id}/topics`)).status).toBe(401);
    const shut = await createOrganization(cluster);
    const refused = await shut.anonymous.get(`/users/me/${open.id}/topics`);
    expectError(refused, 'Not logged in: API authentication or user session required', {
      status: 401,
      code: 'UNAUTHORIZED',
    });
  });

  describe('policies', () => {
    const set = (channel: Channel, topic: string, policy: number) =>
      ada.client.post('/user_topics', { stream_id: channel.id, topic, visibility_policy: policy });

    it('are told to modern and older clients', async () => {
      const channel = await createChannel(bob);
      const queues = await Promise.all(
        [{}, { event_types: ['user_topic', 'muted_topics', 'message'] }].map(async (parameters) => ({
          person: ada,
          queue: await TestQueue.register(ada, parameters),
        })),
      );
      await set(channel, 'Noise', 1);
      await set(channel, 'noise', 1);
      await set(channel, 'Noise', 3);
      await set(channel, '(no topic)', 2);
      await set(channel, 'Noise', 0);
      await set(channel, 'Noise', 0);
      const [all, modern] = await settled(owner, queues);
      expect(all?.map((event) => event.type)).toEqual([
        ...['muted_topics', 'user_topic', 'muted_topics', 'user_topic'],
        ...['muted_topics', 'user_topic', 'muted_topics', 'user_topic'],
      ]);
      expect(all?.[0].muted_topics).toEqual([[channel.name, 'Noise', all?.[1].last_updated]]);
      expect(all?.[2].muted_topics).toEqual([]);
      expect(modern?.map((event) => [event.topic_name, event.visibility_policy])).toEqual([
        ['Noise', 1],
        ['Noise', 3],
        ['general chat', 2],
        ['Noise', 0],
      ]);
    });

    it('need access, except to be taken off', async () => {
      const hidden = await createChannel(bob, [], { invite_only: true });
      expectError(await set(hidden, 'x', 1), 'Invalid channel ID');
      expect((await set(hidden, 'x', 0)).status).toBe(200);
      expectError(await set({ id: 999_999, name: '' }, 'x', 0), 'Invalid channel ID');
      const open = await createChannel(bob);
      expectError(await set(open, 't'.repeat(61), 1), 'topic is too long (limit: 60 characters)');
      expectError(
        await set(open, 'x', 4),
        'Invalid visibility_policy: Value error, Not in the list of possible values',
      );
    });

    it('can be set as before they were policies', async () => {
      const channel = await createChannel(bob);
      const mute = (parameters: object) =>
        ada.client.patch('/users/me/subscriptions/muted_topics', { topic: 'Old', op: 'add', ...parameters });
      expect((await mute({ stream: channel.name })).status).toBe(200);
      const state = async () => {
        const { user_topics: rows } = await ada.client.succeed('POST', '/register', {
          fetch_event_types: ['user_topic'],
        });
        return rows.filter((row: ResponseBody) => row.stream_id === channel.id);
      };
      expect(await state()).toEqual([
        { stream_id: channel.id, topic_name: 'Old', visibility_policy: 1, last_updated: expect.any(Number) },
      ]);
      expect((await mute({ stream_id: channel.id, op: 'remove' })).status).toBe(200);
      expect(await state()).toEqual([]);
      expectError(await mute({}), "Missing 'stream_id' argument");
      expectError(
        await mute({ stream_id: channel.id, stream: channel.name }),
        'Unsupported parameter combination: stream_id, stream',
        { parameters: 'stream_id, stream' },
      );
      expectError(await mute({ stream_id: channel.id, op: 'toggle' }), 'Invalid op');
      expectError(await mute({ stream: 'nonexistent' }), "Invalid channel name 'nonexistent'");
      expectError(await mute({ stream_id: 999_999 }), 'Invalid channel ID');
      expectError(await mute({ stream: 'nonexistent', op: 'remove' }), 'Topic is not muted');
    });

    it('tell a hidden channel by its name only to whom a policy in it is left', async () => {
      const hidden = await createChannel(bob, [ada], { invite_only: true });
      const unmute = (person: Person) =>
        person.client.patch('/users/me/subscriptions/muted_topics', {
          topic: 'Old',
          op: 'remove',
          stream: hidden.name,
        });
      const policy = { stream_id: hidden.id, topic: 'Old', visibility_policy: 1 };
      await ada.client.succeed('POST', '/user_topics', policy);
      await ada.client.succeed('DELETE', '/users/me/subscriptions', { subscriptions: [hidden.name] });
      const queue = await TestQueue.register(ada);
      expect((await unmute(ada)).status).toBe(200);
      expect(await queue.next(isEvent('user_topic'))).toMatchObject({ stream_id: hidden.id, visibility_policy: 0 });
      expectError(await unmute(ada), 'Topic is not muted');
      expect((await unmute(bob)).status).toBe(200);
    });
  });
});
