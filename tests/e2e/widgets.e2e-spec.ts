import { Parameters, TestCluster, sharedCluster } from '@stoa/testing';
import { Channel, createChannel } from '../support/channels';
import { expectError } from '../support/expectations';
import { fetchOne, sendDirect, sendToChannel } from '../support/messages';
import { Person, createPerson } from '../support/people';
import { TestQueue, isEvent } from '../support/test-queue';

describe('widgets', () => {
  let cluster: TestCluster;
  let ada: Person;
  let bob: Person;
  let channel: Channel;

  beforeAll(async () => {
    cluster = await sharedCluster();
    [ada, bob] = await Promise.all([createPerson(cluster, 'Ada'), createPerson(cluster, 'Bob')]);
    channel = await createChannel(ada, [bob]);
  });

  const poll = () => sendToChannel(ada, channel, { content: '/poll Lunch?\n- soup\nbread' });
  const add = (person: Person, id: number, content: unknown, parameters: Parameters = {}) =>
    person.client.post('/submessage', {
      message_id: id,
      msg_type: 'widget',
      content: typeof content === 'string' ? content : JSON.stringify(content),
      ...parameters,
    });

  it.each<[string, object]>([
    [
      '/poll Lunch?\n- soup\nbread',
      { widget_type: 'poll', extra_data: { question: 'Lunch?', options: ['soup', 'bread'] } },
    ],
    [
      '/todo Trip\npack: socks',
      {
        widget_type: 'todo',
        extra_data: { task_list_title: 'Trip', tasks: [{ task: 'pack', desc: 'socks' }] },
      },
    ],
  ])('begin with their message: %j', async (content, widget) => {
    const queue = await TestQueue.register(bob);
    for (const send of [() => sendToChannel(ada, channel, { content }), () => sendDirect(ada, [bob], { content })]) {
      const id = await send();
      const { message } = await queue.message(id);
      expect(message.submessages).toEqual([
        {
          id: expect.any(Number),
          message_id: id,
          sender_id: ada.userId,
          msg_type: 'widget',
          content: expect.any(String),
        },
      ]);
      expect(JSON.parse(message.submessages[0].content)).toEqual(widget);
      expect((await fetchOne(bob, id)).submessages).toEqual(message.submessages);
    }
  });

  it('may be forms', async () => {
    const choice = { short_name: 'A', long_name: 'first', reply: 'a', type: 'multiple_choice' };
    const widget = { widget_type: 'zform', extra_data: { type: 'choices', heading: 'pick', choices: [choice] } };
    const id = await sendToChannel(ada, channel, { widget_content: JSON.stringify(widget) });
    const [submessage] = (await fetchOne(bob, id)).submessages;
    expect(JSON.parse(submessage.content)).toEqual(widget);
    const message = { type: 'channel', to: channel.id, topic: 'x', content: 'x' };
    for (const [given, msg] of [
      ['{', 'Widgets: API programmer sent invalid JSON content'],
      ['{"widget_type":"x","extra_data":{}}', 'Widgets: unknown widget type: x'],
    ]) {
      expectError(await ada.client.post('/messages', { ...message, widget_content: given }), msg!);
    }
  });

  it('are answered, which their message’s audience is told', async () => {
    const [queue, outside] = await Promise.all([
      TestQueue.register(ada),
      TestQueue.register(await createPerson(cluster, 'C')),
    ]);
    const id = await poll();
    const vote = { type: 'vote', key: 'canned,0', vote: 1 };
    expect((await add(bob, id, vote)).status).toBe(200);
    const event = await queue.next(isEvent('submessage'));
    const content = JSON.stringify(vote);
    expect(event).toMatchObject({ msg_type: 'widget', message_id: id, sender_id: bob.userId, content });
    const { submessages } = await fetchOne(bob, id);
    expect(submessages).toHaveLength(2);
    expect(submessages[1]).toEqual({
      id: event.submessage_id,
      message_id: id,
      sender_id: bob.userId,
      msg_type: 'widget',
      content,
    });
    expect((await add(ada, id, { type: 'question', question: 'Dinner?' })).status).toBe(200);
    expect(outside.received.filter(isEvent('submessage'))).toEqual([]);
  });

  it.each<[unknown, string]>([
    ['{', 'Invalid json for submessage'],
    [{ type: 'x' }, 'Unknown type for poll data: x'],
    [{ type: 'vote', key: 'a', vote: 5 }, 'Invalid poll data["vote"]'],
    [{ type: 'question', question: 'x' }, "You can't edit a question unless you are the author."],
  ])('are not answered with %j', async (content, msg) => {
    const id = await poll();
    expectError(await add(bob, id, content), msg);
    expect((await fetchOne(bob, id)).submessages).toHaveLength(1);
  });

  it('are made by the sender of a message only', async () => {
    const plain = await sendToChannel(ada, channel);
    expectError(await add(bob, plain, { a: 1 }), 'You cannot attach a submessage to this message.');
    expect((await add(ada, plain, { a: 1 })).status).toBe(200);
    expect((await add(bob, plain, { a: 2 })).status).toBe(200);
    const secret = await createChannel(ada, [], { invite_only: true });
    for (const unknown of [999_999_999, await sendToChannel(ada, secret, { content: '/poll' })]) {
      expectError(await add(bob, unknown, { type: 'vote', key: 'a', vote: 1 }), 'Invalid message(s)');
    }
    expectError(
      await bob.client.post('/submessage', { message_id: plain, content: '{}' }),
      "Missing 'msg_type' argument",
      {
        code: 'REQUEST_VARIABLE_MISSING',
        var_name: 'msg_type',
      },
    );
  });
});
