import { TestServers, startServers } from '@stoa/testing';
import { EventQueues } from './index';
import { QueueFixture, messageText, numbersOf } from './testing/queue-fixture';

let servers: TestServers;
let fixture: QueueFixture;

beforeAll(async () => {
  servers = await startServers();
});
afterAll(() => servers.stop());
beforeEach(async () => {
  fixture = await new QueueFixture(servers.redisUrl, { maxEvents: 5, maxBytes: 400 }).initialise();
});
afterEach(() => fixture.close());

describe('appendBatch', () => {
  it('appends a batch once when two consumers bring it', async () => {
    const queue = await fixture.register();
    const other = fixture.connect();
    const batch = fixture.batch([queue.id], [{ text: messageText(1) }, { text: messageText(2) }]);
    const results = await Promise.all(
      [fixture.queues, other].map((queues) => queues.writer.appendBatch(fixture.slot, batch)),
    );
    expect(results.map((result) => result.status).sort()).toEqual(['applied', 'position']);
    expect(numbersOf(await fixture.read(queue, -1))).toEqual([1, 2]);
    await other.close();
  });

  it('refuses a zombie that begins elsewhere, or speaks of another epoch', async () => {
    const queue = await fixture.register();
    await fixture.append([queue.id], { text: messageText(1) });
    const stale = fixture.batch([queue.id], [{ text: messageText(2) }], 0);
    expect((await fixture.queues.writer.appendBatch(fixture.slot, stale)).status).toBe('position');
    const ahead = fixture.batch([queue.id], [{ text: messageText(3) }], 5);
    expect((await fixture.queues.writer.appendBatch(fixture.slot, ahead)).status).toBe('position');
    const elsewhen = { ...fixture.batch([queue.id], [{ text: messageText(4) }]), epoch: 2 };
    expect((await fixture.queues.writer.appendBatch(fixture.slot, elsewhen)).status).toBe('epoch');
    expect((await fixture.queues.writer.movePosition(fixture.slot, { epoch: 1, from: 0, to: 9 })).status).toBe(
      'position',
    );
    expect(numbersOf(await fixture.read(queue, -1))).toEqual([1]);
  });

  it('refuses what was planned before a queue came or went', async () => {
    const queue = await fixture.register();
    const { version } = await fixture.queues.writer.loadSlot(fixture.slot);
    const batch = { ...fixture.batch([queue.id], [{ text: messageText(1) }]), version };
    const late = await fixture.register(8);
    expect((await fixture.queues.writer.appendBatch(fixture.slot, batch)).status).toBe('version');
    expect(await fixture.read(queue, -1)).toEqual([]);
    const again = await fixture.queues.writer.loadSlot(fixture.slot, version);
    expect(again.queues.map(({ id }) => id)).toEqual([late.id]);
    const whole = { ...fixture.batch([queue.id, late.id], [{ text: messageText(1) }]), version: again.version };
    expect((await fixture.queues.writer.appendBatch(fixture.slot, whole)).status).toBe('applied');
    for (const one of [queue, late]) expect(numbersOf(await fixture.read(one, -1))).toEqual([1]);
  });

  it('skips what a queue has when a batch is repeated after a crash between chunks and move', async () => {
    const queues = await Promise.all([1, 2].map((userId) => fixture.register(userId)));
    const ids = queues.map((queue) => queue.id);
    const whole = fixture.batch(ids, [{ text: messageText(1) }, { text: messageText(2) }, { text: messageText(3) }]);
    // Only the first queue's chunk arrived: the position is still where the batch began.
    const entries = new Map([...whole.entries].slice(0, 1));
    await fixture.queues.writer.appendBatch(fixture.slot, { ...whole, entries });
    await fixture.redis.hset(fixture.key('meta'), 'seq', 0);
    // The successor cuts its batches elsewhere.
    const shorter = fixture.batch(ids, [{ text: messageText(1) }, { text: messageText(2) }]);
    expect((await fixture.queues.writer.appendBatch(fixture.slot, shorter)).status).toBe('applied');
    fixture.position = 2;
    await fixture.append(ids, { text: messageText(3) });
    for (const queue of queues) expect(numbersOf(await fixture.read(queue, -1))).toEqual([1, 2, 3]);
    for (const queue of queues) await fixture.read(queue, 2);
    expect(await fixture.occupied()).toEqual({ bodies: 0, counts: 0, lists: 0 });
  });

  it('skips a single repeated event of a queue without snapshot, too', async () => {
    const queue = await fixture.register();
    await fixture.queues.writer.forgetSnapshots(fixture.slot, { epoch: 1, xmin: 1_000, head: 0 });
    const batch = fixture.batch([queue.id], [{ text: messageText(1) }]);
    await fixture.queues.writer.appendBatch(fixture.slot, batch);
    await fixture.redis.hset(fixture.key('meta'), 'seq', 0);
    expect((await fixture.queues.writer.appendBatch(fixture.slot, batch)).status).toBe('applied');
    expect(numbersOf(await fixture.read(queue, -1))).toEqual([1]);
    await fixture.read(queue, 0);
    expect(await fixture.occupied()).toEqual({ bodies: 0, counts: 0, lists: 0 });
  });

  it('moves the position of several chunks only after all have answered', async () => {
    const queues = await Promise.all(Array.from({ length: 1_100 }, (_, index) => fixture.register(index)));
    const progress: number[] = [];
    for (const queue of queues) await fixture.poll(queue, -1);
    const batch = fixture.batch(
      queues.map((queue) => queue.id),
      [{ text: messageText(1) }],
    );
    const { writer, keeper } = fixture.queues;
    const result = await writer.appendBatch(fixture.slot, batch, ({ wakes }) => progress.push(wakes.length));
    expect(progress.sort()).toEqual([100, 500, 500]);
    expect(result.wakes).toHaveLength(1_100);
    expect((await keeper.readSlot(fixture.slot)).position).toEqual({ epoch: 1, seq: 1 });
    expect(await fixture.occupied()).toEqual({ bodies: 1, counts: 1, lists: 1_100 });
    for (const queue of queues) await fixture.read(queue, 0);
    expect(await fixture.occupied()).toEqual({ bodies: 0, counts: 0, lists: 0 });
  });

  it('names queues that are gone', async () => {
    const queue = await fixture.register();
    await fixture.queues.reader.deleteQueue(fixture.slot, queue.id, 7);
    expect((await fixture.append([queue.id], { text: messageText(1) })).gone).toEqual([queue.id]);
    expect(await fixture.occupied()).toEqual({ bodies: 0, counts: 0, lists: 0 });
  });

  it('ends queues that outgrow their caps', async () => {
    const [full, large, fine] = await Promise.all([fixture.register(1), fixture.register(2), fixture.register(3)]);
    await fixture.poll(large, -1);
    const parked = { gatewayId: 'gateway-1', nonce: fixture.lastNonce };
    const five = [1, 2, 3, 4, 5].map((number) => ({ text: messageText(number), queues: [full.id] }));
    expect((await fixture.append([], ...five)).overflowed).toEqual([]);
    const text = JSON.stringify({ type: 'message', filler: 'x'.repeat(400) });
    const result = await fixture.append(
      [full.id],
      { text: messageText(6), queues: [full.id, fine.id] },
      { text, queues: [large.id] },
    );
    expect(result.overflowed).toEqual(expect.arrayContaining([{ queueId: full.id }, { queueId: large.id, parked }]));
    expect(result.wakes).toEqual([]);
    expect(await fixture.poll(full, -1)).toEqual({ status: 'bad-queue' });
    expect(numbersOf(await fixture.read(fine, -1))).toEqual([6]);
    await fixture.read(fine, 0);
    const collection = await fixture.queues.keeper.collectIdle(fixture.slot);
    expect(collection).toMatchObject({ collected: [{ reason: 'overflow' }, { reason: 'overflow' }] });
    expect(await fixture.occupied()).toEqual({ bodies: 0, counts: 0, lists: 0 });
  });
});

