import { execFileSync, spawn } from 'node:child_process';
import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { Failure } from './failure.mjs';
import { acceptsConnections } from './ports.mjs';
import { postgresPrograms } from './prepare.mjs';
import { findProgram } from './server-programs.mjs';
import { SupervisedProcess } from './supervised-process.mjs';

const USER = 'stoa';
const DATABASE = 'stoa';
/** The server is known to be up; the machine may be busy. */
const BUSY_MACHINE_MS = 60_000;

/** Tuned for two cores that everything shares; a commit is on disk before it is acknowledged. */
const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: 300,
  shared_buffers: '256MB',
  effective_cache_size: '1GB',
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  fsync: 'on',
  synchronous_commit: 'on',
  wal_buffers: '16MB',
  max_wal_size: '2GB',
  checkpoint_completion_target: 0.9,
  random_page_cost: 1.1,
  // Worker processes and compilation cost more than they bring to short statements on two cores.
  jit: 'off',
  io_method: 'sync',
  max_parallel_workers_per_gather: 0,
  max_worker_processes: 4,
  timezone: 'UTC',
  log_timezone: 'UTC',
};

/** For servers that live only as long as a test run. */
const THROWAWAY_SETTINGS = { fsync: 'off', full_page_writes: 'off', max_connections: 500 };

/** The user that PostgreSQL runs as, because it refuses root: the owner of existing data, else postgres or nobody. */
function unprivilegedUser(dataFolder) {
  if (process.getuid?.() !== 0) return undefined;
  if (existsSync(path.join(dataFolder, 'PG_VERSION'))) {
    const { uid, gid } = statSync(dataFolder);
    return { uid, gid };
  }
  for (const name of ['postgres', 'nobody']) {
    try {
      const number = (flag) =>
        Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));
      return { uid: number('-u'), gid: number('-g') };
    } catch {
      continue;
    }
  }
  throw new Failure(
    'PostgreSQL cannot run as root, and there is no user "postgres" or "nobody"; create one or set STOA_DATABASE_URL',
  );
}

/** Whether a user can go through every folder above a path. */
function canReach(target, { uid, gid }) {
  for (let folder = path.dirname(path.resolve(target)); ; folder = path.dirname(folder)) {
    const { mode, uid: owner, gid: group } = statSync(folder);
    const bit = owner === uid ? 0o100 : group === gid ? 0o010 : 0o001;
    if ((mode & bit) === 0) return false;
    if (folder === path.dirname(folder)) return true;
  }
}

/**
 * How to run a PostgreSQL program unprivileged. Below a private folder (root's home, say) the unprivileged user could not
 * reach its own files; there it keeps the one capability of passing through folders.
 */
