import { TestServers, startServers } from '@stoa/testing';
import { QueueFixture, messageText, numbersOf } from './testing/queue-fixture';
import { KeepRequest, QueueDescriptor, STREAM_MARK } from './index';

let servers: TestServers;
let fixture: QueueFixture;
const NONCE = `${STREAM_MARK}kept`;

beforeAll(async () => {
  servers = await startServers();
});
afterAll(() => servers.stop());
beforeEach(async () => {
  fixture = await new QueueFixture(servers.redisUrl).initialise();
});
afterEach(() => fixture.close());

/** A queue of which a gateway has the mark, and these messages. */
async function keptQueue(...numbers: number[]): Promise<QueueDescriptor> {
  const queue = await fixture.register();
  const request = { slot: fixture.slot, queueId: queue.id, userId: queue.userId, lastEventId: -1, dontBlock: false };
  await fixture.queues.reader.poll({ ...request, gatewayId: 'gateway-1', nonce: NONCE });
  for (const number of numbers) await fixture.append([queue.id], { text: messageText(number) });
  return queue;
}

function keep(queue: QueueDescriptor, changes: Partial<KeepRequest> = {}) {
  const request = { slot: fixture.slot, queueId: queue.id, nonce: NONCE, acknowledged: -1, got: -1, keeps: true };
  return fixture.queues.reader.keep({ ...request, ...changes });
}

describe('a queue that a gateway keeps', () => {
  it('forgets what the client has, and answers what the gateway has not got', async () => {
    const queue = await keptQueue(1, 2, 3);
    expect(await keep(queue, { acknowledged: 0, got: 1 })).toMatchObject({ status: 'answer', events: [{ id: 2 }] });
    expect(await keep(queue, { acknowledged: 0, got: 2 })).toEqual({ status: 'answer', events: [] });
    expect(await fixture.poll(queue, -1)).toEqual({ status: 'pruned' });
    expect(numbersOf(await fixture.read(queue, 0))).toEqual([2, 3]);
    await fixture.read(queue, 2);
    expect(await fixture.occupied()).toEqual({ bodies: 0, counts: 0, lists: 0 });
  });

  it('goes on to tell the gateway what comes', async () => {
    const queue = await keptQueue(1);
    await keep(queue, { acknowledged: 0, got: 0 });
    const { wakes } = await fixture.append([queue.id], { text: messageText(2) });
    expect(wakes).toMatchObject([{ nonce: NONCE, before: 0, events: [{ id: 1 }] }]);
  });

  it('is let go with what the client has not acknowledged', async () => {
    const queue = await keptQueue(1, 2);
    expect(await keep(queue, { acknowledged: 0, got: 1, keeps: false })).toEqual({ status: 'answer', events: [] });
    expect((await fixture.append([queue.id], { text: messageText(3) })).wakes).toEqual([]);
    expect(await keep(queue, { acknowledged: 0, got: 1 })).toEqual({ status: 'superseded' });
    expect(numbersOf(await fixture.read(queue, 0))).toEqual([2, 3]);
  });

  it('is not touched once another request has it', async () => {
    const queue = await keptQueue(1, 2);
    expect(await fixture.poll(queue, 0)).toMatchObject({ status: 'answer', superseded: { nonce: NONCE } });
    for (const keeps of [true, false])
      expect(await keep(queue, { acknowledged: 1, got: 1, keeps })).toEqual({ status: 'superseded' });
    expect(numbersOf(await fixture.read(queue, 0))).toEqual([2]);
  });

  it('takes no word for events that it never had', async () => {
    const queue = await keptQueue(1);
    expect(await keep(queue, { acknowledged: 5, got: 5 })).toEqual({ status: 'superseded' });
    expect(numbersOf(await fixture.read(queue, -1))).toEqual([1]);
  });

  it('is asked about together with others', async () => {
    const queues = await Promise.all([keptQueue(), keptQueue()]);
    await fixture.append(
      queues.map(({ id }) => id),
      { text: messageText(1) },
    );
    const before = await fixture.scriptCalls();
    const answers = await Promise.all(queues.map((queue) => keep(queue)));
    expect(answers).toMatchObject(queues.map(() => ({ status: 'answer', events: [{ id: 0 }] })));
    expect((await fixture.scriptCalls()) - before).toBe(1);
  });
});
