import { ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync, readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { endWithUs, eventually } from '@stoa/testing';
import type { ProgramCommand } from './launcher-parts';

const READY_MS = 60_000;

export interface ServerDefinition {
  name: string;
  port: number;
  logFile: string;
  command: ProgramCommand;
  isHealthy: () => Promise<boolean>;
}

/** A server that the harness starts, signals and starts again; nothing else does. */
export class ManagedServer {
  private child: ChildProcess | undefined;

  constructor(private readonly definition: ServerDefinition) {}

  get port(): number {
    return this.definition.port;
  }

  get isRunning(): boolean {
    return this.child !== undefined;
  }

  get pid(): number {
    const pid = this.child?.pid;
    if (pid === undefined) throw new Error(`${this.definition.name} does not run`);
    return pid;
  }

  /** Starts it and waits until it answers. */
  async start(): Promise<void> {
    const { command, logFile, name, isHealthy } = this.definition;
    const log = openSync(logFile, 'a', 0o640);
    const [program = command.file, ...args] = [...(command.prefix ?? []), command.file, ...command.args];
    const { cwd, env, uid, gid } = command;
    const child = spawn(program, args, { cwd, env, uid, gid, stdio: ['ignore', log, log] });
    closeSync(log);
    this.child = child;
    endWithUs(child);
    child.once('exit', () => {
      if (this.child === child) this.child = undefined;
    });
    await eventually(
      async () => {
        if (this.child !== child) throw new Error(`${name} ended while it started (log: ${logFile})`);
        return isHealthy();
      },
      { timeoutMs: READY_MS },
    );
  }

  signal(signal: NodeJS.Signals): void {
    process.kill(this.pid, signal);
  }

  /** Sends a signal to it and everything below it: PostgreSQL works in children. */
  signalAll(signal: NodeJS.Signals): void {
    const known = [this.pid];
    for (const parent of known) known.push(...childrenOf(parent));
    for (const pid of known) {
      try {
        process.kill(pid, signal);
      } catch {
        // A backend that ended meanwhile.
      }
    }
  }

  /** Waits until it ended by itself or by a signal that was sent. */
  async ended(): Promise<void> {
    const { child } = this;
    if (child && child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  }

  /** Ends it and waits for its end. */
  async stop(signal: NodeJS.Signals): Promise<void> {
    if (!this.child) return;
    this.signal(signal);
    await this.ended();
  }
}

/** The processes below one (Linux). */
function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => parentOf(pid) === parent);
}

function parentOf(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return undefined;
  }
}

/** Whether a server answers as a healthy one of its kind does. @param question sent after connecting */
export function answers(port: number, expected: string, question?: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' });
    const end = (result: boolean) => {
      socket.destroy();
      resolve(result);
    };
    socket.setTimeout(1_000, () => end(false));
    socket.once('error', () => end(false));
    socket.once('connect', () => question !== undefined && socket.write(question));
    socket.once('data', (data) => end(data.toString('latin1').startsWith(expected)));
  });
}
