import { UnavailableError } from '@stoa/errors';
import { TestServers, startServers } from '@stoa/testing';
import { EventQueues, type QueueDescriptor, composeEvent } from './index';
import { QueueFixture, eventsOf, flagsText, messageText, numbersOf } from './testing/queue-fixture';

let servers: TestServers;
let fixture: QueueFixture;

beforeAll(async () => {
  servers = await startServers();
});
afterAll(() => servers.stop());
beforeEach(async () => {
  fixture = await new QueueFixture(servers.redisUrl).initialise();
});
afterEach(() => fixture.close());

describe('poll', () => {
  it('answers bad-queue alike for unknown, foreign, pending and deleted queues', async () => {
    const pending = await fixture.create();
    const queue = await fixture.register(7);
    expect(await fixture.poll(pending, -1)).toEqual({ status: 'bad-queue' });
    expect(await fixture.poll(queue, -1, { userId: 8 })).toEqual({ status: 'bad-queue' });
    expect(await fixture.poll({ ...queue, id: 'none' }, -1)).toEqual({ status: 'bad-queue' });
    expect(await fixture.queues.reader.deleteQueue(fixture.slot, queue.id, 8)).toEqual({ status: 'bad-queue' });
    expect(await fixture.queues.reader.deleteQueue(fixture.slot, queue.id, 7)).toEqual({ status: 'deleted' });
    expect(await fixture.queues.reader.deleteQueue(fixture.slot, queue.id, 7)).toEqual({ status: 'bad-queue' });
    expect(await fixture.poll(queue, -1)).toEqual({ status: 'bad-queue' });
  });

  it('returns events until they are acknowledged, byte for byte', async () => {
    const queue = await fixture.register();
    await fixture.append([queue.id], { text: messageText(1) }, { text: messageText(2) });
    const first = await fixture.read(queue, -1);
    expect(first).toEqual([
      { id: 0, json: '{"id":0,"type":"message","number":1}' },
      { id: 1, json: '{"id":1,"type":"message","number":2}' },
    ]);
    await fixture.append([queue.id], { text: messageText(3) });
    const second = await fixture.read(queue, -1);
    expect(second.slice(0, 2)).toEqual(first);
    expect(numbersOf(second)).toEqual([1, 2, 3]);
    expect(numbersOf(await fixture.read(queue, 1))).toEqual([3]);
    expect(await fixture.read(queue, 2)).toEqual([]);
    expect(await fixture.occupied()).toEqual({ bodies: 0, counts: 0, lists: 0 });
  });

  it('validates last_event_id before it prunes', async () => {
    const queue = await fixture.register();
    await fixture.append([queue.id], { text: messageText(1) }, { text: messageText(2) }, { text: messageText(3) });
    expect(await fixture.poll(queue, 3)).toEqual({ status: 'unknown-event' });
    expect(await fixture.poll(queue, 99)).toEqual({ status: 'unknown-event' });
    expect(numbersOf(await fixture.read(queue, -1))).toEqual([1, 2, 3]);
    expect(numbersOf(await fixture.read(queue, 1))).toEqual([3]);
    expect(await fixture.poll(queue, 0)).toEqual({ status: 'pruned' });
    expect(await fixture.poll(queue, -1)).toEqual({ status: 'pruned' });
    expect(await fixture.poll(queue, -5)).toEqual({ status: 'pruned' });
    expect(numbersOf(await fixture.read(queue, 1))).toEqual([3]);
  });

  it('does not know an id that coalescing consumed', async () => {
    const queue = await fixture.register();
    const merge = { mergeKey: 'add:starred' };
    await fixture.append([queue.id], { text: flagsText(1), ...merge }, { text: flagsText(2), ...merge });
    expect(await fixture.poll(queue, 0)).toEqual({ status: 'unknown-event' });
    expect(await fixture.read(queue, -1)).toEqual([{ id: 1, json: composeEvent(1, flagsText(1, 2)) }]);
  });

  it('parks while there is nothing, and answers at once with dont_block', async () => {
    const queue = await fixture.register();
    expect(await fixture.poll(queue, -1)).toEqual({ status: 'parked' });
    expect(await fixture.read(queue, -1)).toEqual([]);
  });

  it('takes the queue from an older request, which the newest one names', async () => {
    const queue = await fixture.register();
    await fixture.poll(queue, -1);
    const parked = { gatewayId: 'gateway-1', nonce: fixture.lastNonce };
    expect(await fixture.poll(queue, -1)).toEqual({ status: 'parked', superseded: parked });
    const second = { gatewayId: 'gateway-1', nonce: fixture.lastNonce };
    expect(await fixture.poll(queue, -1, { dontBlock: true })).toEqual({
      status: 'answer',
      events: [],
      superseded: second,
    });
    const { wakes } = await fixture.append([queue.id], { text: messageText(1) });
    expect(wakes).toEqual([]);
  });

  it('does not supersede itself when the command was sent twice', async () => {
    const queue = await fixture.register();
    const { slot } = fixture;
    const base = { slot, queueId: queue.id, userId: 7, lastEventId: -1, dontBlock: false, gatewayId: 'g' };
    expect(await fixture.queues.reader.poll({ ...base, nonce: 'same' })).toEqual({ status: 'parked' });
    expect(await fixture.queues.reader.poll({ ...base, nonce: 'same' })).toEqual({ status: 'parked' });
  });
});

