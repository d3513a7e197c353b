import type { BeforeApplicationShutdown, OnApplicationBootstrap } from '@nestjs/common';
import { type Logger, type Metrics, inBackground } from '@stoa/observability';

/** What a pause may be longer or shorter than its plan says. */
const LEEWAY = 0.1;
/** Replicas that started together do not all work at the same moment: each process has moments of its own. */
const PROCESS_PHASE_MS = Math.random() * 3_600_000;
/** Work of every hour that fails is tried again sooner: it may work by then, and the alert counts failures of half an hour. */
const LONGEST_PAUSE_AFTER_FAILURE_MS = 5 * 60_000;
/** Of a pause; more would be longer than any. */
const MOST_DOUBLINGS = 16;
/** Seconds. */
const ROUND_BUCKETS = [0.005, 0.025, 0.1, 0.5, 2.5, 10, 60, 600];

export interface PeriodicJobPlan {
  /** What is not done while rounds fail, as the log says it: "members could not be promoted". */
  failure: string;
  /** The pause between two rounds, in milliseconds, give or take a tenth. */
  everyMs: number;
  /** The exact time from the start to the first round; absent = a usual pause. */
  firstAfterMs?: number;
  /**
   * What the pause grows to, in milliseconds, while rounds find nothing to do (see {@link PeriodicJob.foundNothing}). For jobs
   * that are woken when there is work, and whose rounds only find what a dead process has left.
   */
  quietMs?: number;
  /** The pause after a failed round; absent = a usual pause, but five minutes at most. */
  afterFailureMs?: number;
  /**
   * Whether its rounds are marked as background work; absent = they are. From the first mark on, every promise of the
   * process carries one: the gateway, whose work is little else than promises, does without.
   */
  marksWork?: boolean;
}

type Outcome = 'success' | 'failure';

/** The outcomes of this process's job rounds; jobs are made in many places, and all report here. */
interface RoundMeter {
  expect: (task: string) => void;
  observe: (task: string, outcome: Outcome, seconds: number) => void;
}

let meter: RoundMeter | undefined;

/** Shows the rounds of all jobs of the process in its metrics. */
export function meterJobs(metrics: Metrics): void {
  const seconds = metrics.histogram(
    'stoa_task_round_seconds',
    'Time of a round of periodic work, in seconds, by outcome.',
    ['task', 'outcome'],
    ROUND_BUCKETS,
  );
  meter = {
    // From zero on, or the first failure would not show as an increase.
    expect: (task) => seconds.zero({ task, outcome: 'failure' }),
    observe: (task, outcome, taken) => seconds.observe({ task, outcome }, taken),
  };
}

/**
 * Work that is done again and again while the application runs, a round at a time. Failures are logged once per outage;
 * a stop waits for the round that is under way, which looks at `stopping`.
 *
 * Every replica has the job, and nobody leads: a round claims the rows that it works on, or looks at them again under their
 * lock, so that two at once waste work and nothing else.
 */
export abstract class PeriodicJob implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly ending = new AbortController();
  private timer: NodeJS.Timeout | undefined;
  /** When the next round begins, as `performance.now()`. */
  private dueAt = Infinity;
  private running: Promise<void> | undefined;
  private wokenInMs: number | undefined;
  private failures = 0;
  /** Rounds in a row that found nothing to do. */
  private emptyRounds = 0;
  private isEmptyRound = false;

  protected constructor(
    private readonly plan: PeriodicJobPlan,
    protected readonly log: Logger,
  ) {}

  /** One round. What it throws is logged, and tried again by the next. */
  abstract round(): Promise<void>;

  onApplicationBootstrap(): void {
    this.start();
  }

  /** Before databases and brokers are closed. */
  beforeApplicationShutdown(): Promise<void> {
    return this.stop();
  }

  start(): void {
    meter?.expect(this.constructor.name);
    this.schedule(this.plan.firstAfterMs ?? sharedPauseMs(this.plan.everyMs));
  }

  /** No round begins any more; resolves when the last one is over. */
  async stop(): Promise<void> {
    this.ending.abort();
    clearTimeout(this.timer);
    await this.running;
  }

  /** There is work: the next round begins in `inMs` or before. During a round: after it, instead of the usual pause. */
  wake(inMs = 0): void {
    this.emptyRounds = 0;
    if (this.running) this.wokenInMs = Math.min(inMs, this.wokenInMs ?? inMs);
    else if (performance.now() + inMs < this.dueAt) this.schedule(inMs);
  }

  /** Aborted as soon as the job has to end: a long round gives up then. */
  protected get stopping(): AbortSignal {
    return this.ending.signal;
  }

  /** To be called in a round without work: the pause after it is twice the one before, up to the plan's `quietMs`. */
  protected foundNothing(): void {
    this.isEmptyRound = true;
  }

  private schedule(inMs: number): void {
    if (this.stopping.aborted) return;
    clearTimeout(this.timer);
    this.dueAt = performance.now() + inMs;
    this.timer = setTimeout(() => {
      this.running = this.attempt();
    }, inMs);
  }

  private async attempt(): Promise<void> {
    this.wokenInMs = undefined;
    this.isEmptyRound = false;
    const isDone = await this.succeeds();
    this.running = undefined;
    const { everyMs, afterFailureMs = Math.min(everyMs, LONGEST_PAUSE_AFTER_FAILURE_MS) } = this.plan;
    this.schedule(this.wokenInMs ?? sharedPauseMs(isDone ? this.usualPauseMs() : afterFailureMs));
  }

  private usualPauseMs(): number {
    const { everyMs, quietMs = everyMs } = this.plan;
    this.emptyRounds = this.isEmptyRound && this.wokenInMs === undefined ? this.emptyRounds + 1 : 0;
    return Math.min(everyMs * 2 ** Math.min(this.emptyRounds, MOST_DOUBLINGS), Math.max(everyMs, quietMs));
  }

  private async succeeds(): Promise<boolean> {
    const begun = performance.now();
    try {
      // A request may have woken it: the round must not belong to its trace.
      await (this.plan.marksWork === false ? this.round() : inBackground(() => this.round()));
    } catch (error) {
      meter?.observe(this.constructor.name, 'failure', (performance.now() - begun) / 1000);
      if (this.failures === 0) this.log.warn({ err: error }, this.plan.failure);
      this.failures++;
      return false;
    }
    meter?.observe(this.constructor.name, 'success', (performance.now() - begun) / 1000);
    if (this.failures > 0) this.log.info({ failures: this.failures }, `works again: ${this.plan.failure}`);
    this.failures = 0;
    return true;
  }
}

/**
 * A pause at whose end others of the process end too, or which comes closer to that than the one before: most of what a round
 * costs that finds nothing is that the process wakes up for it. Pauses of one length, and of its multiples, end together.
 */
function sharedPauseMs(milliseconds: number): number {
  const since = (performance.now() + PROCESS_PHASE_MS) % milliseconds;
  const offset = since > milliseconds / 2 ? since - milliseconds : since;
  const leeway = milliseconds * LEEWAY;
  return Math.ceil(milliseconds - Math.max(-leeway, Math.min(leeway, offset)));
}
