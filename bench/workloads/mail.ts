import type { BenchCluster, Usage } from '../support/bench-cluster';
import type { Benchmark, BenchmarkOptions, WithCluster } from '../support/benchmark';
import { delay } from '../support/clock';
import { HttpClient } from '../support/http-client';
import { openLoop } from '../support/load';
import { MailSink } from '../support/mail-sink';
import { profileServices } from '../support/profiler';
import { progress } from '../support/progress';
import { Report, cpuBreakdown } from '../support/report';
import { SeededRealm, SeededUser, vacuum, seedRealm } from '../support/seed';
import { measureYardsticks } from '../support/yardsticks';
import { encodeSend } from './messages';

const FULL = { recipients: 1_000, burst: 10, steadySeconds: 20 };
const QUICK = { recipients: 20, burst: 1, steadySeconds: 1 };
/** Channels for the load at a rate; each has a tenth of the users. */
const STEADY_CHANNELS = 10;
const STEADY_PER_SECOND = 200;
const TARGET_PER_SECOND = 500;
const SETTLE_MS = 300;

interface LoadOutcome {
  name: string;
  mails: number;
  /** While they came. */
  perSecond: number;
  cpu: Usage;
}

/** Sends to everybody in a channel, each time in a topic of its own: a mail for each. */
class Sender {
  private count = 0;

  constructor(
    private readonly client: HttpClient,
    private readonly realm: SeededRealm,
    private readonly user: SeededUser,
  ) {}

  async send(channelIndex: number): Promise<void> {
    const channel = this.realm.channels[channelIndex];
    if (!channel) throw new Error('the channel is missing');
    const topic = `mail ${(this.count += 1)}`;
    const content = `A message of **usual** length, with [a link](https://example.com/) and a list:\n\n* one\n* two`;
    const { host } = this.realm;
    await this.client.request(encodeSend({ sender: this.user, host, channelId: channel.id, topic, content }));
  }
}

async function measureLoad(
  cluster: BenchCluster,
  sink: MailSink,
  { name, expected, load }: { name: string; expected: number; load: () => Promise<unknown> },
): Promise<LoadOutcome> {
  progress(`mail: ${name}`);
  await delay(SETTLE_MS);
  const { result, cpu } = await cluster.measureCpu(async () => {
    const [mails] = await Promise.all([sink.collect(expected), load()]);
    return mails;
  });
  const times = result.map(({ at }) => at);
  const seconds = (Math.max(...times) - Math.min(...times)) / 1_000;
  return { name, mails: result.length, perSecond: result.length / Math.max(seconds, 0.001), cpu };
}

/** Everybody wants all messages of their channels, a second after the first one. */
async function mailEverything(cluster: BenchCluster, realm: SeededRealm): Promise<void> {
  await cluster.database.query(
    'bench_mail_everything',
    'UPDATE subscription SET email_notifications = true WHERE channel_id = ANY ($1::int[])',
    [realm.channels.map(({ id }) => id)],
  );
  await cluster.database.query(
    'bench_mail_soon',
    'UPDATE account SET email_notifications_batching_period_seconds = 1 WHERE id = ANY ($1::int[])',
    [realm.users.map(({ id }) => id)],
  );
}

async function run(cluster: BenchCluster, sink: MailSink, options: BenchmarkOptions): Promise<Report> {
  const plan = options.quick ? QUICK : FULL;
  const perSteady = plan.recipients / STEADY_CHANNELS;
  const realm = await seedRealm(cluster, {
    subdomain: '',
    users: plan.recipients + 1,
    channels: (ids) => {
      const senderId = ids.at(-1) ?? 0;
      const readers = ids.slice(0, plan.recipients);
      const steady = Array.from({ length: STEADY_CHANNELS }, (_, index) => ({
        name: `tenth ${index}`,
        subscriberIds: [...readers.slice(index * perSteady, (index + 1) * perSteady), senderId],
      }));
      return [{ name: 'of all', subscriberIds: [...readers, senderId] }, ...steady];
    },
  });
  await mailEverything(cluster, realm);
  await vacuum(cluster);
  const yardsticks = await measureYardsticks(cluster, options.yardstickSeconds);
  const client = new HttpClient(cluster.target);
  await client.connect(16);
  const [user] = realm.users.slice(-1);
  if (!user) throw new Error('the sender is missing');
  const sender = new Sender(client, realm, user);
  // Plans and connections that a running cluster has.
  await Promise.all([sink.collect(plan.recipients), sender.send(0)]);
  await vacuum(cluster);

  const sendsPerSecond = STEADY_PER_SECOND / perSteady;
  const sends = Math.round(sendsPerSecond * plan.steadySeconds);
  const steady = await measureLoad(cluster, sink, {
    name: `offered ${STEADY_PER_SECOND}/s`,
    expected: sends * perSteady,
    load: () => openLoop(sendsPerSecond, plan.steadySeconds, (index) => sender.send(1 + (index % STEADY_CHANNELS))),
  });
  const burst = async () => {
    for (let count = 0; count < plan.burst; count += 1) await sender.send(0);
  };
  const expected = plan.burst * plan.recipients;
  const peak = await measureLoad(cluster, sink, { name: 'a burst', expected, load: burst });
  if (options.profile) {
    await profileServices(cluster, 'mail', async () => {
      await Promise.all([burst(), sink.collect(expected)]);
    });
  }
  client.close();
  return report([steady, peak], yardsticks);
}

function report(loads: readonly LoadOutcome[], yardsticks: Report['yardsticks']): Report {
  return {
    benchmark: 'mail',
    checks: ['every recipient’s mail about every topic was handed over once'],
    yardsticks,
    tables: [
      {
        title: 'Mails handed to the mail server, one for each recipient and topic',
        rows: loads.map(({ name, mails, perSecond }) => ({ load: name, mails, 'per second': perSecond })),
      },
      {
        title: 'Server CPU per mail, µs (the mail server excluded)',
        rows: loads.map(({ name, cpu, mails }) => ({ load: name, ...cpuBreakdown(cpu, mails) })),
      },
    ],
    targets: [
      {
        name: 'mails through to the mail server',
        reached: loads.at(-1)?.perSecond ?? Number.NaN,
        target: TARGET_PER_SECOND,
        unit: '/s',
        atMost: false,
      },
    ],
  };
}

async function runMany(withCluster: WithCluster, options: BenchmarkOptions): Promise<Report> {
  const sink = await MailSink.start();
  try {
    const setup = { inspectable: options.profile, env: { STOA_MAIL_URL: sink.url } };
    return await withCluster(setup, (cluster) => run(cluster, sink, options));
  } finally {
    await sink.stop();
  }
}

/** What it takes to mail people. */
export const mail: Benchmark = { name: 'mail', runMany };
