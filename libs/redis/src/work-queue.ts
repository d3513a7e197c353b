import type { RedisAddress } from '@stoa/config';
import { type Logger, inBackground } from '@stoa/observability';
import { Queue, Worker } from 'bullmq';
import { type WorkConnection, connectForAddingWork, connectForTakingWork } from './work-connection';

/** Keys of all queues; the braces keep them in one slot of a Redis cluster. */
const PREFIX = '{stoa-push}';
/** Work ends when its row says so, not when attempts run out. */
const MOST_ATTEMPTS = 1_000_000_000;
/** Redis answers within this, or the sweep over the rows does it later. */
const ADDING_MS = 1_000;
/** Below what a service may take to stop. */
const CLOSING_MS = 3_000;

export interface WorkQueueOptions<T> {
  name: string;
  redis: RedisAddress;
  /** Pieces of work that one process does at the same time. */
  concurrency: number;
  log: Logger;
  /** @returns whether the work is over; if not, or when it throws, it is tried again */
  work: (item: T) => Promise<boolean>;
  /** The pause after a failed attempt; the first is 1. */
  pauseMs: (attempt: number) => number;
}

/** A piece of work by its id. */
export interface WorkItem<T> {
  id: string;
  data: T;
  /** 1 is first; absent = before all that have one. */
  priority?: number;
  /** Not to be begun before. */
  delayMs?: number;
}

/** Thrown at BullMQ: its way to say "again". */
class LaterError extends Error {
  constructor() {
    super('to be tried again');
  }
}

/**
 * Work in BullMQ. Redis holds reminders and no facts: what is to be done stands in a row of the database,
 * a sweep over which adds whatever Redis has lost. An item that is there already is not added twice.
 */
export class WorkQueue<T> {
  private readonly queue: Queue;
  private readonly adding: WorkConnection;
  private worker: Worker | undefined;
  private taking: WorkConnection | undefined;
  private isOut = false;

  constructor(private readonly options: WorkQueueOptions<T>) {
    this.adding = connectForAddingWork(options.redis);
    this.queue = new Queue(options.name, {
      prefix: PREFIX,
      connection: this.adding.connection,
      defaultJobOptions: {
        attempts: MOST_ATTEMPTS,
        backoff: { type: 'custom' },
        stackTraceLimit: 1,
        removeOnComplete: true,
        removeOnFail: true,
      },
    });
    this.queue.on('error', (error) => this.noticeOutage(error));
  }

  /** Begins to work; items may be added before. */
  start(): void {
    const { name, redis, concurrency, work, pauseMs } = this.options;
    this.taking = connectForTakingWork(redis);
    this.worker = new Worker<T>(
      name,
      async ({ data }) => {
        if (!(await inBackground(() => work(data)))) throw new LaterError();
      },
      {
        prefix: PREFIX,
        concurrency,
        // What a killed process held goes to another one within seconds.
        lockDuration: 15_000,
        stalledInterval: 5_000,
        maxStalledCount: MOST_ATTEMPTS,
        connection: this.taking.connection,
        settings: { backoffStrategy: (attempt) => pauseMs(attempt) },
      },
    );
    this.worker.on('error', (error) => this.noticeOutage(error));
    this.worker.on('ready', () => {
      if (this.isOut) this.options.log.info({ queue: name }, 'work is taken from Redis again');
      this.isOut = false;
    });
    this.worker.on('failed', (_job, error) => {
      if (!(error instanceof LaterError)) this.options.log.warn({ err: error, queue: name }, 'a piece of work failed');
    });
  }

  /**
   * Adds items by their ids. Never throws and never waits long: what Redis does not take, the sweep adds later.
   * @returns whether Redis took them
   */
  async add(items: readonly WorkItem<T>[]): Promise<boolean> {
    if (items.length === 0) return true;
    let timer: NodeJS.Timeout | undefined;
    const tooLate = new Promise<boolean>((resolve) => {
      timer = setTimeout(() => resolve(false), ADDING_MS);
    });
    const jobs = items.map(({ id, data, priority, delayMs }) => ({
      name: this.options.name,
      data,
      opts: { jobId: id, priority, delay: delayMs },
    }));
    const added = this.queue.addBulk(jobs).then(
      () => true,
      (error: unknown) => {
        this.noticeOutage(error);
        return false;
      },
    );
    try {
      return await Promise.race([added, tooLate]);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Pieces of work that nobody has begun; null when Redis does not say. */
  async waiting(): Promise<number | null> {
    try {
      return await this.queue.getJobCountByTypes('waiting', 'prioritized');
    } catch (error) {
      this.noticeOutage(error);
      return null;
    }
  }

  /** Waits a moment for the work that is under way; what takes longer is begun again elsewhere. */
  async close(): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const patience = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, CLOSING_MS);
    });
    const closed = Promise.allSettled([this.worker?.close(), this.queue.close()]);
    await Promise.race([closed, patience]);
    clearTimeout(timer);
    this.taking?.close();
    this.adding.close();
  }

  private noticeOutage(error: unknown): void {
    if (!this.isOut) this.options.log.warn({ err: error, queue: this.options.name }, 'Redis does not hand out work');
    this.isOut = true;
  }
}

/** Exponential from a second up to `longestMs`, a quarter of it at random: those who failed together come apart. */
export function backoff(attempt: number, longestMs: number): number {
  const pause = Math.min(longestMs, 1_000 * 2 ** Math.min(attempt - 1, 20));
  return pause * (0.75 + Math.random() / 4);
}
