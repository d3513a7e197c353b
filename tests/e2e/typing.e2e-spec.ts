import { Parameters, TestCluster, sharedCluster } from '@stoa/testing';
import { Channel, createChannel } from '../support/channels';
import { expectError } from '../support/expectations';
import { sendDirect, sendToChannel } from '../support/messages';
import { Person, createBot, createPerson } from '../support/people';
import { TestQueue, isEvent } from '../support/test-queue';

const CAPABILITIES = { stream_typing_notifications: true, empty_topic_name: true };

describe('typing', () => {
  let cluster: TestCluster;
  let ada: Person;
  let bob: Person;
  let quiet: Person;
  let channel: Channel;

  beforeAll(async () => {
    cluster = await sharedCluster();
    [ada, bob, quiet] = await Promise.all([
      createPerson(cluster, 'Ada'),
      createPerson(cluster, 'Bob'),
      createPerson(cluster, 'Quiet'),
    ]);
    await quiet.client.succeed('PATCH', '/settings', {
      receives_typing_notifications: false,
      send_private_typing_notifications: false,
      send_stream_typing_notifications: false,
    });
    channel = await createChannel(ada, [bob, quiet]);
  });

  const type = (who: Person, parameters: Parameters) => who.client.post('/typing', { op: 'start', ...parameters });
  const listen = (who: Person, capabilities: Parameters = CAPABILITIES) =>
    TestQueue.register(who, {
      event_types: ['typing', 'typing_edit_message', 'message'],
      client_capabilities: capabilities,
    });

  it('in a direct conversation is told to its participants who want to know', async () => {
    const [bobs, own, quiets] = await Promise.all([listen(bob), listen(ada), listen(quiet)]);
    expect((await type(ada, { to: [bob.userId, quiet.userId] })).body).toEqual({ result: 'success', msg: '' });
    const event = await bobs.next(isEvent('typing', 'start'));
    expect(event).toMatchObject({ message_type: 'direct', sender: { user_id: ada.userId } });
    expect(event.recipients.map(({ user_id }: { user_id: number }) => user_id)).toEqual(
      [ada, bob, quiet].map(({ userId }) => userId).sort((a, b) => a - b),
    );
    await own.next(isEvent('typing', 'start'));
    await type(ada, { op: 'stop', type: 'direct', to: [bob.userId, quiet.userId] });
    await bobs.next(isEvent('typing', 'stop'));
    const marker = await sendDirect(ada, [quiet]);
    expect((await quiets.untilMessage(marker)).map((found) => found.type)).toEqual(['message']);
  });

  it('in a topic is told to subscribers whose clients know of it', async () => {
    const [bobs, old, named] = await Promise.all([
      listen(bob),
      listen(bob, {}),
      listen(bob, { stream_typing_notifications: true }),
    ]);
    await type(ada, { type: 'channel', stream_id: channel.id, topic: '(no topic)' });
    const event = await bobs.next(isEvent('typing'));
    expect(event).toEqual({
      id: event.id,
      type: 'typing',
      op: 'start',
      message_type: 'stream',
      sender: { user_id: ada.userId, email: expect.any(String) },
      stream_id: channel.id,
      topic: '',
    });
    expect(await named.next(isEvent('typing'))).toMatchObject({ topic: 'general chat' });
    const marker = await sendToChannel(ada, channel);
    expect((await old.untilMessage(marker)).map((found) => found.type)).toEqual(['message']);
  });

  it('is told to bots and by bots as by everybody', async () => {
    const bot = await createBot(ada);
    const { client, userId } = bot;
    const [bobs, own] = await Promise.all([listen(bob), listen(bot)]);
    await type(bob, { to: [userId] });
    expect(await own.next(isEvent('typing'))).toMatchObject({ op: 'start', sender: { user_id: bob.userId } });
    await bobs.next(isEvent('typing'));
    await client.succeed('POST', '/typing', { op: 'start', to: [bob.userId] });
    expect(await bobs.next(isEvent('typing'))).toMatchObject({ op: 'start', sender: { user_id: userId } });
    await client.succeed('POST', '/typing', { op: 'stop', type: 'stream', stream_id: channel.id, topic: 'plans' });
    expect(await bobs.next(isEvent('typing'))).toMatchObject({ op: 'stop', sender: { user_id: userId } });
    const direct = await sendDirect(bot, [bob]);
    await client.succeed('POST', `/messages/${direct}/typing`, { op: 'start' });
    expect(await bobs.next(isEvent('typing_edit_message'))).toMatchObject({ sender_id: userId, message_id: direct });
  });

  it('in an edit is told to those who see the message', async () => {
    const queue = await listen(bob);
    const inChannel = await sendToChannel(ada, channel, { topic: 'plans' });
    const direct = await sendDirect(ada, [bob]);
    await ada.client.succeed('POST', `/messages/${inChannel}/typing`, { op: 'start' });
    const event = await queue.next(isEvent('typing_edit_message'));
    expect(event).toEqual({
      id: event.id,
      type: 'typing_edit_message',
      op: 'start',
      sender_id: ada.userId,
      message_id: inChannel,
      recipient: { type: 'channel', channel_id: channel.id, topic: 'plans' },
    });
    await ada.client.succeed('POST', `/messages/${direct}/typing`, { op: 'stop' });
    const user_ids = [ada.userId, bob.userId].sort((a, b) => a - b);
    expect(await queue.next(isEvent('typing_edit_message', 'stop'))).toMatchObject({
      recipient: { type: 'direct', user_ids },
    });
    expectError(
      await bob.client.post(`/messages/${inChannel}/typing`, { op: 'start' }),
      "You don't have permission to edit this message",
    );
    expectError(await bob.client.post('/messages/999999999999/typing', { op: 'start' }), 'Invalid message(s)');
  });

  it('is refused where a message would be, and where it says nothing', async () => {
    const secret = await createChannel(ada, [], { invite_only: true });
    expectError(await type(ada, { to: [] }), "Empty 'to' list");
    expectError(await type(ada, { to: [999999999] }), 'Invalid user ID 999999999');
    expectError(await type(ada, {}), "Missing 'to' argument");
    expectError(await type(ada, { type: 'private', to: [ada.userId] }), 'Invalid type');
    expectError(await type(ada, { type: 'stream', topic: 'x' }), "Missing 'stream_id' argument");
    expectError(await type(ada, { type: 'stream', stream_id: channel.id }), 'Missing topic');
    expectError(await type(quiet, { to: [ada.userId] }), 'User has disabled typing notifications for direct messages');
    expectError(
      await type(quiet, { type: 'stream', stream_id: channel.id, topic: 'x' }),
      'User has disabled typing notifications for channel messages',
    );
    // Users who cannot see a channel do not learn its name either.
    expectError(await type(bob, { type: 'stream', stream_id: secret.id, topic: 'x' }), 'Invalid channel ID');
    expectError(await type(ada, { type: 'stream', stream_id: 999999999, topic: 'x' }), 'Invalid channel ID');
  });
});
