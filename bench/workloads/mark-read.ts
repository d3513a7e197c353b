import type { BenchCluster, Usage } from '../support/bench-cluster';
import type { Benchmark, BenchmarkOptions } from '../support/benchmark';
import { HttpClient, encodeRequest } from '../support/http-client';
import { JsonObject, numberField, objectField, parseObject } from '../support/json';
import type { Report, Row } from '../support/report';
import { SeededRealm, SeededUser, vacuum, seedRealm } from '../support/seed';
import { seedTexts } from '../support/seed-texts';
import { median } from '../support/statistics';
import { measureYardsticks } from '../support/yardsticks';

const CHANNELS = 200;
const TOPICS = 500;
const WINDOW = 5000;

interface Plan {
  unread: number;
  /** Each of another user: what was marked once is no longer unread. */
  rounds: number;
}

const FULL: Plan = { unread: 100_000, rounds: 5 };
const QUICK: Plan = { unread: 2000, rounds: 1 };

interface Round {
  requests: number;
  /** Milliseconds. */
  total: number;
  slowest: number;
  walBytes: number;
}

interface Way {
  name: string;
  rounds: Round[];
  cpu: Usage[];
}

type Post = (path: string, form?: Record<string, string>) => Promise<JsonObject>;

function poster(client: HttpClient, realm: SeededRealm, credentials: SeededUser): Post {
  return async (path, form = {}) => {
    const request = encodeRequest({ method: 'POST', path: `/api/v1/${path}`, host: realm.host, credentials, form });
    return parseObject((await client.request(request)).body);
  };
}

async function unreadCount(post: Post): Promise<number> {
  const state = await post('register', { event_types: '[]', fetch_event_types: '["message","update_message_flags"]' });
  return numberField(objectField(state, 'unread_msgs'), 'count');
}

async function markAll(post: Post): Promise<boolean> {
  return (await post('mark_all_as_read')).complete === true;
}

/** As clients do it: windows of what is unread, from the oldest up. @returns a step, true when it was the last */
function markInWindows(): (post: Post) => Promise<boolean> {
  let anchor = 'oldest';
  return async (post) => {
    const answer = await post('messages/flags/narrow', {
      anchor,
      include_anchor: 'false',
      num_before: '0',
      num_after: String(WINDOW),
      narrow: '[["is","unread"]]',
      op: 'add',
      flag: 'read',
    });
    if (answer.found_newest === true) return true;
    anchor = String(numberField(answer, 'last_processed_id'));
    return false;
  };
}

async function walPosition(cluster: BenchCluster): Promise<number> {
  const [row] = await cluster.database.query<{ bytes: number }>(
    'bench_wal',
    `SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::int8 AS bytes`,
  );
  return row?.bytes ?? 0;
}

/** @throws Error when the user had not that much unread, or has something left */
async function measureRound(
  cluster: BenchCluster,
  post: Post,
  step: (post: Post) => Promise<boolean>,
  expected: number,
): Promise<Round> {
  const before = await unreadCount(post);
  // Registrations count at most 50,000.
  if (before !== Math.min(expected, 50_000)) throw new Error(`${before} were unread, not ${expected}`);
  const walBefore = await walPosition(cluster);
  const startedAt = performance.now();
  let [requests, slowest] = [0, 0];
  for (let isComplete = false; !isComplete; requests += 1) {
    const requestAt = performance.now();
    isComplete = await step(post);
    slowest = Math.max(slowest, performance.now() - requestAt);
  }
  const total = performance.now() - startedAt;
  const walBytes = (await walPosition(cluster)) - walBefore;
  const left = await unreadCount(post);
  if (left !== 0) throw new Error(`${left} stayed unread`);
  return { requests, total, slowest, walBytes };
}

async function run(cluster: BenchCluster, options: BenchmarkOptions): Promise<Report> {
  const plan = options.quick ? QUICK : FULL;
  const yardsticks = await measureYardsticks(cluster, options.yardstickSeconds);
  const realm = await seedRealm(cluster, {
    subdomain: 'mark-read',
    users: 2 * (plan.rounds + 1) + 1,
    channels: (ids) =>
      Array.from({ length: CHANNELS }, (_, channel) => ({ name: `channel ${channel}`, subscriberIds: ids.slice(1) })),
  });
  await seedTexts(cluster, realm, { from: 1, to: plan.unread, topics: TOPICS });
  await vacuum(cluster);
  const client = new HttpClient(cluster.target);
  await client.connect(1);
  const readers = realm.users.slice(1);
  const ways: (Way & { begin: () => (post: Post) => Promise<boolean> })[] = [
    { name: 'POST /mark_all_as_read', rounds: [], cpu: [], begin: () => markAll },
    { name: 'POST /messages/flags/narrow until done', rounds: [], cpu: [], begin: markInWindows },
  ];
  for (let round = 0; round <= plan.rounds; round += 1) {
    for (const way of ways) {
      const reader = readers.pop();
      if (!reader) throw new Error('too few users');
      const post = poster(client, realm, reader);
      const { result, cpu } = await cluster.measureCpu(() => measureRound(cluster, post, way.begin(), plan.unread));
      // The first round compiles code and fills caches.
      if (round > 0) way.rounds.push(result);
      if (round > 0) way.cpu.push(cpu);
    }
  }
  client.close();
  return report(ways, plan, yardsticks);
}

function wayRow({ name, rounds, cpu }: Way): Row {
  return {
    way: name,
    requests: median(rounds.map(({ requests }) => requests)),
    'total p50 ms': median(rounds.map(({ total }) => total)),
    'total max ms': Math.max(...rounds.map(({ total }) => total)),
    'slowest request ms': Math.max(...rounds.map(({ slowest }) => slowest)),
    'WAL KB': median(rounds.map(({ walBytes }) => walBytes)) / 1024,
    'CPU ms': median(cpu.map(({ total }) => total)) * 1000,
  };
}

function report(ways: readonly Way[], plan: Plan, yardsticks: Report['yardsticks']): Report {
  const [all, windows] = ways;
  if (!all || !windows) throw new Error('nothing was measured');
  const bar = (name: string, reached: number, target: number) => ({ name, reached, target, unit: 'ms', atMost: true });
  return {
    benchmark: 'mark-read',
    checks: ['what /register counts as unread before is what was seeded, and nothing is left after'],
    yardsticks,
    tables: [
      {
        title: `${plan.unread} unread messages in ${CHANNELS} channels and ${TOPICS} topics, none of them settled; CPU with both counts`,
        rows: ways.map(wayRow),
      },
    ],
    targets: [
      bar('all at once', median(all.rounds.map(({ total }) => total)), 300),
      bar('in windows', median(windows.rounds.map(({ total }) => total)), 1500),
      bar('slowest request', Math.max(...ways.flatMap(({ rounds }) => rounds.map(({ slowest }) => slowest))), 1000),
    ],
  };
}

/** W8: what it costs to have read everything. */
export const markRead: Benchmark = { name: 'mark-read', run };
