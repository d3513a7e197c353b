import { PollFleet, registerQueues } from '../polls/poll-fleet';
import { BenchCluster, Usage, usageBetween } from '../support/bench-cluster';
import type { Benchmark, BenchmarkOptions } from '../support/benchmark';
import { delay } from '../support/clock';
import { HttpClient, encodeRequest } from '../support/http-client';
import { Inspector } from '../support/inspector';
import { numberField, parseObject } from '../support/json';
import { openLoop } from '../support/load';
import { progress } from '../support/progress';
import { Report, Row, Target, cpuBreakdown } from '../support/report';
import { SeededRealm, vacuum, seedRealm } from '../support/seed';
import type { Summary } from '../support/statistics';
import { measureYardsticks } from '../support/yardsticks';

const WARM_UP = 200;
const UNRELATED_RATE = 20;

interface Plan {
  steps: readonly number[];
  settleSeconds: number;
  quietSeconds: number;
  unrelatedSeconds: number;
}

const FULL: Plan = { steps: [1000, 5000, 10_000], settleSeconds: 3, quietSeconds: 8, unrelatedSeconds: 5 };
const QUICK: Plan = { steps: [100, 200], settleSeconds: 0.5, quietSeconds: 1, unrelatedSeconds: 1 };

interface Step {
  polls: number;
  /** As they are, with what awaits collection: of registrations a moment ago. */
  memory: Usage;
  /** The same once nothing has happened for longer, when V8 has collected by itself. */
  rested: Usage;
  /** After a full collection in every service. */
  collected: Usage;
  quietCpu: Usage;
  quietSeconds: number;
  unrelated: Summary;
}

async function collectedMemory(cluster: BenchCluster, inspectors: readonly Inspector[]): Promise<Usage> {
  // The second one frees what finalizers of the first released.
  for (let pass = 0; pass < 2; pass += 1) await Promise.all(inspectors.map((inspector) => inspector.collectGarbage()));
  await delay(500);
  return cluster.memory();
}

async function measureStep(
  cluster: BenchCluster,
  realm: SeededRealm,
  polls: number,
  plan: Plan,
  inspectors: readonly Inspector[],
): Promise<Step> {
  progress(`idle: ${polls} polls are held`);
  await delay(plan.settleSeconds * 1000);
  const memory = cluster.memory();
  const { cpu } = await cluster.measureCpu(() => delay(plan.quietSeconds * 1000));
  const [credentials] = realm.users;
  const client = new HttpClient(cluster.target);
  const request = encodeRequest({ method: 'GET', path: '/api/v1/users/me', host: realm.host, credentials });
  const { body } = await client.request(request);
  if (numberField(parseObject(body), 'user_id') !== credentials?.id) throw new Error('GET /users/me is somebody else');
  const unrelated = await openLoop(UNRELATED_RATE, plan.unrelatedSeconds, () => client.request(request));
  client.close();
  if (unrelated.failed > 0) throw new Error(`unrelated requests failed: ${unrelated.firstFailure}`);
  const rested = cluster.memory();
  const collected = await collectedMemory(cluster, inspectors);
  return {
    polls,
    memory,
    rested,
    collected,
    quietCpu: cpu,
    quietSeconds: plan.quietSeconds,
    unrelated: unrelated.latency,
  };
}

function kilobytesPerPoll(before: Usage, after: Usage, polls: number): Row {
  const { byServer } = usageBetween(before, after);
  const per = (bytes: number): number => bytes / 1024 / polls;
  // PostgreSQL ends idle connections meanwhile; what a server gives back must not hide what another one takes.
  const grown = Object.values(byServer).reduce((sum, bytes) => sum + Math.max(0, bytes), 0);
  return {
    all: per(grown),
    ...Object.fromEntries(Object.entries(byServer).map(([name, bytes]) => [name, per(bytes)])),
  };
}

