import { ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { askBroker } from './broker';
import { endWithUs } from './end-with-us';
import { eventually } from './eventually';
import { removeFolder } from './remove-folder';
import { TestClient } from './test-client';

export type AccountRole = 'owner' | 'administrator' | 'moderator' | 'member' | 'guest' | 'bot';

export interface ClusterAccount {
  role: AccountRole;
  full_name: string;
  email: string;
  user_id: number;
  api_key: string;
  password: string;
}

export interface ClusterDescription {
  base_url: string;
  database_url: string;
  redis_url: string;
  nats_url: string;
  push_relay_url: string;
  /** Where mail goes, a JSON file each. */
  mail_folder: string;
  realm: { id: number; name: string; url: string };
  accounts: ClusterAccount[];
  processes: { service: string; replica: number; pid: number; http: string }[];
}

export type ServerName = 'postgres' | 'redis' | 'nats';

export interface ClusterOptions {
  /** Processes per service, one unless named: `{ gateway: 2, messages: 2 }`. */
  replicas?: Record<string, number>;
  /** Settings for the services, for example `{ STOA_QUEUE_IDLE_SECONDS: '5' }`. Rate limits are off unless named. */
  env?: Record<string, string>;
  demo?: boolean;
  /** Kept and used again when given; else a temporary one. */
  dataDir?: string;
}

const repositoryRoot = findRoot(__dirname);
const START_MS = 240_000;
/** A process that was killed is replaced within this time, on a machine that does other things as well. */
const REPLACED_MS = 90_000;

/** The folder that has the launcher, seen from the sources and from their compiled form alike. */
function findRoot(folder: string): string {
  if (existsSync(path.join(folder, 'tools', 'start.mjs'))) return folder;
  const parent = path.dirname(folder);
  if (parent === folder) throw new Error('the launcher is missing');
  return findRoot(parent);
}

/** A running cluster as a test sees it. */
export class TestCluster {
  /** Which process one was that a test killed. */
  private readonly killed = new Map<number, { service: string; replica: number }>();

  constructor(
    private readonly clusterFile: string,
    private readonly launcher: ChildProcess | undefined,
    private readonly temporary: boolean,
  ) {}

  /** cluster.json as it is now: the launcher rewrites it when a process is replaced. */
  get description(): ClusterDescription {
    if (!existsSync(this.clusterFile)) throw new Error(`the cluster of ${this.dataDir} has ended; see its logs`);
    const description: ClusterDescription = JSON.parse(readFileSync(this.clusterFile, 'utf8'));
    return description;
  }

  get dataDir(): string {
    return path.dirname(this.clusterFile);
  }

  get launcherPid(): number | undefined {
    return this.launcher?.pid;
  }

  /** The accounts with a role, in the order of cluster.json. */
  accounts(role: AccountRole): ClusterAccount[] {
    return this.description.accounts.filter((account) => account.role === role);
  }

  /** A client that acts as the nth account with a role. */
  client(role: AccountRole, index = 0): TestClient {
    const account = this.accounts(role)[index];
    if (!account) throw new Error(`the demo organization has no ${role} number ${index + 1}`);
    return this.clientOf(account);
  }

  clientOf({ email, api_key: apiKey }: { email: string; api_key: string }): TestClient {
    return new TestClient(this.description.base_url, { email, apiKey });
  }

  /** Sends a signal to a replica. @returns the process that got it */
  kill(service: string, replica: number, signal: NodeJS.Signals = 'SIGKILL'): number {
    const found = this.description.processes.find((entry) => entry.service === service && entry.replica === replica);
    if (!found) throw new Error(`no process of ${service} has the replica number ${replica}`);
    process.kill(found.pid, signal);
    this.killed.set(found.pid, found);
    return found.pid;
  }

  /** Sends a signal to PostgreSQL, Redis or NATS; the launcher starts a dead one again. */
  killServer(name: ServerName, signal: NodeJS.Signals = 'SIGKILL'): number {
    const records: { name: string; pid: number }[] = JSON.parse(
      readFileSync(path.join(this.dataDir, 'processes.json'), 'utf8'),
    );
    const pid = records.find((record) => record.name === name)?.pid;
    if (pid === undefined) throw new Error(`${name} does not run`);
    process.kill(pid, signal);
    return pid;
  }

  /**
   * Waits until others are there in the place of processes that {@link kill} has killed, and every service process is ready.
   * Between the end of one and the start of the next the cluster's description has neither.
   */
  async waitReplaced(pids: readonly number[]): Promise<void> {
    const isReplaced = (killed: number): boolean => {
      const before = this.killed.get(killed);
      return this.description.processes.some(
        ({ service, replica, pid }) => service === before?.service && replica === before.replica && pid !== killed,
      );
    };
    await eventually(() => pids.every(isReplaced), { timeoutMs: REPLACED_MS });
    await this.waitReady();
  }

  /** Waits until every service process is ready. */
  async waitReady(timeoutMs = REPLACED_MS): Promise<void> {
    await eventually(
      async () => {
        for (const { http } of this.description.processes) {
          const response = await fetch(`${http}/health/ready`);
          if (!response.ok) return false;
        }
        return true;
      },
      { timeoutMs },
    );
  }

  async stop(): Promise<void> {
    const { launcher } = this;
    if (launcher && launcher.exitCode === null && launcher.signalCode === null) {
      const ended = once(launcher, 'exit');
      launcher.kill('SIGTERM');
      await ended;
    }
    if (this.temporary && !process.env.STOA_TEST_KEEP) await removeFolder(this.dataDir);
  }
}

/** Saves a new cluster what would be the same for all: the database's creation, its migrations, the demo organization. */
async function prepareData(dataDir: string, { demo = true, env = {} }: ClusterOptions): Promise<void> {
  const isEmpty = !existsSync(dataDir) || readdirSync(dataDir).length === 0;
  if (!demo || !isEmpty || env.STOA_DATABASE_URL) {
    await askBroker('/build');
    return;
  }
  const template = await askBroker('/template');
  mkdirSync(dataDir, { recursive: true });
  execFileSync('cp', ['-a', `${template}/.`, dataDir]);
}

/** Starts a cluster of this test's own with the launcher that `npm start` uses. For tests that kill or configure. */
export async function startCluster(options: ClusterOptions = {}): Promise<TestCluster> {
  const dataDir = options.dataDir ?? mkdtempSync(path.join(os.tmpdir(), `stoa-test-${process.pid}-`));
  if (process.env.STOA_TEST_BROKER) await prepareData(dataDir, options);
  const replicas = Object.entries(options.replicas ?? {}).map(([service, count]) => `${service}=${count}`);
  const args = [
    '--data-dir',
    dataDir,
    // The usual port is asked for by every cluster; who stops and starts again would find it taken by another test.
    '--port',
    '0',
    '--replicas',
    replicas.join(','),
    '--no-conversations',
    // Development mode, as with the demo organization: rate limits may be off in it only.
    ...(options.demo === false ? ['--no-demo', '--dev'] : []),
  ];
  const launcher = spawn(process.execPath, [path.join(repositoryRoot, 'tools', 'start.mjs'), ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      STOA_LAUNCHER_FOLLOW_PARENT: 'on',
      STOA_LAUNCHER_FSYNC: 'off',
      STOA_RATE_LIMITS: 'off',
      ...options.env,
    },
  });
  endWithUs(launcher, 'SIGTERM');
  let output = '';
  launcher.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  launcher.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const clusterFile = path.join(dataDir, 'cluster.json');
  await eventually(() => launcher.exitCode !== null || existsSync(clusterFile), { timeoutMs: START_MS });
  if (launcher.exitCode !== null) throw new Error(`the cluster did not start:\n${output}`);
  return new TestCluster(clusterFile, launcher, options.dataDir === undefined);
}

/**
 * The cluster that the end-to-end tests of a run share: two replicas of every service, rate limits off. One file at a time
 * uses it; tests create what they need in it.
 */
export async function sharedCluster(): Promise<TestCluster> {
  return new TestCluster(await askBroker('/cluster'), undefined, false);
}
