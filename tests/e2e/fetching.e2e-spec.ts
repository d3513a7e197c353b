import { Parameters, ResponseBody, TestCluster, sharedCluster } from '@stoa/testing';
import { Channel, createChannel } from '../support/channels';
import { expectError } from '../support/expectations';
import { fetchNewest, fetchOne, sendDirect, sendToChannel } from '../support/messages';
import { Person, createPerson, unique } from '../support/people';

const NEWEST = 10_000_000_000_000_000;

describe('reading messages', () => {
  let cluster: TestCluster;
  let ada: Person;
  let bob: Person;
  let eve: Person;
  let channel: Channel;
  /** Ten messages: red, blue, red, blue … */
  let ids: number[];

  beforeAll(async () => {
    cluster = await sharedCluster();
    [ada, bob, eve] = await Promise.all([
      createPerson(cluster, 'Ada'),
      createPerson(cluster, 'Bob'),
      createPerson(cluster, 'Eve'),
    ]);
    channel = await createChannel(ada, [bob]);
    ids = [];
    for (let count = 0; count < 10; count += 1) {
      ids.push(await sendToChannel(count % 2 ? bob : ada, channel, { topic: count % 2 ? 'blue' : 'red' }));
    }
  });

  const inChannel = () => [
    { operator: 'channel', operand: channel.id },
    { operator: 'topic', operand: 'events', negated: true },
    { operator: 'topic', operand: 'channel events', negated: true },
  ];
  const idsOf = (messages: ResponseBody[]): number[] => messages.map(({ id }) => id);

  describe('the window', () => {
    const found = (oldest: boolean, newest: boolean, anchor = true) => ({
      found_anchor: anchor,
      found_oldest: oldest,
      found_newest: newest,
      history_limited: false,
    });

    it.each<[string, () => Parameters, () => number[], object]>([
      [
        'around a message',
        () => ({ anchor: ids[4], num_before: 2, num_after: 3 }),
        () => ids.slice(2, 8),
        found(false, false),
      ],
      [
        'around a message, its number as text',
        () => ({ anchor: `${ids[4]}`, num_before: 1, num_after: 0 }),
        () => ids.slice(3, 5),
        found(false, false),
      ],
      [
        'the newest',
        () => ({ anchor: 'newest', num_before: 3, num_after: 5 }),
        () => ids.slice(7),
        { ...found(false, true, false), anchor: NEWEST },
      ],
      [
        'the newest by its number',
        () => ({ anchor: NEWEST, num_before: 3, num_after: 0 }),
        () => ids.slice(7),
        { ...found(false, true, false), anchor: NEWEST },
      ],
      [
        'the oldest',
        () => ({ anchor: 'oldest', num_before: 5, num_after: 3 }),
        () => ids.slice(0, 3),
        { ...found(true, false, false), anchor: 0 },
      ],
      ['all of it', () => ({ anchor: ids[5], num_before: 100, num_after: 100 }), () => ids, found(true, true)],
      [
        'exactly what there is before, which is not known to be all',
        () => ({ anchor: ids[2], num_before: 2, num_after: 0 }),
        () => ids.slice(0, 3),
        found(false, false),
      ],
      [
        'the message alone',
        () => ({ anchor: ids[3], num_before: 0, num_after: 0 }),
        () => [ids[3]!],
        found(false, false),
      ],
      [
        'without the message, onwards',
        () => ({ anchor: ids[3], num_before: 0, num_after: 2, include_anchor: false }),
        () => ids.slice(4, 6),
        found(false, false, false),
      ],
      [
        'around a number that no message of the narrow has',
        () => ({ anchor: ids[0]! - 1, num_before: 0, num_after: 2 }),
        () => ids.slice(0, 2),
        found(false, false, false),
      ],
    ])('%s', async (_what, window, expected, rest) => {
      const answer = await bob.client.succeed('GET', '/messages', { narrow: inChannel(), ...window() });
      expect(idsOf(answer.messages)).toEqual(expected());
      expect(answer).toMatchObject(rest);
    });

    it('begins at the first unread message, or at the newest if there is none', async () => {
      const reader = await createPerson(cluster, 'Reader');
      const room = await createChannel(ada, [reader]);
      const [first, second, third] = [
        await sendToChannel(ada, room),
        await sendToChannel(ada, room),
        await sendToChannel(ada, room),
      ];
      const narrow = [
        ['channel', room.name],
        ['topic', 'talk'],
      ];
      await reader.client.succeed('POST', '/messages/flags', { messages: [first], op: 'add', flag: 'read' });
      const window = { narrow, num_before: 0, num_after: 10 };
      for (const anchor of [{ anchor: 'first_unread' }, { anchor: 0, use_first_unread_anchor: true }]) {
        const answer = await reader.client.succeed('GET', '/messages', { ...window, ...anchor });
        expect(answer).toMatchObject({ anchor: second, found_anchor: true });
        expect(idsOf(answer.messages)).toEqual([second, third]);
      }
      await reader.client.succeed('POST', '/messages/flags', { messages: [second, third], op: 'add', flag: 'read' });
      const none = await reader.client.succeed('GET', '/messages', {
        ...window,
        anchor: 'first_unread',
        num_before: 1,
      });
      expect(none).toMatchObject({ anchor: NEWEST, found_newest: true });
      expect(idsOf(none.messages)).toEqual([third]);
    });

    it.each<[Parameters, string]>([
      [{ num_before: 1, num_after: 1 }, "Missing 'anchor' argument."],
      [{ anchor: 'somewhere' }, 'Invalid anchor'],
      [{ anchor: 0, num_before: 3000, num_after: 2001 }, 'Too many messages requested (maximum 5000).'],
      [{ anchor: 0, num_before: -1, num_after: 0 }, 'num_before is too small'],
      [{ anchor: 0, num_before: 'x', num_after: 0 }, 'num_before is not valid JSON'],
      [
        { anchor: 5, num_before: 1, num_after: 1, include_anchor: false },
        'The anchor can only be excluded at an end of the range',
      ],
    ])('refuses %j', async (parameters, msg) => {
      expectError(await bob.client.get('/messages', parameters), msg);
    });
  });

  describe('narrows', () => {
    it.each<[string, () => unknown[], () => number[]]>([
      [
        'channel by name, ignoring case',
        () => [{ operator: 'channel', operand: channel.name.toUpperCase() }],
        () => ids,
      ],
      ['channel by id under its old name', () => [{ operator: 'stream', operand: channel.id }], () => ids],
      [
        'pairs',
        () => [
          ['stream', channel.name],
          ['topic', 'red'],
        ],
        () => ids.filter((_, index) => index % 2 === 0),
      ],
      [
        'topic, ignoring case',
        () => [
          { operator: 'channel', operand: channel.id },
          { operator: 'topic', operand: 'BLUE' },
        ],
        () => ids.filter((_, index) => index % 2 === 1),
      ],
      [
        'sender by id',
        () => [...inChannel(), { operator: 'sender', operand: bob.userId }],
        () => ids.filter((_, index) => index % 2 === 1),
      ],
      ['id', () => [{ operator: 'id', operand: ids[4] }], () => [ids[4]!]],
      [
        'a negated term',
        () => [...inChannel(), { operator: 'topic', operand: 'red', negated: true }],
        () => ids.filter((_, index) => index % 2 === 1),
      ],
      ['near, which filters nothing', () => [...inChannel(), { operator: 'near', operand: String(ids[0]) }], () => ids],
    ])('%s', async (_what, narrow, expected) => {
      const messages = await fetchNewest(bob, narrow());
      expect(idsOf(messages).filter((id) => id >= ids[0]!)).toEqual(expected());
    });

    it('sender by address', async () => {
      const { email } = await bob.client.succeed('GET', '/users/me');
      const messages = await fetchNewest(ada, [...inChannel(), { operator: 'sender', operand: email }]);
      expect(idsOf(messages)).toEqual(ids.filter((_, index) => index % 2 === 1));
    });

    it('conversations of two, of several, and with oneself', async () => {
      const [carl, dora] = await Promise.all([createPerson(cluster, 'Carl'), createPerson(cluster, 'Dora')]);
      const two = await sendDirect(carl, [dora]);
      const three = await sendDirect(carl, [dora, eve]);
      const self = await sendDirect(carl, [carl]);
      const { email } = await dora.client.succeed('GET', '/users/me');
      const dm = (operand: unknown) => [{ operator: 'dm', operand }];
      expect(idsOf(await fetchNewest(carl, dm([dora.userId])))).toEqual([two]);
      expect(idsOf(await fetchNewest(carl, dm([dora.userId, carl.userId])))).toEqual([two]);
      expect(idsOf(await fetchNewest(carl, [['pm-with', email]]))).toEqual([two]);
      expect(idsOf(await fetchNewest(carl, dm([eve.userId, dora.userId])))).toEqual([three]);
      expect(idsOf(await fetchNewest(carl, dm([carl.userId])))).toEqual([self]);
      expect(idsOf(await fetchNewest(carl, dm([])))).toEqual([]);
      expect(idsOf(await fetchNewest(carl, dm([bob.userId])))).toEqual([]);
      const all = idsOf(await fetchNewest(carl, [['is', 'private']]));
      expect(all.filter((id) => id >= two)).toEqual([two, three, self]);
      expect(idsOf(await fetchNewest(dora, [{ operator: 'is', operand: 'dm' }])).filter((id) => id >= two)).toEqual([
        two,
        three,
      ]);
    });

    it('flags', async () => {
      const reader = await createPerson(cluster, 'Reader');
      const room = await createChannel(ada, [reader]);
      const plain = await sendToChannel(ada, room);
      const mention = await sendToChannel(ada, room, { content: `@**${reader.fullName}**` });
      const wildcard = await sendToChannel(ada, room, { content: '@**all**' });
      await reader.client.succeed('POST', '/messages/flags', { messages: [plain], op: 'add', flag: 'read' });
      await reader.client.succeed('POST', '/messages/flags', { messages: [wildcard], op: 'add', flag: 'starred' });
      const narrowed = async (operand: string) =>
        idsOf(
          await fetchNewest(reader, [
            { operator: 'channel', operand: room.id },
            { operator: 'topic', operand: 'talk' },
            { operator: 'is', operand },
          ]),
        );
      expect(await narrowed('unread')).toEqual([mention, wildcard]);
      expect(await narrowed('mentioned')).toEqual([mention, wildcard]);
      expect(await narrowed('starred')).toEqual([wildcard]);
    });

    it.each<[unknown, string]>([
      [[['channel', 'no such channel']], 'unknown channel no such channel'],
      [[{ operator: 'channel', operand: 999_999_999 }], 'unknown channel 999999999'],
      [[{ operator: 'sender', operand: 'nobody@x.example' }], 'unknown user nobody@x.example'],
      [[{ operator: 'dm', operand: [999_999_999] }], 'unknown user in [999999999]'],
      [[{ operator: 'is', operand: 'great' }], "unknown 'is' operand great"],
      [[{ operator: 'weather', operand: 'fine' }], 'unknown operator weather'],
      [[{ operator: 'id', operand: 'x' }], 'Invalid message ID'],
      [
        [
          ['topic', 'a'],
          ['is', 'dm'],
        ],
        'No message can be both a channel message and direct message',
      ],
    ])('%j is no narrow', async (narrow, desc) => {
      expectError(
        await bob.client.get('/messages', {
          anchor: 'newest',
          num_before: 1,
          num_after: 0,
          narrow: JSON.stringify(narrow),
        }),
        `Invalid narrow operator: ${desc}`,
        { code: 'BAD_NARROW', desc },
      );
    });

    it.each<[string, string]>([
      ['{', 'narrow is not valid JSON'],
      ['{}', 'narrow is not a list'],
      ['["a"]', 'Invalid narrow[0]: Value error, dict or list required'],
      ['[["a"]]', 'Invalid narrow[0]: Value error, element is not a string pair'],
      ['[["is","dm"],{"operator":"is"}]', 'Invalid narrow[1]: Value error, operand is missing'],
      ['[{"operand":"dm"}]', 'Invalid narrow[0]: Value error, operator is missing'],
      ['[{"operator":"is","operand":3}]', 'operand is not a string'],
      ['[{"operator":"sender","operand":[]}]', 'operand is not a string or integer'],
    ])('%s is malformed', async (narrow, msg) => {
      expectError(await bob.client.get('/messages', { anchor: 'newest', num_before: 1, num_after: 0, narrow }), msg);
    });
  });

  describe('message_ids', () => {
    it('gives exactly those that the reader may read, ascending', async () => {
      const secret = await createChannel(ada, [], { invite_only: true });
      const hidden = await sendToChannel(ada, secret);
      const answer = await bob.client.succeed('GET', '/messages', {
        message_ids: [ids[7], hidden, ids[2], 999_999_999, ids[2]],
      });
      expect(idsOf(answer.messages)).toEqual([ids[2], ids[7]]);
      expect(answer).toMatchObject({ found_anchor: false, found_oldest: false, found_newest: false });
      expect(answer).not.toHaveProperty('anchor');
    });

    it('does not go with an anchor', async () => {
      const parameters = 'num_before, num_after, anchor, message_ids, include_anchor, use_first_unread_anchor';
      for (const other of [
        { anchor: 'newest' },
        { num_before: 1 },
        { num_after: 1 },
        { use_first_unread_anchor: true },
      ]) {
        const { status, body } = await bob.client.get('/messages', { message_ids: [ids[0]], ...other });
        expect(status).toBe(400);
        expect(body).toMatchObject({ result: 'error', msg: `Unsupported parameter combination: ${parameters}` });
      }
    });
  });

  describe('GET /messages/{id}', () => {
    it('gives the message and its source', async () => {
      const id = await sendDirect(ada, [bob], { content: 'with *weight*' });
      const html = await bob.client.succeed('GET', `/messages/${id}`);
      expect(html).toMatchObject({
        raw_content: 'with *weight*',
        message: { id, content: '<p>with <em>weight</em></p>', content_type: 'text/html', flags: [] },
      });
      const source = await bob.client.succeed('GET', `/messages/${id}`, { apply_markdown: false });
      expect(source.message).toMatchObject({ content: 'with *weight*', content_type: 'text/x-markdown' });
    });

    it('does not tell hidden messages from missing ones', async () => {
      const secret = await createChannel(ada, [], { invite_only: true });
      const [hidden, direct] = [await sendToChannel(ada, secret), await sendDirect(ada, [eve])];
      const guest = await createPerson(cluster, 'Guest', 600);
      for (const id of [hidden, direct, 999_999_999]) {
        expectError(await bob.client.get(`/messages/${id}`), 'Invalid message(s)');
      }
      expectError(await guest.client.get(`/messages/${ids[0]}`), 'Invalid message(s)');
    });
  });

  describe('who was not there', () => {
    it('reads the history of public channels as read and historical', async () => {
      const messages = await fetchNewest(eve, inChannel());
      expect(idsOf(messages)).toEqual(ids);
      expect(new Set(messages.map(({ flags }) => flags.join()))).toEqual(new Set(['read,historical']));
      expect((await fetchOne(eve, ids[0]!)).flags).toEqual(['read', 'historical']);
    });

    it('finds nothing of it in the personal history', async () => {
      expect(await fetchNewest(eve, [...inChannel(), { operator: 'is', operand: 'unread' }])).toEqual([]);
      const personal = idsOf(await fetchNewest(eve));
      expect(personal.filter((id) => ids.includes(id))).toEqual([]);
    });

    it('reads what came before in a private channel only where history is shared', async () => {
      const before = unique('before');
      const [shared, closed] = await Promise.all([
        createChannel(ada, [], { invite_only: true, history_public_to_subscribers: true }),
        createChannel(ada, [], { invite_only: true }),
      ]);
      const old = [
        await sendToChannel(ada, shared, { content: before }),
        await sendToChannel(ada, closed, { content: before }),
      ] as const;
      for (const { name } of [shared, closed]) {
        await ada.client.succeed('POST', '/users/me/subscriptions', {
          subscriptions: [{ name }],
          principals: [bob.userId],
        });
      }
      expect((await fetchOne(bob, old[0])).flags).toEqual(['read', 'historical']);
      expectError(await bob.client.get(`/messages/${old[1]}`), 'Invalid message(s)');
      const fresh = await sendToChannel(ada, closed);
      expect(idsOf(await fetchNewest(bob, [['stream', closed.name]]))).toEqual([fresh]);
    });
  });

  it('finds nothing by the id of a channel that the reader may not see, and does not know its name', async () => {
    const secret = await createChannel(ada, [], { invite_only: true });
    const id = await sendToChannel(ada, secret, { topic: 'plans' });
    await ada.client.succeed('POST', '/messages/flags', { messages: [id], op: 'add', flag: 'starred' });
    const channel = { operator: 'channel', operand: secret.id };
    const narrows = [
      [channel],
      [channel, { operator: 'topic', operand: 'plans' }],
      [channel, { operator: 'id', operand: id }],
      [channel, { operator: 'search', operand: 'plans' }],
      [
        { ...channel, negated: true },
        { operator: 'id', operand: id },
      ],
      [channel, { operator: 'with', operand: id }, { operator: 'topic', operand: 'plans' }],
    ];
    for (const reader of [bob, eve]) {
      for (const narrow of narrows) expect(idsOf(await fetchNewest(reader, narrow))).toEqual([]);
      const { processed_count: processed } = await reader.client.succeed('POST', '/messages/flags/narrow', {
        ...{ anchor: 'oldest', num_before: 0, num_after: 10 },
        ...{ op: 'add', flag: 'starred', narrow: [channel] },
      });
      expect(processed).toBe(0);
    }
    const narrow = [{ operator: 'channel', operand: secret.name }];
    const { body } = await bob.client.get('/messages', { anchor: 'newest', num_before: 1, num_after: 0, narrow });
    expect(body).toMatchObject({ code: 'BAD_NARROW', desc: `unknown channel ${secret.name}` });
  });

  it('takes the forms that the terminal client sends', async () => {
    const newest = await bob.client.succeed('GET', '/messages', {
      anchor: NEWEST,
      num_before: 1,
      num_after: 0,
      narrow: [{ operator: 'stream', operand: channel.id }],
      client_gravatar: true,
      apply_markdown: true,
    });
    expect(newest.messages).toHaveLength(1);
    const unread = await bob.client.succeed('GET', '/messages', {
      anchor: 0,
      use_first_unread_anchor: true,
      num_before: 10,
      num_after: 10,
      narrow: [
        ['stream', channel.name],
        ['topic', 'red'],
      ],
    });
    expect(unread.messages.length).toBeGreaterThan(0);
  });
});
