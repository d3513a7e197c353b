import { Parameters, TestCluster, TestResponse, sharedCluster } from '@stoa/testing';
import { Channel, createChannel } from '../support/channels';
import { ErrorFields, expectError } from '../support/expectations';
import { fetchOne, sendDirect, sendToChannel } from '../support/messages';
import { Person, createBot, createPerson, ownerOf, unique } from '../support/people';
import { TestQueue, isMessage } from '../support/test-queue';

describe('POST /messages', () => {
  let cluster: TestCluster;
  let ada: Person;
  let bob: Person;
  let channel: Channel;

  beforeAll(async () => {
    cluster = await sharedCluster();
    [ada, bob] = await Promise.all([createPerson(cluster, 'Ada'), createPerson(cluster, 'Bob')]);
    channel = await createChannel(ada, [bob]);
  });

  const post = (parameters: Parameters, person = ada): Promise<TestResponse> =>
    person.client.post('/messages', { content: 'hello', ...parameters });

  describe('the recipient', () => {
    it('is a channel by name, by id or as a list of one, under the old and the new words', async () => {
      const forms: Parameters[] = [
        { type: 'channel', to: channel.name, topic: 'forms' },
        { type: 'stream', to: JSON.stringify(channel.name.toUpperCase()), subject: 'forms' },
        { type: 'stream', to: channel.id, topic: 'forms' },
        { type: 'channel', to: [channel.name], topic: 'forms' },
        { type: 'channel', to: [channel.id], topic: 'forms' },
      ];
      for (const form of forms) {
        const { status, body } = await post(form);
        expect([status, body]).toMatchObject([200, { result: 'success', msg: '', id: expect.any(Number) }]);
        expect(await fetchOne(bob, body.id)).toMatchObject({ stream_id: channel.id, subject: 'forms' });
      }
    });

    it('is people by id or address, in any of the forms', async () => {
      const { email } = await bob.client.succeed('GET', '/users/me');
      const forms: Parameters[] = [
        { type: 'direct', to: [bob.userId] },
        { type: 'private', to: [bob.userId, ada.userId, bob.userId] },
        { type: 'direct', to: [email] },
        { type: 'private', to: email },
        { type: 'private', to: JSON.stringify(`${email}, ${email.toUpperCase()}`) },
        { type: 'direct', to: [bob.userId], topic: 'ignored' },
      ];
      const recipients = new Set<number>();
      for (const form of forms) {
        const { status, body } = await post(form);
        expect([status, body]).toMatchObject([200, { result: 'success' }]);
        const message = await fetchOne(bob, body.id);
        expect(message).toMatchObject({ type: 'private', subject: '' });
        recipients.add(message.recipient_id);
      }
      expect(recipients.size).toBe(1);
    });

    it('may be a name that is a number, in quotes', async () => {
      const name = String(Math.trunc(Math.random() * 1e12));
      const numeric = await createChannel(ada, [], {}, name);
      const { status, body } = await post({ type: 'channel', to: JSON.stringify(name), topic: 't' });
      expect([status, body.result]).toEqual([200, 'success']);
      expect((await fetchOne(ada, body.id)).stream_id).toBe(numeric.id);
    });
  });

  describe('errors', () => {
    const nowhere = unique('nowhere');

    it.each<[string, Parameters, string, ErrorFields?]>([
      ['an unknown type', { type: 'telegram', to: 'x' }, 'Invalid type'],
      [
        'no type',
        { to: 'x', topic: 't' },
        "Missing 'type' argument",
        { code: 'REQUEST_VARIABLE_MISSING', var_name: 'type' },
      ],
      ['no channel', { type: 'channel', topic: 't' }, 'Missing channel'],
      ['two channels', { type: 'channel', to: ['a', 'b'], topic: 't' }, 'Expected exactly one channel'],
      ['a channel as object', { type: 'channel', to: { a: 1 }, topic: 't' }, 'Invalid data type for channel'],
      [
        'an unknown channel name',
        { type: 'channel', to: nowhere, topic: 't' },
        `Channel '${nowhere}' does not exist`,
        { code: 'STREAM_DOES_NOT_EXIST', stream: nowhere },
      ],
      [
        'an unknown channel id',
        { type: 'channel', to: 999_999_999, topic: 't' },
        "Channel with ID '999999999' does not exist",
        { code: 'STREAM_DOES_NOT_EXIST', stream_id: 999_999_999 },
      ],
      ['no topic, whatever the channel', { type: 'channel', to: nowhere }, 'Missing topic'],
      [
        'a channel name that no channel can have',
        { type: 'channel', to: 'x'.repeat(61), topic: 't' },
        'Channel name too long (limit: 60 characters).',
      ],
      ['an empty channel name', { type: 'channel', to: '""', topic: 't' }, "Channel name can't be empty."],
      ['nothing as channel', { type: 'channel', to: '', topic: 't' }, "Channel name can't be empty."],
      ['nobody', { type: 'direct', to: [] }, 'Message must have recipients'],
      [
        'ids and addresses mixed',
        { type: 'direct', to: [1, 'a@b.example'] },
        'Recipient lists may contain emails or user IDs, but not both.',
      ],
      ['a bare number for people', { type: 'direct', to: 5 }, 'Invalid data type for recipients'],
      ['an object for people', { type: 'direct', to: { a: 1 } }, 'Invalid data type for recipients'],
      ['an unknown user id', { type: 'direct', to: [999_999_999] }, 'Invalid user ID 999999999'],
      ['an unknown address', { type: 'direct', to: ['x@nobody.example'] }, "Invalid email 'x@nobody.example'"],
    ])('%s', async (_what, parameters, msg, extra = {}) => {
      expectError(await post(parameters), msg, extra);
    });

    it.each<[string, Parameters, string, ErrorFields?]>([
      ['no topic', {}, 'Missing topic'],
      ['an empty message', { topic: 't', content: ' \n ' }, 'Message must not be empty'],
      ['a NUL in the message', { topic: 't', content: 'a\u0000b' }, 'Message must not contain null bytes'],
      ['a NUL in the topic', { topic: 'a\u0000' }, 'Invalid character in topic, at position 2!'],
      ['a control character in the topic', { topic: 'ab\u0007c' }, 'Invalid character in topic, at position 3!'],
      ['a noncharacter in the topic', { topic: 'a\uFFFF' }, 'Invalid character in topic, at position 2!'],
      [
        'topic under both names',
        { topic: 'a', subject: 'b' },
        "Can't decide between 'topic' and 'subject' arguments",
        { code: 'REQUEST_CONFUSING_VAR', var_name1: 'topic', var_name2: 'subject' },
      ],
      [
        'a message that claims to be somebody else’s',
        { topic: 't', forged: 'yes' },
        'User not authorized for this query',
      ],
      ['a message in a name', { topic: 't', sender: 'a@b.example' }, 'Invalid mirrored message'],
      ['a boolean that is none', { topic: 't', read_by_sender: 'maybe' }, 'read_by_sender is not valid JSON'],
    ])('%s', async (_what, parameters, msg, extra = {}) => {
      expectError(await post({ type: 'channel', to: channel.id, ...parameters }), msg, extra);
    });

    it('no content', async () => {
      const { status, body } = await ada.client.post('/messages', { type: 'channel', to: channel.id, topic: 't' });
      expect(status).toBe(400);
      expect(body).toEqual({
        result: 'error',
        code: 'REQUEST_VARIABLE_MISSING',
        msg: "Missing 'content' argument",
        var_name: 'content',
      });
    });

    it('who may post where', async () => {
      const [secret, restricted] = await Promise.all([
        createChannel(ada, [], { invite_only: true }),
        createChannel(ada, [bob], { can_send_message_group: { direct_members: [ada.userId], direct_subgroups: [] } }),
      ]);
      const guest = await createPerson(cluster, 'Guest', 600);
      const to = ({ id }: Channel) => ({ type: 'channel', to: id, topic: 't' });
      expectError(await post(to(secret), bob), `Not authorized to send to channel '${secret.name}'`);
      expectError(await post(to(channel), guest), `Not authorized to send to channel '${channel.name}'`);
      expectError(await post(to(restricted), bob), 'You do not have permission to post in this channel.');
      for (const target of [secret, restricted]) expect((await post(to(target))).status).toBe(200);
    });

    it('topics policies', async () => {
      const [named, unnamed] = await Promise.all([
        createChannel(ada, [], { topics_policy: '"disable_empty_topic"' }),
        createChannel(ada, [], { topics_policy: '"empty_topic_only"' }),
      ]);
      const display = { empty_topic_display_name: 'general chat' };
      for (const topic of ['', '(no topic)', 'general chat']) {
        expectError(
          await post({ type: 'channel', to: named.id, topic }),
          'Sending messages to the general chat is not allowed in this channel.',
          display,
        );
      }
      expectError(
        await post({ type: 'channel', to: unnamed.id, topic: 'plans' }),
        'Only the general chat topic is allowed in this channel.',
        display,
      );
      expect((await post({ type: 'channel', to: unnamed.id, topic: 'general chat' })).status).toBe(200);
      expect((await post({ type: 'channel', to: named.id, topic: 'plans' })).status).toBe(200);
    });
  });

  describe('normal forms', () => {
    it('cuts what is too long', async () => {
      const id = await sendToChannel(ada, channel, { topic: 't'.repeat(61), content: 'c'.repeat(10_001) });
      const message = await fetchOne(bob, id, { apply_markdown: false });
      expect(message.subject).toBe(`${'t'.repeat(57)}...`);
      const ending = '\n[message truncated]';
      expect(message.content).toBe('c'.repeat(10_000 - ending.length) + ending);
      const exact = await sendToChannel(ada, channel, { topic: 'u'.repeat(60), content: 'd'.repeat(10_000) });
      expect(await fetchOne(bob, exact, { apply_markdown: false })).toMatchObject({
        subject: 'u'.repeat(60),
        content: 'd'.repeat(10_000),
      });
    });

    it('strips around the content and the topic', async () => {
      const id = await sendToChannel(ada, channel, { topic: '  spaced  ', content: '\n\n  indented\n \n' });
      expect(await fetchOne(bob, id, { apply_markdown: false })).toMatchObject({
        subject: 'spaced',
        content: '  indented',
      });
    });

    it.each(['(no topic)', 'general chat', '   '])('takes %j as the empty topic', async (topic) => {
      const id = await sendToChannel(ada, channel, { topic });
      expect((await fetchOne(bob, id, { allow_empty_topic_name: true })).subject).toBe('');
      expect((await fetchOne(bob, id)).subject).toBe('general chat');
    });

    it('recognises what is said about oneself', async () => {
      const id = await sendToChannel(ada, channel, { content: '/me waves' });
      expect((await fetchOne(bob, id)).is_me_message).toBe(true);
    });
  });

  describe('wildcard mentions', () => {
    it('are everybody’s in small audiences and some people’s in large ones', async () => {
      const crowd = await Promise.all(Array.from({ length: 14 }, (_, index) => createPerson(cluster, `Crowd${index}`)));
      const [fifteen, sixteen] = await Promise.all([createChannel(ada, crowd), createChannel(ada, [...crowd, bob])]);
      const content = 'attention @**all**';
      const small = await sendToChannel(ada, fifteen, { content });
      expect((await fetchOne(crowd[0]!, small)).flags.sort()).toEqual([
        'stream_wildcard_mentioned',
        'wildcard_mentioned',
      ]);
      const refusal = { code: 'STREAM_WILDCARD_MENTION_NOT_ALLOWED' };
      const large = { type: 'channel', to: sixteen.id, topic: 't' };
      for (const name of ['all', 'everyone', 'channel', 'stream']) {
        expectError(
          await post({ ...large, content: `@**${name}**` }),
          'You do not have permission to use channel wildcard mentions in this channel.',
          refusal,
        );
      }
      expect((await post({ ...large, content: '@_**all** quietly' })).status).toBe(200);
      expect((await post({ ...large, content: '`@**all**`' })).status).toBe(200);
      const owner = await ownerOf(cluster);
      expect((await post({ ...large, content }, owner)).status).toBe(200);

      const topic = 'crowded';
      await Promise.all([...crowd, bob].map((person) => sendToChannel(person, sixteen, { topic })));
      const inTopic = { ...large, topic };
      // The sender counts as a participant: fifteen others and ada are sixteen.
      await sendToChannel(ada, sixteen, { topic });
      expectError(
        await post({ ...inTopic, content: '@**topic**' }),
        'You do not have permission to use topic wildcard mentions in this topic.',
        { code: 'TOPIC_WILDCARD_MENTION_NOT_ALLOWED' },
      );
      const elsewhere = await sendToChannel(bob, sixteen, { topic: 'quiet' });
      expect(elsewhere).toBeGreaterThan(0);
      const quiet = await sendToChannel(ada, sixteen, { topic: 'quiet', content: '@**topic**' });
      expect((await fetchOne(bob, quiet)).flags.sort()).toEqual(['topic_wildcard_mentioned', 'wildcard_mentioned']);
      expect((await fetchOne(crowd[0]!, quiet)).flags).toEqual([]);
    });
  });

  describe('read state of the sender', () => {
    it.each([
      ['ZulipMobile/27.200 (Android 14)', true],
      ['ZulipTerminal/0.7', true],
      ['website', true],
      ['ZulipPython/0.9', false],
      ['my-bot/1.0', false],
    ])('a client called %s: read %s', async (agent, read) => {
      const headers = { 'user-agent': agent };
      const body = await ada.client.succeed(
        'POST',
        '/messages',
        { type: 'channel', to: channel.id, topic: 'clients', content: unique('agent') },
        { headers },
      );
      expect((await fetchOne(ada, body.id)).flags).toEqual(read ? ['read'] : []);
    });

    it('is what the client says, if it says', async () => {
      const headers = { 'user-agent': 'ZulipMobile/27.200' };
      const unread = await sendToChannel(ada, channel, { read_by_sender: false }, { headers });
      expect((await fetchOne(ada, unread)).flags).toEqual([]);
      const read = await sendDirect(ada, [bob], { read_by_sender: true });
      expect((await fetchOne(ada, read)).flags).toEqual(['read']);
    });
  });

  describe('automatic topic policies', () => {
    it('follow a topic that the sender starts, told before the message', async () => {
      const queue = await TestQueue.register(ada);
      const topic = unique('started');
      const message = { type: 'channel', to: channel.id, topic, content: 'first' };
      const first = await ada.client.succeed('POST', '/messages', message);
      expect(first.automatic_new_visibility_policy).toBe(3);
      const events = await queue.untilMessage(first.id);
      expect(events.find(({ type }) => type === 'user_topic')).toMatchObject({
        stream_id: channel.id,
        topic_name: topic,
        visibility_policy: 3,
        last_updated: expect.any(Number),
      });
      const second = await ada.client.succeed('POST', '/messages', message);
      expect(second).not.toHaveProperty('automatic_new_visibility_policy');
      const answer = await bob.client.succeed('POST', '/messages', message);
      expect(answer).not.toHaveProperty('automatic_new_visibility_policy');
      const later = await queue.untilMessage(answer.id);
      expect(later.map(({ type }) => type)).toEqual(['message', 'message']);
      const { user_topics: policies } = await ada.client.succeed('POST', '/register', {
        fetch_event_types: ['user_topic'],
      });
      expect(policies).toContainEqual(
        expect.objectContaining({ stream_id: channel.id, topic_name: topic, visibility_policy: 3 }),
      );
    });

    it('follow a topic that the sender starts again after it was emptied', async () => {
      for (const empty of ['delete', 'move'] as const) {
        const topic = unique('emptied');
        const id = await sendToChannel(bob, channel, { topic });
        await sendToChannel(bob, channel, { topic: unique('other') });
        if (empty === 'delete') await bob.client.succeed('DELETE', `/messages/${id}`);
        else await bob.client.succeed('PATCH', `/messages/${id}`, { topic: unique('moved') });
        const message = { type: 'channel', to: channel.id, topic, content: 'anew' };
        expect(await ada.client.succeed('POST', '/messages', message)).toMatchObject({
          automatic_new_visibility_policy: 3,
        });
      }
    });

    it('follow a topic in which somebody is mentioned', async () => {
      const queue = await TestQueue.register(bob, { event_types: ['message', 'user_topic'] });
      const topic = unique('mentioned');
      const id = await sendToChannel(ada, channel, { topic, content: `@**${bob.fullName}**` });
      const events = await queue.untilMessage(id);
      expect(events.map(({ type }) => type)).toEqual(['user_topic', 'message']);
      expect(events[0]).toMatchObject({ stream_id: channel.id, topic_name: topic, visibility_policy: 3 });
    });

    it('do not concern bots and direct messages', async () => {
      const bot = await createBot(ada);
      const open = await createChannel(ada, [bot]);
      const message = { type: 'channel', to: open.id, topic: 'bots', content: 'beep' };
      expect(await bot.client.succeed('POST', '/messages', message)).toEqual({
        result: 'success',
        msg: '',
        id: expect.any(Number),
      });
      const direct = { type: 'direct', to: [bob.userId], content: 'boop' };
      expect(Object.keys(await ada.client.succeed('POST', '/messages', direct)).sort()).toEqual([
        'id',
        'msg',
        'result',
      ]);
    });
  });

  it('reports the parameters it does not know', async () => {
    const { body } = await post({ type: 'direct', to: [bob.userId], zzz: 1, colour: 'red' });
    expect(body.ignored_parameters_unsupported).toEqual(['colour', 'zzz']);
  });

  it('takes multipart bodies as well', async () => {
    const parameters = { type: 'direct', to: [bob.userId], content: 'multi ünï' };
    const { id } = await ada.client.succeed('POST', '/messages', parameters, { multipart: true });
    expect((await fetchOne(bob, id, { apply_markdown: false })).content).toBe('multi ünï');
  });

  it('stores nothing of what it refuses', async () => {
    const queue = await TestQueue.register(bob, { event_types: ['message'] });
    await post({ type: 'channel', to: channel.id, topic: 'a\u0001', content: 'refused' });
    const id = await sendToChannel(ada, channel);
    await queue.message(id);
    expect(queue.received.filter((event) => !isMessage(id)(event))).toEqual([]);
  });
});
