import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import { EventLoopDelay, LookPauses } from './event-loop-delay';

/** Seconds; from a cached answer to a request that is about to time out. */
const LATENCY_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Standard metrics that list every open connection at each scrape: with thousands of held polls that stops the loop. */
const LISTING_METRICS = [
  'process_open_fds',
  'nodejs_active_handles',
  'nodejs_active_handles_total',
  'nodejs_active_requests',
  'nodejs_active_requests_total',
  'nodejs_active_resources',
  'nodejs_active_resources_total',
];

const LAG_FIGURES = ['mean', 'p50', 'p90', 'p99', 'max'] as const;
/** Standard metrics of the lag that {@link EventLoopDelay} replaces, or that say nothing more. */
const STANDARD_LAG_METRICS = [...LAG_FIGURES, 'min', 'stddev'].map(
  (figure) => `nodejs_eventloop_lag_${figure}_seconds`,
);
/** The standard metrics' own look at the loop cannot be switched off. */
const NEVER_MS = 3_600_000;

/** The process's metrics. Names are `stoa_<thing>_<unit>`. */
export class Metrics {
  readonly registry = new Registry();

  constructor(labels: { service: string; replica: string }) {
    this.registry.setDefaultLabels(labels);
    collectDefaultMetrics({ register: this.registry, prefix: 'stoa_', eventLoopMonitoringPrecision: NEVER_MS });
    for (const name of [...LISTING_METRICS, ...STANDARD_LAG_METRICS]) this.registry.removeSingleMetric(`stoa_${name}`);
  }

  /** Measures how late the event loop is, for as long as the process lives. */
  watchEventLoop(pauses: LookPauses): void {
    const delay = new EventLoopDelay(pauses);
    for (const figure of LAG_FIGURES) {
      const help = `How late the event loop was since the last scrape, in seconds (${figure}).`;
      this.gauge(`stoa_nodejs_eventloop_lag_${figure}_seconds`, help, [], (gauge) => gauge.set(delay.read()[figure]));
    }
  }

  /**
   * In the text format of Prometheus.
   * @param names the metrics that are wanted, those that do not exist left out; all if empty
   */
  async text(names: readonly string[]): Promise<string> {
    if (names.length === 0) return this.registry.metrics();
    const known = names.filter((name) => this.registry.getSingleMetric(name) !== undefined);
    return (await Promise.all(known.map((name) => this.registry.getSingleMetricAsString(name)))).join('\n') + '\n';
  }

  counter<L extends string = never>(name: string, help: string, labelNames: readonly L[] = []): Counter<L> {
    return new Counter({ name, help, labelNames, registers: [this.registry] });
  }

  /** A counter of what is counted elsewhere: `read` is called at every scrape and gives what there was since the start. */
  total<L extends string = never>(
    name: string,
    help: string,
    labelNames: readonly L[],
    read: () => Iterable<readonly [labels: Partial<Record<L, string>>, value: number]>,
  ): void {
    const counter: Counter<L> = new Counter({
      name,
      help,
      labelNames,
      registers: [this.registry],
      collect: () => {
        counter.reset();
        for (const [labels, value] of read()) counter.inc(labels, value);
      },
    });
  }

  /** `collect` is called at every scrape and sets the value; the scrape waits for it. */
  gauge<L extends string = never>(
    name: string,
    help: string,
    labelNames: readonly L[] = [],
    collect?: (gauge: Gauge<L>) => void | Promise<void>,
  ): Gauge<L> {
    const gauge: Gauge<L> = new Gauge({
      name,
      help,
      labelNames,
      registers: [this.registry],
      collect: collect && (() => collect(gauge)),
    });
    return gauge;
  }

  histogram<L extends string = never>(
    name: string,
    help: string,
    labelNames: readonly L[] = [],
    buckets: number[] = LATENCY_BUCKETS,
  ): Histogram<L> {
    return new Histogram({ name, help, labelNames, buckets, registers: [this.registry] });
  }
}
