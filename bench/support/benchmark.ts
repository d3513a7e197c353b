import type { BenchCluster, BenchClusterOptions } from './bench-cluster';
import type { Report } from './report';

export interface BenchmarkOptions {
  /** A smoke run of a few seconds; its figures mean nothing. */
  quick: boolean;
  /** Profile the services at the heaviest part. */
  profile: boolean;
  /** Seconds that each yardstick is measured for. */
  yardstickSeconds: number;
  /** Sizes of the message table to measure at instead of the usual ones, ascending: history. */
  messages?: readonly number[];
}

interface OneClusterBenchmark {
  name: string;
  /** Whether it attaches to the services' inspectors even without --profile. */
  inspects?: boolean;
  /** Whether it asks how late event loops were. */
  metersDelay?: boolean;
  run: (cluster: BenchCluster, options: BenchmarkOptions) => Promise<Report>;
}

/** Starts a cluster, which runs while `work` does. */
export type WithCluster = <T>(options: BenchClusterOptions, work: (cluster: BenchCluster) => Promise<T>) => Promise<T>;

/** Compares clusters of different sizes, one after the other. */
interface ManyClustersBenchmark {
  name: string;
  runMany: (withCluster: WithCluster, options: BenchmarkOptions) => Promise<Report>;
}

export type Benchmark = OneClusterBenchmark | ManyClustersBenchmark;
