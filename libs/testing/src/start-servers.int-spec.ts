import { Client } from 'pg';
import { ServerProcess, TestServers, eventually, startServers } from './index';

describe('startServers', () => {
  let servers: TestServers;

  beforeAll(async () => {
    servers = await startServers();
  });

  afterAll(async () => {
    await servers.stop();
  });

  it('gives a migrated database of its own', async () => {
    const client = new Client({ connectionString: servers.databaseUrl });
    await client.connect();
    const { rows } = await client.query("SELECT to_regclass('outbox') IS NOT NULL AS migrated");
    await client.end();
    expect(rows).toEqual([{ migrated: true }]);
    expect(await servers.createDatabase()).not.toBe(servers.databaseUrl);
  });

  it('lets a test kill and restart its Redis and NATS', async () => {
    const before = [servers.redis.pid, servers.nats.pid];
    await servers.redis.restart();
    await servers.nats.restart();
    expect([servers.redis.pid, servers.nats.pid]).not.toEqual(before);
  });
});

describe('a server that cannot start', () => {
  it('is said at once, not when the time for an answer is over', async () => {
    const server = new ServerProcess('nothing://127.0.0.1:1', 1, process.execPath, ['-e', 'process.exit(3)'], {
      expect: '+',
    });
    await expect(server.start()).rejects.toThrow(/ended \(3\) before it answered/);
  });
});

describe('eventually', () => {
  it('returns what the check gave once it gave something', async () => {
    let calls = 0;
    await expect(eventually(() => ((calls += 1) > 2 ? calls : undefined))).resolves.toBe(3);
  });

  it('throws the last error when the time is up', async () => {
    const check = () => {
      throw new Error('not yet');
    };
    await expect(eventually(check, { timeoutMs: 30 })).rejects.toThrow('not yet');
  });

  it('checks once more when the time was up during a slow check', async () => {
    let calls = 0;
    const check = async () => {
      await new Promise((resolve) => setTimeout(resolve, 50));
      return (calls += 1) > 1;
    };
    await expect(eventually(check, { timeoutMs: 10 })).resolves.toBe(true);
  });
});
