import type { BenchCluster, Usage } from '../support/bench-cluster';
import { delay, nowMs } from '../support/clock';
import { progress } from '../support/progress';
import { Parts, Span, costOf } from './figures';

/** What follows an operation (relay, queues, jobs) belongs to its cost. */
const SETTLE_MS = 1_000;

/** Processor time of every part for each of the operations that `work` counts, less that of the idle cluster just before. */
export async function measureCost(
  cluster: BenchCluster,
  { name, quietSeconds, work }: { name: string; quietSeconds: number; work: () => Promise<number> },
): Promise<Parts> {
  progress(`costs: idle, before ${name}`);
  const idle = await spanOf(cluster, () => delay(quietSeconds * 1000));
  progress(`costs: ${name}`);
  let operations = 0;
  const busy = await spanOf(cluster, async () => {
    operations = await work();
    await delay(SETTLE_MS);
  });
  return costOf(busy, idle, operations);
}

/** Processor time of every part while `work` runs. */
export async function spanOf(cluster: BenchCluster, work: () => Promise<void>): Promise<Span> {
  const startedAt = nowMs();
  const { cpu } = await cluster.measureCpu(work);
  return { seconds: (nowMs() - startedAt) / 1000, cpu: cpu.byServer };
}

/** Bytes that each part has more than before, for each of `count`; never below zero. */
export function bytesEach(before: Usage, after: Usage, count: number): Parts {
  return Object.fromEntries(
    Object.entries(after.byServer).map(([name, bytes]) => [
      name,
      Math.max(0, bytes - (before.byServer[name] ?? 0)) / count,
    ]),
  );
}
