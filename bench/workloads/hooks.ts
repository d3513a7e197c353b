import { integrationNamed } from '@stoa/integrations';
import type { BenchCluster, Usage } from '../support/bench-cluster';
import type { Benchmark, BenchmarkOptions, WithCluster } from '../support/benchmark';
import { delay } from '../support/clock';
import { HookSink, SINK_ADDRESS } from '../support/hook-sink';
import { HttpClient, encodeRequest } from '../support/http-client';
import { numberField, parseObject, textField } from '../support/json';
import { forEachWide } from '../support/load';
import { progress } from '../support/progress';
import { Report, Row, cpuBreakdown } from '../support/report';
import { SeededRealm, SeededUser, vacuum, seedRealm } from '../support/seed';
import { median } from '../support/statistics';
import { measureYardsticks } from '../support/yardsticks';
import { countMessages, encodeSend, messageContent } from './messages';

const FULL = { rounds: 7, operations: 400 };
const QUICK = { rounds: 1, operations: 20 };
/** One of them has at most four calls under way in a process. */
const BOTS = 20;
const SUBSCRIBERS = 10;
/** Requests under way. */
const WIDTH = 16;
/** What follows an operation, such as the log of calls, belongs to its cost. */
const SETTLE_MS = 500;
/** Five hundred a second on two cores. */
const MOST_MICROSECONDS = 4_000;

interface Kind {
  name: string;
  request: (index: number) => Buffer;
  /** Until everything that it causes has happened. */
  settled: (operations: number) => Promise<unknown>;
}

/** Microseconds of the processor per operation, a figure for each round. */
type Costs = Map<string, number[]>;

interface Setting {
  cluster: BenchCluster;
  client: HttpClient;
  realm: SeededRealm;
  user: SeededUser;
  channelId: number;
}

/** @returns id or key of a new bot */
async function makeBot({ client, realm, user }: Setting, form: Record<string, string>) {
  const { host } = realm;
  const request = encodeRequest({ method: 'POST', path: '/api/v1/bots', host, credentials: user, form });
  const made = parseObject((await client.request(request)).body);
  return { id: numberField(made, 'user_id'), apiKey: textField(made, 'api_key') };
}

/** Sends that nobody is called about, sends that call a service, and deliveries of a tool that become messages. */
async function kindsOf(setting: Setting, sink: HookSink): Promise<Kind[]> {
  const { realm, user: sender, channelId } = setting;
  const { host } = realm;
  const names: string[] = [];
  for (let index = 0; index < BOTS; index += 1) {
    const name = `Hook ${index}`;
    const form = { full_name: name, short_name: `hook-${index}`, bot_type: '3', payload_url: JSON.stringify(sink.url) };
    await makeBot(setting, form);
    names.push(name);
  }
  const incoming = await makeBot(setting, { full_name: 'GitHub', short_name: 'github', bot_type: '2' });
  const send = (index: number, start: string): Buffer => {
    const content = `${start}${messageContent(index * 10, '')}`;
    return encodeSend({ sender, host, channelId, topic: `topic ${index % 20}`, content });
  };
  const push = integrationNamed('github')?.samples.find(({ name }) => name === 'A push');
  if (!push) throw new Error('the example of a push is missing');
  const body = Buffer.from(JSON.stringify(push.body));
  let deliveries = 0;
  const deliver = (): Buffer => {
    const headers = {
      ...push.headers,
      'content-type': 'application/json',
      'x-github-delivery': `d${(deliveries += 1)}`,
    };
    const path = `/api/v1/external/github?api_key=${incoming.apiKey}&stream=${channelId}`;
    return encodeRequest({ method: 'POST', path, host, headers, body });
  };
  const nothing = () => Promise.resolve();
  return [
    { name: 'a send', request: (index) => send(index, ''), settled: nothing },
    {
      name: 'a send that calls a service',
      request: (index) => send(index, `@**${names[index % BOTS] ?? ''}** `),
      settled: (operations) => sink.collect(operations),
    },
    { name: 'a delivery of a tool', request: deliver, settled: nothing },
  ];
}

