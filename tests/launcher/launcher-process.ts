import { ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { ClusterDescription, eventually } from '@stoa/testing';

const launcher = path.resolve(__dirname, '..', '..', 'tools', 'start.mjs');

/** A bound for what hangs: servers and services start, on a machine that other tests keep busy. */
export const START_MS = 240_000;

/** `npm start` as a test sees it: a process group of its own, as in a terminal. */
export class LauncherProcess {
  output = '';
  private readonly child: ChildProcess;

  constructor(
    private readonly dataDir: string,
    args: readonly string[],
    environment: Record<string, string> = {},
  ) {
    this.child = spawn(process.execPath, [launcher, '--data-dir', dataDir, ...args], {
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...environment },
    });
    const note = (chunk: Buffer) => (this.output += chunk.toString());
    this.child.stdout?.on('data', note);
    this.child.stderr?.on('data', note);
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  read(): ClusterDescription {
    const description: ClusterDescription = JSON.parse(readFileSync(path.join(this.dataDir, 'cluster.json'), 'utf8'));
    return description;
  }

  /** cluster.json, once it is there and written by this launcher. */
  async running(): Promise<ClusterDescription> {
    const description = await eventually(
      () => {
        if (this.child.exitCode !== null) return null;
        const found = this.read();
        return found.processes.every(({ pid }) => parentOf(pid) === this.pid) && found;
      },
      { timeoutMs: START_MS },
    );
    if (description === null) throw new Error(this.output);
    return description;
  }

  /** A signal to its process group, as Ctrl-C or a supervisor sends it. */
  signalGroup(signal: NodeJS.Signals): void {
    process.kill(-this.pid, signal);
  }

  kill(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }

  /** Waits for its end. @returns the exit code, null after a signal */
  async ended(): Promise<number | null> {
    if (this.child.exitCode === null && this.child.signalCode === null) await once(this.child, 'exit');
    return this.child.exitCode;
  }

  hasClusterFile(): boolean {
    return existsSync(path.join(this.dataDir, 'cluster.json'));
  }
}

/** The parent of a living process; 0 when it does not run. */
export function parentOf(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return state === 'Z' ? 0 : Number(parent);
  } catch {
    return 0;
  }
}

/** Processes that mention a data directory in their command line or environment. */
export function processesOf(dataDir: string): string[] {
  return readdirSync('/proc').filter((entry) => {
    if (!/^\d+$/.test(entry) || entry === String(process.pid)) return false;
    try {
      const command = readFileSync(`/proc/${entry}/cmdline`, 'latin1');
      const environment = readFileSync(`/proc/${entry}/environ`, 'latin1').split('\0');
      return command.includes(dataDir) || environment.includes(`STOA_LAUNCHER_DATA_DIR=${dataDir}`);
    } catch {
      return false;
    }
  });
}
