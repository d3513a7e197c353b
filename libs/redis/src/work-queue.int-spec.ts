import type { Logger } from '@stoa/observability';
import { TestServers, eventually, startServers } from '@stoa/testing';
import { WorkQueue, backoff } from './work-queue';

const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() } as unknown as Logger;

describe('WorkQueue', () => {
  let servers: TestServers;
  let queue: WorkQueue<string> | undefined;
  let done: string[];
  let failures: number;
  let name = 0;

  beforeAll(async () => {
    servers = await startServers();
  });
  afterAll(() => servers.stop());
  beforeEach(() => {
    done = [];
    failures = 0;
    name += 1;
  });
  afterEach(() => queue?.close());

  function open(work: (item: string) => Promise<boolean>): WorkQueue<string> {
    queue = new WorkQueue<string>({
      name: `test-${name}`,
      redis: { url: servers.redisUrl },
      concurrency: 2,
      log,
      work,
      pauseMs: () => 20,
    });
    return queue;
  }
  const succeed = (item: string): Promise<boolean> => {
    done.push(item);
    return Promise.resolve(true);
  };
  const item = (id: string) => ({ id: `item-${id}`, data: id });

  it('does each item once, whatever number of times it is added', async () => {
    const work = open(succeed);
    await work.add([item('a'), item('a')]);
    await work.add([item('a'), item('b')]);
    work.start();
    await eventually(() => done.length >= 2);
    expect(done.sort()).toEqual(['a', 'b']);
  });

  it('tries again what is not over and what throws, and then forgets it', async () => {
    const work = open((data) => {
      failures += 1;
      if (failures === 1) return Promise.resolve(false);
      if (failures === 2) return Promise.reject(new Error('a fault'));
      return succeed(data);
    });
    work.start();
    await work.add([item('a')]);
    await eventually(() => done.length === 1);
    expect(failures).toBe(3);
    // Its id is free again.
    await eventually(async () => {
      await work.add([item('a')]);
      return done.length === 2;
    });
  });

  it('goes on after Redis was away; what was not taken meanwhile is said to be so', async () => {
    const work = open(succeed);
    work.start();
    await work.add([item('before')]);
    await eventually(() => done.includes('before'));
    await servers.redis.kill('SIGKILL');
    expect(await work.add([item('meanwhile')])).toBe(false);
    await servers.redis.start();
    await eventually(async () => work.add([item('after')]), { timeoutMs: 20_000 });
    await eventually(() => done.includes('after'), { timeoutMs: 20_000 });
  });

  it('pauses for longer each time, up to a limit', () => {
    for (const [attempt, most] of [
      [1, 1_000],
      [3, 4_000],
      [9, 15_000],
      [900, 15_000],
    ] as const) {
      const pause = backoff(attempt, 15_000);
      expect(pause).toBeLessThanOrEqual(most);
      expect(pause).toBeGreaterThanOrEqual(most * 0.75);
    }
  });
});
