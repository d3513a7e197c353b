import { randomBytes } from 'node:crypto';
import { Parameters, ResponseBody, TestCluster, sharedCluster } from '@stoa/testing';
import { signIn } from '../support/browsers';
import { createChannel } from '../support/channels';
import { expectError } from '../support/expectations';
import { sendDirect, sendToChannel } from '../support/messages';
import { Organization, createOrganization } from '../support/organizations';
import { Person, createBot, unique } from '../support/people';
import { ClientEvent, TestQueue, isEvent } from '../support/test-queue';

const TYPES = ['realm_user', 'realm_bot', 'user_group', 'subscription', 'message'];
const NOT_OWNER = { code: 'UNAUTHORIZED_PRINCIPAL' };

describe('bots', () => {
  let cluster: TestCluster;
  let organization: Organization;
  let owner: Person;
  let ada: Person;
  let grace: Person;
  let guest: Person;

  beforeAll(async () => {
    cluster = await sharedCluster();
    organization = await createOrganization(cluster);
    owner = organization.owner;
    ada = await organization.createPerson('Ada');
    grace = await organization.createPerson('Grace');
    guest = await organization.createPerson('Guest', 600);
  });

  const shortName = (): string => unique('b').replaceAll(' ', '');
  const create = async (by: Person, parameters: Parameters = {}): Promise<ResponseBody> =>
    by.client.succeed('POST', '/bots', { full_name: unique('Bot'), short_name: shortName(), ...parameters });
  async function eventsUntilNow(queue: TestQueue, to: Person): Promise<ClientEvent[]> {
    const marker = await sendDirect(grace, [to]);
    const events = await queue.untilMessage(marker);
    return events.slice(0, -1).map(({ id: _id, ...event }) => event);
  }

  it('show the tokens of their services to keys, and to browsers with the password only', async () => {
    const keeper = await organization.createPerson('Keeper');
    const browser = await signIn(keeper);
    const kinds = { event_types: ['realm_bot'], fetch_event_types: ['realm_bot'] };
    const { queue_id, last_event_id } = await browser.succeed('POST', '/register', kinds);
    const queue = await TestQueue.register(keeper, { event_types: ['realm_bot'] });
    const request = { bot_type: 3, payload_url: JSON.stringify('https://hook.example/a') };
    const { user_id: botId } = await create(keeper, request);
    const tokenOf = (bots: ResponseBody[]): unknown => bots.find((bot) => bot.user_id === botId)?.services[0].token;
    const { bot } = await queue.next(isEvent('realm_bot'));
    const token = tokenOf([bot]);
    expect(token).toMatch(/^[0-9a-f]{32}$/);
    expect(tokenOf((await keeper.client.succeed('POST', '/register', kinds)).realm_bots)).toBe(token);
    expect(tokenOf((await browser.succeed('POST', '/register', kinds)).realm_bots)).toBe('');
    const { events } = await browser.succeed('GET', '/events', { queue_id, last_event_id });
    expect(tokenOf(events.map((event: ResponseBody) => event.bot))).toBe('');
    const path = `/bots/${botId}/service_token`;
    const { password } = keeper;
    expectError(await browser.post(path, { password: 'wrong' }), 'Password is incorrect.');
    expect(await browser.succeed('POST', path, { password })).toMatchObject({ token });
    expectError(await (await signIn(grace)).post(path, { password: grace.password }), 'Insufficient permission');
    expectError(await browser.post('/bots/2147483600/service_token', { password }), 'No such bot');
    const { user_id: hook } = await create(keeper, { bot_type: 2 });
    expectError(await browser.post(`/bots/${hook}/service_token`, { password }), 'This bot has no token.');
    expect((await keeper.client.post(path, { password })).status).toBe(404);
  });

  it('are created, listed and can be used at once', async () => {
    const administrators = await TestQueue.register(owner, { event_types: TYPES });
    const strangers = await TestQueue.register(guest, { event_types: TYPES });
    const name = unique('Deploy');
    const bot = await create(ada, { full_name: ` ${name} `, short_name: 'deploy' });
    expect(bot).toMatchObject({
      api_key: expect.stringMatching(/^[A-Za-z0-9]{32}$/),
      default_sending_stream: null,
      default_events_register_stream: null,
      default_all_public_streams: false,
    });
    const { bots } = await ada.client.succeed('GET', '/bots');
    const listed = bots.find((other: ResponseBody) => other.full_name === name);
    expect(listed).toMatchObject({ api_key: bot.api_key, username: expect.stringMatching(/^deploy-bot@/) });
    const me = await ada.client.as(listed.username, bot.api_key).succeed('GET', '/users/me');
    expect(me).toMatchObject({ user_id: bot.user_id, is_bot: true, bot_type: 1, bot_owner_id: ada.userId, role: 400 });
    const events = await eventsUntilNow(administrators, owner);
    expect(events.map(({ type, op }) => `${type} ${op}`)).toEqual([
      'realm_user add',
      'user_group add_members',
      'user_group add_members',
      'realm_bot add',
    ]);
    expect(events[0].person).toMatchObject({ user_id: bot.user_id, is_bot: true, full_name: name });
    expect(events[0].person).not.toHaveProperty('profile_data');
    expect(events[3].bot).toEqual({
      user_id: bot.user_id,
      ...{ default_sending_stream: null, default_events_register_stream: null, default_all_public_streams: false },
      services: [],
    });
    const seen = (await eventsUntilNow(strangers, guest)).map(({ type }) => type);
    expect(seen).toEqual(['realm_user', 'user_group', 'user_group']);
  });

  it.each<[string, Parameters, string]>([
    ['a blank name', { full_name: ' ' }, 'Name must not be empty!'],
    ['a blank short name', { short_name: ' ' }, 'Bad name or username'],
    ['a short name of two lines', { short_name: 'a\nb' }, 'Bad name or username'],
    ['a short name that no address has', { short_name: 'a b' }, 'Bad name or username'],
    ['an unknown type', { bot_type: 9 }, 'Invalid bot type'],
    ['embedded bots', { bot_type: 4, service_name: 'helper' }, 'Embedded bots are not enabled.'],
    ['an unknown integration', { bot_type: 2, service_name: 'unknown' }, "Invalid integration 'unknown'."],
    [
      'an unknown interface',
      { bot_type: 3, interface_type: 3, payload_url: '"http://a.example"' },
      'Invalid interface type',
    ],
    ['a bad URL', { bot_type: 3, payload_url: '"nowhere"' }, 'Invalid payload_url: Value error, Not a URL'],
    ['an unknown channel', { default_sending_stream: 'nowhere' }, "Invalid channel name 'nowhere'"],
  ])('are not created with %s', async (_what, parameters, msg) => {
    const given = { full_name: unique('Bot'), short_name: shortName(), ...parameters };
    expectError(await ada.client.post('/bots', given), msg);
  });

  it('have names and addresses of their own', async () => {
    const name = unique('Twin');
    await create(ada, { full_name: name, short_name: 'twin' });
    expectError(
      await ada.client.post('/bots', { full_name: unique('Bot'), short_name: 'twin' }),
      'Email is already in use.',
    );
    expectError(
      await ada.client.post('/bots', { full_name: name, short_name: shortName() }),
      'Name is already in use.',
    );
  });

  it('are not created by guests and bots', async () => {
    const parameters = { full_name: unique('Bot'), short_name: shortName() };
    expectError(await guest.client.post('/bots', parameters), 'Not allowed for guest users');
    const bot = await create(ada);
    const { bots } = await ada.client.succeed('GET', '/bots');
    const { username } = bots.find(({ api_key: key }: ResponseBody) => key === bot.api_key);
    const client = ada.client.as(username, bot.api_key);
    expectError(await client.post('/bots', parameters), 'This endpoint does not accept bot requests.');
    expectError(await client.get('/bots'), 'This endpoint does not accept bot requests.');
  });

  it('tell their owner and the administrators of changes', async () => {
    const bot = await create(ada, { bot_type: 3, payload_url: '"https://hook.example/a"', service_name: 'hook' });
    const channel = await createChannel(ada);
    const administrators = await TestQueue.register(owner, { event_types: TYPES });
    const name = unique('Renamed');
    const updated = await ada.client.succeed('PATCH', `/bots/${bot.user_id}`, {
      full_name: name,
      default_sending_stream: channel.name,
      default_all_public_streams: true,
      service_payload_url: '"https://hook.example/b"',
      service_interface: 2,
    });
    expect(updated).toMatchObject({
      full_name: name,
      default_sending_stream: channel.name,
      default_events_register_stream: null,
      default_all_public_streams: true,
      service_payload_url: 'https://hook.example/b',
      service_interface: 2,
      config_data: null,
      bot_owner: expect.stringContaining('@'),
    });
    const user_id = bot.user_id;
    const events = await eventsUntilNow(administrators, owner);
    expect(events.filter(({ type }) => type === 'realm_bot').map(({ bot: change }) => change)).toEqual([
      { user_id, default_sending_stream: channel.name },
      { user_id, default_all_public_streams: true },
      { user_id, services: [{ base_url: 'https://hook.example/b', interface: 2, token: expect.any(String) }] },
    ]);
    expect(events.filter(({ type }) => type === 'realm_user').map(({ person }) => person)).toEqual([
      { user_id, full_name: name },
    ]);
    await ada.client.succeed('PATCH', `/bots/${bot.user_id}`, { default_sending_stream: '', full_name: name });
    expect((await eventsUntilNow(administrators, owner)).map(({ bot: change }) => change)).toEqual([
      { user_id, default_sending_stream: null },
    ]);
  });

  it('change hands', async () => {
    const bot = await create(ada);
    const former = await TestQueue.register(ada, { event_types: ['realm_bot', 'realm_user', 'message'] });
    const next = await TestQueue.register(grace, { event_types: ['realm_bot', 'realm_user', 'message'] });
    const administrators = await TestQueue.register(owner, { event_types: ['realm_bot', 'realm_user', 'message'] });
    await ada.client.succeed('PATCH', `/bots/${bot.user_id}`, { bot_owner_id: grace.userId });
    const told = { type: 'realm_user', op: 'update', person: { user_id: bot.user_id, bot_owner_id: grace.userId } };
    expect(await eventsUntilNow(former, ada)).toEqual([
      { type: 'realm_bot', op: 'delete', bot: { user_id: bot.user_id } },
      told,
    ]);
    const marker = await sendDirect(ada, [grace]);
    const got = (await next.untilMessage(marker)).slice(0, -1);
    expect(got.filter(({ type }) => type !== 'message')).toEqual([
      expect.objectContaining({
        type: 'realm_bot',
        op: 'add',
        bot: expect.objectContaining({ user_id: bot.user_id }),
      }),
      expect.objectContaining(told),
    ]);
    expect(await eventsUntilNow(administrators, owner)).toEqual([told]);
    expectError(await ada.client.patch(`/bots/${bot.user_id}`, { full_name: 'X' }), 'Insufficient permission');
  });

  it('are updated by those who may only', async () => {
    const bot = await create(ada);
    const path = `/bots/${bot.user_id}`;
    expectError(await grace.client.patch(path, { full_name: 'X' }), 'Insufficient permission');
    expectError(await owner.client.patch(`/bots/${ada.userId}`, { full_name: 'X' }), 'No such bot');
    expectError(await owner.client.patch('/bots/999999999', { full_name: 'X' }), 'No such bot');
    expectError(await ada.client.patch(path, { role: 300 }), 'Must be an organization administrator', NOT_OWNER);
    expectError(await ada.client.patch(path, { bot_owner_id: 999_999_999 }), 'Failed to change owner, no such user');
    expectError(
      await ada.client.patch(path, { bot_owner_id: bot.user_id }),
      "Failed to change owner, bots can't own other bots",
    );
    const gone = await organization.createPerson('Gone');
    await owner.client.succeed('DELETE', `/users/${gone.userId}`);
    expectError(
      await ada.client.patch(path, { bot_owner_id: gone.userId }),
      'Failed to change owner, user is deactivated',
    );
    await owner.client.succeed('PATCH', path, { role: 300 });
    const { user } = await ada.client.succeed('GET', `/users/${bot.user_id}`);
    expect(user).toMatchObject({ role: 300, bot_type: 1, bot_owner_id: ada.userId });
  });

  it('get new keys', async () => {
    const bot = await create(ada);
    const queue = await TestQueue.register(ada, { event_types: ['realm_bot', 'message'] });
    const { api_key: fresh } = await ada.client.succeed('POST', `/bots/${bot.user_id}/api_key/regenerate`);
    expect(fresh).not.toBe(bot.api_key);
    expect(await eventsUntilNow(queue, ada)).toEqual([]);
    expect((await ada.client.succeed('GET', `/bots/${bot.user_id}/api_key`)).api_key).toBe(fresh);
    expectError(await grace.client.post(`/bots/${bot.user_id}/api_key/regenerate`), 'Insufficient permission');
  });

  it('are deactivated and come back', async () => {
    const bot = await create(ada);
    const queue = await TestQueue.register(ada, { event_types: ['realm_bot', 'realm_user', 'message'] });
    expectError(await owner.client.delete(`/users/${bot.user_id}`), 'No such user');
    expectError(await grace.client.delete(`/bots/${bot.user_id}`), 'Insufficient permission');
    await ada.client.succeed('DELETE', `/bots/${bot.user_id}`);
    await ada.client.succeed('DELETE', `/bots/${bot.user_id}`);
    const events = (is_active: boolean) => [
      { type: 'realm_user', op: 'update', person: { user_id: bot.user_id, is_active } },
    ];
    expect(await eventsUntilNow(queue, ada)).toEqual(events(false));
    const { bots } = await ada.client.succeed('GET', '/bots');
    expect(bots.some((other: ResponseBody) => other.api_key === bot.api_key)).toBe(false);
    await ada.client.succeed('POST', `/users/${bot.user_id}/reactivate`);
    await ada.client.succeed('POST', `/users/${bot.user_id}/reactivate`);
    expect(await eventsUntilNow(queue, ada)).toEqual(events(true));
  });

  it('do not come back beside another of their name', async () => {
    const name = unique('Same');
    const first = await create(ada, { full_name: name });
    await ada.client.succeed('DELETE', `/bots/${first.user_id}`);
    await create(ada, { full_name: name });
    expectError(
      await ada.client.post(`/users/${first.user_id}/reactivate`),
      `There is already an active bot named "${name}" in this organization. To reactivate this bot, you must rename or deactivate the other one first.`,
    );
  });

  describe('storage', () => {
    let robot: Person;
    let other: Person;

    beforeAll(async () => {
      [robot, other] = [await createBot(ada), await createBot(ada)];
    });

    it('level 494: is for bots only', async () => {
      const text = 'This endpoint requires a bot user account.';
      expectError(await ada.client.put('/bot_storage', { storage: { a: '1' } }), text);
      expectError(await ada.client.get('/bot_storage'), text);
      expectError(await ada.client.delete('/bot_storage'), text);
    });

    it('keeps values by key for the calling account', async () => {
      await robot.client.succeed('PUT', '/bot_storage', { storage: { a: '1', b: '2', '': 'x' } });
      await robot.client.succeed('PUT', '/bot_storage', { storage: { b: '3' } });
      const all = { '': 'x', a: '1', b: '3' };
      expect((await robot.client.succeed('GET', '/bot_storage')).storage).toEqual(all);
      expect((await robot.client.succeed('GET', '/bot_storage', { keys: ['b'] })).storage).toEqual({ b: '3' });
      expect((await other.client.succeed('GET', '/bot_storage')).storage).toEqual({});
      expectError(await robot.client.get('/bot_storage', { keys: ['b', 'c'] }), 'Key does not exist.');
      expectError(await robot.client.delete('/bot_storage', { keys: ['b', 'c'] }), 'Key does not exist.');
      expect((await robot.client.succeed('GET', '/bot_storage')).storage).toEqual(all);
      await robot.client.succeed('DELETE', '/bot_storage', { keys: ['b'] });
      await robot.client.succeed('DELETE', '/bot_storage');
      expect((await robot.client.succeed('GET', '/bot_storage')).storage).toEqual({});
    });

    it('takes texts only', async () => {
      expectError(await robot.client.put('/bot_storage', { storage: { a: 1 } }), 'storage["a"] is not a string');
      expectError(await robot.client.put('/bot_storage', { storage: [1] }), 'storage is not a dict');
      expectError(await robot.client.delete('/bot_storage', { keys: 'null' }), 'keys is not a list');
    });

    it('takes no endless keys', async () => {
      const key = randomBytes(3000).toString('base64');
      const text = 'A key of the storage is too long (limit: 2500 bytes).';
      expectError(await robot.client.put('/bot_storage', { storage: { [key]: 'x' } }), text);
      const bot = { full_name: unique('Hook'), short_name: unique('hook').replaceAll(' ', '-'), bot_type: 2 };
      const config_data = { [key]: 'x' };
      expectError(await ada.client.post('/bots', { ...bot, config_data }), 'Invalid configuration data!');
      const { user_id: id } = await ada.client.succeed('POST', '/bots', bot);
      expectError(await ada.client.patch(`/bots/${id}`, { config_data }), 'Invalid configuration data!');
    });
  });

  describe('that a channel mentions without their being subscribed', () => {
    const flagsOf = async (bot: Person, id: number): Promise<string[]> =>
      (await bot.client.succeed('GET', `/messages/${id}`)).message.flags;

    it('get the message, its edits and reactions, and may read it as theirs', async () => {
      const name = unique('Echo');
      const bot = await createBot(ada, { full_name: name });
      const channel = await createChannel(ada, [grace]);
      const queue = await TestQueue.register(bot, {
        event_types: ['message', 'update_message', 'reaction', 'delete_message'],
      });
      const id = await sendToChannel(grace, channel, { content: `@**${name}** hi`, topic: 'echo' });
      const event = await queue.next(isEvent('message'));
      expect(event).toMatchObject({ flags: ['mentioned'], message: { id, subject: 'echo', sender_id: grace.userId } });
      expect(await flagsOf(bot, id)).toEqual(['mentioned']);
      const narrow = JSON.stringify([{ operator: 'is', operand: 'mentioned' }]);
      const found = await bot.client.succeed('GET', '/messages', {
        narrow,
        anchor: 'newest',
        num_before: 10,
        num_after: 0,
      });
      expect(found.messages.map((message: ResponseBody) => message.id)).toEqual([id]);
      await ada.client.succeed('POST', `/messages/${id}/reactions`, { emoji_name: 'tada' });
      expect(await queue.next(isEvent('reaction'))).toMatchObject({ message_id: id });
      await grace.client.succeed('PATCH', `/messages/${id}`, { content: 'nobody' });
      expect(await queue.next(isEvent('update_message'))).toMatchObject({ message_id: id, flags: [] });
      expect(await flagsOf(bot, id)).toEqual([]);
      const changed = await bot.client.succeed('POST', '/messages/flags', { messages: [id], op: 'add', flag: 'read' });
      expect(changed.messages).toEqual([id]);
      expect(await flagsOf(bot, id)).toEqual(['read']);
      await owner.client.succeed('DELETE', `/messages/${id}`);
      expect(await queue.next(isEvent('delete_message'))).toMatchObject({ message_id: id });
    });

    it('answer there, as bots do', async () => {
      const name = unique('Answer');
      const bot = await createBot(ada, { full_name: name });
      const channel = await createChannel(ada, [grace]);
      const queue = await TestQueue.register(bot, { event_types: ['message'] });
      const listener = await TestQueue.register(grace, { event_types: ['message'] });
      await sendToChannel(grace, channel, { content: `@**${name}|${bot.userId}** hi`, topic: 'echo' });
      const { message } = await queue.next(isEvent('message'));
      const answer = { type: 'stream', to: message.display_recipient, topic: message.subject, content: 'hello' };
      const { id } = await bot.client.succeed('POST', '/messages', answer);
      expect(await listener.message(id)).toMatchObject({ message: { sender_id: bot.userId, subject: 'echo' } });
    });

    it('hear nothing of silent mentions, groups, private channels, others, and what they are only named in', async () => {
      const name = unique('Deaf');
      const bot = await createBot(ada, { full_name: name });
      const channel = await createChannel(ada, [grace]);
      const closed = await createChannel(ada, [grace], { invite_only: true });
      const group = unique('deaf').replaceAll(' ', '');
      await owner.client.succeed('POST', '/user_groups/create', {
        name: group,
        description: '',
        members: [bot.userId],
      });
      const [queue, graces] = await Promise.all(
        [bot, guest].map((person) => TestQueue.register(person, { event_types: ['message'] })),
      );
      for (const content of [`@_**${name}**`, `@*${group}*`, `\`@**${name}**\``, `@**${guest.fullName}**`]) {
        await sendToChannel(grace, channel, { content });
      }
      await sendToChannel(grace, closed, { content: `@**${name}**` });
      const hidden = await sendToChannel(grace, closed, { content: `@**${name}** again` });
      expectError(await bot.client.get(`/messages/${hidden}`), 'Invalid message(s)');
      const marker = await sendDirect(grace, [bot, guest]);
      for (const listener of [queue, graces]) {
        const events = await listener?.untilMessage(marker);
        expect(events?.map(({ message }) => message.id)).toEqual([marker]);
      }
    });
  });
});
