import { TestServers, startServers } from '@stoa/testing';
import { composeEvent } from './answer';
import type { QueueDescriptor, Slot } from './index';
import { QueueFixture, describeQueue, messageText } from './testing/queue-fixture';

const SLOTS: readonly Slot[] = [3, 4, 9].map((number) => ({ partition: 0, number }));

let servers: TestServers;
let fixture: QueueFixture;
/** One queue in each slot. */
let queues: QueueDescriptor[];

beforeAll(async () => {
  servers = await startServers();
});
afterAll(() => servers.stop());
beforeEach(async () => {
  fixture = new QueueFixture(servers.redisUrl);
  queues = [];
  for (const [index, slot] of SLOTS.entries()) {
    await fixture.queues.keeper.initialiseSlot(slot, { epoch: 1, seq: 0 });
    const queue = describeQueue(index + 1);
    await fixture.queues.registrar.createQueue(slot, queue);
    await fixture.queues.registrar.openQueue(slot, queue.id, '1000:1000:', 1);
    queues.push(queue);
  }
});
afterEach(() => fixture.close());

/** @param copies queues that get it besides the first, which need not exist */
function append(index: number, number: number, { from = 0, copies = 0 } = {}): Promise<unknown> {
  const slot = SLOTS[index] ?? fixture.slot;
  const others = Array.from({ length: copies }, (_, copy) => `none-${copy}`);
  const batch = fixture.batch([queues[index]?.id ?? '', ...others], [{ text: messageText(number) }], from);
  return fixture.queues.writer.appendBatch(slot, batch).then(({ status }) => status);
}

function poll(index: number): Promise<unknown> {
  const { id: queueId = '', userId = 0 } = queues[index] ?? {};
  const where = {
    slot: SLOTS[index] ?? fixture.slot,
    queueId,
    userId,
    gatewayId: 'gateway-1',
    nonce: `nonce-${index}`,
  };
  return fixture.queues.reader.poll({ ...where, lastEventId: -1, dontBlock: true });
}

function message(number: number): unknown {
  return { status: 'answer', events: [{ id: 0, json: composeEvent(0, messageText(number)) }] };
}

async function callsOf(work: () => Promise<unknown>): Promise<number> {
  const before = await fixture.scriptCalls();
  await work();
  return (await fixture.scriptCalls()) - before;
}

describe('calls of one turn', () => {
  it('are one call of Redis for all slots, each with a result of its own', async () => {
    await callsOf(() => Promise.all([append(0, 1), append(1, 2)]));
    const appended = callsOf(async () =>
      expect(await Promise.all([append(0, 3), append(1, 4, { from: 1 }), append(2, 5)])).toEqual([
        'position',
        'applied',
        'applied',
      ]),
    );
    expect(await appended).toBe(1);
    await Promise.all([poll(0), poll(1)]);
    const polled = callsOf(async () => expect(await Promise.all([poll(0), poll(2)])).toEqual([message(1), message(5)]));
    expect(await polled).toBe(1);
  });

  it('do not share what fails in one of them', async () => {
    const states = `${fixture.prefix}{p0s4}:states`;
    await fixture.redis.del(states);
    await fixture.redis.set(states, 'no hash');
    expect(await Promise.allSettled([append(0, 1), append(1, 2), append(2, 3)])).toEqual([
      { status: 'fulfilled', value: 'applied' },
      { status: 'rejected', reason: expect.objectContaining({ message: expect.stringContaining('WRONGTYPE') }) },
      { status: 'fulfilled', value: 'applied' },
    ]);
    expect(await Promise.all([poll(0), poll(2)])).toEqual([message(1), message(3)]);
  });

  it('are several where they would hold up the server', async () => {
    // The first of each kind may have to bring the script.
    await Promise.all([append(0, 1), append(1, 1)]);
    await append(2, 1);
    const large = { from: 1, copies: 300 };
    expect(await callsOf(() => Promise.all([0, 1, 2].map((index) => append(index, 2, large))))).toBe(3);
  });

  it('are several where they have many values', async () => {
    await Promise.all([append(0, 1), append(1, 1)]);
    await append(2, 1);
    const many = SLOTS.map((slot, index) => {
      const texts = Array.from({ length: 3_000 }, (_, number) => ({ text: messageText(number) }));
      return [slot, fixture.batch([queues[index]?.id ?? ''], texts, 1)] as const;
    });
    const appended = callsOf(async () => {
      const results = await Promise.all(many.map(([slot, batch]) => fixture.queues.writer.appendBatch(slot, batch)));
      expect(results.map(({ status }) => status)).toEqual(['applied', 'applied', 'applied']);
    });
    expect(await appended).toBe(3);
  });
});
