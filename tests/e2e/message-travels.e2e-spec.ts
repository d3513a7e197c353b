import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { TestCluster, sharedCluster } from '@stoa/testing';
import { Channel, createChannel } from '../support/channels';
import { fetchOne, sendDirect, sendToChannel } from '../support/messages';
import { Person, createPerson, unique } from '../support/people';
import { TestQueue, isEvent, isMessage } from '../support/test-queue';

describe('a message travels from its sender to the polls of its readers', () => {
  let cluster: TestCluster;
  let ada: Person;
  let bob: Person;
  let eve: Person;
  let channel: Channel;

  beforeAll(async () => {
    cluster = await sharedCluster();
    const names = ['Ada', 'Bob', 'Eve'] as const;
    [ada, bob, eve] = await Promise.all([
      createPerson(cluster, names[0]),
      createPerson(cluster, names[1]),
      createPerson(cluster, names[2]),
    ]);
    channel = await createChannel(ada, [bob]);
  });

  const onlyMessages = { event_types: ['message'] };

  it('travels when `helm test` sends it, which fails where an account is refused', async () => {
    const { host, origin } = new URL(cluster.description.base_url);
    const program = path.join(__dirname, '..', '..', 'k8s', 'helm', 'stoa', 'files', 'test', 'message.mjs');
    const test = (account: Record<string, string>) =>
      promisify(execFile)(process.execPath, [program], {
        env: { GATEWAY: origin, HOST_NAME: ada.client.host ?? host, ...account },
      });
    const { stdout } = await test({ EMAIL: ada.email, API_KEY: ada.apiKey });
    expect(stdout).toMatch(/answers, feature level \d+\nmessage \d+ was sent, and its event came\n$/);
    expect((await test({})).stdout).toContain('no account is given, so nothing was sent');
    await expect(test({ EMAIL: ada.email, API_KEY: 'wrong' })).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^GET users\/me is answered 401: /),
    });
  });

  it('answers a held poll with a channel message', async () => {
    const queue = await TestQueue.register(bob, onlyMessages);
    expect(queue.state).toMatchObject({ queue_id: expect.any(String), last_event_id: -1 });
    let answered = false;
    const poll = queue.request().finally(() => (answered = true));
    for (let round = 0; round < 5; round += 1) await bob.client.succeed('GET', '/users/me');
    expect(answered).toBe(false);
    const id = await sendToChannel(ada, channel, { topic: 'plans', content: 'we *meet* at nine' });
    const { status, body } = await poll;
    expect(status).toBe(200);
    expect(body).toMatchObject({ result: 'success', queue_id: queue.id });
    expect(body.events).toEqual([
      {
        id: 0,
        type: 'message',
        flags: [],
        message: expect.objectContaining({
          id,
          type: 'stream',
          stream_id: channel.id,
          display_recipient: channel.name,
          subject: 'plans',
          content: 'we *meet* at nine',
          content_type: 'text/x-markdown',
          sender_id: ada.userId,
          sender_full_name: ada.fullName,
          client: 'node',
          is_me_message: false,
          reactions: [],
          submessages: [],
          topic_links: [],
        }),
      },
    ]);
  });

  it('answers at once with dont_block, empty or not', async () => {
    const queue = await TestQueue.register(bob, onlyMessages);
    expect(await queue.poll({ dont_block: true })).toEqual([]);
    const id = await sendToChannel(ada, channel);
    await queue.message(id);
    expect(await queue.poll({ dont_block: true })).toEqual([]);
  });

  it('carries direct messages to all participants and to nobody else', async () => {
    const [adas, bobs, eves] = await Promise.all(
      [ada, bob, eve].map((person) => TestQueue.register(person, onlyMessages)),
    );
    const there = await sendDirect(ada, [bob]);
    const back = await sendDirect(bob, [ada]);
    const toGroup = await sendDirect(ada, [bob, eve]);
    const toSelf = await sendDirect(ada, [ada]);
    const first = await bobs!.message(there);
    expect(first.message).toMatchObject({ type: 'private', subject: '', sender_id: ada.userId });
    expect(first.message).not.toHaveProperty('stream_id');
    const emails = first.message.display_recipient.map(({ email }: { email: string }) => email);
    expect(emails).toEqual([...emails].sort());
    const answer = await adas!.message(back);
    expect(answer.message.recipient_id).toBe(first.message.recipient_id);
    expect(answer.message.display_recipient).toEqual(first.message.display_recipient);
    const group = (await eves!.message(toGroup)).message;
    expect(group.display_recipient.map(({ id }: { id: number }) => id).sort()).toEqual(
      [ada.userId, bob.userId, eve.userId].sort(),
    );
    expect(eves!.received.filter(isEvent('message'))).toHaveLength(1);
    expect((await adas!.message(toSelf)).message.display_recipient).toEqual([
      expect.objectContaining({ id: ada.userId, full_name: ada.fullName, is_mirror_dummy: false }),
    ]);
  });

  it('gives every reader their own flags', async () => {
    const queues = await Promise.all([ada, bob].map((person) => TestQueue.register(person, onlyMessages)));
    const id = await sendToChannel(ada, channel, { content: `@**${bob.fullName}** look`, read_by_sender: true });
    const [adas, bobs] = await Promise.all(queues.map((queue) => queue.message(id)));
    expect(adas.flags).toEqual(['read']);
    expect(bobs.flags).toEqual(['mentioned']);
    expect((await fetchOne(bob, id)).flags).toEqual(['mentioned']);
    expect((await fetchOne(ada, id)).flags).toEqual(['read']);
  });

  it('renders for the queues that asked for HTML', async () => {
    const [html, source] = await Promise.all([
      TestQueue.register(bob, { ...onlyMessages, apply_markdown: true }),
      TestQueue.register(bob, onlyMessages),
    ]);
    const id = await sendToChannel(ada, channel, { content: 'some **bold** words' });
    expect((await html.message(id)).message).toMatchObject({
      content: '<p>some <strong>bold</strong> words</p>',
      content_type: 'text/html',
    });
    expect((await source.message(id)).message).toMatchObject({
      content: 'some **bold** words',
      content_type: 'text/x-markdown',
    });
  });

  it('leaves the avatar out only where the client computes it and the address of the sender is public', async () => {
    const known = await createPerson(cluster, 'Known');
    await known.client.succeed('PATCH', '/settings', { email_address_visibility: 1 });
    const [computing, plain] = await Promise.all([
      TestQueue.register(bob, { ...onlyMessages, client_gravatar: true }),
      TestQueue.register(bob, { ...onlyMessages, client_gravatar: false }),
    ]);
    const fromPublic = await sendDirect(known, [bob]);
    const fromHidden = await sendDirect(ada, [bob]);
    expect((await computing.message(fromPublic)).message.avatar_url).toBeNull();
    expect((await computing.message(fromHidden)).message.avatar_url).toEqual(expect.any(String));
    expect((await plain.message(fromPublic)).message.avatar_url).toEqual(expect.any(String));
  });

  it('names the empty topic for clients that do not know it', async () => {
    const [knowing, unknowing] = await Promise.all([
      TestQueue.register(bob, { ...onlyMessages, client_capabilities: { empty_topic_name: true } }),
      TestQueue.register(bob, onlyMessages),
    ]);
    const id = await sendToChannel(ada, channel, { topic: '' });
    expect((await knowing.message(id)).message.subject).toBe('');
    expect((await unknowing.message(id)).message.subject).toBe('general chat');
  });

  it('echoes the local id in the named queue only', async () => {
    const [named, other, bobs] = await Promise.all([
      TestQueue.register(ada, onlyMessages),
      TestQueue.register(ada, onlyMessages),
      TestQueue.register(bob, onlyMessages),
    ]);
    const id = await sendToChannel(ada, channel, { queue_id: named.id, local_id: '100.01' });
    expect(await named.message(id)).toMatchObject({ local_message_id: '100.01', local_id: '100.01' });
    for (const queue of [other, bobs]) {
      const event = await queue.message(id);
      expect(event).not.toHaveProperty('local_message_id');
      expect(event).not.toHaveProperty('local_id');
    }
  });

  it('filters by event types, unknown ones included', async () => {
    const [messages, flags] = await Promise.all([
      TestQueue.register(bob, { event_types: ['message', 'made_up'] }),
      TestQueue.register(bob, { event_types: ['update_message_flags'] }),
    ]);
    const first = await sendToChannel(ada, channel);
    await bob.client.succeed('POST', '/messages/flags', { messages: [first], op: 'add', flag: 'starred' });
    const second = await sendToChannel(ada, channel);
    await messages.message(second);
    expect(messages.received.map(({ type }) => type)).toEqual(['message', 'message']);
    await flags.next(isEvent('update_message_flags', 'add'));
    expect(flags.received).toHaveLength(1);
  });

  describe('narrows of queues', () => {
    it.each<[string, () => [string, string][], () => Promise<number>, () => Promise<number>]>([
      [
        'channel, ignoring case',
        () => [['channel', channel.name.toUpperCase()]],
        () => sendToChannel(ada, channel),
        () => sendDirect(ada, [bob]),
      ],
      [
        'stream and topic, ignoring case',
        () => [
          ['stream', channel.name],
          ['topic', 'Narrow Topic'],
        ],
        () => sendToChannel(ada, channel, { topic: 'narrow topic' }),
        () => sendToChannel(ada, channel, { topic: 'another topic' }),
      ],
      ['is:dm', () => [['is', 'dm']], () => sendDirect(ada, [bob]), () => sendToChannel(ada, channel)],
      [
        'is:mentioned',
        () => [['is', 'mentioned']],
        () => sendToChannel(ada, channel, { content: `@**${bob.fullName}**` }),
        () => sendToChannel(ada, channel),
      ],
    ])('%s', async (_what, narrow, sendMatching, sendOther) => {
      const queue = await TestQueue.register(bob, { ...onlyMessages, narrow: narrow() });
      const before = await sendOther();
      const wanted = await sendMatching();
      const after = await sendOther();
      const last = await sendMatching();
      await queue.message(last);
      const ids = queue.received.map(({ message }) => message.id);
      expect(ids).toContain(wanted);
      expect(ids).not.toContain(before);
      expect(ids).not.toContain(after);
    });

    it('sender, by API email', async () => {
      const { email } = await ada.client.succeed('GET', '/users/me');
      const queue = await TestQueue.register(bob, { ...onlyMessages, narrow: [['sender', email]] });
      await sendDirect(eve, [bob]);
      const id = await sendDirect(ada, [bob]);
      await queue.message(id);
      expect(queue.received.map(({ message }) => message.id)).toEqual([id]);
    });

    it.each([
      [[['has', 'link']], 'Operator has not supported.'],
      [[['dm', 'a@b']], 'Operator dm not supported.'],
      [[['is', 'followed']], 'Operand followed not supported.'],
    ])('refuses %j', async (narrow, msg) => {
      const { status, body } = await bob.client.post('/register', { narrow });
      expect([status, body]).toEqual([400, { result: 'error', code: 'BAD_REQUEST', msg }]);
    });

    it('do not widen what a user may receive', async () => {
      const secret = await createChannel(ada, [bob], { invite_only: true });
      const queue = await TestQueue.register(eve, { ...onlyMessages, narrow: [['stream', secret.name]] });
      const everything = await TestQueue.register(eve, onlyMessages);
      const hidden = await sendToChannel(ada, secret);
      const marker = await sendDirect(ada, [eve]);
      await everything.message(marker);
      expect(everything.received.some(isMessage(hidden))).toBe(false);
      expect(await queue.poll({ dont_block: true })).toEqual([]);
    });
  });

  describe('all_public_streams', () => {
    it('brings the messages of public channels, with no flags, and nothing of private ones', async () => {
      const secret = await createChannel(ada, [bob], { invite_only: true });
      const queue = await TestQueue.register(eve, { all_public_streams: true });
      const open = await sendToChannel(ada, channel);
      const hidden = await sendToChannel(ada, secret);
      const marker = await sendToChannel(ada, channel);
      expect((await queue.message(open)).flags).toEqual([]);
      await queue.message(marker);
      expect(queue.received.some(isMessage(hidden))).toBe(false);
    });

    it('is not for guests', async () => {
      const { client: guest } = await createPerson(cluster, 'Guest', 600);
      for (const answer of [
        await guest.post('/register', { all_public_streams: true }),
        await guest.get('/events', { dont_block: true, all_public_streams: true }),
      ]) {
        expect(answer.status).toBe(400);
        expect(answer.body).toEqual({
          result: 'error',
          code: 'BAD_REQUEST',
          msg: 'User not authorized for this query',
        });
      }
    });
  });

  it('numbers the events of each queue from 0 upwards and keeps the order of sending', async () => {
    const early = await TestQueue.register(bob, onlyMessages);
    const sent = [await sendToChannel(ada, channel)];
    const late = await TestQueue.register(bob, onlyMessages);
    for (let count = 0; count < 5; count += 1) sent.push(await sendToChannel(count % 2 ? ada : bob, channel));
    await Promise.all([early, late].map((queue) => queue.message(sent.at(-1)!)));
    expect(early.received.map(({ id }) => id)).toEqual([0, 1, 2, 3, 4, 5]);
    expect(late.received.map(({ id }) => id)).toEqual([0, 1, 2, 3, 4]);
    expect(early.received.map(({ message }) => message.id)).toEqual(sent);
    expect(late.received.map(({ message }) => message.id)).toEqual(sent.slice(1));
  });

  it('does not change a message for its reader between event and fetch', async () => {
    const queue = await TestQueue.register(bob, { ...onlyMessages, apply_markdown: true, client_gravatar: true });
    const id = await sendToChannel(ada, channel, { topic: unique('same'), content: 'a `code` span' });
    const { message, flags } = await queue.message(id);
    expect(await fetchOne(bob, id)).toEqual({ ...message, flags });
  });
});