async function run(cluster: BenchCluster, options: BenchmarkOptions): Promise<Report> {
  const plan = options.quick ? QUICK : FULL;
  const most = plan.steps.at(-1) ?? 0;
  const realm = await seedRealm(cluster, {
    subdomain: '',
    users: WARM_UP + most,
    channels: (ids) => [{ name: 'general', subscriberIds: ids.slice(0, 100) }],
  });
  await vacuum(cluster);
  const yardsticks = await measureYardsticks(cluster, options.yardstickSeconds);
  const inspectors = await Inspector.attachAll(cluster);
  // What the first queues load (code, caches, connections) is no cost of the later ones.
  const warm = new PollFleet(cluster, 1);
  await warm.hold(await registerQueues(cluster, realm, realm.users.slice(most)));
  const zero = await measureStep(cluster, realm, 0, plan, inspectors);
  const fleet = new PollFleet(cluster, 2);
  const steps: Step[] = [];
  for (const polls of plan.steps) {
    const held = steps.at(-1)?.polls ?? 0;
    await holdMore(cluster, fleet, realm, held, polls);
    steps.push(await measureStep(cluster, realm, polls, plan, inspectors));
  }
  const heldAtEnd = await cluster.heldPolls();
  if (heldAtEnd !== most + WARM_UP) throw new Error(`${heldAtEnd} polls are held, not ${most + WARM_UP}`);
  for (const inspector of inspectors) inspector.close();
  fleet.close();
  warm.close();
  return report(zero, steps, yardsticks);
}

async function holdMore(
  cluster: BenchCluster,
  fleet: PollFleet,
  realm: SeededRealm,
  from: number,
  to: number,
): Promise<void> {
  const queues = await registerQueues(cluster, realm, realm.users.slice(from, to));
  await fleet.hold(queues, WARM_UP);
}

const cpuPercent = ({ quietCpu, quietSeconds }: Step): number => (quietCpu.total / quietSeconds) * 100;

function report(zero: Step, steps: readonly Step[], yardsticks: Report['yardsticks']): Report {
  const largest = steps.at(-1) ?? zero;
  const row = (step: Step): Row => ({
    polls: step.polls,
    'CPU % of a core, idle': cpuPercent(step),
    'unrelated GET p50 ms': step.unrelated.p50,
    'unrelated GET p99 ms': step.unrelated.p99,
  });
  const memoryRows: Row[] = steps.flatMap(({ polls, memory, rested, collected }) => {
    const row = (measured: string, usage: Usage): Row => ({
      polls,
      measured,
      ...kilobytesPerPoll(zero.collected, usage, polls),
    });
    return [row('at once', memory), row('as it is later', rested), row('after a collection', collected)];
  });
  const memoryTarget = (measured: string, reached: number): Target => ({
    name: `memory per poll at ${largest.polls}, ${measured}`,
    reached,
    target: 20,
    unit: 'KB',
    atMost: true,
  });
  return {
    benchmark: 'idle',
    checks: [`the gateway holds ${largest.polls} polls from the first second to the last`],
    yardsticks,
    tables: [
      { title: 'Holding polls', rows: [zero, ...steps].map(row) },
      {
        title: 'Server CPU while idle, µs a second',
        rows: [zero, ...steps].map(({ polls, quietCpu, quietSeconds }) => ({
          polls,
          ...cpuBreakdown(quietCpu, quietSeconds),
        })),
      },
      { title: 'Resident KB per held poll with its queue, above those of none (PSS)', rows: memoryRows },
    ],
    targets: [
      memoryTarget('as it is', Number(memoryRows.at(-2)?.all)),
      memoryTarget('after a collection', Number(memoryRows.at(-1)?.all)),
      { name: 'CPU while idle', reached: cpuPercent(largest), target: 5, unit: '% of a core', atMost: true },
    ],
  };
}

/** W3: what a client costs that only waits. */
export const idle: Benchmark = { name: 'idle', inspects: true, run };