describe('asking together', () => {
  it('answers each request as if it were alone, in their order, however many there are', async () => {
    const queues: QueueDescriptor[] = [];
    for (let user = 1; user <= 70; user += 1) queues.push(await fixture.register(user));
    const [first, second, third] = queues;
    if (!first || !second || !third) throw new Error('nothing was registered');
    await fixture.append([second.id], { text: messageText(1) });
    const before = fixture.lastNonce;
    const [parked, superseding, answered, foreign, pruned, ...others] = await Promise.all([
      fixture.poll(first, -1),
      fixture.poll(first, -1),
      fixture.poll(second, -1),
      fixture.poll(third, -1, { userId: 9 }),
      fixture.poll(third, 5),
      ...queues.slice(3).map((queue) => fixture.poll(queue, -1)),
    ]);
    const firstNonce = `nonce-${Number(before.split('-')[1]) + 1}`;
    expect(parked).toEqual({ status: 'parked' });
    expect(superseding).toEqual({ status: 'parked', superseded: { gatewayId: 'gateway-1', nonce: firstNonce } });
    expect(answered).toEqual({ status: 'answer', events: [{ id: 0, json: composeEvent(0, messageText(1)) }] });
    expect([foreign, pruned]).toEqual([{ status: 'bad-queue' }, { status: 'unknown-event' }]);
    expect(others).toEqual(Array.from({ length: 67 }, () => ({ status: 'parked' })));
  });

  it('reads large queues one after the other, without losing any', async () => {
    const queues = [await fixture.register(1), await fixture.register(2), await fixture.register(3)];
    const text = messageText(1).replace('}', `,"content":"${'x'.repeat(1_500_000)}"}`);
    await fixture.append(
      queues.map(({ id }) => id),
      { text },
    );
    const answers = await Promise.all(queues.map((queue) => fixture.read(queue, -1)));
    expect(answers).toEqual(queues.map(() => [{ id: 0, json: composeEvent(0, text) }]));
  });

  it.each<[string, (queue: QueueDescriptor) => Promise<unknown>]>([
    ['event', ({ id }) => fixture.redis.rpush(fixture.key(`q:${id}`), 'x')],
    ['state', ({ id }) => fixture.redis.hset(fixture.key('states'), id, 'x')],
  ])('leaves others what they had where one queue has an %s that cannot be read', async (_what, damage) => {
    const queues = [await fixture.register(1), await fixture.register(2), await fixture.register(3)];
    const [first, damaged, last] = queues;
    if (!first || !damaged || !last) throw new Error('nothing was registered');
    await fixture.append(
      queues.map(({ id }) => id),
      { text: messageText(1) },
      { text: messageText(2) },
    );
    await damage(damaged);
    const answers = await Promise.all(queues.map((queue) => fixture.poll(queue, 0, { dontBlock: true })));
    const answer = { status: 'answer', events: [{ id: 1, json: composeEvent(1, messageText(2)) }] };
    expect(answers).toEqual([answer, { status: 'bad-queue' }, answer]);
    expect(await fixture.poll(first, 0, { dontBlock: true })).toEqual(answer);
    expect(await fixture.poll(damaged, 0)).toEqual({ status: 'bad-queue' });
  });

  it('gives each parked request what it waits for', async () => {
    const [quiet, woken, taken] = [await fixture.register(1), await fixture.register(2), await fixture.register(3)];
    const nonces: string[] = [];
    for (const queue of [quiet, woken, taken]) {
      await fixture.poll(queue, -1);
      nonces.push(fixture.lastNonce);
    }
    await fixture.append([woken.id], { text: messageText(1) });
    await fixture.poll(taken, -1);
    const { slot } = fixture;
    const asked = [quiet, woken, taken].map(({ id }, index) =>
      fixture.queues.reader.heartbeat({ slot, queueId: id, nonce: nonces[index] ?? '' }),
    );
    const unknown = fixture.queues.reader.heartbeat({ slot, queueId: 'none', nonce: 'none' });
    expect(await Promise.all([...asked, unknown])).toEqual([
      { status: 'answer', events: [{ id: 0, json: '{"id":0,"type":"heartbeat"}' }] },
      { status: 'answer', events: [{ id: 0, json: composeEvent(0, messageText(1)) }] },
      { status: 'superseded' },
      { status: 'bad-queue' },
    ]);
  });

  it('fails as a whole without Redis', async () => {
    const away = EventQueues.connect({ url: 'redis://127.0.0.1:1', commandTimeoutMs: 100 });
    const { slot } = fixture;
    const poll = (nonce: string) =>
      away.reader.poll({ slot, queueId: 'q', userId: 1, lastEventId: -1, dontBlock: true, gatewayId: 'g', nonce });
    const outcomes = await Promise.allSettled([poll('a'), poll('b')]);
    expect(outcomes).toEqual([
      { status: 'rejected', reason: expect.any(UnavailableError) },
      { status: 'rejected', reason: expect.any(UnavailableError) },
    ]);
    await away.close();
  });
});

