import { ServerProcess, TestServers, eventually, freePort, removeFolder, startServers } from '@stoa/testing';
import { appendFileSync, mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Redis } from 'ioredis';
import { AwayQueue, CollectedQueue, EventQueues } from './index';
import { QueueFixture, SNAPSHOT, messageText, numbersOf } from './testing/queue-fixture';

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

const collect = async (queues: EventQueues = fixture.queues): Promise<readonly CollectedQueue[]> => {
  const result = await queues.keeper.collectIdle(fixture.slot);
  if (result.status !== 'done') throw new Error(result.status);
  return result.collected;
};

describe('collectIdle', () => {
  it('ends idle queues, spares parked and busy ones, and reports each', async () => {
    const idle = await fixture.register(1, { lifespanSeconds: 0 });
    const parked = await fixture.register(2, { lifespanSeconds: 0 });
    const busy = await fixture.register(3);
    await fixture.append([idle.id, busy.id], { text: messageText(1) });
    await fixture.poll(parked, -1);
    const dead = await eventually(async () => {
      const collected = await collect();
      return collected.length > 0 && collected;
    });
    expect(dead).toEqual([{ descriptor: idle, reason: 'idle', isHandedOver: false, parked: undefined }]);
    expect(await fixture.poll(idle, -1)).toEqual({ status: 'bad-queue' });
    expect(await fixture.queues.writer.loadSlot(fixture.slot)).toMatchObject({ complete: true });
    expect(await collect()).toEqual([]);
    await fixture.read(busy, 0);
    expect(await fixture.occupied()).toEqual({ bodies: 0, counts: 0, lists: 0 });
  });

  it('starts the idle clock when a park ends', async () => {
    const queue = await fixture.register(1, { lifespanSeconds: 5 });
    await fixture.poll(queue, -1);
    await fixture.append([queue.id], { text: messageText(1) });
    expect(await collect()).toEqual([]);
  });

  it('treats a park mark past its deadline as a dead gateway', async () => {
    const impatient = new QueueFixture(servers.redisUrl, { parkMs: 0 });
    await impatient.initialise();
    const queue = await impatient.register(1, { lifespanSeconds: 0 });
    await impatient.poll(queue, -1);
    const parked = { gatewayId: 'gateway-1', nonce: impatient.lastNonce };
    const dead = await eventually(async () => {
      const collected = await collect(impatient.queues);
      return collected.length > 0 && collected;
    });
    expect(dead).toEqual([{ descriptor: queue, reason: 'idle', isHandedOver: false, parked }]);
    await impatient.close();
  });

  it('drops queues that were not opened in time', async () => {
    const pending = await fixture.create();
    await fixture.append([pending.id], { text: messageText(1) });
    expect(await collect()).toEqual([]);
    const hasty = fixture.connect({ pendingMs: -1 });
    expect(await collect(hasty)).toMatchObject([{ reason: 'unopened' }]);
    await hasty.close();
    expect(await fixture.occupied()).toEqual({ bodies: 0, counts: 0, lists: 0 });
  });

  it('reports again what a crash left unreported', async () => {
    const queue = await fixture.register();
    await fixture.append([queue.id], { text: messageText(1) });
    await fixture.queues.reader.deleteQueue(fixture.slot, queue.id, 7);
    const failure = fixture.queues.keeper.collectIdle(fixture.slot, () => Promise.reject(new Error('died')));
    await expect(failure).rejects.toThrow('died');
    expect(await fixture.occupied()).toEqual({ bodies: 1, counts: 1, lists: 1 });
    expect(await collect()).toMatchObject([{ descriptor: queue, reason: 'deleted' }]);
    expect(await fixture.occupied()).toEqual({ bodies: 0, counts: 0, lists: 0 });
  });
});

