import { TestServers, startServers } from '@stoa/testing';
import { QueueFixture, flagsText, messageText, numbersOf } from './testing/queue-fixture';
import { QueueDescriptor, STREAM_MARK } from './index';

let servers: TestServers;
let fixture: QueueFixture;
const NONCE = `${STREAM_MARK}stream`;

beforeAll(async () => {
  servers = await startServers();
});
afterAll(() => servers.stop());
beforeEach(async () => {
  fixture = await new QueueFixture(servers.redisUrl).initialise();
});
afterEach(() => fixture.close());

/** As the gateway does for a client that asks for a stream. */
function begin(queue: QueueDescriptor, lastEventId = -1, nonce = NONCE) {
  const request = { slot: fixture.slot, queueId: queue.id, userId: queue.userId, lastEventId, dontBlock: false };
  return fixture.queues.reader.poll({ ...request, gatewayId: 'gateway-1', nonce });
}

function follow(queue: QueueDescriptor, got: number, { queues = fixture.queues, bytes = 10_000 } = {}) {
  return queues.reader.follow({ slot: fixture.slot, queueId: queue.id, nonce: NONCE, got, bytes });
}

async function wakesOf(queue: QueueDescriptor, ...texts: string[]) {
  const { wakes } = await fixture.append([queue.id], ...texts.map((text) => ({ text })));
  return wakes.map(({ nonce, before, events }) => ({ nonce, before, ids: events.map(({ id }) => id) }));
}

