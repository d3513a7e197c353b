import { createHistogram, performance } from 'node:perf_hooks';

/** How late the event loop was, in seconds. */
export interface Lateness {
  mean: number;
  p50: number;
  p90: number;
  p99: number;
  max: number;
}

export interface LookPauses {
  /** Milliseconds between two looks at a loop that works. */
  lookMs: number;
  /** At most as long between two looks at one that does next to nothing: each look wakes the process. */
  quietLookMs: number;
}

/** Reads so close together (ms) are of one scrape, which asks for each figure by itself. */
const ONE_SCRAPE_MS = 100;
const NANOSECONDS_IN_MS = 1e6;
const NANOSECONDS = 1e9;
/**
 * A loop that has worked for less than this (ms) between two looks cannot have stalled for longer either, so nothing is
 * missed if the next look comes later.
 */
const QUIET_MS = 20;

/**
 * Measures how late the event loop comes to a timer that is due. Node's own figure is the time between two looks, so an
 * idle loop would show the pause between them as its lag.
 */
export class EventLoopDelay {
  private readonly times = createHistogram();
  private last: Lateness = { mean: 0, p50: 0, p90: 0, p99: 0, max: 0 };
  private readAt = -Infinity;
  private activeMs = performance.eventLoopUtilization().active;

  constructor(private readonly pauses: LookPauses) {
    this.lookAfter(pauses.lookMs);
  }

  /** Since the last scrape. */
  read(): Lateness {
    if (performance.now() - this.readAt < ONE_SCRAPE_MS) return this.last;
    this.readAt = performance.now();
    const { times } = this;
    // There is neither a mean nor a greatest of none.
    const seen = times.count > 0;
    this.last = {
      mean: seen ? times.mean / NANOSECONDS : 0,
      p50: times.percentile(50) / NANOSECONDS,
      p90: times.percentile(90) / NANOSECONDS,
      p99: times.percentile(99) / NANOSECONDS,
      max: seen ? times.max / NANOSECONDS : 0,
    };
    times.reset();
    return this.last;
  }

  private lookAfter(pauseMs: number): void {
    const dueAt = performance.now() + pauseMs;
    setTimeout(() => {
      const lateMs = performance.now() - dueAt;
      this.times.record(Math.max(1, Math.round(lateMs * NANOSECONDS_IN_MS)));
      this.lookAfter(this.nextPause(pauseMs));
    }, pauseMs).unref();
  }

  private nextPause(pauseMs: number): number {
    const { lookMs, quietLookMs } = this.pauses;
    const { active } = performance.eventLoopUtilization();
    const isQuiet = active - this.activeMs < QUIET_MS;
    this.activeMs = active;
    return isQuiet ? Math.max(lookMs, Math.min(pauseMs * 2, quietLookMs)) : lookMs;
  }
}
