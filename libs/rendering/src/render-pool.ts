import path from 'node:path';
import { FairShares } from '@stoa/lifecycle';
import { callerOfWork } from '@stoa/observability';
import { Piscina } from 'piscina';
import type { RenderTask, RenderTaskResult } from './render-task';

export interface RenderPoolOptions {
  /** Threads at most; each starts when it is first needed. */
  threads: number;
  /** Threads that one organization may have, however many are free. */
  threadsPerRealm: number;
  /** Milliseconds after which a thread is ended in the middle of a text. */
  deadlineMs: number;
  /** Milliseconds for which a text waits for a thread. */
  longestWaitMs: number;
}

/** Milliseconds after which a thread that has nothing to do ends. */
const IDLE_MS = 5 * 60_000;
/** What answers everybody goes before what is rendered for one, where there are fewer processors than threads. */
const NICENESS = 10;
/** MiB of heap that one text may take; the thread ends and is replaced when it takes more. */
const HEAP_MIB = 192;

/** Started from source, as in tests, a thread compiles what it loads. */
const EXTENSION = path.extname(__filename);
const COMPILE_ON_LOAD = path.resolve(__dirname, '../../../tools/testing/compile-on-load.cjs');

/** Threads that render. Texts beyond the number of threads wait; those beyond the queue are refused at once. */
export class RenderPool {
  private readonly threads: Piscina<RenderTask, RenderTaskResult>;
  private readonly admission: FairShares;

  constructor(private readonly options: RenderPoolOptions) {
    const { threads, threadsPerRealm, longestWaitMs } = options;
    // One text of each user stands in its organization's line.
    const shares = { mostPerTenant: threadsPerRealm, mostPerUser: 1 };
    this.admission = new FairShares({ concurrent: threads, longestWaitMs, ...shares });
    this.threads = new Piscina({
      filename: path.join(__dirname, `render.worker${EXTENSION}`),
      execArgv: EXTENSION === '.ts' ? ['--require', COMPILE_ON_LOAD] : [],
      // Settings of the service, secrets among them, are none of its business.
      env: {},
      minThreads: 0,
      maxThreads: threads,
      idleTimeout: IDLE_MS,
      niceIncrement: NICENESS,
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MIB },
    });
  }

  /** Texts that a thread works on, and those that wait for one. */
  get load(): { running: number; waiting: number } {
    return { running: this.admission.places.running, waiting: this.admission.waiting };
  }

  /**
   * Renders in a thread.
   * @throws DomainError or UnavailableError when no thread was free in time, AbortError at the deadline, anything else
   * when the thread ended, as it does when it takes more memory than it may
   */
  async run(task: RenderTask, signal?: AbortSignal): Promise<RenderTaskResult> {
    const inThread = (): Promise<RenderTaskResult> => {
      const deadline = AbortSignal.timeout(this.options.deadlineMs);
      return this.threads.run(task, { signal: signal ? AbortSignal.any([signal, deadline]) : deadline });
    };
    return this.admission.run(inThread, { tenant: task.context.realmUrl, user: callerOfWork()?.userId });
  }

  /** Ends the threads; texts that are under way fail. */
  async close(): Promise<void> {
    await this.threads.destroy();
  }
}