function runAs(user, places) {
  if (!user) return {};
  if (places.every((place) => canReach(place, user))) return { uid: user.uid, gid: user.gid };
  const setpriv = findProgram('setpriv');
  if (!setpriv) {
    throw new Failure(
      `PostgreSQL does not run as root, and its user cannot access ${places[0]}; use a folder that other users can access, or set STOA_DATABASE_URL`,
    );
  }
  const capability = '+dac_override';
  const identity = [`--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups'];
  // Without the last flag access(2), by which initdb looks for its programs, would ignore the capability.
  const keeps = [`--inh-caps=${capability}`, `--ambient-caps=${capability}`, '--securebits=+no_setuid_fixup'];
  return { prefix: [setpriv, ...identity, ...keeps] };
}

/** Runs initdb; it and its helpers end with this process. @returns its complaint, or undefined when it succeeded */
function runInitdb([file, ...args], { uid, gid }, env) {
  return new Promise((resolve) => {
    const stdio = ['ignore', 'ignore', 'pipe'];
    const child = spawn(file, args, { uid, gid, cwd: '/', env: { ...env, LC_ALL: 'C' }, stdio, detached: true });
    const stop = () => child.pid && process.kill(-child.pid, 'SIGKILL');
    process.once('exit', stop);
    let complaint = '';
    child.stderr.on('data', (chunk) => (complaint += chunk));
    const end = (result) => {
      process.off('exit', stop);
      resolve(result);
    };
    child.once('error', (error) => end(error.message));
    child.once('close', (code) => end(code === 0 ? undefined : complaint || 'initdb gave no reason'));
  });
}

/** Creates the data next to its final place and moves it there when complete, so that a broken-off start leaves no half. */
async function createData(folder, { identity, user, password, throwaway, programs, env }) {
  const draft = `${folder}.new`;
  const passwordFile = `${folder}.password`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { mode: 0o700 });
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
  if (user) for (const place of [draft, passwordFile]) chownSync(place, user.uid, user.gid);
  const command = [
    ...(identity.prefix ?? []),
    path.join(programs, 'bin', 'initdb'),
    ...[
      '--pgdata',
      draft,
      '--username',
      USER,
      '--pwfile',
      passwordFile,
      '--auth',
      'scram-sha-256',
      '--encoding',
      'UTF8',
    ],
    ...['--locale', 'C', '--locale-provider', 'builtin', '--builtin-locale', 'C.UTF-8', '--no-instructions'],
    ...(throwaway ? ['--no-sync'] : []),
  ];
  const complaint = await runInitdb(command, identity, env);
  rmSync(passwordFile, { force: true });
  if (complaint === undefined) {
    renameSync(draft, folder);
    return;
  }
  rmSync(draft, { recursive: true, force: true });
  if (/no space left on device/i.test(complaint)) throw new Failure(`the disk that holds ${folder} is full`);
  const line = complaint.split('\n').find((text) => /error|fatal|could not|cannot/i.test(text));
  throw new Failure(`PostgreSQL’s data directory ${folder} could not be created: ${line ?? complaint.trim()}`);
}

/** PostgreSQL's own settings must belong to this version. */
function checkVersion(folder, programs) {
  const stored = readFileSync(path.join(folder, 'PG_VERSION'), 'utf8').trim();
  const text = execFileSync(path.join(programs, 'bin', 'postgres'), ['--version'], { encoding: 'utf8' });
  const own = /(\d+)\./.exec(text)?.[1] ?? /(\d+)/.exec(text)?.[1];
  if (stored !== own) {
    throw new Failure(`${folder} belongs to PostgreSQL ${stored}, but this is ${own}; choose another --data-dir`);
  }
}

/** A database server of our own below `folder`, created on first use. `own`: settings of the caller's, by name. */
export async function createPostgres({ folder, port, password, logFile, env, onChange, throwaway = false, own = {} }) {
  const programs = postgresPrograms();
  if (!existsSync(path.join(programs, 'bin', 'postgres'))) {
    throw new Failure(
      `there is no PostgreSQL package for ${process.platform}-${process.arch}; set STOA_DATABASE_URL to a server of your own`,
    );
  }
  for (const program of ['postgres', 'initdb']) {
    const file = path.join(programs, 'bin', program);
    try {
      accessSync(file, constants.X_OK);
    } catch {
      chmodSync(file, 0o755);
    }
  }
  const user = unprivilegedUser(folder);
  const identity = runAs(user, [folder, path.join(programs, 'bin', 'postgres')]);
  if (!existsSync(path.join(folder, 'PG_VERSION')))
    await createData(folder, { identity, user, password, throwaway, programs, env });
  checkVersion(folder, programs);
  const settings = { ...SETTINGS, ...(throwaway ? THROWAWAY_SETTINGS : {}), port, ...own };
  const url = `postgresql://${USER}:${password}@127.0.0.1:${port}/${DATABASE}`;
  const supervised = new SupervisedProcess({
    name: 'postgres',
    single: true,
    logFile,
    // Fast shutdown: open transactions are rolled back, clients disconnected.
    stopSignal: 'SIGINT',
    onChange,
    command: () => ({
      ...identity,
      file: path.join(programs, 'bin', 'postgres'),
      args: ['-D', folder, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
      env: { ...env, LC_ALL: 'C' },
      cwd: '/',
    }),
    isHealthy: async () => (await acceptsConnections(url, 500)) && (await answersQueries(url)),
  });
  return { url, supervised };
}

async function withClient(url, work, connectionTimeoutMillis = 3000) {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

function maintenanceUrl(url) {
  const parsed = new URL(url);
  parsed.pathname = '/postgres';
  return parsed.href;
}

async function answersQueries(url) {
  await withClient(maintenanceUrl(url), (client) => client.query('SELECT 1'));
  return true;
}

/** Creates the database that a URL names, unless it exists. */
export async function ensureDatabase(url) {
  const name = decodeURIComponent(new URL(url).pathname.slice(1));
  const create = async (client) => {
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [name]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${client.escapeIdentifier(name)}`);
  };
  await withClient(maintenanceUrl(url), create, BUSY_MACHINE_MS);
}

/** @throws Failure in one line when a database server of the user's own cannot be used */
export async function checkOwnDatabase(url) {
  try {
    await withClient(url, (client) => client.query('SELECT 1'), BUSY_MACHINE_MS);
  } catch (error) {
    throw new Failure(`STOA_DATABASE_URL names a database that cannot be used: ${error.message || error.code}`);
  }
}
