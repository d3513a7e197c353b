import { PollFleet, registerQueues } from '../polls/poll-fleet';
import { BenchCluster, Usage, usageBetween } from '../support/bench-cluster';
import type { Benchmark, BenchmarkOptions } from '../support/benchmark';
import { delay } from '../support/clock';
import { HttpClient, encodeRequest } from '../support/http-client';
import { forEachWide } from '../support/load';
import { PresenceReporters } from '../support/presence-reporters';
import { profileServices } from '../support/profiler';
import { progress } from '../support/progress';
import { Report, Row, Target, cpuBreakdown } from '../support/report';
import { SeededRealm, SeededUser, vacuum, seedHistory, seedRealm } from '../support/seed';
import { seedTexts } from '../support/seed-texts';
import { median } from '../support/statistics';
import { HelloYardstick, measureYardsticks } from '../support/yardsticks';
import { encodeSend, messageContent } from './messages';
import { encodeRegistration } from './register';

interface Plan {
  rounds: number;
  /** Before those that count, after one that does not: what it takes until V8 has compiled what runs all day. */
  warming: { sends: number; reports: number; registrations: number };
  /** Of each round: eight at a time, one at a time, and to a thousand subscribers. */
  sends: { wide: number; alone: number; some: number };
  reports: number;
  registrations: number;
  readers: number;
  restSeconds: number;
  /** Clients that poll, in the channels of `few`, `some` and `many`. */
  polls: Record<Channel, number>;
}

type Channel = 'few' | 'some' | 'many';

const CHANNELS: readonly Channel[] = ['few', 'some', 'many'];
const FULL: Plan = {
  // As many as were compared: code that has run a hundred times is not what a service runs all day.
  ...{ rounds: 3, sends: { wide: 1_000, alone: 300, some: 200 } },
  ...{ reports: 200, registrations: 40, readers: 6, restSeconds: 10 },
  polls: { few: 10, some: 100, many: 1_000 },
  warming: { sends: 5_000, reports: 5_000, registrations: 200 },
};
const QUICK: Plan = {
  ...{ rounds: 1, sends: { wide: 10, alone: 10, some: 10 } },
  ...{ reports: 20, registrations: 5, readers: 1, restSeconds: 1 },
  polls: { few: 2, some: 5, many: 10 },
  warming: { sends: 20, reports: 20, registrations: 2 },
};
const SUBSCRIBERS = 1_000;
const UNREAD = 10_000;
/** The organization of registrations: who registers is in all channels, each of which has 70 subscribers. */
const REGISTERED = { users: 1_000, channels: 100, who: 50, subscribers: 70, unread: 1_000 };
const TOPICS = 50;
/** What follows an operation (relay, queues, the next polls) belongs to it. */
const SETTLE_MS = 500;
const HELLO_SECONDS = 0.4;
const WARMING_WIDTH = 16;

interface Operation {
  name: string;
  /** CPU, in ms. */
  bar: number;
  /** Done once in each round, before it counts. */
  count: number;
  run(): Promise<void>;
}

/** What was compared with an established server once, done again. */
class Comparison {
  private readonly client: HttpClient;
  private readonly reporters: PresenceReporters;
  private readonly fleets: Record<Channel, PollFleet>;
  private readonly readers: SeededUser[];
  private texts = 0;
  private reported = 0;
  private registered = 0;
  readonly lastMs: number[] = [];

  private constructor(
    cluster: BenchCluster,
    private readonly realm: SeededRealm,
    private readonly registering: SeededRealm,
    private readonly plan: Plan,
  ) {
    this.client = new HttpClient(cluster.target);
    this.reporters = new PresenceReporters(this.client, { ...realm, users: realm.users.slice(0, 50) }, true);
    const fleet = (): PollFleet => new PollFleet(cluster, 1);
    this.fleets = { few: fleet(), some: fleet(), many: fleet() };
    this.readers = realm.users.slice(-readersOf(plan));
  }

  static async build(cluster: BenchCluster, plan: Plan): Promise<Comparison> {
    const readers = readersOf(plan);
    const realm = await seedRealm(cluster, {
      subdomain: '',
      users: 10 + 2 * SUBSCRIBERS + readers,
      channels: (ids) => [
        { name: 'few', subscriberIds: ids.slice(0, 10) },
        { name: 'some', subscriberIds: ids.slice(10, 10 + SUBSCRIBERS) },
        { name: 'many', subscriberIds: ids.slice(10 + SUBSCRIBERS, 10 + 2 * SUBSCRIBERS) },
        { name: 'unread', subscriberIds: ids.slice(-readers) },
      ],
    });
    await seedTexts(cluster, { ...realm, channels: realm.channels.slice(3) }, { from: 1, to: UNREAD, topics: TOPICS });
    const registering = await seedRegistering(cluster);
    await vacuum(cluster);
    const comparison = new Comparison(cluster, realm, registering, plan);
    await comparison.listen(cluster);
    return comparison;
  }

