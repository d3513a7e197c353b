import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { freePort } from '@stoa/testing';
import { Client } from 'pg';
import { postgresParts, serverProgramParts } from './launcher-parts';
import { ManagedServer, answers } from './managed-server';

/** NATS cuts off a consumer that does not read for so long, so that a run can see it. */
const NATS_SETTINGS = { max_payload: '8MB', max_pending: '8MB', write_deadline: '"2s"' };

/** PostgreSQL, Redis and NATS with the durability of production, each under the harness's hand. */
export class ChaosServers {
  private constructor(
    private readonly folder: string,
    readonly databaseUrl: string,
    readonly postgres: ManagedServer,
    readonly redis: ManagedServer,
    readonly nats: ManagedServer,
  ) {}

  static async start(folder: string, logs: string): Promise<ChaosServers> {
    mkdirSync(logs, { recursive: true });
    const programs = await (await serverProgramParts()).locatePrograms(['redis', 'nats']);
    const redis = await redisServer(programs.redis ?? '', path.join(folder, 'redis'), logs);
    const nats = await natsServer(programs.nats ?? '', path.join(folder, 'nats'), logs);
    const { server: postgres, url } = await postgresServer(path.join(folder, 'postgres'), logs);
    await Promise.all([redis.start(), nats.start(), postgres.start()]);
    await (await postgresParts()).ensureDatabase(url);
    return new ChaosServers(folder, url, postgres, redis, nats);
  }

  get redisUrl(): string {
    return `redis://127.0.0.1:${this.redis.port}`;
  }

  get natsUrl(): string {
    return `nats://127.0.0.1:${this.nats.port}`;
  }

  get postgresPort(): number {
    return this.postgres.port;
  }

  /** Takes Redis's data away while it is down. */
  removeRedisData(): void {
    rmSync(path.join(this.folder, 'redis', 'appendonlydir'), { recursive: true, force: true });
  }

  /** Lets Redis's log of writes grow by no more than some bytes: what a full disk does. */
  limitRedisLog(bytes: number): void {
    const log = path.join(this.folder, 'redis', 'appendonlydir');
    const sizes = readdirSync(log).map((name) => statSync(path.join(log, name)).size);
    const limit = Math.max(...sizes) + bytes;
    execFileSync('prlimit', ['--pid', String(this.redis.pid), `--fsize=${limit}:${limit}`]);
  }

  /** Copies PostgreSQL's data as it is on the disk; it must be down. */
  copyPostgresData(): void {
    const { data, copy } = this.postgresFolders();
    rmSync(copy, { recursive: true, force: true });
    execFileSync('cp', ['-a', data, copy]);
  }

  /** Puts the copy in the data's place; PostgreSQL must be down. */
  restorePostgresData(): void {
    const { data, copy } = this.postgresFolders();
    rmSync(data, { recursive: true, force: true });
    execFileSync('mv', [copy, data]);
  }

  async stop(): Promise<void> {
    for (const server of [this.postgres, this.redis, this.nats]) {
      if (server.isRunning) server.signalAll('SIGCONT');
    }
    await Promise.all([this.postgres.stop('SIGINT'), this.redis.stop('SIGKILL'), this.nats.stop('SIGKILL')]);
  }

  private postgresFolders(): { data: string; copy: string } {
    const data = path.join(this.folder, 'postgres');
    return { data, copy: `${data}.copy` };
  }
}

async function redisServer(program: string, folder: string, logs: string): Promise<ManagedServer> {
  mkdirSync(folder, { recursive: true });
  const port = await freePort();
  const place = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', ''];
  const durability = ['--appendonly', 'yes', '--appendfsync', 'always', '--maxmemory-policy', 'noeviction'];
  return new ManagedServer({
    name: 'redis',
    port,
    logFile: path.join(logs, 'redis.log'),
    command: { file: program, args: [...place, ...durability], env: { PATH: process.env.PATH }, cwd: folder },
    isHealthy: () => answers(port, '+PONG', 'PING\r\n'),
  });
}

async function natsServer(program: string, folder: string, logs: string): Promise<ManagedServer> {
  mkdirSync(folder, { recursive: true });
  const port = await freePort();
  const settings = Object.entries({ host: '"127.0.0.1"', port, ...NATS_SETTINGS });
  const configuration = path.join(folder, 'nats.conf');
  writeFileSync(configuration, settings.map(([name, value]) => `${name}: ${String(value)}\n`).join(''));
  return new ManagedServer({
    name: 'nats',
    port,
    logFile: path.join(logs, 'nats.log'),
    command: { file: program, args: ['-c', configuration], env: { PATH: process.env.PATH }, cwd: folder },
    isHealthy: () => answers(port, 'INFO '),
  });
}

async function postgresServer(folder: string, logs: string): Promise<{ server: ManagedServer; url: string }> {
  const port = await freePort();
  const logFile = path.join(logs, 'postgres.log');
  const env = { PATH: process.env.PATH };
  const definition = { folder, port, password: 'chaos', logFile, env, onChange: () => undefined };
  const { url, supervised } = await (await postgresParts()).createPostgres(definition);
  const isHealthy = async () => {
    const client = new Client({ connectionString: maintenance(url), connectionTimeoutMillis: 1_000 });
    client.on('error', () => undefined);
    await client.connect();
    await client.query('SELECT 1').finally(() => client.end());
    return true;
  };
  const server = new ManagedServer({ name: 'postgres', port, logFile, command: supervised.command(), isHealthy });
  return { server, url };
}

function maintenance(url: string): string {
  const parsed = new URL(url);
  parsed.pathname = '/postgres';
  return parsed.href;
}
