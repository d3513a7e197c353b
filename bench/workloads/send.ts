import { PollFleet, registerQueues } from '../polls/poll-fleet';
import type { BenchCluster, Usage } from '../support/bench-cluster';
import type { Benchmark, BenchmarkOptions } from '../support/benchmark';
import { delay } from '../support/clock';
import { HttpClient } from '../support/http-client';
import { LoadResult, closedLoop, openLoop } from '../support/load';
import { profileServices } from '../support/profiler';
import { progress } from '../support/progress';
import { Report, Row, cpuBreakdown } from '../support/report';
import { SeededRealm, vacuum, seedHistory, seedRealm } from '../support/seed';
import { countStatements, statementsOf } from '../support/statements';
import { measureYardsticks } from '../support/yardsticks';
import { OutgoingMessage, checkSend, countMessages, encodeSend, messageContent } from './messages';

const USERS = 1000;
const CHANNELS = 100;
const SUBSCRIBERS = 10;
const TOPICS = 2;
const CLIENTS = 64;
const RATES = [50, 100, 200];
/** What follows a send (relay, queues) belongs to its cost. */
const SETTLE_MS = 300;

interface Phase {
  name: string;
  load: LoadResult;
  cpu: Usage;
}

/** Every sender in every topic of its channels, in an order that spreads over channels. */
function outgoing(realm: SeededRealm): OutgoingMessage[] {
  const messages: OutgoingMessage[] = [];
  for (let round = 0; round < SUBSCRIBERS * TOPICS; round += 1) {
    realm.channels.forEach((channel, position) => {
      const sender = realm.users[position * SUBSCRIBERS + (round % SUBSCRIBERS)];
      const mentioned = realm.users[position * SUBSCRIBERS + ((round + 1) % SUBSCRIBERS)];
      if (!sender || !mentioned) return;
      messages.push({
        sender,
        host: realm.host,
        channelId: channel.id,
        topic: `topic ${Math.floor(round / SUBSCRIBERS)}`,
        content: messageContent(messages.length, mentioned.fullName),
      });
    });
  }
  return messages;
}

/** Sends in turn, and counts what was acknowledged. */
class Sender {
  acknowledged = 0;
  private next = 0;

  constructor(
    private readonly client: HttpClient,
    private readonly requests: readonly Buffer[],
  ) {}

  readonly send = async (): Promise<void> => {
    const request = this.requests[this.next++ % this.requests.length];
    if (!request) return;
    await this.client.request(request);
    this.acknowledged += 1;
  };
}

async function phase(cluster: BenchCluster, name: string, load: () => Promise<LoadResult>): Promise<Phase> {
  progress(`send: ${name}`);
  const { result, cpu } = await cluster.measureCpu(async () => {
    const outcome = await load();
    await delay(SETTLE_MS);
    return outcome;
  });
  if (result.failed > 0) throw new Error(`${name}: ${result.failed} sends failed: ${result.firstFailure}`);
  return { name, load: result, cpu };
}

