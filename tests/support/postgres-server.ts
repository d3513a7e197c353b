import { ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { eventually, freePort } from '@stoa/testing';
import { Client, QueryResultRow } from 'pg';

const SCRIPT = path.resolve(__dirname, '..', '..', 'tools', 'testing', 'postgres.mjs');
const READY_MS = 60_000;

export interface PostgresOptions {
  /** Where its data is or comes; its log is next to it. */
  folder: string;
  password: string;
  port?: number;
  /** What it follows; `folder` has a base backup of it. */
  primaryUrl?: string;
}

/** A PostgreSQL server of a test's own, outside of any cluster. */
export class PostgresServer {
  private constructor(
    private readonly process: ChildProcess,
    readonly folder: string,
    readonly url: string,
  ) {}

  /** Starts it and waits until it answers. */
  static async start({ folder, password, port, primaryUrl }: PostgresOptions): Promise<PostgresServer> {
    const args = [folder, String(port ?? (await freePort())), password, `${folder}.log`];
    const child = fork(SCRIPT, primaryUrl === undefined ? args : [...args, primaryUrl], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const [url] = await Promise.race([
      once(child, 'message'),
      once(child, 'exit').then(() => Promise.reject(new Error(`PostgreSQL did not start (log: ${folder}.log)`))),
    ]);
    const server = new PostgresServer(child, folder, String(url));
    await eventually(() => server.query('SELECT 1').then(() => true), { timeoutMs: READY_MS });
    return server;
  }

  get port(): number {
    return Number(new URL(this.url).port);
  }

  /** One statement, on a connection of its own. */
  async query<Row extends QueryResultRow>(statement: string, parameters: readonly unknown[] = []): Promise<Row[]> {
    const client = new Client({ connectionString: this.url });
    await client.connect();
    try {
      return (await client.query<Row>(statement, [...parameters])).rows;
    } finally {
      await client.end();
    }
  }

  /** To the server and to the processes that serve its connections. */
  signal(name: NodeJS.Signals): void {
    const [pid = ''] = readFileSync(path.join(this.folder, 'postmaster.pid'), 'utf8').split('\n');
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
    process.kill(Number(pid), name);
    for (const child of children) signalIfThere(Number(child), name);
  }

  /** Ends it as a machine that loses its power does: it says nothing to anybody, and does not come back. */
  async lose(): Promise<void> {
    // Else it would be started again.
    this.process.kill('SIGSTOP');
    this.signal('SIGKILL');
    this.process.kill('SIGKILL');
    await this.ended();
  }

  async stop(): Promise<void> {
    this.process.kill('SIGTERM');
    await this.ended();
  }

  private async ended(): Promise<void> {
    const { exitCode, signalCode } = this.process;
    if (exitCode === null && signalCode === null) await once(this.process, 'exit');
  }
}

/** A process that serves a connection may end at any time. */
function signalIfThere(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}
