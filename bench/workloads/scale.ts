import { eventually } from '@stoa/testing';
import { PollFleet, registerQueues } from '../polls/poll-fleet';
import type { BenchCluster, ReplicaCpu, Usage } from '../support/bench-cluster';
import type { Benchmark, BenchmarkOptions, WithCluster } from '../support/benchmark';
import { delay, nowMs } from '../support/clock';
import { HttpClient, encodeRequest } from '../support/http-client';
import { LoadResult, closedLoop } from '../support/load';
import { progress } from '../support/progress';
import { PushDevices } from '../support/push-devices';
import { Report, Row, cpuBreakdown } from '../support/report';
import { SeededRealm, analyze, seedRealm } from '../support/seed';
import { Yardsticks, measureYardsticks } from '../support/yardsticks';
import { OutgoingMessage, checkSend, encodeSend, messageContent } from './messages';

const SERVICES = ['gateway', 'messages', 'users', 'events', 'presence', 'push'] as const;
const REPLICAS = [1, 2, 4];
/** Organizations; each is in one of four partitions by chance. */
const REALMS = 12;
const USERS = 40;
/** Of an organization: they poll, the others have a device each. */
const POLLING = 20;
const CLIENTS = 48;
const SETTLE_MS = 1_000;
/** Changes that wait for the relay at once when its ceiling is measured. */
const BACKLOG = 40_000;
const PATIENCE_MS = 120_000;

/** In this order: what is fetched was sent before. */
const OPERATIONS = ['send', 'register', 'presence', 'fetch'] as const;
type Operation = (typeof OPERATIONS)[number];

interface Phase {
  operation: Operation;
  load: LoadResult;
  cpu: Usage;
}

interface Step {
  replicas: number;
  phases: Phase[];
  /** Processor seconds of every process during all phases. */
  shares: ReplicaCpu[];
  /** Replicas of the events service that number changes, and partitions that have exactly one such. */
  relays: { replicas: number; partitions: number };
  /** Event queue slots of each events replica. */
  slots: number[];
}

/** Of the relay of one partition. */
interface Ceiling {
  /** Changes numbered a second while more of them wait. */
  perSecond: number;
  /** Of all servers, for each change, with what follows it. */
  cpuMicroseconds: number;
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
    await analyze(cluster);
    const client = new HttpClient(cluster.target);
    await client.connect(CLIENTS);
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