async function measureKind({ cluster, client, realm }: Setting, kind: Kind, operations: number): Promise<Usage> {
  const requests = Array.from({ length: operations }, (_, index) => kind.request(index));
  const before = await countMessages(cluster, realm);
  const { cpu } = await cluster.measureCpu(async () => {
    const send = forEachWide(requests, WIDTH, async (request) => void (await client.request(request)));
    await Promise.all([send, kind.settled(operations)]);
    await delay(SETTLE_MS);
  });
  const sent = (await countMessages(cluster, realm)) - before;
  if (sent !== operations) throw new Error(`${kind.name}: ${sent} of ${operations} messages were sent`);
  return cpu;
}

async function run(cluster: BenchCluster, sink: HookSink, options: BenchmarkOptions): Promise<Report> {
  const plan = options.quick ? QUICK : FULL;
  const realm = await seedRealm(cluster, {
    subdomain: '',
    users: SUBSCRIBERS,
    channels: (ids) => [{ name: 'hooks', subscriberIds: [...ids] }],
  });
  const client = new HttpClient(cluster.target);
  await client.connect(WIDTH);
  const [user] = realm.users;
  const [channel] = realm.channels;
  if (!user || !channel) throw new Error('the organization is empty');
  const setting = { cluster, client, realm, user, channelId: channel.id };
  const kinds = await kindsOf(setting, sink);
  await vacuum(cluster);
  // Plans and compiled code that a running cluster has.
  for (const kind of kinds) await measureKind(setting, kind, plan.operations);
  const yardsticks = await measureYardsticks(cluster, options.yardstickSeconds);
  const costs: Costs = new Map();
  const last = new Map<string, Usage>();
  // In turn, so that whatever else the machine does weighs on all of them.
  for (let round = 0; round < plan.rounds; round += 1) {
    progress(`hooks: round ${round + 1} of ${plan.rounds}`);
    for (const kind of kinds) {
      const cpu = await measureKind(setting, kind, plan.operations);
      costs.set(kind.name, [...(costs.get(kind.name) ?? []), (cpu.total / plan.operations) * 1e6]);
      last.set(kind.name, cpu);
    }
  }
  client.close();
  return report({ costs, last, operations: plan.operations }, yardsticks);
}

function report(
  { costs, last, operations }: { costs: Costs; last: ReadonlyMap<string, Usage>; operations: number },
  yardsticks: Report['yardsticks'],
): Report {
  const hello = yardsticks.helloCpuMicroseconds;
  const sends = costs.get('a send') ?? [];
  const beyondSend = [...costs].map(([name, values]) => {
    // Of the same round: both met the same machine.
    const beyond = median(values.map((value, round) => value - (sends[round] ?? Number.NaN)));
    return { name, values, beyond };
  });
  const rows: Row[] = beyondSend.map(({ name, values, beyond }) => ({
    operation: name,
    'CPU µs': median(values),
    least: Math.min(...values),
    most: Math.max(...values),
    'more than a send': beyond,
    'that in hello requests': beyond / hello,
  }));
  return {
    benchmark: 'hooks',
    checks: ['every send and every delivery became one message', 'every service was called once about each message'],
    yardsticks,
    tables: [
      { title: 'Server CPU of an operation with all that follows it: medians over the rounds', rows },
      {
        title: 'The last round, by server, µs',
        rows: [...last].map(([name, cpu]) => ({ operation: name, ...cpuBreakdown(cpu, operations) })),
      },
    ],
    targets: beyondSend.slice(1).map(({ name, values }) => ({
      name: `${name}, with all that follows it`,
      reached: median(values),
      target: MOST_MICROSECONDS,
      unit: 'µs of CPU',
      atMost: true,
    })),
  };
}

async function runMany(withCluster: WithCluster, options: BenchmarkOptions): Promise<Report> {
  const sink = await HookSink.start();
  try {
    const setup = { inspectable: options.profile, env: { STOA_OUTGOING_ALLOWED_ADDRESSES: SINK_ADDRESS } };
    return await withCluster(setup, (cluster) => run(cluster, sink, options));
  } finally {
    await sink.stop();
  }
}

/** What it takes to call services of bots, and to post what tools deliver. */
export const hooks: Benchmark = { name: 'hooks', runMany };
