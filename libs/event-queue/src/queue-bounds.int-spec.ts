import { TestServers, startServers } from '@stoa/testing';
import { QueueFixture, describeQueue, messageText } from './testing/queue-fixture';

/** What one user, and all together, may have of queues. */
describe('bounds of queues', () => {
  let servers: TestServers;
  let fixture: QueueFixture;

  beforeAll(async () => {
    servers = await startServers();
  });
  beforeEach(async () => {
    fixture = await new QueueFixture(servers.redisUrl, { queuesPerUser: 3 }).initialise();
  });
  afterEach(async () => {
    await fixture.redis.config('SET', 'maxmemory', '0');
    await fixture.close();
  });
  afterAll(() => servers.stop());

  const make = (userId: number) => fixture.queues.registrar.createQueue(fixture.slot, describeQueue(userId));
  const isAlive = async ({ id }: { id: string }) => (await fixture.redis.hexists(fixture.key('queues'), id)) === 1;

  it('end the oldest that was never polled, then the one that is longest unseen, when a user makes more', async () => {
    const laptop = await fixture.register();
    const telephone = await fixture.register();
    await fixture.append([laptop.id, telephone.id], { text: messageText(1) });
    for (const queue of [laptop, telephone]) expect(await fixture.read(queue, -1)).toHaveLength(1);
    const unused = await fixture.register();
    const bystander = await fixture.register(8);

    expect(await make(7)).toEqual({ status: 'created', ended: 1 });
    expect(await Promise.all([laptop, telephone, unused].map(isAlive))).toEqual([true, true, false]);
    for (let count = 0; count < 10; count++) expect(await make(7)).toEqual({ status: 'created', ended: 1 });
    expect(await Promise.all([laptop, telephone, bystander].map(isAlive))).toEqual([true, true, true]);
    expect(await fixture.redis.hlen(fixture.key('queues'))).toBe(4);
  });

  it('never end a queue that is polled now', async () => {
    const queues = await Promise.all([fixture.register(), fixture.register(), fixture.register()]);
    for (const queue of queues) expect(await fixture.poll(queue, -1)).toEqual({ status: 'parked' });
    expect(await make(7)).toEqual({ status: 'too-many' });
    expect(await make(8)).toEqual({ status: 'created', ended: 0 });
    const [first] = queues;
    if (!first) throw new Error('queues are missing');
    await fixture.queues.reader.deleteQueue(fixture.slot, first.id, 7);
    expect(await make(7)).toEqual({ status: 'created', ended: 0 });
  });

  it('free what ended queues held', async () => {
    const queue = await fixture.register();
    await fixture.append([queue.id], { text: messageText(1) });
    for (let count = 0; count < 3; count++) await make(7);
    const result = await fixture.queues.keeper.collectIdle(fixture.slot);
    expect(result).toMatchObject({ status: 'done', collected: [{ descriptor: { id: queue.id }, reason: 'overflow' }] });
    expect(await fixture.occupied()).toEqual({ bodies: 0, counts: 0, lists: 0 });
  });

  it('count no queue that is gone', async () => {
    for (let count = 0; count < 5; count++) {
      const queue = await fixture.register();
      await fixture.queues.reader.deleteQueue(fixture.slot, queue.id, 7);
    }
    expect(await fixture.redis.hlen(fixture.key('owners'))).toBe(0);
    expect(await make(7)).toEqual({ status: 'created', ended: 0 });
    await fixture.queues.keeper.expireSlot(fixture.slot, { epoch: 1, seq: 0 });
    expect(await fixture.redis.hlen(fixture.key('owners'))).toBe(0);
  });

  it('leave memory to the queues that exist', async () => {
    const queue = await fixture.register();
    const [, used] = /used_memory:(\d+)/.exec(await fixture.redis.info('memory')) ?? [];
    await fixture.redis.config('SET', 'maxmemory', String(Math.ceil(Number(used) * 1.09)));
    expect(await make(8)).toEqual({ status: 'full' });
    expect(await fixture.append([queue.id], { text: messageText(1) })).toMatchObject({ status: 'applied' });
    expect(await fixture.read(queue, -1)).toHaveLength(1);
    await fixture.redis.config('SET', 'maxmemory', String(Number(used) * 3));
    expect(await make(8)).toEqual({ status: 'created', ended: 0 });
  });
});