describe('waiting', () => {
  const heartbeat = (queueId: string, nonce: string) =>
    fixture.queues.reader.heartbeat({ slot: fixture.slot, queueId, nonce });

  it('hands the answer to whoever appends, once', async () => {
    const queue = await fixture.register();
    await fixture.poll(queue, -1);
    const { wakes } = await fixture.append([queue.id], { text: messageText(1) }, { text: messageText(2) });
    expect(wakes).toEqual([
      {
        queueId: queue.id,
        gatewayId: 'gateway-1',
        nonce: fixture.lastNonce,
        firstEventId: 0,
        lastEventId: 1,
        events: [
          { id: 0, bodyRefs: ['1.1.0.all'] },
          { id: 1, bodyRefs: ['1.2.0.all'] },
        ],
      },
    ]);
    const again = await fixture.append([queue.id], { text: messageText(3) });
    expect(again.wakes).toEqual([]);
    expect(numbersOf(await fixture.read(queue, -1))).toEqual([1, 2, 3]);
  });

  it('ends with a heartbeat that takes an id and stays until acknowledged', async () => {
    const queue = await fixture.register(7, { eventTypes: ['message'] });
    await fixture.poll(queue, -1);
    const answer = await heartbeat(queue.id, fixture.lastNonce);
    expect(answer).toEqual({ status: 'answer', events: [{ id: 0, json: '{"id":0,"type":"heartbeat"}' }] });
    expect(await heartbeat(queue.id, fixture.lastNonce)).toEqual(answer);
    expect(await fixture.read(queue, -1)).toEqual([{ id: 0, json: '{"id":0,"type":"heartbeat"}' }]);
    await fixture.append([queue.id], { text: messageText(1) });
    expect((await fixture.read(queue, 0)).map((event) => event.id)).toEqual([1]);
  });

  it('gives the queued events instead when the wake was lost', async () => {
    const queue = await fixture.register();
    await fixture.poll(queue, -1);
    await fixture.append([queue.id], { text: messageText(1) });
    const nonce = fixture.lastNonce;
    const woken = [{ queueId: queue.id, gatewayId: 'gateway-1', nonce }];
    expect(await fixture.queues.writer.listWoken(fixture.slot)).toEqual(woken);
    const answer = await heartbeat(queue.id, nonce);
    expect(answer).toEqual({ status: 'answer', events: await fixture.read(queue, -1) });
    expect(await fixture.queues.writer.listWoken(fixture.slot)).toEqual([]);
  });

  it('has nothing for a request that was superseded, unparked or whose queue died', async () => {
    const queue = await fixture.register();
    await fixture.poll(queue, -1);
    const first = fixture.lastNonce;
    await fixture.poll(queue, -1);
    const second = fixture.lastNonce;
    expect(await heartbeat(queue.id, first)).toEqual({ status: 'superseded' });
    await fixture.queues.reader.unpark({ slot: fixture.slot, queueId: queue.id, nonce: first });
    await fixture.queues.reader.unpark({ slot: fixture.slot, queueId: queue.id, nonce: second });
    expect(await heartbeat(queue.id, second)).toEqual({ status: 'superseded' });
    await fixture.poll(queue, -1);
    expect(await fixture.queues.reader.deleteQueue(fixture.slot, queue.id, 7)).toEqual({
      status: 'deleted',
      parked: { gatewayId: 'gateway-1', nonce: fixture.lastNonce },
    });
    expect(await heartbeat(queue.id, fixture.lastNonce)).toEqual({ status: 'bad-queue' });
  });

  it('does not wake a request whose client left', async () => {
    const queue = await fixture.register();
    await fixture.poll(queue, -1);
    await fixture.queues.reader.unpark({ slot: fixture.slot, queueId: queue.id, nonce: fixture.lastNonce });
    const { wakes } = await fixture.append([queue.id], { text: messageText(1) });
    expect(wakes).toEqual([]);
    expect(numbersOf(await fixture.read(queue, -1))).toEqual([1]);
  });
});