  close(): void {
    for (const fleet of Object.values(this.fleets)) fleet.close();
    this.client.close();
  }

  /** Does what servers do all day, as often as it takes. */
  async warm(): Promise<void> {
    const { sends, reports, registrations } = this.plan.warming;
    await wide(sends, WARMING_WIDTH, () => this.send('few'));
    await wide(reports, WARMING_WIDTH, () => this.report());
    await wide(registrations, 1, () => this.register());
  }

  operations(): Operation[] {
    const { sends, reports, registrations, readers, polls } = this.plan;
    return [
      {
        name: `send, ${polls.few} clients poll, 8 at a time`,
        bar: 2.5,
        count: sends.wide,
        run: () => wide(sends.wide, 8, () => this.send('few')),
      },
      {
        name: 'the same, one at a time',
        bar: 5.5,
        count: sends.alone,
        run: () => wide(sends.alone, 1, () => this.send('few')),
      },
      {
        name: `send, 1,000 subscribers, ${polls.some} poll`,
        bar: 6,
        count: sends.some,
        run: () => wide(sends.some, 8, () => this.send('some')),
      },
      { name: `one message to ${polls.many} held polls`, bar: 75, count: 1, run: () => this.sendToMany() },
      {
        name: `register, ${REGISTERED.users} users, ${REGISTERED.channels} channels`,
        bar: 16,
        count: registrations,
        run: () => wide(registrations, 1, () => this.register()),
      },
      { name: 'presence report', bar: 1.2, count: reports, run: () => wide(reports, 1, () => this.report()) },
      {
        name: `mark all of ${UNREAD} read`,
        bar: 25,
        count: readers,
        run: () => wide(readers, 1, () => this.markRead()),
      },
    ];
  }

  private async listen(cluster: BenchCluster): Promise<void> {
    const firstOf = { few: 0, some: 10, many: 10 + SUBSCRIBERS };
    let others = 0;
    for (const channel of CHANNELS) {
      const count = this.plan.polls[channel];
      const users = this.realm.users.slice(firstOf[channel], firstOf[channel] + count);
      await this.fleets[channel].hold(await registerQueues(cluster, this.realm, users), others);
      if (channel !== 'many') this.fleets[channel].stream();
      others += count;
    }
  }

  private async send(channel: Channel): Promise<number> {
    this.texts += 1;
    const { host, channels } = this.realm;
    const channelId = channels[CHANNELS.indexOf(channel)]?.id ?? 0;
    const sender = this.user(9 + CHANNELS.indexOf(channel) * SUBSCRIBERS);
    const content = messageContent(this.texts * 10, '');
    return (await this.client.request(encodeSend({ sender, host, channelId, topic: 'peer', content }))).receivedAt;
  }

  private async sendToMany(): Promise<void> {
    const [sentAt, { times }] = await Promise.all([this.send('many'), this.fleets.many.delivered()]);
    this.lastMs.push(Math.max(...times) - sentAt);
    await this.fleets.many.again();
  }

  private report(): Promise<void> {
    this.reported += 1;
    return this.reporters.report(this.reported);
  }

  private async register(): Promise<void> {
    const { users } = this.registering;
    const user = users[this.registered++ % REGISTERED.who];
    if (!user) throw new Error('nobody is there to register');
    const request = encodeRegistration(this.registering, { includeSubscribers: 'partial' }, user);
    const { body } = await this.client.request(request);
    if (body.length < 400_000) throw new Error(`a registration has only ${body.length} bytes`);
  }

  private async markRead(): Promise<void> {
    const credentials = this.readers.pop();
    const { host } = this.realm;
    await this.client.request(
      encodeRequest({ method: 'POST', path: '/api/v1/mark_all_as_read', host, credentials, form: {} }),
    );
  }

  private user(index: number): SeededUser {
    const user = this.realm.users.at(index);
    if (!user) throw new Error('the organization has too few users');
    return user;
  }
}

function wide(count: number, width: number, work: () => Promise<unknown>): Promise<void> {
  return forEachWide([...Array(count).keys()], width, async () => void (await work()));
}

/** Each marks everything as read once; a round more than those that count. */
function readersOf({ readers, rounds }: Plan): number {
  return readers * (rounds + 1);
}

async function seedRegistering(cluster: BenchCluster): Promise<SeededRealm> {
  const { users, channels, who, subscribers, unread } = REGISTERED;
  const realm = await seedRealm(cluster, {
    subdomain: 'register',
    users,
    channels: (ids) => {
      const others = ids.slice(who);
      return Array.from({ length: channels }, (_, channel) => ({
        name: `channel ${channel}`,
        subscriberIds: [
          ...ids.slice(0, who),
          ...Array.from(
            { length: subscribers - who },
            (_id, index) => others[(channel * 7 + index) % others.length] ?? 0,
          ),
        ],
      }));
    },
  });
  await seedHistory(cluster, realm, unread, realm.users.at(-1)?.id ?? 0);
  return realm;
}

