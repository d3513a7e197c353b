import type { BenchCluster, Usage } from '../support/bench-cluster';
import type { Benchmark, BenchmarkOptions } from '../support/benchmark';
import { delay, nowMs } from '../support/clock';
import { HttpClient } from '../support/http-client';
import { numberField, parseObject } from '../support/json';
import { openLoop } from '../support/load';
import { profileServices } from '../support/profiler';
import { progress } from '../support/progress';
import { PushDevices, RelayedNotification } from '../support/push-devices';
import { Report, Row, cpuBreakdown } from '../support/report';
import { SeededRealm, SeededUser, vacuum, seedRealm } from '../support/seed';
import { median, summarize } from '../support/statistics';
import { measureYardsticks } from '../support/yardsticks';
import { encodeSend } from './messages';

const FULL = { sizes: [1, 10, 100, 1000], rounds: 20, steadySeconds: 20, burst: 10 };
const QUICK = { sizes: [1, 10], rounds: 2, steadySeconds: 1, burst: 1 };
const WARM_UP_ROUNDS = 3;
/** Channels for the load at a rate; each has a tenth of the users. */
const STEADY_CHANNELS = 10;
const STEADY_PER_SECOND = 500;
const SETTLE_MS = 300;

interface LatencyResult {
  recipients: number;
  /** Milliseconds from the send's answer until the relay has the notification; one summary a round. */
  rounds: { first: number; p50: number; last: number }[];
}

interface LoadOutcome {
  name: string;
  notifications: number;
  perSecond: number;
  /** Milliseconds from the send's answer. */
  p50: number;
  p99: number;
  cpu: Usage;
}

/** Sends and remembers when each message was acknowledged. */
class Sender {
  /** UNIX milliseconds by message id. */
  readonly acknowledgedAt = new Map<number, number>();
  private count = 0;

  constructor(
    private readonly client: HttpClient,
    private readonly realm: SeededRealm,
    private readonly user: SeededUser,
  ) {}

  /** To everybody in a channel. */
  async send(channelIndex: number): Promise<void> {
    const channel = this.realm.channels[channelIndex];
    if (!channel) throw new Error('the channel is missing');
    const content = `number ${(this.count += 1)}`;
    const { host } = this.realm;
    const message = { sender: this.user, host, channelId: channel.id, topic: 'push', content };
    const answer = await this.client.request(encodeSend(message));
    this.acknowledgedAt.set(numberField(parseObject(answer.body), 'id'), Date.now() - (nowMs() - answer.receivedAt));
  }

  /** From the send's answer to the relay. Negative when the relay was faster. */
  latencyOf({ at, messageId }: RelayedNotification): number {
    const acknowledged = this.acknowledgedAt.get(messageId);
    if (acknowledged === undefined) throw new Error(`nobody sent the message ${messageId}`);
    return at - acknowledged;
  }
}

function checkEachOnce(notifications: readonly RelayedNotification[]): void {
  const pairs = new Set(notifications.map(({ userId, messageId }) => `${userId}:${messageId}`));
  if (pairs.size !== notifications.length) throw new Error('a notification came twice');
}

async function measureLatency(
  sender: Sender,
  devices: PushDevices,
  position: number,
  { recipients, rounds }: { recipients: number; rounds: number },
): Promise<LatencyResult> {
  progress(`push: ${recipients} recipients`);
  const results: LatencyResult['rounds'] = [];
  for (let round = 0; round < WARM_UP_ROUNDS + rounds; round += 1) {
    await delay(SETTLE_MS);
    await sender.send(position);
    const notifications = await devices.collect(recipients);
    checkEachOnce(notifications);
    const { min, p50, max } = summarize(notifications.map((one) => sender.latencyOf(one)));
    if (round >= WARM_UP_ROUNDS) results.push({ first: min, p50, last: max });
  }
  return { recipients, rounds: results };
}

async function measureLoad(
  cluster: BenchCluster,
  sender: Sender,
  devices: PushDevices,
  { name, expected, load }: { name: string; expected: number; load: () => Promise<unknown> },
): Promise<LoadOutcome> {
  progress(`push: ${name}`);
  await delay(SETTLE_MS);
  const startedAt = Date.now();
  const { result, cpu } = await cluster.measureCpu(async () => {
    const [notifications] = await Promise.all([devices.collect(expected), load()]);
    return notifications;
  });
  checkEachOnce(result);
  const { p50, p99 } = summarize(result.map((one) => sender.latencyOf(one)));
  const seconds = (Math.max(...result.map(({ at }) => at)) - startedAt) / 1000;
  return { name, notifications: result.length, perSecond: result.length / seconds, p50, p99, cpu };
}

/** Everybody wants all messages of their channels: mentions of everybody are limited to small ones. */
async function notifyOfEverything(cluster: BenchCluster, realm: SeededRealm): Promise<void> {
  await cluster.database.query(
    'bench_notify_of_everything',
    'UPDATE subscription SET push_notifications = true WHERE channel_id = ANY ($1::int[])',
    [realm.channels.map(({ id }) => id)],
  );
}