  async measure(operation: Operation, seconds: number): Promise<Phase> {
    const requests = this.requests[operation];
    const one = async (): Promise<void> => {
      const request = requests[this.next++ % requests.length];
      if (request) await this.client.request(request);
    };
    await closedLoop(CLIENTS, Math.min(1, seconds), one);
    const { result, cpu } = await this.cluster.measureCpu(async () => {
      const load = await closedLoop(CLIENTS, seconds, one);
      await delay(SETTLE_MS);
      return load;
    });
    if (result.failed > 0) throw new Error(`${operation}: ${result.failed} failed: ${result.firstFailure}`);
    return { operation, load: result, cpu };
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

async function measureStep(cluster: BenchCluster, replicas: number, seconds: number): Promise<Step> {
  progress(`scale: ${replicas} of each service`);
  const load = await ScaleLoad.create(cluster);
  try {
    const before = cluster.cpuByReplica();
    const phases: Phase[] = [];
    for (const operation of OPERATIONS) {
      phases.push(await load.measure(operation, seconds));
    }
    const after = cluster.cpuByReplica();
    const shares = after.map((one, index) => ({ ...one, seconds: one.seconds - (before[index]?.seconds ?? 0) }));
    return { replicas, phases, shares, ...(await placement(cluster)) };
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

/** Changes a second that the relay of one partition numbers when they wait for it; each is a message's. */
async function relayCeiling(cluster: BenchCluster, backlog: number): Promise<Ceiling> {
  progress(`scale: ${backlog} changes wait for one relay`);
  const realm = await seedRealm(cluster, {
    subdomain: 'relay',
    users: 10,
    channels: (ids) => [{ name: 'all', subscriberIds: [...ids] }],
  });
  const client = new HttpClient(cluster.target);
  const [sender] = realm.users;
  const [channel] = realm.channels;
  if (!sender || !channel) throw new Error('the organization is not as seeded');
  const { host } = realm;
  await checkSend(client, { sender, host, channelId: channel.id, topic: 'many', content: messageContent(0, '') });
  client.close();
  const head = async (): Promise<number> => {
    const [row] = await cluster.database.query<{ head: number }>(
      'bench_relay_head',
      'SELECT head::int8 AS head FROM relay_partition WHERE partition = $1',
      [realm.partition],
    );
    return row?.head ?? 0;
  };
  const copied = await eventually(() => copyLast(cluster, realm, backlog), { timeoutMs: PATIENCE_MS });
  const startedAt = nowMs();
  const from = await head();
  const { cpu } = await cluster.measureCpu(() =>
    eventually(async () => (await head()) >= copied, { timeoutMs: PATIENCE_MS, stepMs: 5 }),
  );
  return {
    perSecond: (copied - from) / ((nowMs() - startedAt) / 1000),
    cpuMicroseconds: (cpu.total / backlog) * 1e6,
  };
}

/** Repeats the organization's newest change in one transaction. @returns the head once all are numbered; undefined before there is one */
async function copyLast(cluster: BenchCluster, realm: SeededRealm, count: number): Promise<number | undefined> {
  const [row] = await cluster.database.query<{ head: number }>(
    'bench_copy_change',
    `WITH newest AS (SELECT * FROM change_log WHERE partition = $1 AND realm_id = $2 ORDER BY seq DESC LIMIT 1),
       copies AS (INSERT INTO outbox (partition, realm_id, routing, body)
         SELECT n.partition, n.realm_id, n.routing, n.body FROM newest n, generate_series(1, $3::int) RETURNING 1)
     SELECT (r.head + (SELECT count(*) FROM copies))::int8 AS head FROM relay_partition r, newest
     WHERE r.partition = $1 AND r.head = newest.seq`,
    [realm.partition, realm.id, count],
  );
  return row?.head;
}

const perSecond = ({ load }: Phase): number => load.completed / load.seconds;

function phaseRows({ replicas, phases }: Step): Row[] {
  return phases.map((phase) => ({
    operation: phase.operation,
    'replicas of each': replicas,
    'a second': perSecond(phase),
    'CPU µs, all': (phase.cpu.total / phase.load.completed) * 1e6,
    'p50 ms': phase.load.latency.p50,
    'p99 ms': phase.load.latency.p99,
  }));
}

/** Each replica's part of its service's processor time, smallest to largest: with n replicas 100/n % is even. */
function shareRow({ replicas, shares, slots, relays }: Step): Row {
  const parts = SERVICES.map((service): [string, string] => {
    const seconds = shares.filter((one) => one.service === service).map((one) => one.seconds);
    const all = seconds.reduce((sum, one) => sum + one, 0);
    const percent = (value: number): number => Math.round((value / all) * 100);
    return [service, `${percent(Math.min(...seconds))}–${percent(Math.max(...seconds))} %`];
  });
  return {
    'replicas of each': replicas,
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
  let ceiling: Ceiling | undefined;
  for (const replicas of options.quick ? REPLICAS.slice(0, 2) : REPLICAS) {
    const counts = Object.fromEntries(SERVICES.map((service) => [service, replicas]));
    await withCluster({ replicas: counts }, async (cluster) => {
      yardsticks ??= await measureYardsticks(cluster, options.yardstickSeconds);
      steps.push(await measureStep(cluster, replicas, seconds));
      if (replicas === 1) ceiling = await relayCeiling(cluster, options.quick ? BACKLOG / 10 : BACKLOG);
    });
  }
  if (!yardsticks || !ceiling) throw new Error('nothing was measured');
  return report(steps, yardsticks, ceiling);
}

function report(steps: readonly Step[], yardsticks: Yardsticks, ceiling: Ceiling): Report {
  const sends = steps.flatMap(({ phases }) => phases.filter(({ operation }) => operation === 'send'));
  const ofSends = ceiling.perSecond / Math.max(...sends.map(perSecond));
  return {
    benchmark: 'scale',
    checks: ['every request was answered with success, at every number of replicas'],
    yardsticks,
    tables: [
      {
        title: `${REALMS} organizations of ${USERS}, half of them polling, half with a device; ${CLIENTS} clients`,
        rows: steps.flatMap(phaseRows),
      },
      {
        title: 'Server CPU per operation, µs, with all that follows it (deliveries, notifications)',
        rows: steps.flatMap(cpuRows),
      },
      { title: 'Who does the work: processor time of the least and the most busy replica', rows: steps.map(shareRow) },
      {
        title: 'The relay of one partition, of four',
        rows: [
          {
            'changes a second': ceiling.perSecond,
            'CPU µs a change, all': ceiling.cpuMicroseconds,
            'of the peak of sends': ofSends,
          },
        ],
      },
    ],
    targets: targets(steps, sends, ofSends),
  };
}

function cpuRows({ replicas, phases }: Step): Row[] {
  return phases.map(({ operation, cpu, load }) => ({
    operation,
    'replicas of each': replicas,
    ...cpuBreakdown(cpu, load.completed),
  }));
}

/** @param ofSends what the relay of one partition carries, as a multiple of the peak of sends */
function targets(steps: readonly Step[], sends: readonly Phase[], ofSends: number): Report['targets'] {
  const costs = sends.map(({ cpu, load }) => cpu.total / load.completed);
  const largest = steps.at(-1);
  return [
    {
      name: 'relay of one partition, times the peak of sends of the whole cluster',
      reached: ofSends,
      target: 10,
      unit: '',
      atMost: false,
    },
    {
      name: `CPU per send, ${largest?.replicas ?? 0} replicas of each : 1`,
      reached: (costs.at(-1) ?? Number.NaN) / (costs[0] ?? Number.NaN),
      target: 1.5,
      unit: '',
      atMost: true,
    },
    {
      name: `busiest replica's share of its service, ${largest?.replicas ?? 0} of each`,
      reached: busiestShare(largest?.shares ?? []),
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