describe('findAway (level 481)', () => {
  const AT_ONCE = -1;
  const away = async (awayMs = AT_ONCE): Promise<readonly AwayQueue[]> => {
    const result = await fixture.queues.keeper.findAway(fixture.slot, awayMs);
    if (result.status !== 'done') throw new Error(result.status);
    return result.away;
  };
  const known = async (since?: number) => fixture.queues.writer.loadSlot(fixture.slot, since, { withAway: true });

  it('notices first, gives out at the next call, and no more once it was handed over', async () => {
    const queue = await fixture.register(1);
    await fixture.append([queue.id], { text: messageText(1) });
    const { version } = await known();
    expect(await away(60_000)).toEqual([]);
    expect((await known(version)).version).toBe(version);
    expect(await away()).toEqual([]);
    expect(await known(version)).toMatchObject({ queues: [queue], away: [queue.id], removed: [] });
    expect(await known()).toMatchObject({ complete: true, queues: [queue], away: [queue.id] });
    const found = await away();
    expect(found).toEqual([{ descriptor: queue, lastSeenAt: expect.any(Number) }]);
    expect(await fixture.queues.keeper.unseenTexts(fixture.slot, queue.id, 10)).toEqual([messageText(1)]);
    expect(await away()).toEqual(found);
    await fixture.queues.keeper.markHandedOver(fixture.slot, found);
    expect(await away()).toEqual([]);
    expect((await known()).away).toEqual([queue.id]);
  });

  it('is over with the next poll, and may begin anew', async () => {
    const queue = await fixture.register(1);
    await away();
    const [first] = await away();
    await eventually(async () => Date.now() > (first?.lastSeenAt ?? 0));
    const { version } = await known();
    await fixture.poll(queue, -1, { dontBlock: true });
    expect(await known(version)).toMatchObject({ queues: [queue], away: [] });
    // What was reported of the absence before says nothing of the next one.
    await fixture.queues.keeper.markHandedOver(fixture.slot, first ? [first] : []);
    expect(await away()).toEqual([]);
    expect(await away()).toMatchObject([{ descriptor: queue }]);
  });

  it('is not said of clients that wait, of queues that are not open, nor of those that end before', async () => {
    const parked = await fixture.register(1);
    await fixture.poll(parked, -1);
    await fixture.create(2);
    await fixture.register(3, { lifespanSeconds: 60 });
    expect(await away(60_000)).toEqual([]);
    const short = await fixture.register(4, { lifespanSeconds: 0 });
    await away(0);
    expect((await known()).away).not.toContain(short.id);
    expect((await known()).away).not.toContain(parked.id);
  });

  it('keeps typing and presence from the queue, and is remembered when it is collected', async () => {
    const queue = await fixture.register(1, { lifespanSeconds: 0.2 });
    const told = {
      entries: new Map([[queue.id, [{ seq: 1, xid: 1, bodyRef: 'e1' }]]]),
      bodies: new Map([['e1', '{"type":"typing"}']]),
    };
    await fixture.append([queue.id], { text: messageText(1) });
    await away();
    await fixture.queues.writer.appendEphemeral(fixture.slot, told, () => undefined);
    await fixture.append([queue.id], { text: messageText(2) });
    expect(await fixture.queues.keeper.unseenTexts(fixture.slot, queue.id, 10)).toEqual([1, 2].map(messageText));
    await fixture.queues.keeper.markHandedOver(fixture.slot, await away());
    const dead = await eventually(async () => {
      const collected = await collect();
      return collected.length > 0 && collected;
    });
    expect(dead).toEqual([{ descriptor: queue, reason: 'idle', isHandedOver: true, parked: undefined }]);
  });
});

