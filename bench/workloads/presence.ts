import type { BenchCluster, Usage } from '../support/bench-cluster';
import type { Benchmark, BenchmarkOptions } from '../support/benchmark';
import { HttpClient } from '../support/http-client';
import { LoadResult, openLoop } from '../support/load';
import { PresenceReporters } from '../support/presence-reporters';
import { profileServices } from '../support/profiler';
import { Report, Row, cpuBreakdown } from '../support/report';
import { SeededRealm, vacuum, seedRealm } from '../support/seed';
import { measureYardsticks } from '../support/yardsticks';

interface Plan {
  users: readonly number[];
  /** Intervals: in the first everybody reports for the first time, the rest count. */
  measuredSeconds: number;
}

const FULL: Plan = { users: [100, 1000, 10_000], measuredSeconds: 60 };
const QUICK: Plan = { users: [100], measuredSeconds: 5 };
const FIRST_PINGS = 20;

interface Measured {
  users: number;
  form: string;
  load: LoadResult;
  cpu: Usage;
  bytes: number;
}

async function measure(
  cluster: BenchCluster,
  realm: SeededRealm,
  plan: Plan,
  { isIncremental, profile }: { isIncremental: boolean; profile: boolean },
): Promise<Measured> {
  const client = new HttpClient(cluster.target);
  await client.connect(4);
  const reporters = new PresenceReporters(client, realm, isIncremental);
  const users = realm.users.length;
  // A few first: a service that has not run yet would refuse some of what comes within its first second.
  for (let index = 0; index < FIRST_PINGS; index += 1) await reporters.ping(index);
  // Everybody once, faster than in real life; then a minute in which the clients come to know what they know for good.
  const rate = Math.min(users / 5, 400);
  await openLoop(rate, users / rate, (index) => reporters.ping(index));
  await reporters.check(users);
  await openLoop(reporters.rate, plan.measuredSeconds, (index) => reporters.report(index));
  reporters.bytes = 0;
  const { result: load, cpu } = await cluster.measureCpu(() =>
    openLoop(reporters.rate, plan.measuredSeconds, (index) => reporters.report(index)),
  );
  if (load.failed > 0) throw new Error(`${load.failed} reports failed: ${load.firstFailure ?? ''}`);
  if (profile) {
    const seconds = plan.measuredSeconds / 2;
    await profileServices(cluster, 'presence', () =>
      openLoop(reporters.rate, seconds, (index) => reporters.report(index)),
    );
  }
  client.close();
  const form = isIncremental ? 'with last_update_id' : 'ping_only';
  return { users, form, load, cpu, bytes: reporters.bytes / load.completed };
}

async function run(cluster: BenchCluster, options: BenchmarkOptions): Promise<Report> {
  const plan = options.quick ? QUICK : FULL;
  const yardsticks = await measureYardsticks(cluster, options.yardstickSeconds);
  const measured: Measured[] = [];
  const forms = options.profile ? [true] : [true, false];
  for (const users of options.profile ? plan.users.slice(-1) : plan.users) {
    for (const isIncremental of forms) {
      const subdomain = `presence-${users}-${isIncremental ? 'full' : 'ping'}`;
      const realm = await seedRealm(cluster, { subdomain, users, channels: () => [] });
      await vacuum(cluster);
      measured.push(await measure(cluster, realm, plan, { isIncremental, profile: options.profile }));
    }
  }
  return report(measured, yardsticks);
}

function row({ users, form, load, cpu, bytes }: Measured): Row {
  return {
    users,
    form,
    'reports/s': load.completed / load.seconds,
    'p50 ms': load.latency.p50,
    'p99 ms': load.latency.p99,
    'CPU ms/report': (cpu.total * 1000) / load.completed,
    'KB/answer': bytes / 1024,
    cores: cpu.total / load.seconds,
  };
}

function report(measured: readonly Measured[], yardsticks: Report['yardsticks']): Report {
  const largest = measured.filter(({ form }) => form !== 'ping_only').at(-1);
  if (!largest) throw new Error('nothing was measured');
  return {
    benchmark: 'presence',
    checks: ['a client that knows nothing learns of everybody who has reported', 'every report is answered with an id'],
    yardsticks,
    tables: [
      {
        title: 'Each user reports once a minute, nine of ten times active; with what else the servers do meanwhile',
        rows: measured.map(row),
      },
      {
        title: 'CPU us per report',
        rows: measured.map(({ users, form, load, cpu }) => ({
          accounts: users,
          form,
          ...cpuBreakdown(cpu, load.completed),
        })),
      },
    ],
    targets: [
      {
        name: `${largest.users} users, incremental`,
        reached: largest.cpu.total / largest.load.seconds,
        target: 0.3,
        unit: 'cores',
        atMost: true,
      },
    ],
  };
}

/** W5: what it costs that everybody tells once a minute that they are there. */
export const presence: Benchmark = { name: 'presence', run };