describe('versions of slots', () => {
  it('come in the order of the slots, all by one call', async () => {
    const slots = [0, 3, 5].map((number) => ({ partition: 0, number }));
    expect(slots[1]).toEqual(fixture.slot);
    await fixture.create(1);
    const calls = await fixture.scriptCalls();
    const [first, own = 0, last] = await fixture.queues.writer.slotVersions(slots);
    expect([first, last]).toEqual([0, 0]);
    expect(own).toBeGreaterThan(0);
    expect((await fixture.scriptCalls()) - calls).toBeLessThanOrEqual(1);
  });
});

describe('loadSlot', () => {
  const load = (since?: number) => fixture.queues.writer.loadSlot(fixture.slot, since);

  it('shows pending queues at once, and later only what changed', async () => {
    const [before] = await fixture.queues.writer.slotVersions([fixture.slot]);
    const first = await fixture.create(1);
    const [after] = await fixture.queues.writer.slotVersions([fixture.slot]);
    expect(after).toBeGreaterThan(Number(before));
    const all = await load();
    expect(all).toEqual({ version: after, complete: true, queues: [first], removed: [], away: [] });
    expect(await load(all.version)).toEqual({ version: after, complete: false, queues: [], removed: [], away: [] });
    const second = await fixture.register(2);
    await fixture.queues.reader.deleteQueue(fixture.slot, first.id, 1);
    const amended = { ...second, isGuest: true, allPublicStreams: false };
    await fixture.queues.writer.amendQueue(fixture.slot, amended);
    expect(await load(all.version)).toMatchObject({ complete: false, queues: [amended], removed: [first.id] });
    expect(await load(1)).toMatchObject({ complete: true, queues: [amended] });
  });

  it('loads everything after the slot was expired', async () => {
    await fixture.register(1);
    const { version } = await load();
    await fixture.queues.keeper.expireSlot(fixture.slot, { epoch: 1, seq: 0 });
    const fresh = await fixture.register(2);
    expect(await load(version)).toMatchObject({ complete: true, queues: [fresh] });
  });
});