describe('expireQueuesBeyond', () => {
  const second = { epoch: 20, epochFirstSeq: 3, previousEpoch: 1 };

  it('ends what a lost tail may have reached and goes back before it', async () => {
    const [early, late, caughtUp, held] = await Promise.all([1, 2, 3, 4].map((user) => fixture.register(user)));
    const forget = { epoch: 1, xmin: 1_000, head: 1 };
    if (!early || !late || !caughtUp || !held) throw new Error('four queues');
    await fixture.append([early.id], { text: messageText(1) });
    await fixture.queues.writer.forgetSnapshots(fixture.slot, forget);
    await fixture.append([late.id], { text: messageText(2) }, { text: messageText(3) });
    const recent = await fixture.register(5);
    await fixture.queues.writer.forgetSnapshots(fixture.slot, { ...forget, head: 3 });
    const holding = await fixture.register(6);
    const pending = await fixture.create(7);
    await fixture.poll(late, 1);
    const parked = { gatewayId: 'gateway-1', nonce: fixture.lastNonce };
    expect(await fixture.queues.keeper.expireQueuesBeyond(fixture.slot, second)).toEqual({
      status: 'done',
      parked: [{ queueId: late.id, ...parked }],
    });
    expect((await fixture.queues.keeper.readSlot(fixture.slot)).position).toEqual({ epoch: 20, seq: 2 });
    const alive = (await fixture.queues.writer.loadSlot(fixture.slot)).queues.map((queue) => queue.id);
    expect(alive.sort()).toEqual([early.id, caughtUp.id, held.id].sort());
    const dead = (await collect()).map((queue) => queue.descriptor.id);
    expect(dead.sort()).toEqual([late.id, recent.id, holding.id, pending.id].sort());
    const repeated = { ...second, epochFirstSeq: 1 };
    expect(await fixture.queues.keeper.expireQueuesBeyond(fixture.slot, repeated)).toEqual({
      status: 'done',
      parked: [],
    });
    expect(numbersOf(await fixture.read(early, -1))).toEqual([1]);
  });

  it.each([
    ['was missed', 2],
    ['came back from a backup that did not know the last one', 0],
    ['does not say which one it follows', null],
  ])('ends everything when an epoch %s, and never goes forward', async (_case, previousEpoch) => {
    const queue = await fixture.register();
    await fixture.append([], { text: messageText(1) });
    await fixture.queues.keeper.expireQueuesBeyond(fixture.slot, { epoch: 3, epochFirstSeq: 50, previousEpoch });
    expect((await fixture.queues.keeper.readSlot(fixture.slot)).position).toEqual({ epoch: 3, seq: 1 });
    expect(await fixture.poll(queue, -1)).toEqual({ status: 'bad-queue' });
  });
});

