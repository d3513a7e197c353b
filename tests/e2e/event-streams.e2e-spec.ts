import { ResponseBody, TestClient, TestCluster, TestResponse, eventually, sharedCluster } from '@stoa/testing';
import { signIn } from '../support/browsers';
import { Channel, createChannel } from '../support/channels';
import { sendToChannel } from '../support/messages';
import { Person, createPerson } from '../support/people';
import { TestQueue } from '../support/test-queue';

const SEND_PAUSE_MS = 30;

/** A client that reads a queue by streams, one after the other, as browsers do. */
class StreamReader {
  readonly received: ResponseBody[] = [];
  /** Of the streams that were answered with an error. */
  readonly refusals: TestResponse[] = [];
  streams = 0;
  lastEventId: number | undefined;
  private readonly controller = new AbortController();
  private running: Promise<void> | undefined;

  constructor(
    private readonly client: TestClient,
    private readonly queueId: string,
  ) {}

  start(): this {
    this.running = this.run();
    return this;
  }

  async stop(): Promise<void> {
    this.controller.abort();
    await this.running;
  }

  get messageIds(): number[] {
    return this.received.filter(({ type }) => type === 'message').map(({ message }) => message.id);
  }

  /** One stream, until the service ends it. The address stays what it was, as that of a browser's EventSource does. */
  async once(): Promise<TestResponse | undefined> {
    this.streams += 1;
    const headers: Record<string, string> = {};
    if (this.lastEventId !== undefined) headers['last-event-id'] = String(this.lastEventId);
    const take = (event: ResponseBody): void => {
      if (event.id === undefined) return;
      this.lastEventId = event.id;
      this.received.push(event);
    };
    const { signal } = this.controller;
    return this.client.stream({ queue_id: this.queueId, last_event_id: -1 }, take, { headers, signal });
  }

  private async run(): Promise<void> {
    const { signal } = this.controller;
    while (!signal.aborted && this.refusals.length === 0) {
      try {
        const answer = await this.once();
        if (answer && answer.status < 500) this.refusals.push(answer);
      } catch {
        // The connection broke, or nobody listened: what was missed comes with the next stream.
        if (!signal.aborted) await new Promise((resolve) => setTimeout(resolve, 50));
      }
    }
  }
}

