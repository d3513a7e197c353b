import { Parameters, TestCluster, sharedCluster } from '@stoa/testing';
import { Channel, createChannel } from '../support/channels';
import { expectError } from '../support/expectations';
import { sendDirect, sendToChannel } from '../support/messages';
import { Person, createPerson } from '../support/people';
import { orderSoon } from '../support/scheduled-messages';
import { statementsOf } from '../support/statements';
import { ClientEvent, TestQueue, isEvent } from '../support/test-queue';

const later = () => Math.ceil(Date.now() / 1000) + 3600;

describe('reminders', () => {
  let cluster: TestCluster;
  let ada: Person;
  let bob: Person;
  let channel: Channel;

  beforeAll(async () => {
    cluster = await sharedCluster();
    [ada, bob] = await Promise.all([createPerson(cluster, 'Ada'), createPerson(cluster, 'Bob')]);
    channel = await createChannel(ada, [bob]);
  });

  const remind = async (person: Person, messageId: number, changes: Parameters = {}): Promise<number> => {
    const reminder = { message_id: messageId, scheduled_delivery_timestamp: later(), ...changes };
    return (await person.client.succeed('POST', '/reminders', reminder)).reminder_id;
  };
  const list = async (person: Person) => (await person.client.succeed('GET', '/reminders')).reminders;

  it('are listed by time and deleted, and told to their owner only', async () => {
    const [queue, others] = await Promise.all([TestQueue.register(bob), TestQueue.register(ada)]);
    const messageId = await sendToChannel(ada, channel, { topic: 'plans', content: 'hello' });
    const at = later();
    const last = await remind(bob, messageId, { scheduled_delivery_timestamp: at + 10, note: '\nsoon  ' });
    const first = await remind(bob, await sendDirect(ada, [bob], { content: '/poll x' }), {
      scheduled_delivery_timestamp: at,
    });
    const reminders = await list(bob);
    expect(reminders).toEqual([
      {
        reminder_id: first,
        type: 'private',
        to: [bob.userId],
        content: expect.stringMatching(/^You requested a reminder for the following direct message\.\n\n.* a poll\.$/s),
        rendered_content: expect.any(String),
        scheduled_delivery_timestamp: at,
        failed: false,
        reminder_target_message_id: expect.any(Number),
      },
      {
        reminder_id: last,
        type: 'private',
        to: [bob.userId],
        content: expect.stringContaining(`#**${channel.name}>plans@${messageId}**. Note:\n > soon\n\n`),
        rendered_content: expect.stringContaining('class="message-link"'),
        scheduled_delivery_timestamp: at + 10,
        failed: false,
        reminder_target_message_id: messageId,
      },
    ]);
    expect(reminders[1].content).toContain(
      `@_**${ada.fullName}|${ada.userId}** [said](http://${ada.client.host}/#narrow/channel/${channel.id}-`,
    );
    expect(reminders[1].content).toContain(`/topic/plans/near/${messageId}):\n\`\`\`quote\nhello\n\`\`\``);
    expect((await TestQueue.register(bob)).state.reminders).toEqual(reminders);
    expect((await queue.next(isEvent('reminders', 'add'))).reminders).toEqual([reminders[1]]);
    expect((await queue.next(isEvent('reminders', 'add'))).reminders).toEqual([reminders[0]]);

    for (const id of [first, last]) {
      const unknown = await ada.client.delete(`/reminders/${id}`);
      expectError(unknown, 'Reminder does not exist', { status: 404 });
      await bob.client.succeed('DELETE', `/reminders/${id}`);
      expect(await queue.next(isEvent('reminders', 'remove'))).toMatchObject({ reminder_id: id });
    }
    expect(await list(bob)).toEqual([]);
    expectError(await bob.client.delete('/reminders/9999999999999'), 'Reminder does not exist', { status: 404 });
    expect(others.received.filter(isEvent('reminders'))).toEqual([]);
  });

  it('are refused for what cannot be read, the past and long notes', async () => {
    const secret = await createChannel(ada, [], { invite_only: true });
    const readable = await sendToChannel(ada, channel);
    const refused: [Parameters, string][] = [
      [{ message_id: 999_999_999 }, 'Invalid message(s)'],
      [{ message_id: await sendToChannel(ada, secret) }, 'Invalid message(s)'],
      [{ scheduled_delivery_timestamp: 1_600_000_000 }, 'Scheduled delivery time must be in the future.'],
      [{ note: 'x'.repeat(1001) }, 'Maximum reminder note length: 1000 characters'],
      [{ message_id: 'x' }, 'message_id is not valid JSON'],
    ];
    for (const [changes, msg] of refused) {
      const reminder = { message_id: readable, scheduled_delivery_timestamp: later(), ...changes };
      expectError(await bob.client.post('/reminders', reminder), msg);
    }
    expect(await list(bob)).toEqual([]);
  });

  it('are sent by the notification bot when their time has come, unread, and are gone then', async () => {
    const secret = await createChannel(ada, [], { invite_only: true });
    const messageId = await sendToChannel(ada, secret, { content: `hello @**${ada.fullName}**` });
    const queue = await TestQueue.register(ada, { apply_markdown: true });
    const { reminder_id: id } = await orderSoon((at) => {
      const reminder = { message_id: messageId, scheduled_delivery_timestamp: at, note: 'x'.repeat(1000) };
      return ada.client.post('/reminders', reminder);
    });
    const isReminder = ({ type, message }: ClientEvent) =>
      type === 'message' && message.sender_full_name === 'Notification Bot';
    const { message, flags } = await queue.next(isReminder);
    expect(message).toMatchObject({ type: 'private', content_type: 'text/html' });
    expect(message.content).toContain('You requested a reminder for <a class="message-link"');
    expect(message.content).toContain('<blockquote>');
    expect(flags).toEqual([]);
    expect(await queue.next(isEvent('reminders', 'remove'))).toMatchObject({ reminder_id: id });
    expect(await list(ada)).toEqual([]);
    expectError(await ada.client.delete(`/reminders/${id}`), 'Reminder does not exist', { status: 404 });
  });

  it('are listed by a fixed number of statements', async () => {
    const [few, many] = await Promise.all([createPerson(cluster, 'Few'), createPerson(cluster, 'Many')]);
    const messageId = await sendDirect(many, [few]);
    for (let count = 0; count < 6; count++) await remind(many, messageId);
    expect(await statementsOf(cluster, () => list(many))).toBe(await statementsOf(cluster, () => list(few)));
  });
});
