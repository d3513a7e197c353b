import { ResponseBody, TestCluster, sharedCluster } from '@stoa/testing';
import { createChannel } from '../support/channels';
import { inDatabase } from '../support/database';
import { expectError } from '../support/expectations';
import { fetchFlags, fetchNewest, sendDirect, sendToChannel } from '../support/messages';
import { Person, createPerson, unique } from '../support/people';
import { TestQueue, isEvent } from '../support/test-queue';

let cluster: TestCluster;
let ada: Person;

beforeEach(async () => {
  cluster = await sharedCluster();
  ada = await createPerson(cluster, 'Ada');
});

describe('the owner of a bot is told', () => {
  let bot: Person;

  beforeEach(async () => {
    const fullName = unique('Bot');
    const shortName = fullName.toLowerCase().replaceAll(' ', '');
    const created = await ada.client.succeed('POST', '/bots', { full_name: fullName, short_name: shortName });
    const { bots } = await ada.client.succeed('GET', '/bots');
    const email: string = bots.find((listed: { username: string }) =>
      listed.username.startsWith(`${shortName}-bot@`),
    ).username;
    const apiKey: string = created.api_key;
    const client = ada.client.as(email, apiKey);
    bot = { userId: created.user_id, fullName, email, password: '', apiKey, client };
  });

  const post = (to: number | string, by = bot) =>
    by.client.post('/messages', { type: 'channel', to, topic: 'talk', content: 'hello' });
  const said = async (): Promise<string[]> => {
    const messages = await fetchNewest(ada, [['is', 'dm']], { apply_markdown: false });
    return messages
      .filter((message) => message.sender_full_name === 'Notification Bot')
      .map((message): string => message.content);
  };
  const beginning = () => `Your bot \`${bot.email}\` tried to send a message to channel`;
  /** As if the last warning were so old. */
  const wait = (seconds: number) =>
    inDatabase(cluster, (database) =>
      database.query(
        'age_of_warnings',
        `UPDATE message SET sent_at = sent_at - make_interval(secs => $1) WHERE starts_with(content, $2)`,
        [seconds, beginning()],
      ),
    );

  it('that there is no such channel, at most once in five minutes', async () => {
    const queue = await TestQueue.register(ada, { event_types: ['message'] });
    const name = unique('nowhere');
    const missing = { code: 'STREAM_DOES_NOT_EXIST', stream: name };
    expectError(await post(name), `Channel '${name}' does not exist`, missing);
    const first = `${beginning()} #**${name}**, but that channel does not exist. Click [here](#channels/new) to create it.`;
    const { message, flags } = await queue.next(isEvent('message'));
    expect([message.sender_full_name, flags]).toEqual(['Notification Bot', []]);
    expect(await said()).toEqual([first]);
    expectError(await post(name), `Channel '${name}' does not exist`, missing);
    await wait(290);
    await post(999_999_999);
    expect(await said()).toEqual([first]);
    await wait(11);
    expectError(await post(999_999_999), "Channel with ID '999999999' does not exist", {
      code: 'STREAM_DOES_NOT_EXIST',
      stream_id: 999_999_999,
    });
    expect(await said()).toEqual([first, `${beginning()} ID 999999999, but there is no channel with that ID.`]);
  });

  it('once, of posts at the same time', async () => {
    const name = unique('nowhere');
    await Promise.all([post(name), post(name), post(name), post(name)]);
    expect(await said()).toHaveLength(1);
  });

  it('that a channel has no subscribers, though the message is kept', async () => {
    const channel = await createChannel(ada);
    await sendToChannel(bot, channel);
    expect(await said()).toEqual([]);
    await ada.client.succeed('DELETE', '/users/me/subscriptions', { subscriptions: [channel.name] });
    const id = await sendToChannel(bot, channel);
    expect(await said()).toEqual([
      `${beginning()} #**${channel.name}**. The channel exists but does not have any subscribers.`,
    ]);
    expect([...(await fetchFlags(ada, [id])).keys()]).toEqual([id]);
  });

  it('nothing of what people do, or of requests that name no channel', async () => {
    await post(unique('nowhere'), ada);
    expectError(await bot.client.post('/messages', { type: 'channel', topic: 'x', content: 'x' }), 'Missing channel');
    expect(await said()).toEqual([]);
  });
});

describe('the welcome bot', () => {
  const isAnswer = (message: ResponseBody) => message.sender_full_name === 'Welcome Bot';

  it('answers direct messages to it alone, once each', async () => {
    const bob = await createPerson(cluster, 'Bob');
    const { state } = await TestQueue.register(ada, { event_types: [], fetch_event_types: ['realm_user'] });
    const { user_id: userId } = state.cross_realm_bots.find(
      ({ full_name: name }: { full_name: string }) => name === 'Welcome Bot',
    );
    const answers = async () => (await fetchNewest(ada, [{ operator: 'dm', operand: [userId] }])).filter(isAnswer);
    const before = await answers();
    const queue = await TestQueue.register(ada, { event_types: ['message'] });
    const to = [userId];
    const { id } = await ada.client.succeed('POST', '/messages', { type: 'direct', to, content: 'help' });
    expect((await queue.next(isEvent('message'))).message.id).toBe(id);
    const { message, flags } = await queue.next(isEvent('message'));
    expect(message).toMatchObject({
      type: 'private',
      sender_id: userId,
      content: expect.stringContaining('I am a bot'),
    });
    expect(flags).toEqual([]);
    await ada.client.succeed('POST', '/messages', { type: 'direct', to: [userId, bob.userId], content: 'hi' });
    await sendDirect(ada, [bob]);
    expect(await answers()).toHaveLength(before.length + 1);
  });
});
