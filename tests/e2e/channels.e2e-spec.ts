import { Parameters, ResponseBody, TestCluster, sharedCluster } from '@stoa/testing';
import { channelId, createChannel } from '../support/channels';
import { ErrorFields, expectError } from '../support/expectations';
import { fetchNewest, sendDirect, sendToChannel } from '../support/messages';
import { Person, createPerson, unique } from '../support/people';
import { ClientEvent, TestQueue, isEvent } from '../support/test-queue';

describe('channels and subscriptions', () => {
  let cluster: TestCluster;
  let ada: Person;
  let bob: Person;
  let eve: Person;
  let admin: Person;
  let guest: Person;

  beforeAll(async () => {
    cluster = await sharedCluster();
    [ada, bob, eve] = await Promise.all([
      createPerson(cluster, 'Ada'),
      createPerson(cluster, 'Bob'),
      createPerson(cluster, 'Eve'),
    ]);
    admin = await createPerson(cluster, 'Admin', 200);
    guest = await createPerson(cluster, 'Guest', 600);
  });

  const subscribe = (person: Person, names: string[], parameters: Parameters = {}) =>
    person.client.post('/users/me/subscriptions', { subscriptions: names.map((name) => ({ name })), ...parameters });
  const unsubscribe = (person: Person, names: string[], parameters: Parameters = {}) =>
    person.client.delete('/users/me/subscriptions', { subscriptions: names, ...parameters });
  const kinds = (events: ClientEvent[]) => events.map(({ type, op }) => (op ? `${type}/${op}` : type));
  /** Queues without the chatter of other tests' channels and accounts. */
  const channelEvents = { event_types: ['stream', 'subscription', 'message'] };
  /** What an event says about one channel, or undefined if it is about others. */
  function about(id: number, event: ClientEvent): boolean {
    if (event.type === 'message') return event.message.stream_id === id;
    if (event.op === 'peer_add' || event.op === 'peer_remove') return event.stream_ids.includes(id);
    const items: { stream_id: number }[] = event.streams ?? event.subscriptions ?? [];
    return items.some((item) => item.stream_id === id);
  }

  describe('subscribing', () => {
    it('creates a public channel, tells everybody in order, and posts its first notice', async () => {
      const queues = await Promise.all([ada, bob, eve].map((person) => TestQueue.register(person, channelEvents)));
      const guests = await TestQueue.register(guest, channelEvents);
      const name = unique('open');
      const { status, body } = await subscribe(ada, [name], { principals: [ada.userId, bob.userId] });
      expect([status, body]).toEqual([
        200,
        {
          result: 'success',
          msg: '',
          subscribed: { [ada.userId]: [name], [bob.userId]: [name] },
          already_subscribed: {},
          new_subscription_messages_sent: true,
        },
      ]);
      const id = await channelId(ada, name);
      const message = await sendToChannel(ada, { id, name });
      const marker = await sendDirect(ada, [eve, guest]);
      const [adas, bobs, eves] = await Promise.all([
        queues[0]!.untilMessage(message),
        queues[1]!.untilMessage(message),
        queues[2]!.untilMessage(marker),
      ]);
      for (const events of [adas, bobs]) {
        const mine = events.filter((event) => about(id, event));
        expect(kinds(mine)).toEqual(['stream/create', 'subscription/add', 'message', 'message']);
        expect(mine[0].streams).toEqual([
          expect.objectContaining({
            stream_id: id,
            name,
            creator_id: ada.userId,
            invite_only: false,
            is_archived: false,
          }),
        ]);
        expect(mine[1].subscriptions).toEqual([
          expect.objectContaining({ stream_id: id, name, subscriber_count: 2, is_muted: false, in_home_view: true }),
        ]);
        expect(mine[2].message).toMatchObject({ subject: 'channel events', client: 'Internal' });
      }
      const seen = eves.filter((event) => about(id, event));
      expect(kinds(seen)).toEqual(['stream/create', 'subscription/peer_add']);
      expect(seen[1].user_ids.sort()).toEqual([ada.userId, bob.userId].sort());
      const hidden = await guests.untilMessage(marker);
      expect(hidden.filter((event) => about(id, event))).toEqual([]);
    });

    it('gives subscriber lists in events, whatever the queue asked for', async () => {
      const queues = await Promise.all([
        TestQueue.register(bob, { ...channelEvents, include_subscribers: 'true' }),
        TestQueue.register(bob, channelEvents),
      ]);
      const { id } = await createChannel(ada, [bob]);
      const added = (event: ClientEvent) => isEvent('subscription', 'add')(event) && about(id, event);
      for (const queue of queues) {
        const [subscription] = (await queue.next(added)).subscriptions;
        expect(subscription.subscribers.sort()).toEqual([ada.userId, bob.userId].sort());
        expect(subscription).not.toHaveProperty('partial_subscribers');
      }
    });

    it('creates a private channel that only its members and the administrators know', async () => {
      const [bobs, admins, eves] = await Promise.all(
        [bob, admin, eve].map((person) => TestQueue.register(person, channelEvents)),
      );
      const { id, name } = await createChannel(ada, [bob], { invite_only: true });
      const message = await sendToChannel(ada, { id, name });
      const marker = await sendDirect(ada, [admin, eve]);
      const events = (await bobs!.untilMessage(message)).filter((event) => about(id, event));
      expect(kinds(events)).toEqual(['stream/create', 'subscription/add', 'message', 'message']);
      expect(events[0].streams[0]).toMatchObject({ invite_only: true, history_public_to_subscribers: false });
      const seen = (await admins!.untilMessage(marker)).filter((event) => about(id, event));
      expect(kinds(seen)).toEqual(['stream/create', 'subscription/peer_add']);
      expect((await eves!.untilMessage(marker)).filter((event) => about(id, event))).toEqual([]);
      const { streams } = await eve.client.succeed('GET', '/streams', { include_all: true });
      expect(streams.map((stream: ResponseBody) => stream.stream_id)).not.toContain(id);
      expectError(await subscribe(eve, [name]), `Unable to access channel (${name}).`);
      const { body } = await subscribe(eve, [name], { authorization_errors_fatal: false });
      expect(body).toMatchObject({ subscribed: {}, already_subscribed: {}, unauthorized: [name] });
    });

    it('joins what exists, whatever the case of the name, and reports who was there', async () => {
      const { name } = await createChannel(ada, [bob]);
      const { body } = await subscribe(eve, [name.toUpperCase()], { principals: [bob.userId, eve.userId] });
      expect(body).toMatchObject({
        subscribed: { [eve.userId]: [name] },
        already_subscribed: { [bob.userId]: [name] },
      });
      const again = await subscribe(eve, [name]);
      expect(again.body).toMatchObject({ subscribed: {}, already_subscribed: { [eve.userId]: [name] } });
    });

    it('writes to those whom somebody else has added to an existing channel', async () => {
      const { name } = await createChannel(ada);
      const queue = await TestQueue.register(bob, { event_types: ['message'] });
      await subscribe(ada, [name], { principals: [bob.userId], send_new_subscription_messages: true });
      const { message } = await queue.next(isEvent('message'));
      expect(message).toMatchObject({ type: 'private' });
      expect(message.content).toContain(name);
      const { name: other } = await createChannel(ada);
      const { body } = await subscribe(ada, [other], {
        principals: [bob.userId],
        send_new_subscription_messages: false,
      });
      expect(body).not.toHaveProperty('new_subscription_messages_sent');
      const marker = await sendDirect(ada, [bob]);
      const after = await queue.untilMessage(marker);
      expect(after.filter((event) => event.message.type === 'private')).toHaveLength(1);
    });

    it('lets members add guests and gives these the channel first', async () => {
      const { id, name } = await createChannel(ada);
      const queue = await TestQueue.register(guest, channelEvents);
      await subscribe(ada, [name], { principals: [guest.userId], send_new_subscription_messages: false });
      const message = await sendToChannel(ada, { id, name });
      const events = (await queue.untilMessage(message)).filter((event) => about(id, event));
      expect(kinds(events)).toEqual(['stream/create', 'subscription/add', 'message']);
      await unsubscribe(guest, [name]);
      const gone = (await queue.until(isEvent('stream', 'delete'))).filter((event) => about(id, event));
      expect(kinds(gone)).toEqual(['subscription/remove', 'stream/delete']);
    });

    it('creates one channel for names that differ in case, also when two create it at once', async () => {
      const name = unique('Twice');
      const { body } = await subscribe(ada, [name, name.toLowerCase()]);
      expect(body.subscribed).toEqual({ [ada.userId]: [name] });
      const contested = unique('Contested');
      const answers = await Promise.all([ada, bob, eve].map((person) => subscribe(person, [contested])));
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
      const { streams } = await ada.client.succeed('GET', '/streams');
      const made = streams.filter((stream: ResponseBody) => stream.name === contested);
      expect(made).toEqual([expect.objectContaining({ subscriber_count: 3 })]);
    });

    it('takes settings for what it creates', async () => {
      const name = unique('settings');
      await ada.client.succeed('POST', '/users/me/subscriptions', {
        subscriptions: [{ name, description: 'One\nTwo *three*', color: '#abcdef' }],
        topics_policy: '"disable_empty_topic"',
        can_administer_channel_group: { direct_members: [bob.userId, ada.userId], direct_subgroups: [] },
      });
      const { subscriptions } = await ada.client.succeed('GET', '/users/me/subscriptions');
      expect(subscriptions.find((subscription: ResponseBody) => subscription.name === name)).toMatchObject({
        color: '#abcdef',
        description: 'One Two *three*',
        rendered_description: '<p>One Two <em>three</em></p>',
        topics_policy: 'disable_empty_topic',
        can_administer_channel_group: {
          direct_members: [ada.userId, bob.userId].sort((a, b) => a - b),
          direct_subgroups: [],
        },
        message_retention_days: null,
      });
    });

    it.each<[string, () => Parameters, string, ErrorFields?]>([
      ['a blank name', () => ({ subscriptions: [{ name: '  ' }] }), "Channel name can't be empty."],
      [
        'a name too long',
        () => ({ subscriptions: [{ name: 'n'.repeat(61) }] }),
        'Channel name too long (limit: 60 characters).',
      ],
      [
        'a control character',
        () => ({ subscriptions: [{ name: 'a\u0001' }] }),
        'Invalid character in channel name, at position 2.',
      ],
      [
        'no subscriptions',
        () => ({}),
        "Missing 'subscriptions' argument",
        { code: 'REQUEST_VARIABLE_MISSING', var_name: 'subscriptions' },
      ],
      ['no name', () => ({ subscriptions: [{}] }), 'subscriptions[0]["name"] field is missing: Field required'],
      [
        'a colour that is none',
        () => ({ subscriptions: [{ name: 'x', color: 'red' }] }),
        'Invalid subscriptions[0]: Value error, add.color is not a valid hex color code',
      ],
      ['an unknown principal', () => ({ principals: [999_999_999] }), 'No such user'],
      ['an unknown address', () => ({ principals: ['nobody@x.example'] }), 'No such user'],
      ['a default channel by a member', () => ({ is_default_stream: true }), 'Insufficient permission'],
      ['a web-public channel by a member', () => ({ is_web_public: true }), 'Insufficient permission'],
      [
        'retention by a member',
        () => ({ message_retention_days: 5 }),
        'Must be an organization owner',
        { code: 'UNAUTHORIZED_PRINCIPAL' },
      ],
    ])('refuses %s', async (what, parameters, msg, extra = {}) => {
      const response = await ada.client.post('/users/me/subscriptions', {
        ...(what === 'no subscriptions' ? {} : { subscriptions: [{ name: unique('refused') }] }),
        ...parameters(),
      });
      expectError(response, msg, extra);
    });

    it('is not for guests', async () => {
      expectError(await subscribe(guest, [unique('guests')]), 'Not allowed for guest users');
    });

    it('announces default channels', async () => {
      const queue = await TestQueue.register(bob, { event_types: ['stream', 'default_streams', 'subscription'] });
      const name = unique('default');
      expect((await subscribe(admin, [name], { is_default_stream: true })).status).toBe(200);
      const id = await channelId(admin, name);
      const events = (
        await queue.until((event) => isEvent('subscription', 'peer_add')(event) && about(id, event))
      ).filter((event) => event.type === 'default_streams' || about(id, event));
      expect(kinds(events)).toEqual(['stream/create', 'default_streams', 'subscription/peer_add']);
      expect(events[1].default_streams).toContain(id);
      const newcomer = await createPerson(cluster, 'Newcomer');
      const { subscriptions } = await newcomer.client.succeed('GET', '/users/me/subscriptions');
      expect(subscriptions.map((subscription: ResponseBody) => subscription.name)).toContain(name);
    });
  });

  describe('unsubscribing', () => {
    it('ends the messages and tells the others first', async () => {
      const { id, name } = await createChannel(ada, [bob, eve]);
      const [bobs, eves] = await Promise.all([bob, eve].map((person) => TestQueue.register(person, channelEvents)));
      const { body } = await unsubscribe(bob, [name.toUpperCase()]);
      expect(body).toEqual({ result: 'success', msg: '', removed: [name], not_removed: [] });
      const message = await sendToChannel(ada, { id, name });
      const marker = await sendDirect(ada, [bob]);
      const mine = (await bobs!.untilMessage(marker)).filter((event) => about(id, event));
      expect(kinds(mine)).toEqual(['subscription/remove']);
      expect(mine[0].subscriptions).toEqual([{ stream_id: id, name }]);
      const theirs = (await eves!.untilMessage(message)).filter((event) => about(id, event));
      expect(kinds(theirs)).toEqual(['subscription/peer_remove', 'message']);
      expect(theirs[0]).toMatchObject({ stream_ids: [id], user_ids: [bob.userId] });
      expect((await unsubscribe(bob, [name])).body).toMatchObject({ removed: [], not_removed: [name] });
    });

    it('takes a private channel away from who leaves it', async () => {
      const { id, name } = await createChannel(ada, [bob], { invite_only: true });
      const queue = await TestQueue.register(bob, channelEvents);
      await unsubscribe(bob, [name]);
      const events = (await queue.until(isEvent('stream', 'delete'))).filter((event) => about(id, event));
      expect(kinds(events)).toEqual(['subscription/remove', 'stream/delete']);
      expect(events[1]).toMatchObject({ stream_ids: [id], streams: [{ stream_id: id }] });
    });

    it('of others needs the right to do so, and all of the channels', async () => {
      const { name } = await createChannel(ada, [bob, eve]);
      const missing = [unique('missing'), unique('absent')];
      expectError(await unsubscribe(ada, [name, ...missing]), `Channel(s) (${missing.join(', ')}) do not exist`);
      expectError(await unsubscribe(bob, [name], { principals: [eve.userId] }), 'Insufficient permission');
      expect((await unsubscribe(ada, [name], { principals: [eve.userId] })).body).toMatchObject({ removed: [name] });
      expect((await unsubscribe(admin, [name], { principals: [bob.userId, eve.userId] })).body).toMatchObject({
        removed: [name],
        not_removed: [name],
      });
    });

    it('keeps the personal settings for the day of return', async () => {
      const { name } = await createChannel(ada, [bob]);
      const colour = async () => {
        const { subscriptions } = await bob.client.succeed('GET', '/users/me/subscriptions');
        return subscriptions.find((subscription: ResponseBody) => subscription.name === name)?.color;
      };
      const before = await colour();
      expect(before).toMatch(/^#[0-9a-f]{6}$/);
      await unsubscribe(bob, [name]);
      expect(await colour()).toBeUndefined();
      await subscribe(bob, [name]);
      expect(await colour()).toBe(before);
    });
  });

  describe('lists', () => {
    it('GET /streams gives what its parameters name, sorted by name', async () => {
      const [open, secret] = await Promise.all([createChannel(bob), createChannel(bob, [], { invite_only: true })]);
      const names = async (person: Person, parameters: Parameters = {}) => {
        const { streams } = await person.client.succeed('GET', '/streams', parameters);
        return streams.map((stream: ResponseBody) => stream.name);
      };
      const all = await names(bob);
      expect(all).toEqual([...all].sort());
      expect(all).toEqual(expect.arrayContaining([open.name, secret.name]));
      expect(await names(ada)).toContain(open.name);
      expect(await names(ada, { include_all: true })).not.toContain(secret.name);
      expect(await names(admin)).not.toContain(secret.name);
      expect(await names(admin, { include_all: true })).toContain(secret.name);
      expect(await names(ada, { include_public: false })).not.toContain(open.name);
      expect(await names(bob, { include_public: false })).toEqual(expect.arrayContaining([open.name, secret.name]));
      expect(await names(bob, { include_public: false, include_subscribed: false })).toEqual([]);
      expect(await names(guest, { include_public: true })).not.toContain(open.name);
      const { streams } = await ada.client.succeed('GET', '/streams', { include_default: true });
      expect(streams.every((stream: ResponseBody) => typeof stream.is_default === 'boolean')).toBe(true);
      expect(streams.find((stream: ResponseBody) => stream.name === 'general').is_default).toBe(true);
    });

    it('GET /users/me/subscriptions gives subscribers as asked', async () => {
      const { id } = await createChannel(ada, [bob]);
      const mine = async (include?: string | boolean) => {
        const { subscriptions } = await ada.client.succeed('GET', '/users/me/subscriptions', {
          include_subscribers: include,
        });
        const names: string[] = subscriptions.map((subscription: ResponseBody) => subscription.name);
        expect(names).toEqual([...names].sort());
        return subscriptions.find((subscription: ResponseBody) => subscription.stream_id === id);
      };
      const subscribers = [ada.userId, bob.userId].sort((a, b) => a - b);
      for (const include of [undefined, 'false', false]) {
        expect(await mine(include)).not.toHaveProperty('subscribers');
      }
      for (const include of ['true', true, 'partial']) {
        expect(await mine(include)).toMatchObject({ subscribers, subscriber_count: 2 });
      }
      expectError(
        await ada.client.get('/users/me/subscriptions', { include_subscribers: 'some' }),
        'Invalid include_subscribers',
      );
    });

    it('agree with the state of a registration', async () => {
      const { subscriptions } = await ada.client.succeed('GET', '/users/me/subscriptions', {
        include_subscribers: 'true',
      });
      const state = await ada.client.succeed('POST', '/register', {
        fetch_event_types: ['subscription', 'stream'],
        include_subscribers: 'true',
        client_capabilities: { notification_settings_null: true },
      });
      expect(state.subscriptions).toEqual(subscriptions);
      const { streams } = await ada.client.succeed('GET', '/streams', { include_all: true });
      expect(state.streams).toEqual(streams);
    });

    it('the first message of a channel is its first notice', async () => {
      const { id, name } = await createChannel(ada, [bob]);
      const [first] = await fetchNewest(bob, [['stream', name]], { apply_markdown: false });
      expect(first.content).toContain('channel created by');
      const { streams } = await bob.client.succeed('GET', '/streams');
      expect(streams.find((stream: ResponseBody) => stream.stream_id === id).first_message_id).toBe(first.id);
    });
  });
});
