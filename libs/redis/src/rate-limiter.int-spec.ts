import { Socket } from 'node:net';
import { createLogger } from '@stoa/observability';
import { TestServers, eventually, startServers } from '@stoa/testing';
import { RATE_LIMIT_RULES, RateLimitRule } from './rate-limit-rules';
import { RateLimiter } from './rate-limiter';
import { createRedisConnection } from './redis-connection';

const log = createLogger({ service: 'test', replica: 1, level: 'silent' });
const rule: RateLimitRule = {
  name: 'test',
  windows: [
    { points: 3, seconds: 60 },
    { points: 5, seconds: 3600 },
  ],
};

describe('RateLimiter', () => {
  let servers: TestServers;
  let connection: ReturnType<typeof createRedisConnection>;

  beforeAll(async () => {
    servers = await startServers();
    connection = createRedisConnection({ url: servers.redisUrl }, log, { name: 'test' });
    await eventually(() => connection.status === 'ready');
  });

  afterAll(async () => {
    connection.disconnect();
    await servers.stop();
  });

  beforeEach(() => connection.flushall());

  it('counts down, refuses and tells when to come back', async () => {
    const limiter = new RateLimiter(connection, log);
    const states = [];
    for (let call = 0; call < 4; call++) states.push(await limiter.consume(rule, 'a'));
    expect(states.map(({ isAllowed, limit, remaining }) => [isAllowed, limit, remaining])).toEqual([
      [true, 5, 4],
      [true, 5, 3],
      [true, 5, 2],
      [false, 5, 0],
    ]);
    const refused = states[3];
    expect(refused?.retryAfterSeconds).toBeGreaterThan(50);
    expect(refused?.retryAfterSeconds).toBeLessThanOrEqual(60);
    expect((refused?.resetAt ?? 0) - Date.now() / 1000).toBeLessThanOrEqual(61);
    expect((await limiter.consume(rule, 'b')).isAllowed).toBe(true);
  });

  it('counts calls that cost more as so many', async () => {
    const limiter = new RateLimiter(connection, log);
    expect(await limiter.consume(rule, 'a', 2)).toMatchObject({ isAllowed: true, remaining: 3 });
    expect(await limiter.consume(rule, 'a', 2)).toMatchObject({ isAllowed: false, remaining: 0 });
    expect(await limiter.consume(rule, 'a')).toMatchObject({ isAllowed: false, remaining: 0 });
  });

  it('counts the first call of a process together with what else is asked in the same turn', async () => {
    const fresh = createRedisConnection({ url: servers.redisUrl }, log, { name: 'fresh' });
    await eventually(() => fresh.status === 'ready');
    const limiter = new RateLimiter(fresh, log);
    const [nothing, state] = await Promise.all([fresh.get('nothing'), limiter.consume(rule, 'a')]);
    expect([nothing, state.remaining, await fresh.get('limit:test:3600:a')]).toEqual([null, 4, '1']);
    fresh.disconnect();
  });

  it('does not count refused calls', async () => {
    const limiter = new RateLimiter(connection, log);
    for (let call = 0; call < 20; call++) await limiter.consume(rule, 'a');
    expect(await connection.get('limit:test:3600:a')).toBe('3');
  });

  it('counts for all replicas together', async () => {
    const replicas = [new RateLimiter(connection, log), new RateLimiter(connection, log)];
    const states = [];
    for (let call = 0; call < 6; call++) states.push(await replicas[call % 2]?.consume(rule, 'a'));
    expect(states.map((state) => state?.isAllowed)).toEqual([true, true, true, false, false, false]);
  });

  it('takes one round trip for all windows', async () => {
    const limiter = new RateLimiter(connection, log);
    await limiter.consume(RATE_LIMIT_RULES.apiByUser, '7');
    const writes = [vi.spyOn(Socket.prototype, '_writev'), vi.spyOn(Socket.prototype, '_write')];
    await limiter.consume(RATE_LIMIT_RULES.apiByUser, '7');
    const counts = writes.map(({ mock }) => mock.calls.length);
    vi.restoreAllMocks();
    expect(counts).toEqual([1, 0]);
  });

  it('forgets a cleared key', async () => {
    const limiter = new RateLimiter(connection, log);
    for (let call = 0; call < 6; call++) await limiter.consume(RATE_LIMIT_RULES.authenticateByUsername, 'x@y');
    expect((await limiter.consume(RATE_LIMIT_RULES.authenticateByUsername, 'x@y')).isAllowed).toBe(false);
    const other = new RateLimiter(connection, log);
    expect((await other.consume(RATE_LIMIT_RULES.authenticateByUsername, 'x@y')).isAllowed).toBe(false);
    await other.clear(RATE_LIMIT_RULES.authenticateByUsername, 'x@y');
    // Also at a replica that has refused it.
    expect(await limiter.consume(RATE_LIMIT_RULES.authenticateByUsername, 'x@y')).toMatchObject({ remaining: 4 });
  });

  it('counts on its own while Redis is gone, and together again after', async () => {
    const limiter = new RateLimiter(connection, log);
    await servers.redis.kill();
    await eventually(() => connection.status !== 'ready');
    const states = [];
    for (let call = 0; call < 4; call++) states.push(await limiter.consume(rule, 'outage'));
    expect(states.map(({ isAllowed }) => isAllowed)).toEqual([true, true, true, false]);
    await servers.redis.start();
    await eventually(() => connection.status === 'ready');
    await eventually(async () => {
      await limiter.consume(rule, 'later');
      return (await connection.exists('limit:test:60:later')) === 1;
    });
  });

  it('does not wait for a Redis that hangs', async () => {
    const impatient = createRedisConnection({ url: servers.redisUrl }, log, {
      name: 'impatient',
      commandTimeoutMs: 100,
    });
    await eventually(() => impatient.status === 'ready');
    const limiter = new RateLimiter(impatient, log);
    servers.redis.signal('SIGSTOP');
    const begun = performance.now();
    for (let call = 0; call < 3; call++) await limiter.consume(rule, 'hang');
    const took = performance.now() - begun;
    servers.redis.signal('SIGCONT');
    impatient.disconnect();
    expect(took).toBeLessThan(1_000);
  });
});
