import { createLogger } from '@stoa/observability';
import { TestServers, eventually, startServers } from '@stoa/testing';
import { createRedisConnection } from './redis-connection';
import { COPY_LIFE_MS, SharedVersions } from './shared-versions';

const log = createLogger({ service: 'test', replica: 1, level: 'silent' });
const SET = 'realm:5:access';

describe('SharedVersions', () => {
  let servers: TestServers;
  let connection: ReturnType<typeof createRedisConnection>;

  beforeAll(async () => {
    servers = await startServers();
    connection = createRedisConnection({ url: servers.redisUrl }, log, { name: 'test', commandTimeoutMs: 500 });
    await eventually(() => connection.status === 'ready');
  });

  afterAll(async () => {
    connection.disconnect();
    await servers.stop();
  });

  beforeEach(() => connection.flushall());

  it('tells every process which copies a write has made stale', async () => {
    const [writer, reader] = [new SharedVersions(connection, log), new SharedVersions(connection, log)];
    await writer.publish([
      [SET, 7],
      ['realm:6:access', 2],
    ]);
    expect(await reader.stateOf(SET, 6)).toBe('stale');
    expect(await reader.stateOf(SET, 7)).toBe('current');
    // Read after a commit whose version is still on its way.
    expect(await reader.stateOf(SET, 8)).toBe('current');
    expect(await reader.stateOf('realm:6:access', 1)).toBe('stale');
  });

  it('asks once for all who ask in the same turn, and anew in the next one', async () => {
    const versions = new SharedVersions(connection, log);
    await versions.publish([[SET, 7]]);
    await connection.config('RESETSTAT');
    const many = Array.from({ length: 50 }, () => versions.stateOf(SET, 7));
    expect(new Set(await Promise.all(many))).toEqual(new Set(['current']));
    expect(/cmdstat_get:calls=(\d+)/.exec(await connection.info('commandstats'))?.[1]).toBe('1');
    await versions.publish([[SET, 8]]);
    expect(await versions.stateOf(SET, 7)).toBe('stale');
  });

  it('asks anew once the question was given, though it may not have left', async () => {
    const versions = new SharedVersions(connection, log);
    await versions.publish([[SET, 7]]);
    const given = vi.spyOn(connection, 'get');
    try {
      const first = versions.stateOf(SET, 7);
      while (given.mock.calls.length === 0) await new Promise(setImmediate);
      const later = versions.stateOf(SET, 7);
      expect(await Promise.all([first, later])).toEqual(['current', 'current']);
      expect(given).toHaveBeenCalledTimes(2);
    } finally {
      given.mockRestore();
    }
  });

  it('never goes back, in whatever order writers tell', async () => {
    const versions = new SharedVersions(connection, log);
    const life = 112_000_000_000_000;
    for (const version of [life + 4, life + 3, life + 5, life]) await versions.publish([[SET, version]]);
    expect(await versions.stateOf(SET, life + 4)).toBe('stale');
    expect(await versions.stateOf(SET, life + 5)).toBe('current');
  });

  it('confirms nothing that Redis has lost, until it was read again', async () => {
    const versions = new SharedVersions(connection, log);
    await versions.publish([[SET, 7]]);
    await versions.remember(SET, 9);
    expect(await versions.stateOf(SET, 7)).toBe('current');
    await connection.flushall();
    expect(await versions.stateOf(SET, 7)).toBe('unknown');
    await versions.remember(SET, 8);
    expect(await versions.stateOf(SET, 7)).toBe('stale');
    expect(await versions.stateOf(SET, 8)).toBe('current');
  });

  it('without Redis confirms nothing, and a write waits until copies are too old', async () => {
    const unreachable = createRedisConnection({ url: 'redis://127.0.0.1:1' }, log, { name: 'test' });
    const versions = new SharedVersions(unreachable, log);
    expect(await versions.stateOf(SET, 7)).toBe('unknown');
    const begun = performance.now();
    await versions.publish([[SET, 7]]);
    expect(performance.now() - begun).toBeGreaterThan(COPY_LIFE_MS);
    unreachable.disconnect();
  });

  it('spares a Redis that does not answer', async () => {
    const paused = createRedisConnection({ url: servers.redisUrl }, log, { name: 'test', commandTimeoutMs: 100 });
    await eventually(() => paused.status === 'ready');
    const versions = new SharedVersions(paused, log);
    const asked = vi.spyOn(paused, 'get');
    servers.redis.signal('SIGSTOP');
    try {
      expect(await versions.stateOf(SET, 7)).toBe('unknown');
      expect(await versions.stateOf(SET, 7)).toBe('unknown');
      expect(asked).toHaveBeenCalledTimes(1);
    } finally {
      servers.redis.signal('SIGCONT');
      paused.disconnect();
    }
  });
});