async function run(cluster: BenchCluster, options: BenchmarkOptions): Promise<Report> {
  const plan = options.quick ? QUICK : FULL;
  const recipients = Math.max(...plan.sizes, STEADY_CHANNELS);
  const perSteady = recipients / STEADY_CHANNELS;
  const realm = await seedRealm(cluster, {
    subdomain: '',
    users: recipients + 1,
    channels: (ids) => {
      const senderId = ids.at(-1) ?? 0;
      const latency = plan.sizes.map((size) => ({
        name: `of ${size}`,
        subscriberIds: [...ids.slice(0, size), senderId],
      }));
      const steady = Array.from({ length: STEADY_CHANNELS }, (_, index) => ({
        name: `tenth ${index}`,
        subscriberIds: [...ids.slice(index * perSteady, (index + 1) * perSteady), senderId],
      }));
      return [...latency, ...steady];
    },
  });
  await notifyOfEverything(cluster, realm);
  await vacuum(cluster);
  const yardsticks = await measureYardsticks(cluster, options.yardstickSeconds);
  const client = new HttpClient(cluster.target);
  await client.connect(16);
  const [user] = realm.users.slice(-1);
  if (!user) throw new Error('the sender is missing');
  const sender = new Sender(client, realm, user);
  progress(`push: registering ${recipients} devices`);
  const devices = await PushDevices.register(cluster, realm, realm.users.slice(0, recipients), client);

  const latencies: LatencyResult[] = [];
  for (const [position, size] of plan.sizes.entries()) {
    latencies.push(await measureLatency(sender, devices, position, { recipients: size, rounds: plan.rounds }));
  }
  // A minute later autovacuum would have: what was planned while nobody had been told of anything goes through whole tables.
  await vacuum(cluster);
  const sendsPerSecond = STEADY_PER_SECOND / perSteady;
  const sends = Math.round(sendsPerSecond * plan.steadySeconds);
  const steady = await measureLoad(cluster, sender, devices, {
    name: `offered ${STEADY_PER_SECOND}/s`,
    expected: sends * perSteady,
    load: () =>
      openLoop(sendsPerSecond, plan.steadySeconds, (index) =>
        sender.send(plan.sizes.length + (index % STEADY_CHANNELS)),
      ),
  });
  const largest = plan.sizes.length - 1;
  const burst = async () => {
    for (let count = 0; count < plan.burst; count += 1) await sender.send(largest);
  };
  const expected = plan.burst * (plan.sizes[largest] ?? 0);
  const peak = await measureLoad(cluster, sender, devices, { name: 'a burst', expected, load: burst });
  if (options.profile) {
    await profileServices(cluster, 'push', async () => {
      await Promise.all([burst(), devices.collect(expected)]);
    });
  }
  client.close();
  return report({ latencies, loads: [steady, peak], yardsticks });
}

interface Outcome {
  latencies: readonly LatencyResult[];
  loads: readonly LoadOutcome[];
  yardsticks: Report['yardsticks'];
}

function report({ latencies, loads, yardsticks }: Outcome): Report {
  const rows = latencies.map(latencyRow);
  const idle = rows.find((row) => row.recipients === 10);
  return {
    benchmark: 'push',
    checks: ['every device decrypted each message’s notification once, with the id that its send was answered with'],
    yardsticks,
    tables: [
      { title: 'From the send’s answer to the relay, idle cluster (medians over rounds)', rows },
      { title: 'Under load, from the send’s answer to the relay', rows: loads.map(loadRow) },
      {
        title: 'Server CPU per notification, µs (the stand-in for the relay included)',
        rows: loads.map(({ name, cpu, notifications }) => ({ load: name, ...cpuBreakdown(cpu, notifications) })),
      },
    ],
    targets: [
      {
        name: 'send to relay, 10 recipients, p50',
        reached: Number(idle?.['p50 ms']),
        target: 250,
        unit: 'ms',
        atMost: true,
      },
      {
        name: 'notifications through to the relay',
        reached: loads.at(-1)?.perSecond ?? Number.NaN,
        target: STEADY_PER_SECOND,
        unit: '/s',
        atMost: false,
      },
    ],
  };
}

function latencyRow({ recipients, rounds }: LatencyResult): Row {
  const middle = (pick: (round: LatencyResult['rounds'][number]) => number): number => median(rounds.map(pick));
  return {
    recipients,
    rounds: rounds.length,
    'first ms': middle(({ first }) => first),
    'p50 ms': middle(({ p50 }) => p50),
    'last ms': middle(({ last }) => last),
    'worst last ms': Math.max(...rounds.map(({ last }) => last)),
  };
}

function loadRow({ name, notifications, perSecond, p50, p99 }: LoadOutcome): Row {
  return { load: name, notifications, 'per second': perSecond, 'p50 ms': p50, 'p99 ms': p99 };
}

/** W10: what it takes to tell devices. */
export const push: Benchmark = { name: 'push', run };
