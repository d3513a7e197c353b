import { BenchCluster, Usage } from '../support/bench-cluster';
import type { Benchmark, BenchmarkOptions } from '../support/benchmark';
import { delay } from '../support/clock';
import { HttpClient } from '../support/http-client';
import { LoadResult, openLoop } from '../support/load';
import { profileServices } from '../support/profiler';
import { progress } from '../support/progress';
import { Report, Row, cpuBreakdown } from '../support/report';
import { SeededRealm, vacuum, seedRealm } from '../support/seed';
import { median } from '../support/statistics';
import { measureYardsticks } from '../support/yardsticks';
import { checkSend, countMessages, encodeSend, messageContent } from './messages';

interface Plan {
  subscribers: readonly number[];
  rounds: number;
  seconds: number;
  rate: number;
}

const FULL: Plan = { subscribers: [10, 1000, 50_000], rounds: 5, seconds: 4, rate: 150 };
const QUICK: Plan = { subscribers: [10, 200], rounds: 2, seconds: 0.5, rate: 50 };
const SENDERS = 10;
const WARM_UP = 300;
const SETTLE_MS = 200;

interface ChannelLoad {
  subscribers: number;
  requests: Buffer[];
  next: number;
  rounds: { load: LoadResult; cpu: Usage }[];
}

function channelLoads(realm: SeededRealm, plan: Plan): ChannelLoad[] {
  return realm.channels.map((channel, position) => ({
    subscribers: plan.subscribers[position] ?? 0,
    requests: realm.users.slice(0, SENDERS).map((sender, index) =>
      encodeSend({
        sender,
        host: realm.host,
        channelId: channel.id,
        topic: 'grow',
        content: messageContent(index, realm.users[0]?.fullName ?? ''),
      }),
    ),
    next: 0,
    rounds: [],
  }));
}

async function measureRound(
  cluster: BenchCluster,
  client: HttpClient,
  channel: ChannelLoad,
  plan: Plan,
): Promise<void> {
  const { result: load, cpu } = await cluster.measureCpu(async () => {
    const outcome = await openLoop(plan.rate, plan.seconds, () => sendNext(client, channel));
    await delay(SETTLE_MS);
    return outcome;
  });
  if (load.failed > 0) throw new Error(`${load.failed} sends failed: ${load.firstFailure}`);
  channel.rounds.push({ load, cpu });
}

async function sendNext(client: HttpClient, channel: ChannelLoad): Promise<void> {
  const request = channel.requests[channel.next++ % channel.requests.length];
  if (request) await client.request(request);
}

async function run(cluster: BenchCluster, options: BenchmarkOptions): Promise<Report> {
  const plan = options.quick ? QUICK : FULL;
  const realm = await seedRealm(cluster, {
    subdomain: '',
    users: Math.max(...plan.subscribers),
    channels: (ids) =>
      plan.subscribers.map((count) => ({ name: `channel of ${count}`, subscriberIds: ids.slice(0, count) })),
  });
  await vacuum(cluster);
  const yardsticks = await measureYardsticks(cluster, options.yardstickSeconds);
  const client = new HttpClient(cluster.target);
  const channels = channelLoads(realm, plan);
  const [sender] = realm.users;
  for (const channel of realm.channels) {
    if (!sender) throw new Error('nobody was seeded');
    await checkSend(client, {
      sender,
      host: realm.host,
      channelId: channel.id,
      topic: 'check',
      content: messageContent(0, ''),
    });
  }
  const warmUp = options.quick ? 20 : WARM_UP;
  for (const channel of channels) for (let sent = 0; sent < warmUp; sent += 1) await sendNext(client, channel);
  const { cpu: quiet } = await cluster.measureCpu(() => delay(plan.seconds * 1000));
  // In turns, so that what else the machine does falls on all alike.
  for (let round = 0; round < plan.rounds; round += 1) {
    progress(`grow: round ${round + 1}`);
    for (const channel of channels) await measureRound(cluster, client, channel, plan);
  }
  const largest = channels.at(-1);
  if (options.profile && largest) {
    await profileServices(cluster, 'grow', () => openLoop(plan.rate, plan.seconds, () => sendNext(client, largest)));
  }
  const sent = channels.reduce((sum, { next }) => sum + next, 0) + channels.length;
  const stored = await countMessages(cluster, realm);
  client.close();
  if (stored !== sent) throw new Error(`${sent} sent, ${stored} stored`);
  return report(channels, plan, { quietPerSecond: quiet.total / plan.seconds, stored }, yardsticks);
}

function report(
  channels: readonly ChannelLoad[],
  plan: Plan,
  { quietPerSecond, stored }: { quietPerSecond: number; stored: number },
  yardsticks: Report['yardsticks'],
): Report {
  const cpuMs = ({ rounds }: ChannelLoad): number =>
    median(rounds.map(({ load, cpu }) => (cpu.total / load.completed) * 1000));
  // Without what the cluster does anyway: with it the ratio would look better than it is.
  const marginalMs = (channel: ChannelLoad): number =>
    cpuMs(channel) - (quietPerSecond * (plan.seconds + SETTLE_MS / 1000) * 1000) / (plan.rate * plan.seconds);
  const p50 = ({ rounds }: ChannelLoad): number => median(rounds.map(({ load }) => load.latency.p50));
  const [base, ...others] = channels;
  const largest = others.at(-1);
  if (!base || !largest) throw new Error('there is nothing to compare');
  const row = (channel: ChannelLoad): Row => ({
    subscribers: channel.subscribers,
    'CPU ms/send': cpuMs(channel),
    'above idle': marginalMs(channel),
    'p50 ms': p50(channel),
    'p99 ms': median(channel.rounds.map(({ load }) => load.latency.p99)),
    'CPU ratio': marginalMs(channel) / marginalMs(base),
    'p50 ratio': p50(channel) / p50(base),
  });
  const totals = (channel: ChannelLoad): Row => {
    const middle = [...channel.rounds].sort((a, b) => a.cpu.total - b.cpu.total)[Math.floor(channel.rounds.length / 2)];
    return middle ? cpuBreakdown(middle.cpu, middle.load.completed) : {};
  };
  return {
    benchmark: 'grow',
    checks: [
      'a message to each channel reads back equal in content, channel and topic',
      `${stored} sends acknowledged = ${stored} messages stored`,
    ],
    yardsticks,
    tables: [
      {
        title: `Sends at ${plan.rate}/s into channels of different sizes (medians of ${plan.rounds} rounds in turns)`,
        rows: channels.map(row),
      },
      {
        title: 'Server CPU per send, µs (median round)',
        rows: channels.map((channel) => ({ subscribers: channel.subscribers, ...totals(channel) })),
      },
    ],
    targets: [
      {
        name: `CPU, ${largest.subscribers} subscribers to ${base.subscribers}`,
        reached: marginalMs(largest) / marginalMs(base),
        target: 1.3,
        unit: 'times',
        atMost: true,
      },
      {
        name: `p50, ${largest.subscribers} subscribers to ${base.subscribers}`,
        reached: p50(largest) / p50(base),
        target: 1.3,
        unit: 'times',
        atMost: true,
      },
    ],
  };
}

/** What a send costs by the number of its channel's subscribers. */
export const grow: Benchmark = { name: 'grow', run };
