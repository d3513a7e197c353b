import type { BenchCluster } from './bench-cluster';
import type { Report } from './report';

export interface BenchmarkOptions {
  /** A smoke run of a few seconds; its figures mean nothing. */
  quick: boolean;
  /** Profile the services at the heaviest part. */
  profile: boolean;
  /** Seconds that each yardstick is measured for. */
  yardstickSeconds: number;
}

export interface Benchmark {
  name: string;
  /** Whether it attaches to the services' inspectors even without --profile. */
  inspects?: boolean;
  run: (cluster: BenchCluster, options: BenchmarkOptions) => Promise<Report>;
}