describe('coalescing', () => {
  const merge = { mergeKey: 'add:starred' };

  it('merges equal keys at the tail, across batches, until an answer was produced', async () => {
    const queue = await fixture.register();
    await fixture.append([queue.id], { text: messageText(9) }, { text: flagsText(1, 2), ...merge });
    await fixture.append([queue.id], { text: flagsText(3), ...merge }, { text: flagsText(4), ...merge });
    const events = await fixture.read(queue, -1);
    expect(events.map((event) => event.id)).toEqual([0, 3]);
    expect(events[1]?.json).toBe(composeEvent(3, flagsText(1, 2, 3, 4)));
    await fixture.append([queue.id], { text: flagsText(5), ...merge });
    const later = await fixture.read(queue, -1);
    expect(later.slice(0, 2)).toEqual(events);
    expect(later[2]).toEqual({ id: 4, json: composeEvent(4, flagsText(5)) });
    expect(await fixture.read(queue, 4)).toEqual([]);
    expect(await fixture.occupied()).toEqual({ bodies: 0, counts: 0, lists: 0 });
  });

  it('does not merge across another event or another key', async () => {
    const queue = await fixture.register();
    await fixture.append(
      [queue.id],
      { text: flagsText(1), ...merge },
      { text: flagsText(2), mergeKey: 'remove:starred' },
      { text: flagsText(3), ...merge },
      { text: messageText(4) },
      { text: flagsText(5), ...merge },
    );
    expect((await fixture.read(queue, -1)).map((event) => event.id)).toEqual([0, 1, 2, 3, 4]);
  });

  it('does not change an event that a wake answered', async () => {
    const queue = await fixture.register();
    await fixture.poll(queue, -1);
    const { wakes } = await fixture.append(
      [queue.id],
      { text: flagsText(1), ...merge },
      { text: flagsText(2), ...merge },
    );
    expect(wakes[0]?.events).toEqual([{ id: 1, bodyRefs: ['1.1.0.all', '1.2.0.all'] }]);
    await fixture.append([queue.id], { text: flagsText(3), ...merge });
    expect((await fixture.read(queue, -1)).map((event) => event.id)).toEqual([1, 2]);
  });

  it('merges what a queue received while pending', async () => {
    const queue = await fixture.create();
    await fixture.append([queue.id], { text: flagsText(1), ...merge }, { text: flagsText(2), ...merge });
    await fixture.open(queue);
    await fixture.append([queue.id], { text: flagsText(3), ...merge });
    expect(eventsOf(await fixture.poll(queue, -1))).toEqual([{ id: 2, json: composeEvent(2, flagsText(1, 2, 3)) }]);
    await fixture.read(queue, 2);
    expect(await fixture.occupied()).toEqual({ bodies: 0, counts: 0, lists: 0 });
  });
});

