import type { BenchCluster } from '../support/bench-cluster';
import type { Benchmark, BenchmarkOptions } from '../support/benchmark';
import { delay, nowMs } from '../support/clock';
import { progress } from '../support/progress';
import type { Report, Row } from '../support/report';
import { measureYardsticks } from '../support/yardsticks';
import { RepeatedChange } from './relay-ceiling';

interface Plan {
  perSecond: number;
  /** Seconds of each part, and parts. */
  seconds: number;
  parts: number;
}

const FULL: Plan = { perSecond: 5_000, seconds: 60, parts: 10 };
const QUICK: Plan = { perSecond: 1_000, seconds: 2, parts: 2 };
const BATCHES_PER_SECOND = 10;
const LOOK_MS = 20;
const MB = 1024 * 1024;

/** Written changes that have no number yet, oldest first: how many there were in all, and when (ms). */
type Waiting = { upTo: number; writtenAt: number }[];

interface Tables {
  outboxRows: number;
  outboxMb: number;
  changeLogMb: number;
}

async function readTables(cluster: BenchCluster): Promise<Tables> {
  const [row] = await cluster.database.query<{ rows: number; outbox: number; log: number }>(
    'bench_change_tables',
    `SELECT (SELECT count(*) FROM outbox)::int8 AS rows,
       (SELECT sum(pg_total_relation_size(relid)) FROM pg_partition_tree('outbox'))::int8 AS outbox,
       (SELECT sum(pg_total_relation_size(relid)) FROM pg_partition_tree('change_log'))::int8 AS log`,
  );
  if (!row) throw new Error('the sizes of tables were not told');
  return { outboxRows: row.rows, outboxMb: row.outbox / MB, changeLogMb: row.log / MB };
}

/** How far the relay is, and how late it was. */
class Follower {
  private readonly waiting: Waiting = [];
  private lateMs = 0;
  private behind = 0;
  numbered = 0;

  constructor(
    private readonly change: RepeatedChange,
    private readonly from: number,
  ) {}

  wrote(upTo: number, writtenAt: number): void {
    this.waiting.push({ upTo, writtenAt });
  }

  async look(): Promise<void> {
    this.numbered = (await this.change.head()) - this.from;
    const now = nowMs();
    while (this.waiting[0] && this.waiting[0].upTo <= this.numbered) {
      this.lateMs = Math.max(this.lateMs, now - this.waiting[0].writtenAt);
      this.waiting.shift();
    }
    const [oldest] = this.waiting;
    if (oldest) this.lateMs = Math.max(this.lateMs, now - oldest.writtenAt);
    this.behind = Math.max(this.behind, (this.waiting.at(-1)?.upTo ?? this.numbered) - this.numbered);
  }

  /** The worst since it was asked last. */
  take(): { lateMs: number; behind: number } {
    const worst = { lateMs: this.lateMs, behind: this.behind };
    this.lateMs = 0;
    this.behind = 0;
    return worst;
  }
}

/** Writes at the rate, whatever the relay does, and looks where that is in between. */
async function write(change: RepeatedChange, follower: Follower, plan: Plan, written: number): Promise<number> {
  const batch = plan.perSecond / BATCHES_PER_SECOND;
  const startedAt = nowMs();
  let total = written;
  for (let count = 0; count < plan.seconds * BATCHES_PER_SECOND; count += 1) {
    await change.repeat(batch);
    total += batch;
    follower.wrote(total, nowMs());
    const next = startedAt + ((count + 1) * 1000) / BATCHES_PER_SECOND;
    do {
      await follower.look();
      await delay(Math.min(LOOK_MS, Math.max(0, next - nowMs())));
    } while (next > nowMs());
  }
  return total;
}

async function run(cluster: BenchCluster, options: BenchmarkOptions): Promise<Report> {
  const plan = options.quick ? QUICK : FULL;
  const yardsticks = await measureYardsticks(cluster, options.yardstickSeconds);
  const change = await RepeatedChange.send(cluster);
  const follower = new Follower(change, await change.head());
  const rows: Row[] = [];
  const late: number[] = [];
  let written = 0;
  const startedAt = nowMs();
  for (let part = 0; part < plan.parts; part += 1) {
    progress(`changes: part ${part + 1} of ${plan.parts}`);
    const { result, cpu } = await cluster.measureCpu(() => write(change, follower, plan, written));
    const count = result - written;
    written = result;
    const { lateMs, behind } = follower.take();
    late.push(lateMs);
    const tables = await readTables(cluster);
    rows.push({
      'seconds so far': (nowMs() - startedAt) / 1000,
      written,
      'numbered so far': follower.numbered,
      'most behind': behind,
      'latest ms': lateMs,
      'CPU µs a change': (cpu.total / count) * 1e6,
      'outbox rows': tables.outboxRows,
      'outbox MB': tables.outboxMb,
      'change log MB': tables.changeLogMb,
    });
  }
  const seconds = (nowMs() - startedAt) / 1000;
  // What is not numbered a part later is lost or far behind.
  const givenUpAt = nowMs() + plan.seconds * 1000;
  while (follower.numbered < written && nowMs() < givenUpAt) {
    await follower.look();
    await delay(LOOK_MS);
  }
  if (follower.numbered < written) throw new Error(`${follower.numbered} of ${written} changes were numbered`);
  return report(plan, { written, seconds, latestMs: Math.max(...late) }, rows, yardsticks);
}

function report(
  { perSecond }: Plan,
  { written, seconds, latestMs }: { written: number; seconds: number; latestMs: number },
  rows: Row[],
  yardsticks: Report['yardsticks'],
): Report {
  return {
    benchmark: 'changes',
    checks: [`${written} changes written = ${written} numbered`],
    yardsticks,
    tables: [{ title: `Changes at ${perSecond}/s, written in batches, all of one organization`, rows }],
    targets: [
      {
        name: 'changes a second, all the time',
        reached: written / seconds,
        target: perSecond * 0.98,
        unit: '/s',
        atMost: false,
      },
      {
        name: 'until a change has its number, latest of all',
        reached: latestMs,
        target: 1000,
        unit: 'ms',
        atMost: true,
      },
    ],
  };
}

/** Ten minutes of many changes: relay, outbox and change log. */
export const changes: Benchmark = { name: 'changes', run };
