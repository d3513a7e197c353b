import { readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { BenchCluster } from '../support/bench-cluster';
import { delay } from '../support/clock';
import { isObject, parseObject } from '../support/json';
import { progress } from '../support/progress';
import { renderTable } from '../support/report';
import { median } from '../support/statistics';
import { HelloYardstick } from '../support/yardsticks';
import { Operation, Stage } from './operations';
import { Figures, figuresOf, isAnotherMachine, verdictsOf } from './verdict';

const FILE = path.resolve(__dirname, '..', '..', '..', 'bench', 'check', 'figures.json');
const ROUNDS = 5;
const FEWEST_ROUNDS = 3;
/** An operation that seems worse is measured so many times more before that is said. */
const MORE_ROUNDS = 4;
const HELLO_SECONDS = 0.4;
const REST = 'a second of rest';
const REST_MS = 8_000;
/** What follows an operation (relay, queues) belongs to its work. */
const SETTLE_MS = 300;
/** Rounds end after this, so that the whole check takes five minutes at most on a busy machine. */
const MOST_MS = 200_000;
const MOST_MORE_MS = 45_000;

interface Sample {
  /** Requests to a bare server that would have taken as much processor time, measured just before. */
  hellos: number;
  seconds: number;
}

async function sample(cluster: BenchCluster, hello: HelloYardstick, work: () => Promise<void>): Promise<Sample> {
  const { helloCpuMicroseconds } = await hello.measure(HELLO_SECONDS);
  const startedAt = performance.now();
  const { cpu } = await cluster.measureCpu(work);
  return { hellos: (cpu.total * 1e6) / helloCpuMicroseconds, seconds: (performance.now() - startedAt) / 1000 };
}

/** What a second of rest costs, and each operation above that. */
async function round(cluster: BenchCluster, hello: HelloYardstick, operations: readonly Operation[]): Promise<Figures> {
  const { hellos, seconds } = await sample(cluster, hello, () => delay(REST_MS));
  const rest = hellos / seconds;
  const figures: Record<string, number> = { [REST]: rest };
  for (const { name, count, run, prepare } of operations) {
    const check = await prepare?.();
    const busy = await sample(cluster, hello, async () => {
      await run();
      await delay(SETTLE_MS);
    });
    await check?.();
    figures[name] = (busy.hellos - rest * busy.seconds) / count;
  }
  return figures;
}

interface Measured {
  rounds: Figures[];
  /** Processor time (µs) of a request to a bare server: the median of all that were measured beside. */
  helloMicroseconds: number;
}

async function measure(cluster: BenchCluster, committed: Figures): Promise<Measured> {
  const hello = await HelloYardstick.start();
  try {
    const rounds = await measureBeside(hello, cluster, committed);
    return { rounds, helloMicroseconds: Number(median(hello.measured).toPrecision(3)) };
  } finally {
    hello.stop();
  }
}

async function measureBeside(hello: HelloYardstick, cluster: BenchCluster, committed: Figures): Promise<Figures[]> {
  const stage = await Stage.build(cluster);
  try {
    const operations = stage.operations();
    progress('check: a round that does not count');
    await round(cluster, hello, operations);
    const startedAt = performance.now();
    const rounds: Figures[] = [];
    while (rounds.length < ROUNDS && (rounds.length < FEWEST_ROUNDS || performance.now() - startedAt < MOST_MS)) {
      progress(`check: round ${rounds.length + 1} of ${ROUNDS}`);
      rounds.push(await round(cluster, hello, operations));
    }
    const doubtful = verdictsOf(committed, rounds).filter(({ isWorse }) => isWorse);
    const again = operations.filter(({ name }) => doubtful.some(({ operation }) => operation === name));
    const againAt = performance.now();
    // Rest is part of each round, so that it needs no operation to be measured again.
    for (let count = 0; count < MORE_ROUNDS && doubtful.length > 0; count += 1) {
      if (performance.now() - againAt > MOST_MORE_MS) break;
      progress(`check: ${doubtful.map(({ operation }) => operation).join(', ')}: once more`);
      rounds.push(await round(cluster, hello, again));
    }
    return rounds;
  } finally {
    stage.close();
  }
}

interface Committed {
  figures: Figures;
  /** Of the machine that they were written on; undefined before there are any. */
  helloMicroseconds?: number;
}

function readFigures(): Committed {
  const { operations, helloMicroseconds } = parseObject(readFileSync(FILE));
  if (!isObject(operations)) throw new Error(`${FILE} has no figures`);
  const figures = Object.fromEntries(Object.entries(operations).map(([name, value]) => [name, Number(value)]));
  return { figures, helloMicroseconds: Number(helloMicroseconds) };
}

/**
 * Measures what each operation costs all servers, and compares it with the committed figures, or writes these.
 * @returns false if an operation takes more than a fifth more work than its figure says
 */
export async function runCheck(cluster: BenchCluster, { writes }: { writes: boolean }): Promise<boolean> {
  const load = (os.loadavg()[0] ?? 0).toFixed(1);
  const { figures: committed, helloMicroseconds: written }: Committed = writes ? { figures: {} } : readFigures();
  const { rounds, helloMicroseconds } = await measure(cluster, committed);
  const verdicts = verdictsOf(committed, rounds);
  const lost = Object.keys(committed).filter((name) => !verdicts.some(({ operation }) => operation === name));
  if (lost.length > 0) throw new Error(`nothing was measured for ${lost.join(', ')}; write the figures with --write`);
  const rows = verdicts.map(({ operation, committed: figure, measured, ratio, isWorse }) => ({
    operation,
    'committed, hellos': figure ?? '-',
    'measured, hellos': measured,
    times: ratio ?? '-',
    verdict: ratio === undefined ? 'new' : isWorse ? 'WORSE' : 'as good',
  }));
  console.log(`Load before ${load}; ${rounds.length} rounds; a hello is a request to a bare server, measured beside.`);
  console.log(
    `A hello took ${helloMicroseconds} µs${written === undefined ? '' : `, ${written} where the figures were written`}.`,
  );
  console.log(renderTable(rows));
  if (written !== undefined && isAnotherMachine(written, helloMicroseconds)) {
    console.log(
      'This machine is of another speed: to judge a change, write figures of the commit before it here (--write).',
    );
  }
  if (writes) {
    const operations = figuresOf(rounds);
    const content = { unit: 'requests to a bare server', load: Number(load), helloMicroseconds, operations };
    writeFileSync(FILE, `${JSON.stringify(content, null, 2)}\n`);
    progress(`check: written to ${path.relative(process.cwd(), FILE)}`);
  }
  return verdicts.every(({ isWorse }) => !isWorse);
}
