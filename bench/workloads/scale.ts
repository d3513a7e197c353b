import { PollFleet, registerQueues } from '../polls/poll-fleet';
import type { BenchCluster, ReplicaCpu, Usage } from '../support/bench-cluster';
import type { Benchmark, BenchmarkOptions, WithCluster } from '../support/benchmark';
import { delay } from '../support/clock';
import { HttpClient, encodeRequest } from '../support/http-client';
import { LoadResult, openLoop } from '../support/load';
import { progress } from '../support/progress';
import { RelayCeiling, relayCeiling } from './relay-ceiling';
import { PushDevices } from '../support/push-devices';
import { Report, Row, Target, cpuBreakdown } from '../support/report';
import { SeededRealm, vacuum, seedRealm } from '../support/seed';
import { Yardsticks, measureYardsticks } from '../support/yardsticks';
import { OutgoingMessage, encodeSend, messageContent } from './messages';

const SERVICES = ['gateway', 'messages', 'users', 'events', 'presence', 'push'] as const;
const MANY = 4;
/** Organizations; each is in one of four partitions by chance. */
const REALMS = 12;
const USERS = 40;
/** Of an organization: they poll, the others have a device each. */
const POLLING = 20;
const CONNECTIONS = 48;
const SETTLE_MS = 1_000;
/**
 * Operations a second for each replica of everything: a fifth of what one core does with one of each, so that four of each
 * do not compete for the cores of a small machine.
 */
const RATES = { send: 8, register: 30, presence: 100, fetch: 30 } as const;
/** Changes that wait for the relay at once when its ceiling is measured. */
const BACKLOG = 40_000;

const counts = (count: (service: string) => number) =>
  Object.fromEntries(SERVICES.map((service) => [service, count(service)]));
const ONE: Plan = { name: 'one of each', counts: counts(() => 1), work: 1 };
const MANY_OF_EACH: Plan = { name: 'four of each, four times the work', counts: counts(() => MANY), work: MANY };
const SINGLES = SERVICES.map((many): Plan => {
  return { name: `four of ${many}`, counts: counts((service) => (service === many ? MANY : 1)), work: 1 };
});

/** In this order: what is fetched was sent before. */
const OPERATIONS = ['send', 'register', 'presence', 'fetch'] as const;
type Operation = (typeof OPERATIONS)[number];

interface Phase {
  operation: Operation;
  load: LoadResult;
  cpu: Usage;
}

/** How many replicas there are, and for how many there is work. */
interface Plan {
  name: string;
  counts: Record<string, number>;
  work: number;
}

interface Step extends Plan {
  /** Of all servers while nobody asks for anything, in cores. */
  idle: number;
  phases: Phase[];
  /** Processor seconds of every process during all phases. */
  shares: ReplicaCpu[];
  /** Replicas of the events service that number changes, and partitions that have exactly one such. */
  relays: { replicas: number; partitions: number };
  /** Event queue slots of each events replica. */
  slots: number[];
}

/** One cluster with the same organizations, and requests of all kinds to them. */
class ScaleLoad {
  private next = 0;

  private constructor(
    readonly cluster: BenchCluster,
    private readonly client: HttpClient,
    private readonly fleet: PollFleet,
    private readonly requests: Record<Operation, readonly Buffer[]>,
  ) {}

  static async create(cluster: BenchCluster): Promise<ScaleLoad> {
    const realms: SeededRealm[] = [];
    for (let index = 0; index < REALMS; index += 1) {
      const shape = { subdomain: `scale${index}`, users: USERS };
      const channels = (ids: readonly number[]) => [{ name: 'all', subscriberIds: [...ids] }];
      realms.push(await seedRealm(cluster, { ...shape, channels }));
    }
    await vacuum(cluster);
    const client = new HttpClient(cluster.target);
    await client.connect(CONNECTIONS);
    const fleet = new PollFleet(cluster, 1);
    fleet.stream();
    for (const realm of realms) {
      await PushDevices.register(cluster, realm, realm.users.slice(POLLING), client);
      await fleet.hold(await registerQueues(cluster, realm, realm.users.slice(0, POLLING)));
    }
    return new ScaleLoad(cluster, client, fleet, {
      send: sendsTo(realms),
      register: registersOf(realms),
      presence: presencesOf(realms),
      fetch: fetchesFrom(realms),
    });
  }

  /** @param work for how many replicas */
  async measure(operation: Operation, work: number, seconds: number): Promise<Phase> {
    const { result, cpu } = await this.cluster.measureCpu(async () => {
      const load = await this.ask(operation, work, seconds);
      await delay(SETTLE_MS);
      return load;
    });
    if (result.failed > 0) throw new Error(`${operation}: ${result.failed} failed: ${result.firstFailure}`);
    return { operation, load: result, cpu };
  }

