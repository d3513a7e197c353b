import { RENDERER_VERSION } from '@stoa/markdown';
import { PollFleet, registerQueues } from '../polls/poll-fleet';
import type { BenchCluster, Usage } from '../support/bench-cluster';
import type { Benchmark, BenchmarkOptions } from '../support/benchmark';
import { delay, nowMs } from '../support/clock';
import { HttpClient, encodeRequest } from '../support/http-client';
import { LoadResult, openLoop } from '../support/load';
import { progress } from '../support/progress';
import type { Report, Row } from '../support/report';
import { SeededRealm, SeededUser, vacuum, seedRealm } from '../support/seed';
import { Summary, median, summarize } from '../support/statistics';
import { measureYardsticks } from '../support/yardsticks';
import { encodeSend, messageContent } from './messages';

const SUBSCRIBERS = 200;
const LIVE_QUEUES = 20;
const SENDS_PER_SECOND = 50;
/** Sends go on so long before an edit begins, and after it has ended. */
const MARGIN_MS = 200;

interface Plan {
  /** Of sends before the first edit: what runs for the first time is slower. */
  warmUpSeconds: number;
  sizes: readonly number[];
  rounds: number;
}

const FULL: Plan = { warmUpSeconds: 10, sizes: [10, 1000, 10_000, 50_000], rounds: 5 };
const QUICK: Plan = { warmUpSeconds: 1, sizes: [10, 1000, 10_000], rounds: 2 };

/** One message into one of the channels. */
type Send = (index: number) => Promise<unknown>;

interface Step {
  name: string;
  /** Parameters of PATCH /messages/{id}, for the topic's plain name. */
  form: (topic: string, channels: SeededRealm['channels']) => Record<string, string>;
}

/** One after the other, so that each round ends where it began. */
const STEPS: readonly Step[] = [
  { name: 'resolve', form: (topic) => ({ topic: `\u2714 ${topic}` }) },
  { name: 'unresolve', form: (topic) => ({ topic }) },
  { name: 'rename', form: (topic) => ({ topic: `${topic} renamed` }) },
  { name: 'to a public channel', form: (topic, channels) => ({ topic, stream_id: String(channels[1]?.id) }) },
  { name: 'to a protected channel', form: (_topic, channels) => ({ stream_id: String(channels[2]?.id) }) },
  { name: 'back', form: (_topic, channels) => ({ stream_id: String(channels[0]?.id) }) },
];

interface Measured {
  size: number;
  step: string;
  milliseconds: number[];
  sends: LoadResult[];
  cpu: Usage[];
}

/** Messages of one topic, of several senders, written as rows. @returns the first one's id */
async function seedTopic(cluster: BenchCluster, realm: SeededRealm, topic: string, count: number): Promise<number> {
  const [row] = await cluster.database.query<{ id: number }>(
    'bench_topic',
    `WITH written AS (
       INSERT INTO message (realm_id, recipient_id, origin_recipient_id, sender_id, topic, content, rendered_content,
         renderer_version, sent_at, client_name, search_vector)
       SELECT $1, $2, $2, ($3::int[])[1 + n % cardinality($3::int[])], $4, $5 || n, '<p>' || $5 || n || '</p>',
         ${RENDERER_VERSION}, now(), 'bench', to_tsvector('english', $4 || ' ' || $5 || n)
       FROM generate_series(1, $6::int) n RETURNING id)
     SELECT min(id) AS id FROM written`,
    [
      realm.id,
      realm.channels[0]?.recipientId ?? 0,
      realm.users.slice(0, SUBSCRIBERS).map(({ id }) => id),
      topic,
      messageContent(0, ''),
      count,
    ],
  );
  if (!row) throw new Error('no topic was seeded');
  return row.id;
}

async function countTopic(cluster: BenchCluster, channelId: number, topic: string): Promise<number> {
  const [row] = await cluster.database.query<{ count: number }>(
    'bench_count_topic',
    `SELECT count(*)::int8 AS count FROM message m JOIN channel c ON c.recipient_id = m.recipient_id
     WHERE c.id = $1 AND lower(m.topic) = lower($2) AND m.client_name = 'bench'`,
    [channelId, topic],
  );
  return row?.count ?? 0;
}

/** One edit while others send into all three channels. */
async function underLoad(client: HttpClient, edit: Buffer, send: Send) {
  let isOver = false;
  const seconds: number[] = [];
  const load = (async () => {
    const results: LoadResult[] = [];
    while (!isOver) {
      results.push(await openLoop(SENDS_PER_SECOND, MARGIN_MS / 1000, send));
    }
    return results;
  })();
  await delay(MARGIN_MS);
  const startedAt = nowMs();
  await client.request(edit);
  seconds.push(nowMs() - startedAt);
  await delay(MARGIN_MS);
  isOver = true;
  return { milliseconds: seconds[0] ?? Number.NaN, loads: await load };
}

interface Measurement {
  cluster: BenchCluster;
  realm: SeededRealm;
  client: HttpClient;
  editor: SeededUser;
  send: Send;
  plan: Plan;
}

