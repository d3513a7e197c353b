import { TestCluster, TestResponse, eventually, sharedCluster } from '@stoa/testing';
import { Channel, createChannel } from '../support/channels';
import { expectError } from '../support/expectations';
import { sendDirect, sendToChannel } from '../support/messages';
import { Person, createPerson } from '../support/people';
import { rawRequest } from '../support/raw-request';
import { TestQueue } from '../support/test-queue';

describe('event queues', () => {
  let cluster: TestCluster;
  let ada: Person;
  let bob: Person;
  let channel: Channel;

  beforeAll(async () => {
    cluster = await sharedCluster();
    [ada, bob] = await Promise.all([createPerson(cluster, 'Ada'), createPerson(cluster, 'Bob')]);
    channel = await createChannel(ada, [bob]);
  });

  const onlyMessages = { event_types: ['message'] };
  const unknownQueue = (id: string) => ({ code: 'BAD_EVENT_QUEUE_ID', queue_id: id });

  async function rawPoll(queue: TestQueue, lastEventId: number): Promise<string> {
    const query = new URLSearchParams({ queue_id: queue.id, last_event_id: String(lastEventId), dont_block: 'true' });
    const path = `/api/v1/events?${query}`;
    return (await rawRequest(bob.client, path)).text;
  }

  it('repeats what was not acknowledged, byte by byte', async () => {
    const queue = await TestQueue.register(bob, onlyMessages);
    await sendToChannel(ada, channel);
    await sendToChannel(ada, channel);
    const first = await eventually(async () => {
      const text = await rawPoll(queue, -1);
      return JSON.parse(text).events.length === 2 && text;
    });
    for (let round = 0; round < 4; round += 1) expect(await rawPoll(queue, -1)).toBe(first);
  });

  it('forgets what was acknowledged', async () => {
    const queue = await TestQueue.register(bob, onlyMessages);
    const sent = [
      await sendToChannel(ada, channel),
      await sendToChannel(ada, channel),
      await sendToChannel(ada, channel),
    ];
    await queue.message(sent[2]!);
    const { body } = await bob.client.get('/events', { queue_id: queue.id, last_event_id: 1, dont_block: true });
    expect(body.events.map(({ message }: { message: { id: number } }) => message.id)).toEqual([sent[2]]);
    const again = await bob.client.get('/events', { queue_id: queue.id, last_event_id: 1, dont_block: true });
    expect(again.body.events).toEqual(body.events);
    expectError(
      await bob.client.get('/events', { queue_id: queue.id, last_event_id: 0, dont_block: true }),
      'An event newer than 0 has already been pruned!',
    );
    expectError(
      await bob.client.get('/events', { queue_id: queue.id, last_event_id: 70, dont_block: true }),
      'Event 70 was not in this queue',
    );
    const after = await bob.client.get('/events', { queue_id: queue.id, last_event_id: 2, dont_block: true });
    expect(after.body.events).toEqual([]);
  });

  it('answers the older of two polls at once; the newest waits', async () => {
    const queue = await TestQueue.register(bob, onlyMessages);
    const polls = [queue.request(), queue.request()].map((poll, index) =>
      poll.then(({ status, body }) => ({ index, status, events: body.events })),
    );
    const superseded = await Promise.race(polls);
    expect(superseded).toMatchObject({ status: 200, events: [] });
    const id = await sendToChannel(ada, channel);
    const held = await polls[1 - superseded.index];
    expect(held).toMatchObject({ status: 200, events: [{ type: 'message', message: { id } }] });
  });

  it('lets another poll go on where a broken connection ended', async () => {
    const queue = await TestQueue.register(bob, onlyMessages);
    const broken = new AbortController();
    const poll = queue.request({}, { signal: broken.signal });
    await bob.client.succeed('GET', '/users/me');
    broken.abort();
    await expect(poll).rejects.toThrow();
    const id = await sendToChannel(ada, channel);
    expect((await queue.message(id)).id).toBe(0);
  });

  describe('BAD_EVENT_QUEUE_ID', () => {
    it("is the same for unknown queues and other people's", async () => {
      const queue = await TestQueue.register(ada, onlyMessages);
      const parameters = { last_event_id: -1, dont_block: true };
      for (const id of [queue.id, 'f3a6c1f0-0000-4000-8000-000000000000', 'nonsense', '17:23']) {
        const msg = `Bad event queue ID: ${id}`;
        expectError(await bob.client.get('/events', { queue_id: id, ...parameters }), msg, unknownQueue(id));
        expectError(await bob.client.delete('/events', { queue_id: id }), msg, unknownQueue(id));
      }
      expect(await queue.poll({ dont_block: true })).toEqual([]);
    });

    it('is the answer for a deleted queue', async () => {
      const queue = await TestQueue.register(bob, onlyMessages);
      expect((await queue.delete()).body).toEqual({ result: 'success', msg: '' });
      const msg = `Bad event queue ID: ${queue.id}`;
      expectError(await queue.delete(), msg, unknownQueue(queue.id));
      expectError(await queue.request({ dont_block: true }), msg, unknownQueue(queue.id));
    });
  });

  it('finishes a held poll when its queue is deleted', async () => {
    const queue = await TestQueue.register(bob, onlyMessages);
    // Whether the poll is held before or comes after the deletion is not ours to see; both answers are right.
    const poll = queue.request();
    expect((await queue.delete()).status).toBe(200);
    const { status, body } = await poll;
    if (status === 200) expect(body.events).toEqual([]);
    else expect(body).toMatchObject({ code: 'BAD_EVENT_QUEUE_ID', queue_id: queue.id });
  });

  it('accepts the queue to delete in the query as well', async () => {
    const queue = await TestQueue.register(bob, onlyMessages);
    const path = `/api/v1/events?queue_id=${encodeURIComponent(queue.id)}`;
    const { status } = await rawRequest(bob.client, path, { method: 'DELETE' });
    expect(status).toBe(200);
    expect((await queue.request({ dont_block: true })).body.code).toBe('BAD_EVENT_QUEUE_ID');
  });

  it('says what is wrong with the parameters', async () => {
    const queue = await TestQueue.register(bob, onlyMessages);
    expectError(await bob.client.get('/events'), "Missing 'queue_id' argument");
    expectError(await bob.client.get('/events', { queue_id: queue.id }), "Missing 'last_event_id' argument");
    expectError(
      await bob.client.get('/events', { queue_id: queue.id, last_event_id: '"1"' }),
      'last_event_id is not an integer',
    );
    expectError(
      await bob.client.get('/events', { queue_id: queue.id, last_event_id: 'x' }),
      'last_event_id is not valid JSON',
    );
    expectError(
      await bob.client.get('/events', { queue_id: queue.id, last_event_id: -1, dont_block: 1 }),
      'dont_block is not a boolean',
    );
    expectError(await bob.client.delete('/events'), "Missing 'queue_id' argument", {
      code: 'REQUEST_VARIABLE_MISSING',
      var_name: 'queue_id',
    });
  });

  it('can be made by GET /events', async () => {
    const queue = await TestQueue.registerThroughEvents(bob, { ...onlyMessages, apply_markdown: true });
    expect(queue.state).toEqual({
      result: 'success',
      msg: '',
      queue_id: expect.any(String),
      events: [],
      idle_queue_timeout_secs: 600,
    });
    const id = await sendToChannel(ada, channel, { content: '*x*' });
    const { message, ...event } = await queue.message(id);
    expect(event).toEqual({ id: 0, type: 'message', flags: [] });
    expect(message).toMatchObject({ content: '<p><em>x</em></p>', content_type: 'text/html' });
  });

  it('takes the parameters that only retrying libraries send', async () => {
    const { body } = await bob.client.post('/register', { event_types: 'null', narrow: [], dont_block: true });
    expect(body.ignored_parameters_unsupported).toEqual(['dont_block']);
    const queue = await TestQueue.register(bob, {
      event_types: '["message"]',
      client_capabilities: { unheard_of: true },
    });
    const id = await sendDirect(ada, [bob]);
    await queue.message(id);
  });

  it('refuses a poll whose key does not fit, whatever the queue', async () => {
    const queue = await TestQueue.register(bob, onlyMessages);
    const stranger = bob.client.as(bob.email, 'x'.repeat(32));
    const { status, body } = await stranger.get('/events', { queue_id: queue.id, last_event_id: -1 });
    expect([status, body.code]).toEqual([401, 'UNAUTHORIZED']);
  });

  it('ends the held polls of a key that was revoked', async () => {
    const carl = await createPerson(cluster, 'Carl');
    const queue = await TestQueue.register(carl, onlyMessages);
    const answers: TestResponse[] = [];
    const poll = queue.request().then((answer) => answers.push(answer));
    await carl.client.succeed('GET', '/users/me');
    await carl.client.succeed('POST', '/users/me/api_key/regenerate');
    const { status, body } = await eventually(() => answers[0]);
    await poll;
    if (status === 200) expect(body.events).toEqual([]);
    else expect([status, body.code]).toEqual([401, 'UNAUTHORIZED']);
    await eventually(async () => (await queue.request({ dont_block: true })).status === 401, { timeoutMs: 2000 });
  });
});