describe('forgetSnapshots', () => {
  const forget = (xmin: number, head: number, epoch = 1) =>
    fixture.queues.writer.forgetSnapshots(fixture.slot, { epoch, xmin, head });

  it('keeps a snapshot until the beat is past it and the slot is past the beat', async () => {
    const queue = await fixture.create();
    expect(await forget(5_000, 0)).toEqual({ status: 'done', remaining: 1 });
    await fixture.open(queue, '1000:1010:1003,1007');
    const xids = [1_000, 1_003, 1_005, 1_007, 1_009, 1_010, 1_011];
    await fixture.append([queue.id], ...xids.slice(0, 3).map((xid) => ({ text: messageText(xid), xid })));
    expect(await forget(1_009, 3)).toEqual({ status: 'done', remaining: 1 });
    expect(await forget(1_010, 4)).toEqual({ status: 'done', remaining: 1 });
    expect(await forget(1_010, 3, 2)).toEqual({ status: 'epoch' });
    await fixture.append([queue.id], ...xids.slice(3, 6).map((xid) => ({ text: messageText(xid), xid })));
    expect(await forget(1_010, 6)).toEqual({ status: 'done', remaining: 0 });
    await fixture.append([queue.id], { text: messageText(1_011), xid: 1_011 });
    expect(numbersOf(await fixture.read(queue, -1))).toEqual([1_003, 1_007, 1_010, 1_011]);
  });
});

describe('registration', () => {
  it('refuses another epoch, a slot that is not ready, and a queue that waited too long', async () => {
    const queue = await fixture.create();
    const { registrar } = fixture.queues;
    expect(await registrar.openQueue(fixture.slot, queue.id, '1:1:', 2)).toEqual({ status: 'epoch' });
    expect(await registrar.openQueue(fixture.slot, 'unknown', '1:1:', 1)).toEqual({ status: 'gone' });
    await expect(registrar.openQueue(fixture.slot, queue.id, '1:1', 1)).rejects.toThrow('not a snapshot');
    const elsewhere = { partition: 0, number: 4 };
    expect(await registrar.createQueue(elsewhere, queue)).toEqual({ status: 'not-ready' });
    const hasty: EventQueues = fixture.connect({ pendingMs: -1 });
    expect(await hasty.registrar.openQueue(fixture.slot, queue.id, '1:1:', 1)).toEqual({ status: 'gone' });
    await hasty.close();
  });

  it('may be repeated by a client library that lost the answer', async () => {
    const queue = await fixture.create();
    expect(await fixture.queues.registrar.createQueue(fixture.slot, queue)).toEqual({ status: 'created', ended: 0 });
    await fixture.open(queue);
    await fixture.open(queue);
    await fixture.append([queue.id], { text: messageText(1) });
    expect(numbersOf(await fixture.read(queue, -1))).toEqual([1]);
  });
});

describe('appendEphemeral', () => {
  const ephemeral = (ids: string[], text: string, ref: string) => {
    const entry = { seq: 2 ** 52, xid: 0, bodyRef: ref };
    return { entries: new Map(ids.map((id) => [id, [entry]])), bodies: new Map([[ref, text]]) };
  };

  it('adds events without a place in the log, and leaves the place as it is', async () => {
    const queue = await fixture.register();
    await fixture.append([queue.id], { text: messageText(1) });
    const wakes: string[] = [];
    await fixture.poll(queue, 0);
    const batch = ephemeral([queue.id], messageText(2), '0.1.0.a');
    await fixture.queues.writer.appendEphemeral(fixture.slot, batch, (progress) => {
      wakes.push(...progress.wakes.map((wake) => wake.queueId));
    });
    expect(wakes).toEqual([queue.id]);
    await fixture.append([queue.id], { text: messageText(3) });
    expect(numbersOf(await fixture.read(queue, 0))).toEqual([2, 3]);
    await fixture.read(queue, 2);
    expect(await fixture.occupied()).toEqual({ bodies: 0, counts: 0, lists: 0 });
  });

  it('passes over queues without room, which live on', async () => {
    const queue = await fixture.register();
    for (const number of [1, 2, 3, 4, 5]) await fixture.append([queue.id], { text: messageText(number) });
    const batch = ephemeral([queue.id], messageText(6), '0.2.0.a');
    await fixture.queues.writer.appendEphemeral(fixture.slot, batch, () => undefined);
    expect(numbersOf(await fixture.read(queue, -1))).toEqual([1, 2, 3, 4, 5]);
  });
});
