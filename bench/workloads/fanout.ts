import { PollFleet, registerQueues } from '../polls/poll-fleet';
import type { BenchCluster, Usage } from '../support/bench-cluster';
import type { Benchmark, BenchmarkOptions } from '../support/benchmark';
import { delay, nowMs } from '../support/clock';
import { HttpClient } from '../support/http-client';
import { numberField, parseObject } from '../support/json';
import { profileServices } from '../support/profiler';
import { progress } from '../support/progress';
import { Report, Row, cpuBreakdown } from '../support/report';
import { SeededRealm, vacuum, seedRealm } from '../support/seed';
import { median, summarize } from '../support/statistics';
import { measureYardsticks } from '../support/yardsticks';
import { encodeSend, messageContent } from './messages';

interface Size {
  queues: number;
  rounds: number;
}

const FULL: readonly Size[] = [
  { queues: 10, rounds: 20 },
  { queues: 100, rounds: 20 },
  { queues: 1000, rounds: 10 },
  { queues: 10_000, rounds: 6 },
];
const QUICK: readonly Size[] = [
  { queues: 10, rounds: 2 },
  { queues: 100, rounds: 2 },
];
const WARM_UP_ROUNDS = 3;
const SETTLE_MS = 200;

/** One send; milliseconds from its response to a delivery. Those before the response are negative. */
interface RoundResult {
  sendMs: number;
  first: number;
  p50: number;
  p99: number;
  last: number;
  refused: number;
  cpu: Usage;
  /** Until all have asked again and are held. */
  againMs: number;
  againCpu: Usage;
}

interface SizeResult extends Size {
  results: RoundResult[];
}

/** One send to all, and all ask again. */
async function round(
  cluster: BenchCluster,
  client: HttpClient,
  fleet: PollFleet,
  request: Buffer,
): Promise<RoundResult> {
  await delay(SETTLE_MS);
  const startedAt = nowMs();
  const { result, cpu } = await cluster.measureCpu(async () => {
    const [answer, delivered] = await Promise.all([client.request(request), fleet.delivered()]);
    return { answer, delivered };
  });
  const id = numberField(parseObject(result.answer.body), 'id');
  const { times, messageIds } = result.delivered;
  const wrong = messageIds.filter((messageId) => messageId !== id).length;
  if (wrong > 0 || times.length !== fleet.held) throw new Error(`${wrong} of ${times.length} deliveries are wrong`);
  const { receivedAt } = result.answer;
  const distribution = summarize(times.map((time) => time - receivedAt));
  const againAt = nowMs();
  const again = await cluster.measureCpu(() => fleet.again());
  return {
    sendMs: receivedAt - startedAt,
    first: distribution.min,
    p50: distribution.p50,
    p99: distribution.p99,
    last: distribution.max,
    refused: result.delivered.refused,
    cpu,
    againMs: nowMs() - againAt,
    againCpu: again.cpu,
  };
}

async function measureSize(
  cluster: BenchCluster,
  realm: SeededRealm,
  position: number,
  { queues, rounds }: Size,
  profile: boolean,
): Promise<SizeResult> {
  const client = new HttpClient(cluster.target);
  const fleet = new PollFleet(cluster, queues >= 1000 ? 2 : 1);
  try {
    const sender = realm.users.at(-1);
    const channel = realm.channels[position];
    if (!sender || !channel) throw new Error('the channel is missing');
    await fleet.hold(await registerQueues(cluster, realm, realm.users.slice(0, queues)));
    const requestOf = (index: number): Buffer =>
      encodeSend({
        sender,
        host: realm.host,
        channelId: channel.id,
        topic: 'fan-out',
        content: messageContent(index * 10, ''),
      });
    progress(`fanout: ${queues} polls are held`);
    const results: RoundResult[] = [];
    const some = async (count: number, keep: boolean): Promise<void> => {
      for (let index = 0; index < count; index += 1) {
        const result = await round(cluster, client, fleet, requestOf(index));
        if (keep) results.push(result);
      }
    };
    await some(WARM_UP_ROUNDS, false);
    await some(rounds, true);
    if (profile) await profileServices(cluster, 'fanout', () => some(rounds, false));
    return { queues, rounds, results };
  } finally {
    fleet.close();
    client.close();
  }
}

function totalCpu(usages: readonly Usage[]): Usage {
  const byServer: Record<string, number> = {};
  let total = 0;
  for (const usage of usages) {
    total += usage.total;
    for (const [name, value] of Object.entries(usage.byServer)) byServer[name] = (byServer[name] ?? 0) + value;
  }
  return { total, byServer };
}

function sizeRow({ queues, rounds, results }: SizeResult): Row {
  const middle = (pick: (result: RoundResult) => number): number => median(results.map(pick));
  return {
    'held polls': queues,
    rounds,
    'send ms': middle(({ sendMs }) => sendMs),
    'first ms': middle(({ first }) => first),
    'p50 ms': middle(({ p50 }) => p50),
    'p99 ms': middle(({ p99 }) => p99),
    'last ms': middle(({ last }) => last),
    'worst last ms': Math.max(...results.map(({ last }) => last)),
    'CPU µs/delivery': (totalCpu(results.map(({ cpu }) => cpu)).total / (queues * rounds)) * 1e6,
    'all held again ms': middle(({ againMs }) => againMs),
    '503s': results.reduce((sum, { refused }) => sum + refused, 0),
  };
}

async function run(cluster: BenchCluster, options: BenchmarkOptions): Promise<Report> {
  const sizes = options.quick ? QUICK : FULL;
  const users = Math.max(...sizes.map(({ queues }) => queues)) + 1;
  const realm = await seedRealm(cluster, {
    subdomain: '',
    users,
    channels: (ids) =>
      sizes.map(({ queues }) => ({
        name: `channel of ${queues}`,
        subscriberIds: [...ids.slice(0, queues), ids.at(-1) ?? 0],
      })),
  });
  await vacuum(cluster);
  const yardsticks = await measureYardsticks(cluster, options.yardstickSeconds);
  const results: SizeResult[] = [];
  for (const [position, size] of sizes.entries()) {
    const isLargest = position === sizes.length - 1;
    results.push(await measureSize(cluster, realm, position, size, options.profile && isLargest));
  }
  const largest = results.at(-1);
  const rows = results.map(sizeRow);
  return {
    benchmark: 'fanout',
    checks: ['every queue got each message once, with the id that its send was answered with'],
    yardsticks,
    tables: [
      { title: 'From the send’s response to a delivery (medians over rounds)', rows },
      {
        title: 'Server CPU, µs: per delivery, and per poll that is asked again after one',
        rows: results.flatMap(({ queues, rounds, results: some }) => [
          {
            'held polls': queues,
            cost: 'deliver',
            ...cpuBreakdown(totalCpu(some.map(({ cpu }) => cpu)), queues * rounds),
          },
          {
            'held polls': queues,
            cost: 'ask',
            ...cpuBreakdown(totalCpu(some.map(({ againCpu }) => againCpu)), queues * rounds),
          },
        ]),
      },
    ],
    targets: [
      {
        name: `last of ${largest?.queues ?? 0} deliveries`,
        reached: Number(rows.at(-1)?.['last ms']),
        target: 500,
        unit: 'ms',
        atMost: true,
      },
      {
        name: 'CPU per delivery, all servers',
        reached: Number(rows.at(-1)?.['CPU µs/delivery']),
        target: 60,
        unit: 'µs',
        atMost: true,
      },
    ],
  };
}

/** W2: one send to N held polls. */
export const fanout: Benchmark = { name: 'fanout', run };
