import { createLogger } from '@stoa/observability';
import { TestServers, eventually, startServers } from '@stoa/testing';
import { Pace } from './pace';
import { createRedisConnection } from './redis-connection';

const log = createLogger({ service: 'test', replica: 1, level: 'silent' });
const PER_MINUTE = 5;

describe('Pace', () => {
  let servers: TestServers;
  let connection: ReturnType<typeof createRedisConnection>;

  beforeAll(async () => {
    servers = await startServers();
    connection = createRedisConnection({ url: servers.redisUrl }, log, { name: 'test' });
    await eventually(() => connection.status === 'ready');
  });
  afterAll(async () => {
    connection?.disconnect();
    await servers?.stop();
  });

  const replica = () => new Pace(connection, log, { name: 'test', perMinute: PER_MINUTE });
  const waits = async (pace: Pace, key: string, count: number): Promise<number[]> => {
    const found: number[] = [];
    for (let asked = 0; asked < count; asked++) found.push(await pace.waitMs(key));
    return found;
  };

  it('is that of all replicas together, of each key alone', async () => {
    expect(await waits(replica(), 'a.example', 3)).toEqual([0, 0, 0]);
    const late = await waits(replica(), 'a.example', 8);
    expect(late.slice(0, 2)).toEqual([0, 0]);
    // Five have room in the next minute, the sixth in the one after it.
    for (const wait of late.slice(2, 7)) expect(wait).toBeLessThanOrEqual(120_000);
    expect(late[7]).toBeGreaterThan(60_000);
    expect(await waits(replica(), 'b.example', 1)).toEqual([0]);
  });

  it('is kept by a replica alone while Redis is away', async () => {
    const lost = createRedisConnection({ url: 'redis://127.0.0.1:1' }, log, { name: 'test' });
    const pace = new Pace(lost, log, { name: 'test', perMinute: PER_MINUTE });
    const found = await waits(pace, 'a.example', PER_MINUTE + 1);
    expect(found.slice(0, PER_MINUTE)).toEqual(Array.from({ length: PER_MINUTE }, () => 0));
    expect(found[PER_MINUTE]).toBeGreaterThan(0);
    lost.disconnect();
  });
});
