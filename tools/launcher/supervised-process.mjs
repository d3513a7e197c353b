import { spawn } from 'node:child_process';
import cluster from 'node:cluster';
import { closeSync, existsSync, openSync, readSync, renameSync, statSync } from 'node:fs';
import path from 'node:path';
import { Failure } from './failure.mjs';
import { delay, sendSignal, startMark, waitUntil } from './process-table.mjs';
import { findProgram } from './server-programs.mjs';

const LARGEST_LOG = 20 * 2 ** 20;
// A free process takes the next connection. The other policy hands connections from here to the processes, and one that
// is on its way to a process that ends is never closed: its client would wait for ever.
cluster.schedulingPolicy = cluster.SCHED_NONE;

/** A process that keeps dying before it was ever healthy waits this long at most before the next try. */
const LONGEST_PAUSE_MS = 10_000;
/** So many deaths in a row before it was healthy end a start. */
const FAILED_STARTS = 3;

function parentDeathWrapper(signal) {
  const setpriv = process.platform === 'linux' ? findProgram('setpriv') : undefined;
  return setpriv ? [setpriv, '--pdeathsig', signal.replace(/^SIG/, '')] : [];
}

/**
 * One process of the cluster: started, watched, restarted when it dies, stopped. Its output goes to a log file. It is a
 * direct child in a process group of its own, so that Ctrl-C reaches the launcher alone, which then stops all in order;
 * where the system can (Linux), it gets its stop signal also when the launcher is killed.
 */
export class SupervisedProcess {
  #child;
  #stopping = false;
  #restarts = 0;
  #deathsBeforeHealth = 0;
  #logStart = 0;
  #fatal;

  /**
   * @param definition.command function giving `{ file, args, env, cwd, prefix, uid, gid }`; called for every start
   * @param definition.isHealthy asynchronous check
   * @param definition.shareListener started through node:cluster, so that several share one public port
   * @param definition.onChange called after each start and end
   */
  constructor(definition) {
    Object.assign(this, { stopSignal: 'SIGTERM', replica: 1, onChange: () => undefined }, definition);
    this.label = definition.single ? this.name : `${this.name} (replica ${this.replica})`;
    this.healthy = false;
  }

  get pid() {
    return this.#child?.pid;
  }

  get record() {
    return (
      this.pid && {
        name: this.name,
        replica: this.replica,
        pid: this.pid,
        mark: this.mark,
        stopSignal: this.stopSignal,
      }
    );
  }

  async start() {
    const { file, args, env, cwd, prefix = [], uid, gid } = await this.command();
    if (this.#stopping) return;
    const log = this.#openLog();
    const stdio = ['ignore', log, log];
    try {
      if (this.shareListener) {
        cluster.setupPrimary({ exec: args[0], args: args.slice(1), execArgv: [], cwd, stdio: [...stdio, 'ipc'] });
        this.#child = cluster.fork(env).process;
      } else {
        const [program, ...rest] = [...parentDeathWrapper(this.stopSignal), ...prefix, file, ...args];
        this.#child = spawn(program, rest, { cwd, env, uid, gid, stdio, detached: true });
      }
    } finally {
      closeSync(log);
    }
    const child = this.#child;
    child.once('error', () => this.#ended(child));
    child.once('exit', () => this.#ended(child));
    this.mark = child.pid && startMark(child.pid);
    this.onChange();
    void this.#watchHealth(child);
  }

  #openLog() {
    if (existsSync(this.logFile) && statSync(this.logFile).size > LARGEST_LOG)
      renameSync(this.logFile, `${this.logFile}.1`);
    const log = openSync(this.logFile, 'a', 0o640);
    this.#logStart = statSync(this.logFile).size;
    return log;
  }

  async #watchHealth(child) {
    for (let wait = 20; this.#child === child && !this.#stopping; wait = Math.min(wait * 1.3, 150)) {
      if (await this.isHealthy().catch(() => false)) {
        if (this.#child !== child) return;
        this.healthy = true;
        this.#deathsBeforeHealth = 0;
        this.onChange();
        return;
      }
      await delay(wait);
    }
  }

  #ended(child) {
    if (this.#child !== child) return;
    this.#child = undefined;
    this.#deathsBeforeHealth = this.healthy ? 0 : this.#deathsBeforeHealth + 1;
    this.healthy = false;
    this.onChange();
    if (this.#stopping) return;
    this.#restarts += 1;
    const pause = Math.min(50 * 2 ** this.#deathsBeforeHealth, LONGEST_PAUSE_MS);
    setTimeout(() => {
      if (this.#stopping || this.#child) return;
      this.start().catch((error) => (this.#fatal = error));
    }, pause);
  }

  /** Waits until it is healthy. @throws Failure with the last line of its log when it does not come up */
  async waitHealthy(timeoutMs = 180_000) {
    const settled = () => this.healthy || this.#fatal || this.#deathsBeforeHealth >= FAILED_STARTS || this.#stopping;
    await waitUntil(settled, timeoutMs, 15);
    if (this.healthy || this.#stopping) return;
    if (this.#fatal) throw this.#fatal;
    const full = /no space left on device/i.test(this.logTail());
    const reason = full ? `the disk that holds ${path.dirname(this.logFile)} is full` : this.lastLogLine();
    throw new Failure(`${this.label} did not start: ${reason || 'it gave no reason'} (log: ${this.logFile})`);
  }

  /** What its present run has written, at most the last 8 KB. */
  logTail() {
    const size = statSync(this.logFile).size;
    const from = Math.max(Math.min(this.#logStart, size), size - 8192);
    const buffer = Buffer.alloc(size - from);
    const file = openSync(this.logFile, 'r');
    try {
      readSync(file, buffer, 0, buffer.length, from);
    } finally {
      closeSync(file);
    }
    return buffer.toString('utf8');
  }

  /** The most telling line of its log: the last error, else the last line. */
  lastLogLine() {
    const lines = this.logTail()
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line && !/^(at |\[|\}|\{$)/.test(line));
    const telling = [/\b(\w*Error|FATAL|PANIC|panic|nats-server): /, /\b(fatal|error)\b/i];
    const found = telling.map((pattern) => lines.findLast((line) => pattern.test(line))).find(Boolean);
    return (found ?? lines.at(-1) ?? '').slice(0, 300);
  }

  /** Ends it: its stop signal, and force when `graceMs` are over. */
  async stop(graceMs) {
    this.#stopping = true;
    const child = this.#child;
    if (!child?.pid) return;
    sendSignal(child.pid, this.stopSignal);
    if (await waitUntil(() => !this.#child, graceMs, 10)) return;
    sendSignal(child.pid, 'SIGKILL');
    await waitUntil(() => !this.#child, 2000, 10);
  }
}