async function run(cluster: BenchCluster, options: BenchmarkOptions): Promise<Report> {
  const seconds = options.quick ? 1 : 10;
  const historyCount = options.quick ? 1000 : 50_000;
  const realm = await seedRealm(cluster, {
    subdomain: '',
    users: USERS,
    channels: (ids) =>
      Array.from({ length: CHANNELS }, (_, index) => ({
        name: `channel ${index}`,
        subscriberIds: ids.slice(index * SUBSCRIBERS, (index + 1) * SUBSCRIBERS),
      })),
  });
  await seedHistory(cluster, realm, historyCount, realm.users[0]?.id ?? 0);
  await vacuum(cluster);
  const yardsticks = await measureYardsticks(cluster, options.yardstickSeconds);
  const client = new HttpClient(cluster.target);
  await client.connect(CLIENTS);
  const messages = outgoing(realm);
  const sender = new Sender(client, messages.map(encodeSend));
  for (const message of messages.slice(0, 20)) await checkSend(client, message);
  sender.acknowledged += 20;
  const warmUp = options.quick ? 200 : Math.max(messages.length, 5000);
  for (let sent = 0; sent < warmUp; sent += CLIENTS) await Promise.all(Array.from({ length: CLIENTS }, sender.send));

  const phases: Phase[] = [];
  for (const rate of RATES) {
    phases.push(await phase(cluster, `${rate}/s`, () => openLoop(rate, seconds, sender.send)));
  }
  const peak = await phase(cluster, `peak, ${CLIENTS} clients`, () => closedLoop(CLIENTS, seconds, sender.send));
  if (options.profile) {
    await profileServices(cluster, 'send', () => closedLoop(CLIENTS, seconds, sender.send));
    await profileServices(cluster, 'send-steady', () => openLoop(RATES[2] ?? 0, seconds, sender.send));
  }
  const fleet = new PollFleet(cluster, 1);
  fleet.stream();
  await fleet.hold(await registerQueues(cluster, realm, realm.users));
  const live = await phase(cluster, '100/s, every subscriber polls', () => openLoop(100, seconds, sender.send));
  fleet.close();
  const stored = (await countMessages(cluster, realm)) - historyCount;
  if (stored !== sender.acknowledged) throw new Error(`${sender.acknowledged} acknowledged, ${stored} stored`);

  await countStatements(cluster);
  const counted = options.quick ? 20 : 200;
  for (let sent = 0; sent < counted; sent += 1) await sender.send().catch(() => delay(100));
  const statements = await statementsOf(cluster, counted, async () => {
    for (let sent = 0; sent < counted; sent += 1) await sender.send();
    await delay(SETTLE_MS);
  });
  client.close();

  const at100 = phases[1];
  return {
    benchmark: 'send',
    checks: [
      'the first 20 messages read back equal in content, channel and topic',
      `${stored} sends acknowledged = ${stored} messages stored`,
    ],
    yardsticks,
    tables: [
      {
        title: `Sends: ${USERS} users, ${CHANNELS} channels of ${SUBSCRIBERS}, 200 bytes`,
        rows: [...phases, peak, live].map(phaseRow),
      },
      {
        title: 'Server CPU per send, µs',
        rows: [...phases, peak, live].map(({ name, cpu, load }) => ({
          load: name,
          ...cpuBreakdown(cpu, load.completed),
        })),
      },
      {
        title: 'Against the yardsticks',
        rows: [
          {
            'peak / hello': rate(peak) / yardsticks.helloPerSecond,
            'peak / commits': rate(peak) / yardsticks.commitsPerSecond,
            'CPU / (hello + commit)':
              cpuMs(peak) / ((yardsticks.helloCpuMicroseconds + yardsticks.commitCpuMicroseconds) / 1000),
          },
        ],
      },
      {
        title: 'SQL per send, all services (those that background work repeats included)',
        rows: [
          { statement: 'sent by a process', calls: statements.sent },
          { statement: 'with those inside functions', calls: statements.all },
          ...statements.texts
            .filter(({ calls }) => calls >= 0.05)
            .map(({ query, calls, microseconds, topLevel }) => ({
              statement: `${topLevel ? '' : '  in a function: '}${query.replaceAll('|', '/')}`,
              calls,
              µs: microseconds,
            })),
        ],
      },
    ],
    targets: [
      {
        name: 'p99 at 100 sends/s',
        reached: at100?.load.latency.p99 ?? Number.NaN,
        target: 15,
        unit: 'ms',
        atMost: true,
      },
      { name: 'peak', reached: rate(peak), target: 1500, unit: 'sends/s', atMost: false },
      { name: 'SQL statements sent per send', reached: statements.sent, target: 6, unit: '', atMost: true },
    ],
  };
}

const rate = ({ load }: Phase): number => load.completed / load.seconds;
const cpuMs = ({ cpu, load }: Phase): number => (cpu.total / load.completed) * 1000;

function phaseRow(one: Phase): Row {
  const { latency, completed, seconds } = one.load;
  return {
    load: one.name,
    'CPU ms/send': cpuMs(one),
    'p50 ms': latency.p50,
    'p99 ms': latency.p99,
    'max ms': latency.max,
    'sends/s': completed / seconds,
    'CPU cores': one.cpu.total / (seconds + SETTLE_MS / 1000),
  };
}

/** W1: what a send costs. */
export const send: Benchmark = { name: 'send', run };
