import { heard } from '../polls/heard';
import { PollFleet, deleteQueues, registerQueues } from '../polls/poll-fleet';
import { BenchCluster, Usage, usageBetween } from '../support/bench-cluster';
import type { Benchmark, BenchmarkOptions } from '../support/benchmark';
import { delay } from '../support/clock';
import { HttpClient } from '../support/http-client';
import { openLoop } from '../support/load';
import { profileServices } from '../support/profiler';
import { progress } from '../support/progress';
import { Report, Row, cpuBreakdown } from '../support/report';
import { SeededRealm, vacuum, seedRealm } from '../support/seed';
import { measureYardsticks } from '../support/yardsticks';
import { encodeSend, messageContent } from './messages';

interface Size {
  clients: number;
  /** Each reaches every client. */
  sendsPerSecond: number;
}

const FULL: readonly Size[] = [
  { clients: 100, sendsPerSecond: 2 },
  { clients: 100, sendsPerSecond: 20 },
  { clients: 1_000, sendsPerSecond: 0.2 },
  { clients: 1_000, sendsPerSecond: 2 },
  { clients: 10_000, sendsPerSecond: 0.2 },
];
const QUICK: readonly Size[] = [{ clients: 20, sendsPerSecond: 10 }];
/** More polls are too many for one process of clients. */
const CLIENTS_OF_WORKER = 5_000;
/** Seconds, of each part. */
const FULL_SECONDS = 20;
const QUICK_SECONDS = 1;
const SETTLE_MS = 1_000;
/** Before a part: as much as V8 compiles the paths after, which services do all day. */
const WARM_UP = { eventsPerSecond: 2_000, seconds: 5 } as const;
/** Of what was sent, the last may be on its way when the time ends. */
const FEWEST_DELIVERED = 0.8;

interface Part {
  cpu: Usage;
  sends: number;
  /** Polls that were held and answered, or events that streams have brought. */
  polls: number;
}

interface SizeResult extends Size {
  /** Whether each client reads a stream instead of polls. */
  streams: boolean;
  deliveries: number;
  polls: number;
  /** What the sends cost without anybody to hear them is taken off. */
  cpu: Usage;
}

/** Sends to one channel at the rate, with everything that follows. */
async function part(
  cluster: BenchCluster,
  realm: SeededRealm,
  channel: number,
  { rate, seconds, warmUpRate }: { rate: number; seconds: number; warmUpRate: number },
): Promise<Part> {
  const client = new HttpClient(cluster.target);
  const sender = realm.users.at(-1);
  const channelId = realm.channels[channel]?.id;
  if (!sender || channelId === undefined) throw new Error('the channel is missing');
  const send = (index: number) =>
    client.request(
      encodeSend({ sender, host: realm.host, channelId, topic: 'polls', content: messageContent(index * 10, '') }),
    );
  await openLoop(warmUpRate, WARM_UP.seconds, send);
  await delay(SETTLE_MS);
  const before = await heard(cluster);
  const { result, cpu } = await cluster.measureCpu(async () => {
    const sent = await openLoop(rate, seconds, send);
    await delay(SETTLE_MS);
    return sent;
  });
  client.close();
  if (result.failed > 0) throw new Error(`sends failed: ${result.firstFailure}`);
  return { cpu, sends: result.completed, polls: (await heard(cluster)) - before };
}

async function measureSize(
  cluster: BenchCluster,
  realm: SeededRealm,
  position: number,
  { streams, ...size }: Size & { streams: boolean },
  options: BenchmarkOptions,
): Promise<SizeResult> {
  const seconds = options.quick ? QUICK_SECONDS : FULL_SECONDS;
  const warmUpRate = Math.max(size.sendsPerSecond, WARM_UP.eventsPerSecond / size.clients);
  const load = { rate: size.sendsPerSecond, seconds, warmUpRate };
  const alone = await part(cluster, realm, 0, load);
  const fleet = new PollFleet(cluster, Math.ceil(size.clients / CLIENTS_OF_WORKER));
  const queues = await registerQueues(cluster, realm, realm.users.slice(0, size.clients));
  try {
    await fleet.hold(queues.map((queue) => ({ ...queue, streams })));
    fleet.stream();
    const kind = streams ? 'stream' : 'poll';
    progress(`poll: ${size.clients} clients hear ${size.sendsPerSecond} messages a second, each by a ${kind}`);
    const some = await part(cluster, realm, position, load);
    if (options.profile)
      await profileServices(cluster, `${kind}-${size.clients}`, () => part(cluster, realm, position, load));
    const deliveries = some.sends * size.clients;
    if (some.polls < deliveries * FEWEST_DELIVERED) throw new Error(`${some.polls} polls for ${deliveries} events`);
    return { ...size, streams, deliveries, polls: some.polls, cpu: usageBetween(alone.cpu, some.cpu) };
  } finally {
    fleet.close();
    await deleteQueues(cluster, queues);
  }
}

async function run(cluster: BenchCluster, options: BenchmarkOptions): Promise<Report> {
  const sizes = options.quick ? QUICK : FULL;
  const users = Math.max(...sizes.map(({ clients }) => clients)) + 1;
  const realm = await seedRealm(cluster, {
    subdomain: '',
    users,
    channels: (ids) => [
      { name: 'nobody listens', subscriberIds: ids.slice(-1) },
      ...sizes.map(({ clients, sendsPerSecond }) => ({
        name: `channel of ${clients}, ${sendsPerSecond} messages a second`,
        subscriberIds: [...ids.slice(0, clients), ids.at(-1) ?? 0],
      })),
    ],
  });
  await vacuum(cluster);
  const yardsticks = await measureYardsticks(cluster, options.yardstickSeconds);
  const results: SizeResult[] = [];
  for (const [index, size] of sizes.entries()) {
    for (const streams of [false, true]) {
      results.push(await measureSize(cluster, realm, index + 1, { ...size, streams }, options));
    }
  }
  const microseconds = ({ cpu, deliveries }: SizeResult): number => (cpu.total / deliveries) * 1e6;
  const rows = results.map((result): Row => ({
    clients: result.clients,
    by: result.streams ? 'streams' : 'polls',
    'sends/s': result.sendsPerSecond,
    'answers per event': result.polls / result.deliveries,
    'in hellos': microseconds(result) / yardsticks.helloCpuMicroseconds,
    ...cpuBreakdown(result.cpu, result.deliveries),
  }));
  return {
    benchmark: 'poll',
    checks: ['for each event of each client, the next poll came, or its stream brought it'],
    yardsticks,
    tables: [{ title: 'Server CPU, µs, for an event that is delivered and the poll that follows', rows }],
    targets: results.map((result) => ({
      name: `an event ${result.streams ? 'by stream' : 'and the next poll'}, ${result.clients} clients, ${result.clients * result.sendsPerSecond} /s`,
      reached: microseconds(result),
      target: result.streams ? 25 : 100,
      unit: 'µs',
      atMost: true,
    })),
  };
}

/** What everyday chat costs most: a poll that an event ends, and that comes again; and the same event by a stream. */
export const poll: Benchmark = { name: 'poll', run };
