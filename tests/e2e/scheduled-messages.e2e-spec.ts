import { Parameters, TestCluster, eventually, sharedCluster } from '@stoa/testing';
import { Channel, createChannel } from '../support/channels';
import { expectError } from '../support/expectations';
import { fetchFlags, fetchNewest } from '../support/messages';
import { Person, createPerson } from '../support/people';
import { makeDue, orderSoon } from '../support/scheduled-messages';
import { statementsOf } from '../support/statements';
import { ClientEvent, TestQueue, isEvent } from '../support/test-queue';

const later = () => Math.ceil(Date.now() / 1000) + 3600;
const FUTURE = 'Scheduled delivery time must be in the future.';

describe('scheduled messages', () => {
  let cluster: TestCluster;
  let ada: Person;
  let bob: Person;
  let channel: Channel;

  beforeAll(async () => {
    cluster = await sharedCluster();
    [ada, bob] = await Promise.all([createPerson(cluster, 'Ada'), createPerson(cluster, 'Bob')]);
    channel = await createChannel(ada, [bob]);
  });

  const message = (changes: Parameters = {}): Parameters => ({
    type: 'channel',
    to: channel.id,
    topic: 'plans',
    content: '**hi**',
    scheduled_delivery_timestamp: later(),
    ...changes,
  });
  const schedule = async (person: Person, changes: Parameters = {}): Promise<number> =>
    (await person.client.succeed('POST', '/scheduled_messages', message(changes))).scheduled_message_id;
  const list = async (person: Person) => (await person.client.succeed('GET', '/scheduled_messages')).scheduled_messages;
  const find = async (person: Person, id: number) =>
    (await list(person)).find((entry: Parameters) => entry.scheduled_message_id === id);
  const isNotice = ({ type, message: notice }: ClientEvent) =>
    type === 'message' && notice.sender_full_name === 'Notification Bot' && /you scheduled for/.test(notice.content);

  it('are listed by time, changed and deleted, and told to their sender only', async () => {
    const person = await createPerson(cluster, 'Carl');
    const [queue, others] = await Promise.all([TestQueue.register(person), TestQueue.register(bob)]);
    const at = later();
    const last = await schedule(person, { scheduled_delivery_timestamp: at + 10 });
    const direct = { type: 'direct', to: [bob.userId, ada.userId], topic: undefined };
    const first = await schedule(person, { ...direct, scheduled_delivery_timestamp: at });
    const expected = [
      {
        scheduled_message_id: first,
        type: 'private',
        to: [ada.userId, bob.userId].sort((a, b) => a - b),
        content: '**hi**',
        rendered_content: '<p><strong>hi</strong></p>',
        scheduled_delivery_timestamp: at,
        failed: false,
      },
      {
        scheduled_message_id: last,
        type: 'stream',
        to: channel.id,
        topic: 'plans',
        content: '**hi**',
        rendered_content: '<p><strong>hi</strong></p>',
        scheduled_delivery_timestamp: at + 10,
        failed: false,
      },
    ];
    expect(await list(person)).toEqual(expected);
    expect((await TestQueue.register(person)).state.scheduled_messages).toEqual(expected);
    expect((await queue.next(isEvent('scheduled_messages', 'add'))).scheduled_messages).toEqual([expected[1]]);
    expect((await queue.next(isEvent('scheduled_messages', 'add'))).scheduled_messages).toEqual([expected[0]]);

    const edit = (id: number, changes: Parameters) =>
      person.client.succeed('PATCH', `/scheduled_messages/${id}`, changes);
    const updated = async () => (await queue.next(isEvent('scheduled_messages', 'update'))).scheduled_message;
    await edit(last, { content: 'new' });
    expect(await updated()).toEqual({ ...expected[1], content: 'new', rendered_content: '<p>new</p>' });
    await edit(last, { topic: 'other', scheduled_delivery_timestamp: at + 20 });
    expect(await updated()).toMatchObject({ topic: 'other', scheduled_delivery_timestamp: at + 20, content: 'new' });
    await edit(last, { type: 'direct', to: [person.userId] });
    const selfDirect = await updated();
    expect(selfDirect).toMatchObject({ type: 'private', to: [person.userId] });
    expect(selfDirect).not.toHaveProperty('topic');
    await edit(first, { type: 'stream', to: channel.id, topic: 'x' });
    expect(await updated()).toMatchObject({ type: 'stream', to: channel.id, topic: 'x' });

    for (const id of [first, last]) {
      await person.client.succeed('DELETE', `/scheduled_messages/${id}`);
      expect(await queue.next(isEvent('scheduled_messages', 'remove'))).toMatchObject({ scheduled_message_id: id });
    }
    expect(await list(person)).toEqual([]);
    expect(others.received.filter(isEvent('scheduled_messages'))).toEqual([]);
  });

  it.each<[Parameters, string, Parameters]>([
    [{ scheduled_delivery_timestamp: 1_600_000_000 }, FUTURE, {}],
    [{ scheduled_delivery_timestamp: 1e15 }, 'scheduled_delivery_timestamp is too large', {}],
    [{ to: [1] }, 'Invalid data type for channel ID', {}],
    [{ to: ['x'] }, 'to["int"] is not an integer', {}],
    [{ to: 'general' }, 'to is not valid JSON', {}],
    [{ type: 'direct' }, 'Invalid data type for recipients', {}],
    [{ type: 'direct', to: [] }, 'Message must have recipients', {}],
    [{ type: 'direct', to: [999_999_999] }, 'Invalid user ID 999999999', {}],
    [{ type: 'letter' }, 'Invalid type: Value error, Not in the list of possible values', {}],
    [{ topic: undefined }, 'Missing topic', {}],
    [{ content: ' ' }, 'Message must not be empty', {}],
    [
      { to: 999_999_999 },
      "Channel with ID '999999999' does not exist",
      { code: 'STREAM_DOES_NOT_EXIST', stream_id: 999_999_999 },
    ],
  ])('%j are refused', async (changes, msg, extra) => {
    expectError(await ada.client.post('/scheduled_messages', message(changes)), msg, extra);
  });

  it('that are changed are checked again', async () => {
    const id = await schedule(ada);
    const refused: [Parameters, string][] = [
      [{}, 'Nothing to change'],
      [{ type: 'channel' }, 'Recipient required when updating type of scheduled message.'],
      [{ type: 'channel', to: channel.id }, 'Topic required when updating scheduled message type to channel.'],
      [{ scheduled_delivery_timestamp: 5 }, FUTURE],
      [{ to: [bob.userId] }, 'Invalid data type for channel ID'],
      [{ type: 'direct', to: bob.userId }, 'Invalid data type for recipients'],
      [{ content: '' }, 'Message must not be empty'],
    ];
    for (const [changes, msg] of refused) {
      expectError(await ada.client.patch(`/scheduled_messages/${id}`, changes), msg);
    }
    for (const unknown of [id, 999_999_999, 9_999_999_999_999]) {
      const status = 404;
      const changed = await bob.client.patch(`/scheduled_messages/${unknown}`, { content: 'mine' });
      expectError(changed, 'Scheduled message does not exist', { status });
      const deleted = await bob.client.delete(`/scheduled_messages/${unknown}`);
      expectError(deleted, 'Scheduled message does not exist', { status });
    }
    expect(await find(ada, id)).toMatchObject({ content: '**hi**' });
  });

  it('are sent when their time has come, once, and are gone then', async () => {
    const [queue, received] = await Promise.all([TestQueue.register(ada), TestQueue.register(bob)]);
    const { scheduled_message_id: id } = await orderSoon((at) =>
      ada.client.post(
        '/scheduled_messages',
        message({ scheduled_delivery_timestamp: at, topic: 'due', read_by_sender: true }),
      ),
    );
    const isDue = (event: ClientEvent) => event.type === 'message' && event.message.subject === 'due';
    const { message: sent } = await received.next(isDue);
    expect(sent).toMatchObject({ sender_id: ada.userId, stream_id: channel.id, content: '**hi**' });
    expect(await queue.next(isEvent('scheduled_messages', 'remove'))).toMatchObject({ scheduled_message_id: id });
    expect(await find(ada, id)).toBeUndefined();
    expect(await fetchFlags(ada, [sent.id])).toEqual(new Map([[sent.id, ['read']]]));
    expectError(
      await ada.client.patch(`/scheduled_messages/${id}`, { content: 'too late' }),
      'Scheduled message was already sent',
    );
    expectError(await ada.client.delete(`/scheduled_messages/${id}`), 'Scheduled message does not exist', {
      status: 404,
    });
  });

  it('to oneself start unread', async () => {
    const queue = await TestQueue.register(ada);
    await makeDue(cluster, bob, [await schedule(ada, { type: 'direct', to: [ada.userId] })]);
    const { message: sent, flags } = await queue.next(
      ({ type, message: own }) => type === 'message' && own.type === 'private' && own.sender_id === ada.userId,
    );
    expect(flags).toEqual([]);
    expect(sent.display_recipient).toEqual([expect.objectContaining({ id: ada.userId })]);
  });

  it('that are due together are each sent once', async () => {
    const topic = 'together';
    const count = 40;
    const contents = Array.from({ length: count }, (_, index) => `number ${index}`);
    const ids = await Promise.all(contents.map((content) => schedule(ada, { topic, content })));
    await makeDue(cluster, bob, ids);
    const narrow = [
      { operator: 'channel', operand: channel.id },
      { operator: 'topic', operand: topic },
    ];
    await eventually(async () => (await fetchNewest(bob, narrow)).length >= count);
    await eventually(async () => (await list(ada)).every((entry: Parameters) => entry.topic !== topic));
    const sent = (await fetchNewest(bob, narrow, { apply_markdown: false })).map(({ content }) => content);
    expect(sent.sort()).toEqual(contents.sort());
  });

  it('that are late are kept as failed and told of, and can be given a new time', async () => {
    const queue = await TestQueue.register(ada);
    const id = await schedule(ada);
    await makeDue(cluster, bob, [id], 11 * 60);
    const notice = await queue.next(isNotice);
    expect(notice.message.content).toContain('> Message could not be sent at the scheduled time.');
    expect(notice.flags).toEqual([]);
    const failed = { scheduled_message_id: id, failed: true };
    expect((await queue.next(isEvent('scheduled_messages', 'update'))).scheduled_message).toMatchObject(failed);
    expect(await find(ada, id)).toMatchObject(failed);

    expectError(await ada.client.patch(`/scheduled_messages/${id}`, { content: 'again' }), FUTURE);
    const at = later();
    await ada.client.succeed('PATCH', `/scheduled_messages/${id}`, { scheduled_delivery_timestamp: at });
    expect((await queue.next(isEvent('scheduled_messages', 'update'))).scheduled_message).toMatchObject({
      failed: false,
      scheduled_delivery_timestamp: at,
    });
    expect((await TestQueue.register(ada)).state.scheduled_messages).toContainEqual(
      expect.objectContaining({ scheduled_message_id: id, failed: false }),
    );
  });

  it('that may not be sent any more are kept as failed with the reason', async () => {
    const carl = await createPerson(cluster, 'Carl');
    const secret = await createChannel(carl, [ada], { invite_only: true });
    const queue = await TestQueue.register(ada);
    const id = await schedule(ada, { to: secret.id });
    await ada.client.succeed('DELETE', '/users/me/subscriptions', { subscriptions: [secret.name] });
    await makeDue(cluster, bob, [id], 1);
    const { message: notice } = await queue.next(isNotice);
    expect(notice.content).toContain(`> Not authorized to send to channel '${secret.name}'`);
    expect(await find(ada, id)).toMatchObject({ failed: true });
    await ada.client.succeed('DELETE', `/scheduled_messages/${id}`);
  });

  it('are listed by a fixed number of statements', async () => {
    const [few, many] = await Promise.all([createPerson(cluster, 'Few'), createPerson(cluster, 'Many')]);
    for (let count = 0; count < 8; count++) await schedule(many, { type: 'direct', to: [ada.userId] });
    expect(await statementsOf(cluster, () => list(many))).toBe(await statementsOf(cluster, () => list(few)));
  });
});
