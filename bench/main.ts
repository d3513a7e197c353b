import 'reflect-metadata';
import os from 'node:os';
import { parseArgs } from 'node:util';
import { runCheck } from './check/run-check';
import { BenchCluster } from './support/bench-cluster';
import type { Benchmark, BenchmarkOptions, WithCluster } from './support/benchmark';
import { printReport, saveReport } from './support/report';
import { changes } from './workloads/changes';
import { costs } from './workloads/costs';
import { edit } from './workloads/edit';
import { fanout } from './workloads/fanout';
import { grow } from './workloads/grow';
import { history } from './workloads/history';
import { hooks } from './workloads/hooks';
import { idle } from './workloads/idle';
import { mail } from './workloads/mail';
import { mailIn } from './workloads/mail-in';
import { markRead } from './workloads/mark-read';
import { markdown } from './workloads/markdown';
import { overload } from './workloads/overload';
import { peer } from './workloads/peer';
import { poll } from './workloads/poll';
import { presence } from './workloads/presence';
import { push } from './workloads/push';
import { register } from './workloads/register';
import { scale } from './workloads/scale';
import { send } from './workloads/send';
import { web } from './workloads/web';

const USAGE = `npm run bench -- [send] [fanout] [poll] [peer] [idle] [register] [grow] [history] [mark-read] [edit] [presence] [push] [mail] [mail-in] [hooks] [markdown] [scale] [changes] [overload] [costs] [web] [options]

  --quick     a smoke run of a few seconds each
  --messages  history: numbers of messages to measure at, ascending, such as 1000000,5000000
  --profile   processor profiles of every service at the heaviest part, into bench/results
  --check     compares the work for each operation with the committed figures, within five minutes
  --write     measures as --check does, and writes the figures, to be committed
  --help      this text

Without names: all. Tables go to the terminal, figures to bench/results/NAME.json. docs/operate/performance.md tells the method.`;

const BENCHMARKS: readonly Benchmark[] = [
  send,
  fanout,
  poll,
  peer,
  idle,
  register,
  grow,
  history,
  markRead,
  edit,
  presence,
  push,
  mail,
  mailIn,
  hooks,
  markdown,
  scale,
  changes,
  overload,
  costs,
  web,
];

let running: BenchCluster | undefined;

async function runOne(benchmark: Benchmark, options: Omit<BenchmarkOptions, 'yardstickSeconds'>): Promise<void> {
  const loadBefore = os.loadavg()[0] ?? 0;
  const startedAt = Date.now();
  const all = { ...options, yardstickSeconds: options.quick ? 0.3 : 2 };
  const report =
    'runMany' in benchmark
      ? await benchmark.runMany(withCluster, all)
      : await withCluster(
          { inspectable: options.profile || benchmark.inspects, metersDelay: benchmark.metersDelay },
          (one) => benchmark.run(one, all),
        );
  printReport(report);
  const file = saveReport(report, { quick: options.quick, loadBefore });
  console.log(`\n${Math.round((Date.now() - startedAt) / 1000)} s; load before ${loadBefore.toFixed(1)}; ${file}`);
}

const withCluster: WithCluster = async (options, work) => {
  const cluster = await BenchCluster.start(options);
  running = cluster;
  try {
    return await work(cluster);
  } finally {
    running = undefined;
    await cluster.stop();
  }
};

/** @throws Error unless each is a whole number, and larger than the one before */
function messageSizes(text: string | undefined): readonly number[] | undefined {
  const sizes = text?.split(',').map(Number);
  if (sizes?.some((size, index) => !Number.isSafeInteger(size) || size <= (sizes[index - 1] ?? 0))) {
    throw new Error(`--messages "${text}" is not a list of whole numbers, ascending`);
  }
  return sizes;
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      quick: { type: 'boolean', default: false },
      messages: { type: 'string' },
      profile: { type: 'boolean', default: false },
      check: { type: 'boolean', default: false },
      write: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  const unknown = positionals.find((name) => !BENCHMARKS.some((benchmark) => benchmark.name === name));
  if (values.help || unknown !== undefined) {
    console.log(unknown === undefined ? USAGE : `There is no benchmark "${unknown}".\n\n${USAGE}`);
    process.exitCode = unknown === undefined ? 0 : 1;
    return;
  }
  if (values.check || values.write) {
    const isAsGood = await withCluster({}, (cluster) => runCheck(cluster, { writes: values.write }));
    process.exitCode = isAsGood ? 0 : 1;
    return;
  }
  const chosen = BENCHMARKS.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
  const messages = messageSizes(values.messages);
  for (const benchmark of chosen) {
    await runOne(benchmark, { quick: values.quick, profile: values.profile, messages });
  }
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    const stopped = running ? running.stop() : Promise.resolve();
    void stopped.finally(() => process.exit(130));
  });
}

main().then(
  () => process.exit(),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