describe('streams of events', () => {
  let cluster: TestCluster;
  let ada: Person;
  let bob: Person;
  let channel: Channel;
  const onlyMessages = { event_types: ['message'] };

  beforeAll(async () => {
    cluster = await sharedCluster();
    [ada, bob] = await Promise.all([createPerson(cluster, 'Ada'), createPerson(cluster, 'Bob')]);
    channel = await createChannel(ada, [bob]);
  });

  it('bring events as they come, and those again that were not acknowledged', async () => {
    const queue = await TestQueue.register(bob, onlyMessages);
    const first = await sendToChannel(ada, channel);
    const reader = new StreamReader(bob.client, queue.id).start();
    await eventually(() => reader.messageIds.length === 1);
    const second = await sendToChannel(ada, channel);
    await eventually(() => reader.messageIds.length === 2);
    expect([reader.messageIds, reader.streams]).toEqual([[first, second], 1]);
    await reader.stop();
    // Of the API's other way to the same queue.
    expect((await queue.poll({ dont_block: true })).map(({ message }) => message.id)).toEqual([first, second]);
    const next = new StreamReader(bob.client, queue.id);
    next.lastEventId = 0;
    next.start();
    await eventually(() => next.messageIds.length === 1);
    expect(next.messageIds).toEqual([second]);
    await next.stop();
    const pruned = await queue.request({ last_event_id: -1, dont_block: true });
    expect(pruned.body.msg).toBe('An event newer than -1 has already been pruned!');
  });

  it('are for browsers as well, and for dont_block they are none', async () => {
    const browser = await signIn(bob);
    const { queue_id: queueId } = await browser.succeed('POST', '/register', onlyMessages);
    const reader = new StreamReader(browser, queueId).start();
    const id = await sendToChannel(ada, channel);
    await eventually(() => reader.messageIds.length === 1);
    expect(reader.messageIds).toEqual([id]);
    await reader.stop();
    const headers = { accept: 'text/event-stream' };
    const at = { queue_id: queueId, last_event_id: -1, dont_block: true };
    expect((await browser.get('/events', at, { headers })).body.events).toHaveLength(1);
  });

  it('are refused as polls are', async () => {
    const queue = await TestQueue.register(ada, onlyMessages);
    const refusal = async (parameters: object, client = bob.client): Promise<[number?, string?]> => {
      const answer = await client.stream({ ...parameters }, () => undefined);
      return [answer?.status, answer?.body.msg];
    };
    expect(await refusal({})).toEqual([400, "Missing 'queue_id' argument"]);
    expect(await refusal({ queue_id: queue.id })).toEqual([400, "Missing 'last_event_id' argument"]);
    expect(await refusal({ queue_id: queue.id, last_event_id: 70 }, ada.client)).toEqual([
      400,
      'Event 70 was not in this queue',
    ]);
    expect(await refusal({ queue_id: queue.id, last_event_id: -1 })).toEqual([400, `Bad event queue ID: ${queue.id}`]);
    const stranger = bob.client.as(bob.email, 'x'.repeat(32));
    expect(await refusal({ queue_id: queue.id, last_event_id: -1 }, stranger)).toEqual([401, 'Invalid API key']);
  });

  it('end when another request takes the queue, and when it is deleted', async () => {
    const queue = await TestQueue.register(bob, onlyMessages);
    const first = new StreamReader(bob.client, queue.id).once();
    const id = await sendToChannel(ada, channel);
    const second = new StreamReader(bob.client, queue.id).start();
    expect(await first).toBeUndefined();
    await eventually(() => second.messageIds.includes(id));
    await queue.delete();
    await eventually(() => second.refusals.length === 1);
    expect(second.refusals[0]?.body.code).toBe('BAD_EVENT_QUEUE_ID');
    await second.stop();
  });

  it('end when the key is revoked', async () => {
    const carl = await createPerson(cluster, 'Carl');
    const queue = await TestQueue.register(carl, onlyMessages);
    const reader = new StreamReader(carl.client, queue.id).start();
    const id = await sendToChannel(carl, await createChannel(carl));
    await eventually(() => reader.messageIds.includes(id));
    await carl.client.succeed('POST', '/users/me/api_key/regenerate');
    await eventually(() => reader.refusals.length === 1, { timeoutMs: 2_000 });
    expect(reader.refusals[0]?.status).toBe(401);
    await reader.stop();
  });

  it('lose nothing and bring nothing twice while their gateways stop and are killed', async () => {
    const people = await Promise.all(['Dan', 'Eve', 'Fay', 'Guy'].map((name) => createPerson(cluster, name)));
    const busy = await createChannel(ada, people);
    const queues = await Promise.all(people.map((person) => TestQueue.register(person, onlyMessages)));
    const readers = queues.map((queue, index) => {
      const person = people[index];
      if (!person) throw new Error('a queue is nobody’s');
      return new StreamReader(person.client, queue.id).start();
    });
    const sent: number[] = [];
    let isOver = false;
    const sending = (async () => {
      while (!isOver) {
        sent.push(await sendWithPatience(busy));
        await new Promise((resolve) => setTimeout(resolve, SEND_PAUSE_MS));
      }
    })();
    for (const [replica, signal] of [
      [1, 'SIGTERM'],
      [2, 'SIGKILL'],
    ] as const) {
      const before = sent.length;
      await eventually(() => sent.length > before + 20);
      await cluster.waitReplaced([cluster.kill('gateway', replica, signal)]);
    }
    isOver = true;
    await sending;
    for (const reader of readers) {
      await eventually(() => reader.messageIds.includes(sent.at(-1) ?? 0));
      expect(reader.messageIds.filter((id) => sent.includes(id))).toEqual(sent);
      expect(new Set(reader.messageIds).size).toBe(reader.messageIds.length);
      await reader.stop();
    }
  });

  /** A send whose connection broke may have been made: it is repeated with the same key. */
  async function sendWithPatience(to: Channel): Promise<number> {
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const message = { type: 'channel', to: to.id, topic: 'talk', content: 'hello' };
    for (;;) {
      try {
        const { status, body } = await ada.client.post('/messages', message, { headers });
        if (status === 200) return body.id;
      } catch {
        // The gateway is gone; another one answers.
      }
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
});
