import { monitorEventLoopDelay } from 'node:perf_hooks';

/** How late the event loop was, in seconds. */
export interface Lateness {
  mean: number;
  p50: number;
  p90: number;
  p99: number;
  max: number;
}

/** Reads so close together (ms) are of one scrape, which asks for each figure by itself. */
const ONE_SCRAPE_MS = 100;
const NANOSECONDS = 1e9;

/**
 * Measures how late the event loop comes to a timer that is due every `lookMs`. Node's own figure is the time between two
 * looks, so an idle loop would show the pause between them as its lag.
 */
export class EventLoopDelay {
  private readonly times;
  private last: Lateness = { mean: 0, p50: 0, p90: 0, p99: 0, max: 0 };
  private readAt = -Infinity;

  constructor(private readonly lookMs: number) {
    this.times = monitorEventLoopDelay({ resolution: lookMs });
    this.times.enable();
  }

  /** Since the last scrape. */
  read(): Lateness {
    if (performance.now() - this.readAt < ONE_SCRAPE_MS) return this.last;
    this.readAt = performance.now();
    const { times } = this;
    this.last = {
      mean: this.late(times.mean),
      p50: this.late(times.percentile(50)),
      p90: this.late(times.percentile(90)),
      p99: this.late(times.percentile(99)),
      max: this.late(times.max),
    };
    times.reset();
    return this.last;
  }

  /** There is no mean before the first look. */
  private late(nanoseconds: number): number {
    const seconds = nanoseconds / NANOSECONDS - this.lookMs / 1000;
    return seconds > 0 ? seconds : 0;
  }
}