describe('a change of server', () => {
  /** What a crash in the middle of a write leaves at the end of the log. */
  const HALF_A_TRANSACTION = '*1\r\n$5\r\nMULTI\r\n*3\r\n$3\r\nSET\r\n$6\r\nundone\r\n$1\r\n1\r\n*1\r\n$4\r\nEX';
  const writesOf = async (redis: Redis): Promise<string> => {
    const log = path.join(String(await redis.call('CONFIG', 'GET', 'dir')).slice('dir,'.length), 'appendonlydir');
    return path.join(log, readdirSync(log).find((name) => name.endsWith('.incr.aof')) ?? '');
  };

  it('goes on where it was after a restart in place that lost nothing', async () => {
    const queue = await fixture.register();
    await fixture.append([queue.id], { text: messageText(1) });
    await servers.redis.restart();
    await eventually(async () => !(await fixture.queues.keeper.readSlot(fixture.slot)).sameServer);
    expect(await fixture.poll(queue, -1)).toEqual({ status: 'run-id' });
    expect(await fixture.append([queue.id], { text: messageText(2) })).toMatchObject({ status: 'run-id' });
    const created = await fixture.queues.registrar.createQueue(fixture.slot, { ...queue, id: 'other' });
    expect(created).toEqual({ status: 'run-id' });
    expect(await fixture.queues.keeper.confirmRunId(fixture.slot)).toBe('confirmed');
    await fixture.append([queue.id], { text: messageText(2) });
    expect(numbersOf(await fixture.read(queue, -1))).toEqual([1, 2]);
  });

  it('does not bring back at a second crash what the first one undid', async () => {
    const queue = await fixture.register();
    await fixture.append([queue.id], { text: messageText(1) });
    const log = await writesOf(fixture.redis);
    await servers.redis.kill();
    appendFileSync(log, HALF_A_TRANSACTION);
    await servers.redis.start();
    await eventually(async () => !(await fixture.queues.keeper.readSlot(fixture.slot)).sameServer);
    expect(await fixture.queues.keeper.renewLogs()).toBeUndefined();
    expect(await fixture.queues.keeper.confirmRunId(fixture.slot)).toBe('confirmed');
    await eventually(async () => /aof_rewrite_in_progress:0/.test(await fixture.redis.info('persistence')));
    await fixture.append([queue.id], { text: messageText(2) });
    await servers.redis.restart();
    await eventually(async () => (await fixture.queues.keeper.confirmRunId(fixture.slot)) === 'confirmed');
    expect(await fixture.redis.get('undone')).toBeNull();
    expect(numbersOf(await fixture.read(queue, -1))).toEqual([1, 2]);
  });

  it('expires the slot when the server does not sync every write', async () => {
    const queue = await fixture.register();
    const { version } = await fixture.queues.writer.loadSlot(fixture.slot);
    await servers.redis.restart();
    await eventually(() => fixture.redis.config('SET', 'appendfsync', 'everysec'));
    expect(await fixture.queues.keeper.confirmRunId(fixture.slot)).toBe('unsafe');
    await fixture.queues.keeper.expireSlot(fixture.slot, { epoch: 1, seq: 40 });
    expect(await fixture.queues.keeper.readSlot(fixture.slot)).toMatchObject({
      position: { epoch: 1, seq: 40 },
      sameServer: true,
    });
    expect(await fixture.poll(queue, -1)).toEqual({ status: 'bad-queue' });
    expect(await fixture.queues.writer.loadSlot(fixture.slot, version)).toMatchObject({ complete: true, queues: [] });
    expect(await collect()).toMatchObject([{ reason: 'slot' }]);
    await fixture.redis.config('SET', 'appendfsync', 'always');
  });

  it('does not trust a promoted replica', async () => {
    const queue = await fixture.register();
    const port = await freePort();
    const folder = mkdtempSync(path.join(tmpdir(), 'stoa-replica-'));
    const durability = ['--appendonly', 'yes', '--appendfsync', 'always', '--save', ''];
    const args = ['--port', String(port), '--dir', folder, ...durability];
    const replicaOf = ['--replicaof', '127.0.0.1', String(servers.redis.port), '--repl-diskless-sync-delay', '0'];
    const greeting = { send: 'PING\r\n', expect: '+PONG' };
    const replica = new ServerProcess(
      `redis://127.0.0.1:${port}`,
      port,
      'redis-server',
      [...args, ...replicaOf],
      greeting,
    );
    await replica.start();
    const client = new Redis(replica.url);
    await eventually(async () => (await client.exists(fixture.key('states'))) === 1);
    await client.replicaof('NO', 'ONE');
    const moved = EventQueues.connect({ url: replica.url, prefix: fixture.prefix });
    const poll = { slot: fixture.slot, queueId: queue.id, userId: 7, lastEventId: -1, dontBlock: true };
    expect(await moved.reader.poll({ ...poll, gatewayId: 'g', nonce: 'n' })).toEqual({ status: 'run-id' });
    expect(await moved.keeper.confirmRunId(fixture.slot)).toBe('unsafe');
    await moved.close();
    client.disconnect();
    await replica.kill();
    await removeFolder(folder);
  });

  it('is unavailable while Redis is down, and answers when it is back', async () => {
    const queue = await fixture.register();
    await servers.redis.kill();
    await expect(fixture.poll(queue, -1)).rejects.toMatchObject({ name: 'UnavailableError' });
    await servers.redis.start();
    await eventually(() => fixture.queues.ping().then(() => true));
    expect(await fixture.queues.keeper.confirmRunId(fixture.slot)).toBe('confirmed');
    expect(await fixture.poll(queue, -1)).toEqual({ status: 'parked' });
  });

  it('has slots that are not ready when all data is gone, and versions that do not repeat', async () => {
    await fixture.register();
    const { version } = await fixture.queues.writer.loadSlot(fixture.slot);
    await fixture.redis.flushall();
    expect(await fixture.queues.keeper.readSlot(fixture.slot)).toMatchObject({ position: null });
    await fixture.initialise();
    const queue = await fixture.create(9);
    expect(await fixture.queues.writer.loadSlot(fixture.slot, version)).toMatchObject({
      complete: true,
      queues: [queue],
    });
    const opened = await fixture.queues.registrar.openQueue(fixture.slot, queue.id, SNAPSHOT, 1);
    expect(opened.status).toBe('opened');
  });
});

describe('checkServer', () => {
  it('refuses a server that evicts', async () => {
    expect(await fixture.queues.checkServer()).toEqual([]);
    await fixture.redis.config('SET', 'maxmemory-policy', 'allkeys-lru');
    await expect(fixture.queues.checkServer()).rejects.toThrow('noeviction');
    await fixture.redis.config('SET', 'maxmemory-policy', 'noeviction');
  });

  it('warns where CONFIG is forbidden', async () => {
    await fixture.redis.acl('SETUSER', 'limited', 'on', '>secret', '~*', '&*', '+@all', '-config');
    const url = servers.redisUrl.replace('redis://', 'redis://limited:secret@');
    const limited = EventQueues.connect({ url });
    expect(await limited.checkServer()).toEqual([expect.stringContaining('noeviction')]);
    await limited.close();
  });
});