describe('findUnheld', () => {
  it('names the requests that their queues will not wake, and changes nothing', async () => {
    const held = await fixture.register();
    const woken = await fixture.register();
    const taken = await fixture.register();
    const gone = await fixture.register();
    const requests = [];
    for (const queue of [held, woken, taken, gone]) {
      await fixture.poll(queue, -1);
      requests.push({ queueId: queue.id, nonce: fixture.lastNonce });
    }
    await fixture.poll(taken, -1);
    await fixture.append([woken.id], { text: messageText(1) });
    await fixture.queues.reader.deleteQueue(fixture.slot, gone.id, 7);
    const found = { status: 'done', unheld: requests.slice(1) };
    expect(await fixture.queues.reader.findUnheld(fixture.slot, requests)).toEqual(found);
    expect(await fixture.queues.reader.findUnheld(fixture.slot, requests)).toEqual(found);
    expect((await fixture.append([held.id], { text: messageText(2) })).wakes).toHaveLength(1);
  });
});

describe('a server that stands still', () => {
  it('is not asked for what nobody waits for when it goes on', async () => {
    const queue = await fixture.register();
    const hasty = fixture.connect({ commandTimeoutMs: 200 });
    await hasty.ping();
    const polls: Promise<string>[] = [];
    const before = await scriptCalls();
    servers.redis.signal('SIGSTOP');
    for (let count = 0; count < 40; count += 1) {
      const request = { slot: fixture.slot, queueId: queue.id, userId: 7, lastEventId: -1, dontBlock: false };
      const poll = hasty.reader.poll({ ...request, gatewayId: 'gateway-1', nonce: `hasty-${count}` });
      polls.push(
        poll.then(
          ({ status }) => status,
          (error: Error) => error.name,
        ),
      );
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    servers.redis.signal('SIGCONT');
    const outcomes = await Promise.all(polls);
    expect(outcomes.at(-1)).toBe('parked');
    const failed = outcomes.filter((outcome) => outcome === 'UnavailableError').length;
    expect(failed).toBeGreaterThan(25);
    // The few by which it was found out that it stands still, and still does.
    expect((await scriptCalls()) - before - (outcomes.length - failed)).toBeLessThan(18);
    await hasty.close();
  });

  async function scriptCalls(): Promise<number> {
    return Number(/cmdstat_evalsha:calls=(\d+)/.exec(await fixture.redis.info('commandstats'))?.[1]);
  }
});