describe('a stream', () => {
  it('is answered what there is, and woken again and again', async () => {
    const queue = await fixture.register();
    await fixture.append([queue.id], { text: messageText(1) });
    expect(await begin(queue)).toMatchObject({ status: 'answer', events: [{ id: 0 }] });
    expect(await wakesOf(queue, messageText(2), messageText(3))).toEqual([{ nonce: NONCE, before: 0, ids: [1, 2] }]);
    expect(await wakesOf(queue, messageText(4))).toEqual([{ nonce: NONCE, before: 2, ids: [3] }]);
    expect(numbersOf(await fixture.read(queue, -1))).toEqual([1, 2, 3, 4]);
  });

  it('is told of events that are no changes, too', async () => {
    const queue = await fixture.register();
    await begin(queue);
    const progress: unknown[] = [];
    const entry = { seq: 1, xid: 0, bodyRef: 'typing' };
    const batch = { entries: new Map([[queue.id, [entry]]]), bodies: new Map([['typing', '{"type":"typing"}']]) };
    await fixture.queues.writer.appendEphemeral(fixture.slot, batch, ({ wakes }) => progress.push(...wakes));
    expect(progress).toMatchObject([{ nonce: NONCE, before: -1, events: [{ id: 0 }] }]);
    expect(await wakesOf(queue, messageText(1))).toEqual([{ nonce: NONCE, before: 0, ids: [1] }]);
  });

  it('acknowledges nothing but what its request named', async () => {
    const queue = await fixture.register();
    await fixture.append([queue.id], { text: messageText(1) }, { text: messageText(2) });
    expect(await begin(queue, 0)).toMatchObject({ status: 'answer', events: [{ id: 1 }] });
    await fixture.append([queue.id], { text: messageText(3) });
    expect(await follow(queue, 1)).toMatchObject({ status: 'answer', events: [{ id: 2 }] });
    expect(numbersOf(await fixture.read(queue, 0))).toEqual([2, 3]);
    await fixture.read(queue, 2);
    expect(await fixture.occupied()).toEqual({ bodies: 0, counts: 0, lists: 0 });
  });

  it('merges what is waiting, never what it was told of', async () => {
    const queue = await fixture.register();
    const starred = (...messages: number[]) => ({ text: flagsText(...messages), mergeKey: 'add.starred' });
    await begin(queue);
    const first = await fixture.append([queue.id], starred(1), starred(2));
    expect(first.wakes).toMatchObject([{ before: -1, events: [{ id: 1, bodyRefs: ['1.1.0.all', '1.2.0.all'] }] }]);
    const second = await fixture.append([queue.id], starred(3));
    expect(second.wakes).toMatchObject([{ before: 1, events: [{ id: 2, bodyRefs: ['1.3.0.all'] }] }]);
    expect(await follow(queue, 0)).toMatchObject({ events: [{ id: 1 }, { id: 2 }] });
    expect(await follow(queue, 2)).toEqual({ status: 'answer', events: [], newest: 2 });
  });

  it('reads no more at once than is wanted, and is told how much there is', async () => {
    const queue = await fixture.register();
    await begin(queue);
    expect(await follow(queue, -1)).toEqual({ status: 'answer', events: [], newest: -1 });
    const texts = [1, 2, 3].map((number) => ({ text: messageText(number) }));
    await fixture.append([queue.id], ...texts);
    expect(await follow(queue, -1, { bytes: 1 })).toMatchObject({ events: [{ id: 0 }], newest: 2 });
    const bytes = Buffer.byteLength(messageText(2)) + 1;
    const read = await follow(queue, 0, { bytes });
    expect(read).toMatchObject({ events: [{ id: 1 }, { id: 2 }], newest: 2 });
    expect(numbersOf(await fixture.read(queue, -1))).toEqual([1, 2, 3]);
  });

  it('is found when it has not got what was appended, or its queue is no longer its own', async () => {
    const queue = await fixture.register();
    await begin(queue);
    await fixture.append([queue.id], { text: messageText(1) });
    const unheld = async (got: number): Promise<number | undefined> => {
      const request = { queueId: queue.id, nonce: NONCE, got };
      const result = await fixture.queues.reader.findUnheld(fixture.slot, [request]);
      return result.status === 'done' ? result.unheld.length : undefined;
    };
    expect([await unheld(-1), await unheld(0)]).toEqual([1, 0]);
    expect(await fixture.poll(queue, -1, { dontBlock: true })).toMatchObject({
      superseded: { gatewayId: 'gateway-1', nonce: NONCE },
    });
    expect(await unheld(0)).toBe(1);
    expect(await follow(queue, 0)).toEqual({ status: 'superseded' });
  });

  it('is woken no more when its gateway is dead, and its queue then counts as idle', async () => {
    const hasty = new QueueFixture(servers.redisUrl, { parkMs: 1 });
    await hasty.initialise();
    try {
      const queue = await hasty.register(7, { lifespanSeconds: 0.05 });
      const request = { slot: hasty.slot, queueId: queue.id, userId: 7, lastEventId: -1, dontBlock: false };
      await hasty.queues.reader.poll({ ...request, gatewayId: 'gateway-1', nonce: NONCE });
      await new Promise((resolve) => setTimeout(resolve, 100));
      expect((await hasty.append([queue.id], { text: messageText(1) })).wakes).toEqual([]);
      await hasty.queues.keeper.collectIdle(hasty.slot);
      expect(await follow(queue, -1, { queues: hasty.queues })).toEqual({ status: 'bad-queue' });
    } finally {
      await hasty.close();
    }
  });

  it('goes on after a pause that was longer than its mark lasts', async () => {
    const hasty = new QueueFixture(servers.redisUrl, { parkMs: 1 });
    await hasty.initialise();
    try {
      const queue = await hasty.register();
      const request = { slot: hasty.slot, queueId: queue.id, userId: 7, lastEventId: -1, dontBlock: false };
      await hasty.queues.reader.poll({ ...request, gatewayId: 'gateway-1', nonce: NONCE });
      await new Promise((resolve) => setTimeout(resolve, 50));
      await hasty.append([queue.id], { text: messageText(1) });
      expect(await follow(queue, -1, { queues: hasty.queues })).toMatchObject({
        status: 'answer',
        events: [{ id: 0 }],
      });
    } finally {
      await hasty.close();
    }
  });
});