interface Measured extends Operation {
  rounds: Round[];
  /** Of processes whose code has just begun to run. */
  first?: Round;
}

interface Round {
  /** Without what the cluster uses at rest. */
  cpu: Usage;
  /** CPU of a request to a bare server just before, in µs. */
  helloMicroseconds: number;
}

/** What the cluster used in `seconds`, at the rate of its rest. */
function restFor(rest: Usage, restSeconds: number, seconds: number): Usage {
  const share = seconds / restSeconds;
  const byServer = Object.fromEntries(Object.entries(rest.byServer).map(([name, value]) => [name, value * share]));
  return { total: rest.total * share, byServer };
}

async function round(
  { cluster, hello }: { cluster: BenchCluster; hello: HelloYardstick },
  operations: readonly Measured[],
  restSeconds: number,
): Promise<void> {
  const { cpu: rest } = await cluster.measureCpu(() => delay(restSeconds * 1000));
  for (const operation of operations) {
    const { helloCpuMicroseconds: helloMicroseconds } = await hello.measure(HELLO_SECONDS);
    const startedAt = performance.now();
    const { cpu } = await cluster.measureCpu(async () => {
      await operation.run();
      await delay(SETTLE_MS);
    });
    const seconds = (performance.now() - startedAt) / 1000;
    operation.rounds.push({ cpu: usageBetween(restFor(rest, restSeconds, seconds), cpu), helloMicroseconds });
  }
}

async function run(cluster: BenchCluster, options: BenchmarkOptions): Promise<Report> {
  const plan = options.quick ? QUICK : FULL;
  const { cpu: idle } = await cluster.measureCpu(async () => {
    progress('peer: at rest');
    await delay(plan.restSeconds * 1000);
  });
  const yardsticks = await measureYardsticks(cluster, options.yardstickSeconds);
  const comparison = await Comparison.build(cluster, plan);
  const hello = await HelloYardstick.start();
  try {
    const operations = comparison.operations().map((operation): Measured => ({ ...operation, rounds: [] }));
    progress('peer: a round that does not count, and what warms');
    await round({ cluster, hello }, operations, 1);
    await comparison.warm();
    for (const operation of operations) [operation.first] = operation.rounds.splice(0);
    comparison.lastMs.length = 0;
    for (let number = 1; number <= plan.rounds; number += 1) {
      progress(`peer: round ${number}`);
      await round({ cluster, hello }, operations, plan.restSeconds);
    }
    const lastMs = [...comparison.lastMs];
    if (options.profile)
      for (const { name, run: work } of operations.slice(0, 6)) await profileServices(cluster, `peer-${name}`, work);
    return report(operations, { idle: (idle.total / plan.restSeconds) * 100, lastMs }, yardsticks);
  } finally {
    hello.stop();
    comparison.close();
  }
}

function middle({ name, rounds }: Measured): Usage {
  const sorted = rounds.map(({ cpu }) => cpu).sort((a, b) => a.total - b.total);
  const found = sorted[Math.floor(sorted.length / 2)];
  if (!found) throw new Error(`${name} was not measured`);
  return found;
}

/** How many requests to a bare server one operation is. */
function hellosOf({ rounds, count }: Measured): number {
  return median(rounds.map(({ cpu, helloMicroseconds }) => (cpu.total * 1e6) / helloMicroseconds / count));
}

function report(
  operations: readonly Measured[],
  { idle, lastMs }: { idle: number; lastMs: readonly number[] },
  yardsticks: Report['yardsticks'],
): Report {
  const inMs = (operation: Measured): number => (middle(operation).total / operation.count) * 1000;
  const target = (name: string, reached: number, bar: number, unit: string): Target => ({
    ...{ name, reached, target: bar, unit },
    atMost: true,
  });
  return {
    benchmark: 'peer',
    checks: ['each of the clients that hold polls got the message, in each round'],
    yardsticks,
    tables: [
      {
        title: 'Server CPU of one operation, µs, above rest (median rounds)',
        rows: operations.map((operation): Row => ({
          operation: operation.name,
          'in hellos': hellosOf(operation),
          'at first': ((operation.first?.cpu.total ?? 0) / operation.count) * 1e6,
          ...cpuBreakdown(middle(operation), operation.count),
        })),
      },
    ],
    targets: [
      ...operations.map((operation) => target(operation.name, inMs(operation), operation.bar, 'ms')),
      target('the last of those polls after the answer', median(lastMs), 120, 'ms'),
      target('at rest, without a client', idle, 2, '% of a core'),
    ],
  };
}

/** The operations that were once compared with those of an established server, one after the other. */
export const peer: Benchmark = { name: 'peer', run };