  ask(operation: Operation, work: number, seconds: number): Promise<LoadResult> {
    const requests = this.requests[operation];
    return openLoop(RATES[operation] * work, seconds, async () => {
      const request = requests[this.next++ % requests.length];
      if (request) await this.client.request(request);
    });
  }

  close(): void {
    this.fleet.close();
    this.client.close();
  }
}

/** A message by everybody in turn; every tenth mentions somebody who has a device and does not poll. */
function sendsTo(realms: readonly SeededRealm[]): Buffer[] {
  return Array.from({ length: POLLING }, (_, round) =>
    realms.map((realm, position): OutgoingMessage => {
      const [sender, mentioned, channel] = [realm.users[round], realm.users[POLLING + round], realm.channels[0]];
      if (!sender || !mentioned || !channel) throw new Error('the organization is not as seeded');
      const content = messageContent(round * REALMS + position, mentioned.fullName);
      return { sender, host: realm.host, channelId: channel.id, topic: `topic ${round % 4}`, content };
    }),
  )
    .flat()
    .map(encodeSend);
}

function registersOf(realms: readonly SeededRealm[]): Buffer[] {
  const form = { event_types: '["message","reaction"]', queue_lifespan_secs: '1' };
  return eachUser(realms, ({ host }, credentials) =>
    encodeRequest({ method: 'POST', path: '/api/v1/register', host, credentials, form }),
  );
}

function presencesOf(realms: readonly SeededRealm[]): Buffer[] {
  const form = { status: 'active', ping_only: 'true' };
  return eachUser(realms, ({ host }, credentials) =>
    encodeRequest({ method: 'POST', path: '/api/v1/users/me/presence', host, credentials, form }),
  );
}

/** The newest 50 messages of a topic. */
function fetchesFrom(realms: readonly SeededRealm[]): Buffer[] {
  return eachUser(realms, ({ host, channels }, credentials) => {
    const narrow = [
      { operator: 'channel', operand: channels[0]?.id },
      { operator: 'topic', operand: 'topic 1' },
    ];
    const query = new URLSearchParams({
      anchor: 'newest',
      num_before: '50',
      num_after: '0',
      narrow: JSON.stringify(narrow),
    });
    return encodeRequest({ method: 'GET', path: `/api/v1/messages?${query}`, host, credentials });
  });
}

function eachUser(
  realms: readonly SeededRealm[],
  request: (realm: SeededRealm, user: SeededRealm['users'][number]) => Buffer,
): Buffer[] {
  return Array.from({ length: USERS }, (_, index) =>
    realms.flatMap((realm) => {
      const user = realm.users[index];
      return user ? [request(realm, user)] : [];
    }),
  ).flat();
}

async function measureStep(cluster: BenchCluster, plan: Plan, seconds: number): Promise<Step> {
  progress(`scale: ${plan.name}`);
  const load = await ScaleLoad.create(cluster);
  try {
    // What runs for the first time costs more, and goes on for a while.
    for (const operation of OPERATIONS) await load.ask(operation, plan.work, Math.min(3, seconds));
    await delay(SETTLE_MS);
    const rest = await cluster.measureCpu(() => delay(seconds * 1000));
    const before = cluster.cpuByReplica();
    const phases: Phase[] = [];
    for (const operation of OPERATIONS) {
      phases.push(await load.measure(operation, plan.work, seconds));
    }
    const after = cluster.cpuByReplica();
    const shares = after.map((one, index) => ({ ...one, seconds: one.seconds - (before[index]?.seconds ?? 0) }));
    return { ...plan, idle: rest.cpu.total / seconds, phases, shares, ...(await placement(cluster)) };
  } finally {
    load.close();
  }
}

/** Where the only work is that one process at a time does. */
async function placement(cluster: BenchCluster): Promise<Pick<Step, 'relays' | 'slots'>> {
  const holding = await cluster.metricByReplica('stoa_relay_holding', ['events']);
  const holders = holding.filter(({ value }) => value === 1);
  const slots = await cluster.metricByReplica('stoa_event_slots', ['events']);
  const byReplica = new Map<number, number>();
  for (const { replica, value } of slots) byReplica.set(replica, (byReplica.get(replica) ?? 0) + value);
  return {
    relays: { replicas: new Set(holders.map(({ replica }) => replica)).size, partitions: holders.length },
    slots: [...byReplica.values()],
  };
}

/** Server CPU of one operation above what the same servers take at rest, in µs. */
function costOf({ idle }: Step, { cpu, load }: Phase): number {
  return ((cpu.total - idle * (load.seconds + SETTLE_MS / 1000)) / load.completed) * 1e6;
}

/** @param base the same with one replica of each */
function stepRow(step: Step, base: Step): Row {
  const cells = step.phases.flatMap((phase, index): [string, number][] => {
    const before = base.phases[index];
    const cost = costOf(step, phase);
    return [
      [`${phase.operation}, µs`, cost],
      [`${phase.operation}, times`, before ? cost / costOf(base, before) : Number.NaN],
    ];
  });
  return { replicas: step.name, 'at rest, % of a core': step.idle * 100, ...Object.fromEntries(cells) };
}