/** Every step on a topic of every size, and back. */
async function measure({ cluster, realm, client, editor, send, plan }: Measurement) {
  const measured: Measured[] = [];
  const checks: string[] = [];
  for (const size of plan.sizes) {
    const topic = `topic of ${size}`;
    const id = await seedTopic(cluster, realm, topic, size);
    await vacuum(cluster);
    for (let round = 0; round < plan.rounds; round += 1) {
      for (const step of STEPS) {
        progress(`edit: ${size} messages, ${step.name}, round ${round + 1}`);
        const form = { ...step.form(topic, realm.channels), propagate_mode: 'change_all' };
        const path = `/api/v1/messages/${id}`;
        const edit = encodeRequest({ method: 'PATCH', path, host: realm.host, credentials: editor, form });
        const { result, cpu } = await cluster.measureCpu(() => underLoad(client, edit, send));
        let entry = measured.find((one) => one.size === size && one.step === step.name);
        if (!entry) measured.push((entry = { size, step: step.name, milliseconds: [], sends: [], cpu: [] }));
        entry.milliseconds.push(result.milliseconds);
        entry.sends.push(...result.loads);
        entry.cpu.push(cpu);
      }
    }
    const found = await countTopic(cluster, realm.channels[0]?.id ?? 0, topic);
    if (found !== size) throw new Error(`${found} of ${size} messages came back`);
    checks.push(`${size} messages are back where they began after ${plan.rounds * STEPS.length} moves`);
  }
  return { measured, checks };
}

async function run(cluster: BenchCluster, options: BenchmarkOptions): Promise<Report> {
  const plan = options.quick ? QUICK : FULL;
  const realm = await seedRealm(cluster, {
    subdomain: '',
    users: SUBSCRIBERS,
    channels: (ids) => [
      { name: 'source', subscriberIds: ids },
      { name: 'destination', subscriberIds: ids },
      { name: 'protected', subscriberIds: ids, inviteOnly: true, historyPublicToSubscribers: false },
    ],
  });
  const yardsticks = await measureYardsticks(cluster, options.yardstickSeconds);
  const client = new HttpClient(cluster.target);
  await client.connect(16);
  const fleet = new PollFleet(cluster, 1);
  fleet.stream();
  await fleet.hold(await registerQueues(cluster, realm, realm.users.slice(0, LIVE_QUEUES)));
  const [editor, ...senders] = realm.users;
  if (!editor) throw new Error('nobody was seeded');
  const sends = senders.slice(0, 30).map((sender, index) =>
    encodeSend({
      sender,
      host: realm.host,
      channelId: realm.channels[index % 3]?.id ?? 0,
      topic: 'meanwhile',
      content: messageContent(index, sender.fullName),
    }),
  );
  const send: Send = (index) => {
    const request = sends[index % sends.length];
    if (!request) throw new Error('nobody sends');
    return client.request(request);
  };
  await openLoop(SENDS_PER_SECOND, plan.warmUpSeconds, send);
  const { measured, checks } = await measure({ cluster, realm, client, editor, send, plan });
  fleet.close();
  client.close();
  const failed = measured.flatMap(({ sends: loads }) => loads).find(({ failed: count }) => count > 0);
  if (failed) throw new Error(`a send failed meanwhile: ${failed.firstFailure}`);

  const slowest = (size: number) =>
    Math.max(...measured.filter((one) => one.size === size).map(({ milliseconds }) => median(milliseconds)));
  const sendsBeside = (size: number) =>
    summaryOf(measured.flatMap(({ size: moved, sends: loads }) => (moved === size ? loads : []))).p99;
  return {
    benchmark: 'edit',
    checks,
    yardsticks,
    tables: [
      {
        title: `Moving whole topics: ${SUBSCRIBERS} subscribers, ${LIVE_QUEUES} live queues, ${SENDS_PER_SECOND} sends/s meanwhile`,
        rows: measured.map(rowOf),
      },
    ],
    targets: [
      { name: 'slowest move of 10,000 messages', reached: slowest(10_000), target: 800, unit: 'ms', atMost: true },
      ...(plan.sizes.includes(50_000)
        ? [
            {
              name: 'slowest move of 50,000 messages',
              reached: slowest(50_000),
              target: 4000,
              unit: 'ms',
              atMost: true,
            },
          ]
        : []),
      {
        name: 'p99 of sends during moves of 10,000',
        reached: sendsBeside(10_000),
        target: 30,
        unit: 'ms',
        atMost: true,
      },
    ],
  };
}

function summaryOf(loads: readonly LoadResult[]): Summary {
  return summarize(loads.flatMap(({ latencies }) => latencies));
}

function rowOf({ size, step, milliseconds, sends, cpu }: Measured): Row {
  const beside = summaryOf(sends);
  return {
    messages: size,
    edit: step,
    'median ms': median(milliseconds),
    'max ms': Math.max(...milliseconds),
    'sends beside, p99 ms': beside.p99,
    'their max ms': beside.max,
    'server CPU ms (with sends)': median(cpu.map(({ total }) => total * 1000)),
  };
}

/** W7: what moves of topics cost, and what sends notice of them. */
export const edit: Benchmark = { name: 'edit', run };
