import { mkdirSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import { Failure } from './failure.mjs';
import { acceptsConnections } from './ports.mjs';
import { checkOwnDatabase, createPostgres, ensureDatabase } from './postgres.mjs';
import { MARKER } from './process-table.mjs';
import { locatePrograms } from './server-programs.mjs';
import { SupervisedProcess } from './supervised-process.mjs';

/** What a server process sees of the launcher's environment, and the mark by which a later start finds it. */
function serverEnvironment(dataDir) {
  return { PATH: process.env.PATH, [MARKER]: dataDir };
}

function exchange(port, question, expected) {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' });
    const answer = (value) => {
      socket.destroy();
      resolve(value);
    };
    socket.setTimeout(1000, () => answer(false));
    socket.once('error', () => answer(false));
    socket.once('connect', () => question && socket.write(question));
    socket.once('data', (data) => answer(data.toString('latin1').startsWith(expected)));
  });
}

/** What PostgreSQL leaves to the operating system where nothing has to outlive the machine. */
const UNSYNCED = { fsync: 'off', full_page_writes: 'off' };

/**
 * How often Redis looks after itself in a second; it wakes up for it (default 10). Calls that wait for work may wait so much
 * longer, a quarter of a second.
 */
const REDIS_LOOKS = '4';
/** Near it, no queues are made (decision 020). */
const REDIS_MEMORY = '4gb';

function createRedis({ program, folder, port, logFile, env, onChange, throwaway }) {
  mkdirSync(folder, { recursive: true });
  const durability = throwaway ? ['--appendonly', 'no'] : ['--appendonly', 'yes', '--appendfsync', 'always'];
  const limits = [
    ...['--maxmemory-policy', 'noeviction', '--maxmemory', REDIS_MEMORY, '--tcp-keepalive', '10'],
    ...['--tcp-backlog', '511', '--databases', throwaway ? '512' : '16', '--hz', REDIS_LOOKS],
  ];
  const supervised = new SupervisedProcess({
    name: 'redis',
    single: true,
    logFile,
    onChange,
    command: () => ({
      file: program,
      args: ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', '', ...durability, ...limits],
      env,
      cwd: folder,
    }),
    // While it still loads its data it answers -LOADING.
    isHealthy: () => exchange(port, 'PING\r\n', '+PONG'),
  });
  return { url: `redis://127.0.0.1:${port}`, supervised };
}

function createNats({ program, folder, port, logFile, env, onChange }) {
  mkdirSync(folder, { recursive: true });
  const configuration = path.join(folder, 'nats.conf');
  // Large fragments of initial states travel as one reply.
  const settings = {
    ...{ host: '"127.0.0.1"', port, max_payload: '8MB', max_pending: '256MB', write_deadline: '"10s"' },
    ...{ ping_interval: '"2s"', ping_max: 2 },
  };
  writeFileSync(
    configuration,
    Object.entries(settings)
      .map(([name, value]) => `${name}: ${value}\n`)
      .join(''),
  );
  // One processor carries all that the services of a machine send; Go wakes further threads for each message that comes
  // alone, which costs a cluster at rest more than the message (docs/operate/performance.md).
  const natsEnvironment = { ...env, GOMAXPROCS: '1' };
  const supervised = new SupervisedProcess({
    name: 'nats',
    single: true,
    logFile,
    onChange,
    command: () => ({ file: program, args: ['-c', configuration], env: natsEnvironment, cwd: folder }),
    isHealthy: () => exchange(port, undefined, 'INFO '),
  });
  return { url: `nats://127.0.0.1:${port}`, supervised };
}

/** Of several servers, separated by commas, one has to be up: the others may be under replacement. */
async function checkOwn(variable, urls) {
  let reachable;
  try {
    reachable = await Promise.all(urls.split(',').map((url) => acceptsConnections(url.trim())));
  } catch {
    throw new Failure(`${variable} is not a URL`);
  }
  if (!reachable.includes(true)) throw new Failure(`${variable} names a server that cannot be reached`);
}

/**
 * PostgreSQL, Redis and NATS for one data directory; those that `own` names are used as they are.
 * `throwaway`: faster and not durable, for tests. `synced: false`: what PostgreSQL has acknowledged outlives every process,
 * but not the machine.
 */
export class Servers {
  /** @param given `{ dataDir, logs, ports (a PortAllocator), preferredPorts, password, own, throwaway, onChange }` */
  constructor(given) {
    this.given = { own: {}, preferredPorts: {}, throwaway: false, synced: true, onChange: () => undefined, ...given };
    this.processes = [];
    this.stopped = false;
    this.ports = {};
  }

  async start() {
    const { own, dataDir, logs, password, throwaway, synced, onChange } = this.given;
    await Promise.all([
      own.database && checkOwnDatabase(own.database),
      own.redis && checkOwn('STOA_REDIS_URL', own.redis),
      own.nats && checkOwn('STOA_NATS_URL', own.nats),
    ]);
    const programs = await locatePrograms(['redis', 'nats'].filter((name) => !own[name]));
    const common = async (name) => {
      this.ports[name] = await this.given.ports.take(this.given.preferredPorts[name]);
      return {
        program: programs[name],
        folder: path.join(dataDir, name),
        port: this.ports[name],
        logFile: path.join(logs, `${name}.log`),
        env: serverEnvironment(dataDir),
        onChange,
        throwaway,
      };
    };
    const redis = own.redis ? { url: own.redis } : createRedis(await common('redis'));
    const nats = own.nats ? { url: own.nats } : createNats(await common('nats'));
    this.#continue();
    const quick = [redis.supervised, nats.supervised].filter(Boolean);
    this.processes.push(...quick);
    await Promise.all(quick.map((supervised) => supervised.start()));
    const postgres = own.database
      ? { url: own.database }
      : await createPostgres({ ...(await common('postgres')), password, own: synced ? {} : UNSYNCED });
    this.#continue();
    if (postgres.supervised) {
      this.processes.push(postgres.supervised);
      await postgres.supervised.start();
    }
    await Promise.all(this.processes.map((supervised) => supervised.waitHealthy()));
    if (!own.database) await ensureDatabase(postgres.url);
    this.urls = { database: postgres.url, redis: redis.url, nats: nats.url };
    return this.urls;
  }

  #continue() {
    if (this.stopped) throw new Failure('stopped while starting');
  }

  async stop(graceMs = 7000) {
    this.stopped = true;
    await Promise.all(this.processes.map((supervised) => supervised.stop(graceMs)));
  }
}