function latencyRows({ name, phases }: Step): Row[] {
  return phases.map(({ operation, load }) => ({
    operation,
    replicas: name,
    'a second': load.completed / load.seconds,
    'p50 ms': load.latency.p50,
    'p99 ms': load.latency.p99,
  }));
}

/** Each replica's part of its service's processor time, smallest to largest: with n replicas 100/n % is even. */
function shareRow({ name, shares, slots, relays }: Step): Row {
  const parts = SERVICES.map((service): [string, string] => {
    const seconds = shares.filter((one) => one.service === service).map((one) => one.seconds);
    const all = seconds.reduce((sum, one) => sum + one, 0);
    const percent = (value: number): number => Math.round((value / all) * 100);
    return [service, `${percent(Math.min(...seconds))}–${percent(Math.max(...seconds))} %`];
  });
  return {
    replicas: name,
    ...Object.fromEntries(parts),
    'slots of an events replica': slots.join(', '),
    'partitions with a relay': relays.partitions,
    'replicas with one': relays.replicas,
  };
}

async function runMany(withCluster: WithCluster, options: BenchmarkOptions): Promise<Report> {
  const seconds = options.quick ? 1 : 10;
  const steps: Step[] = [];
  let yardsticks: Yardsticks | undefined;
  let ceiling: RelayCeiling | undefined;
  for (const plan of options.quick ? [ONE, MANY_OF_EACH] : [ONE, MANY_OF_EACH, ...SINGLES]) {
    await withCluster({ replicas: plan.counts }, async (cluster) => {
      yardsticks ??= await measureYardsticks(cluster, options.yardstickSeconds);
      steps.push(await measureStep(cluster, plan, seconds));
      if (plan === ONE) ceiling = await relayCeiling(cluster, options.quick ? BACKLOG / 10 : BACKLOG);
    });
  }
  const [one, many] = steps;
  if (!yardsticks || !ceiling || !one || !many) throw new Error('nothing was measured');
  return report({ steps, one, many }, yardsticks, ceiling);
}

function report(
  { steps, one, many }: { steps: readonly Step[]; one: Step; many: Step },
  yardsticks: Yardsticks,
  ceiling: RelayCeiling,
): Report {
  return {
    benchmark: 'scale',
    checks: ['every request was answered with success, at every number of replicas'],
    yardsticks,
    tables: [
      {
        title:
          `Server CPU per operation above rest, with all that follows it (deliveries, notifications), and times that of one ` +
          `of each; ${REALMS} organizations of ${USERS}, half of them polling, half with a device`,
        rows: steps.map((step) => stepRow(step, one)),
      },
      {
        title: 'Where the CPU of an operation goes, µs, rest included',
        rows: [one, many].flatMap(cpuRows),
      },
      { title: 'Latency', rows: [one, many].flatMap(latencyRows) },
      {
        title: 'Who does the work: processor time of the least and the most busy replica',
        rows: [one, many].map(shareRow),
      },
      {
        title: 'The relay of one partition, of four',
        rows: [{ 'changes a second': ceiling.perSecond, 'CPU µs a change, all': ceiling.cpuMicroseconds }],
      },
    ],
    targets: targets(one, many),
  };
}

function cpuRows({ name, phases }: Step): Row[] {
  return phases.map(({ operation, cpu, load }) => ({
    operation,
    replicas: name,
    ...cpuBreakdown(cpu, load.completed),
  }));
}

function targets(one: Step, many: Step): Report['targets'] {
  const times = OPERATIONS.map((operation, index): Target => {
    const [before, after] = [one.phases[index], many.phases[index]];
    const reached = before && after ? costOf(many, after) / costOf(one, before) : Number.NaN;
    const name = `CPU per ${operation}, ${MANY} of each with ${MANY} times the work : 1`;
    return { name, reached, target: 1.2, unit: '', atMost: true };
  });
  return [
    ...times,
    {
      name: `busiest replica's share of its service, ${MANY} of each`,
      reached: busiestShare(many.shares),
      target: 60,
      unit: '%',
      atMost: true,
    },
  ];
}

/** Of the processor time of any service, in percent. */
function busiestShare(shares: readonly ReplicaCpu[]): number {
  const ofServices = SERVICES.map((service) => {
    const seconds = shares.filter((one) => one.service === service).map((one) => one.seconds);
    return (Math.max(...seconds) / seconds.reduce((sum, one) => sum + one, 0)) * 100;
  });
  return Math.max(...ofServices);
}

/** What more replicas change: cost per operation, who does the work, and the ceiling of the one who must be alone. */
export const scale: Benchmark = { name: 'scale', runMany };
