import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { Client } from 'pg';
import { askBroker } from './broker';
import { freePort } from './free-port';
import { ServerProcess } from './server-process';

export interface TestServers {
  /** A migrated, empty database that nobody else uses. */
  databaseUrl: string;
  redisUrl: string;
  natsUrl: string;
  /** This file's own servers; they may be killed and restarted. Redis keeps its data (appendfsync always). */
  redis: ServerProcess;
  nats: ServerProcess;
  /** Another migrated, empty database on the same PostgreSQL. */
  createDatabase(): Promise<string>;
  stop(): Promise<void>;
}

/**
 * Gives a test file what it needs: a database of its own, cloned from a migrated template on the run's PostgreSQL, and a
 * Redis and a NATS server of its own. Call it in `beforeAll`, and `stop` in `afterAll`.
 */
export async function startServers(): Promise<TestServers> {
  const { templateUrl, folder, redisProgram, natsProgram } = await askBroker('/servers');
  const own = path.join(folder, `file-${randomBytes(6).toString('hex')}`);
  mkdirSync(own, { recursive: true });
  const [redis, nats] = await Promise.all([createRedis(redisProgram, own), createNats(natsProgram)]);
  await Promise.all([redis.start(), nats.start()]);
  const databases: string[] = [];
  const createDatabase = async () => {
    const url = await cloneDatabase(templateUrl);
    databases.push(url);
    return url;
  };
  return {
    databaseUrl: await createDatabase(),
    redisUrl: redis.url,
    natsUrl: nats.url,
    redis,
    nats,
    createDatabase,
    stop: async () => {
      await Promise.all([redis.kill('SIGKILL'), nats.kill('SIGKILL')]);
      for (const url of databases) await dropDatabase(templateUrl, url);
    },
  };
}

async function createRedis(program: string, folder: string): Promise<ServerProcess> {
  const port = await freePort();
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', ''];
  const durability = ['--appendonly', 'yes', '--appendfsync', 'always', '--maxmemory-policy', 'noeviction'];
  return new ServerProcess(`redis://127.0.0.1:${port}`, port, program, [...args, ...durability], {
    send: 'PING\r\n',
    expect: '+PONG',
  });
}

async function createNats(program: string): Promise<ServerProcess> {
  const port = await freePort();
  const args = ['-a', '127.0.0.1', '-p', String(port)];
  return new ServerProcess(`nats://127.0.0.1:${port}`, port, program, args, { expect: 'INFO ' });
}

function withPath(url: string, database: string): string {
  const parsed = new URL(url);
  parsed.pathname = `/${database}`;
  return parsed.href;
}

async function onMaintenance(templateUrl: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: withPath(templateUrl, 'postgres') });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

async function cloneDatabase(templateUrl: string): Promise<string> {
  const template = new URL(templateUrl).pathname.slice(1);
  const name = `test_${randomBytes(6).toString('hex')}`;
  await onMaintenance(templateUrl, `CREATE DATABASE "${name}" TEMPLATE "${template}"`);
  return withPath(templateUrl, name);
}

async function dropDatabase(templateUrl: string, url: string): Promise<void> {
  await onMaintenance(templateUrl, `DROP DATABASE IF EXISTS "${new URL(url).pathname.slice(1)}" WITH (FORCE)`);
}
