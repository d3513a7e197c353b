import { Socket } from 'node:net';
import { TestServers, eventually, startServers } from '@stoa/testing';
import { BatchingRedis } from './batching-redis';

describe('BatchingRedis', () => {
  let servers: TestServers;
  let redis: BatchingRedis;

  beforeAll(async () => {
    servers = await startServers();
  });

  beforeEach(async () => {
    redis = new BatchingRedis(servers.redisUrl, { retryStrategy: () => 20, maxRetriesPerRequest: 1 });
    redis.on('error', () => undefined);
    await eventually(() => redis.status === 'ready');
    await redis.flushall();
  });

  afterEach(() => {
    vi.restoreAllMocks();
    redis.disconnect();
  });

  afterAll(() => servers.stop());

  /** Calls of the system that the connection makes to write: several pieces at once, or one. */
  function spyOnWrites(): { several: ReturnType<typeof vi.fn>; one: ReturnType<typeof vi.fn> } {
    return { several: vi.spyOn(Socket.prototype, '_writev'), one: vi.spyOn(Socket.prototype, '_write') };
  }

  it('writes the commands of one turn at once, and each is answered for itself', async () => {
    const writes = spyOnWrites();
    const answers = await Promise.allSettled([
      redis.set('a', 'text'),
      redis.incr('a'),
      redis.get('a'),
      new Promise<void>((resolve) => process.nextTick(resolve)).then(() => redis.append('a', '!')),
    ]);
    expect(answers).toMatchObject([
      { value: 'OK' },
      { reason: { message: expect.stringContaining('not an integer') } },
      { value: 'text' },
      { value: 5 },
    ]);
    expect([writes.several.mock.calls.length, writes.one.mock.calls.length]).toEqual([1, 0]);
  });

  it('goes on over the next connection when one is lost', async () => {
    const lost = redis.stream;
    const kept = redis.set('kept', 'before');
    // In the turn in which commands wait to be written.
    lost.destroy(new Error('lost'));
    await Promise.allSettled([kept]);
    await eventually(() => redis.status === 'ready');
    expect(redis.stream).not.toBe(lost);
    const writes = spyOnWrites();
    expect(await Promise.all([redis.set('kept', 'after'), redis.get('kept')])).toEqual(['OK', 'after']);
    expect(writes.several).toHaveBeenCalledOnce();
  });
});
