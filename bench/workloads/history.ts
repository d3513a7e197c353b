import type { BenchCluster, Usage } from '../support/bench-cluster';
import type { Benchmark, BenchmarkOptions } from '../support/benchmark';
import { HttpClient, encodeRequest } from '../support/http-client';
import { JsonObject, listField, numberField, parseObject, textField } from '../support/json';
import { LoadResult, repeat } from '../support/load';
import { profileServices } from '../support/profiler';
import type { Report, Row } from '../support/report';
import { SeededRealm, SeededUser, seedRealm } from '../support/seed';
import { WORDS, seedTexts, vacuum } from '../support/seed-texts';
import { Statements, countStatements, statementsOf } from '../support/statements';
import { measureYardsticks } from '../support/yardsticks';

const USERS = 200;
const CHANNELS = 20;
const PAGE = 100;
const WARM_UP = 10;

interface Plan {
  sizes: readonly number[];
  topics: number;
  repeats: number;
}

const FULL: Plan = { sizes: [100_000, 1_000_000], topics: 500, repeats: 200 };
const QUICK: Plan = { sizes: [10_000, 20_000], topics: 50, repeats: 10 };

interface NarrowCase {
  name: string;
  narrow: (realm: SeededRealm) => unknown[];
  /** What every message of the page must be. */
  holds: (message: JsonObject, realm: SeededRealm) => boolean;
}

const content = (message: JsonObject): string => textField(message, 'content');
const isIn = (message: JsonObject, realm: SeededRealm): boolean =>
  numberField(message, 'stream_id') === channelOf(realm) && textField(message, 'subject') === 'topic 0';

const CASES: readonly NarrowCase[] = [
  {
    name: '(a) channel and topic',
    narrow: (realm) => [term('channel', channelOf(realm)), term('topic', 'topic 0')],
    holds: isIn,
  },
  {
    name: '(b) channel',
    narrow: (realm) => [term('channel', channelOf(realm))],
    holds: (message, realm) => numberField(message, 'stream_id') === channelOf(realm),
  },
  { name: '(c) all', narrow: () => [], holds: () => true },
  {
    name: '(d) rare word',
    narrow: () => [term('search', WORDS.rare)],
    holds: (message) => content(message).includes(WORDS.rare),
  },
  {
    name: '(d) uncommon word',
    narrow: () => [term('search', WORDS.uncommon)],
    holds: (message) => content(message).includes(WORDS.uncommon),
  },
  {
    name: '(e) common word',
    narrow: () => [term('search', WORDS.common)],
    holds: (message) => content(message).includes(WORDS.common),
  },
  {
    name: '(f) sender and common word',
    narrow: (realm) => [term('sender', realm.users[1]?.id ?? 0), term('search', WORDS.common)],
    holds: (message, realm) =>
      content(message).includes(WORDS.common) && numberField(message, 'sender_id') === realm.users[1]?.id,
  },
];

interface CaseResult {
  name: string;
  found: number;
  load: LoadResult;
  cpu: Usage;
  statements: Statements;
}

interface SizeResult {
  messages: number;
  cases: CaseResult[];
}

function term(operator: string, operand: string | number): { operator: string; operand: string | number } {
  return { operator, operand };
}

function channelOf(realm: SeededRealm): number {
  const [channel] = realm.channels;
  if (!channel) throw new Error('the organization has no channel');
  return channel.id;
}

function firstUser(realm: SeededRealm): SeededUser {
  const [user] = realm.users;
  if (!user) throw new Error('the organization has nobody');
  return user;
}

function page(realm: SeededRealm, narrow: unknown[]): Buffer {
  const query = new URLSearchParams({
    anchor: 'newest',
    num_before: String(PAGE),
    num_after: '0',
    narrow: JSON.stringify(narrow),
  });
  const path = `/api/v1/messages?${query.toString()}`;
  return encodeRequest({ method: 'GET', path, host: realm.host, credentials: firstUser(realm) });
}

/** @throws Error when the page is not what was asked for, newest last */
function check(answer: JsonObject, realm: SeededRealm, one: NarrowCase): number {
  const messages = listField(answer, 'messages');
  const ids = messages.map((message) => numberField(message, 'id'));
  if (messages.length === 0) throw new Error(`${one.name}: nothing was found`);
  if (ids.some((id, index) => index > 0 && id <= (ids[index - 1] ?? 0))) throw new Error(`${one.name}: not ascending`);
  if (!messages.every((message) => one.holds(message, realm))) throw new Error(`${one.name}: a wrong message`);
  return messages.length;
}

async function measureCase(
  cluster: BenchCluster,
  client: HttpClient,
  realm: SeededRealm,
  { one, repeats, profile }: { one: NarrowCase; repeats: number; profile: boolean },
): Promise<CaseResult> {
  const request = page(realm, one.narrow(realm));
  const ask = () => client.request(request);
  const found = check(parseObject((await ask()).body), realm, one);
  await repeat(WARM_UP, ask);
  const { result: load, cpu } = await cluster.measureCpu(() => repeat(repeats, ask));
  if (load.failed > 0) throw new Error(`${one.name}: ${load.firstFailure}`);
  const statements = await statementsOf(cluster, WARM_UP, () => repeat(WARM_UP, ask));
  if (profile) await profileServices(cluster, 'history', () => repeat(repeats, ask));
  return { name: one.name, found, load, cpu, statements };
}

async function run(cluster: BenchCluster, options: BenchmarkOptions): Promise<Report> {
  const plan = options.quick ? QUICK : FULL;
  await countStatements(cluster);
  const yardsticks = await measureYardsticks(cluster, options.yardstickSeconds);
  const realm = await seedRealm(cluster, {
    subdomain: 'history',
    users: USERS,
    channels: (ids) =>
      Array.from({ length: CHANNELS }, (_, channel) => ({ name: `channel ${channel}`, subscriberIds: ids })),
  });
  const client = new HttpClient(cluster.target);
  await client.connect(1);
  const results: SizeResult[] = [];
  let seeded = 0;
  for (const messages of plan.sizes) {
    await seedTexts(cluster, realm, { from: seeded + 1, to: messages, topics: plan.topics });
    seeded = messages;
    await vacuum(cluster);
    const cases: CaseResult[] = [];
    for (const one of CASES) {
      const profile = options.profile && messages === plan.sizes.at(-1) && one === CASES[0];
      cases.push(await measureCase(cluster, client, realm, { one, repeats: plan.repeats, profile }));
    }
    results.push({ messages, cases });
  }
  client.close();
  return report(results, yardsticks);
}

function rows(results: readonly SizeResult[]): Row[] {
  return results.flatMap(({ messages, cases }) =>
    cases.map(({ name, found, load, cpu, statements }) => ({
      narrow: name,
      messages,
      found,
      'p50 ms': load.latency.p50,
      'p99 ms': load.latency.p99,
      'CPU ms': (cpu.total / load.completed) * 1000,
      SQL: statements.sent,
    })),
  );
}

function report(results: readonly SizeResult[], yardsticks: Report['yardsticks']): Report {
  const of = (size: SizeResult | undefined, name: string): CaseResult => {
    const found = size?.cases.find((one) => one.name === name);
    if (!found) throw new Error(`${name} was not measured`);
    return found;
  };
  const [smallest, largest] = [results[0], results.at(-1)];
  const topic = CASES[0]?.name ?? '';
  const cpuMs = ({ cpu, load }: CaseResult): number => (cpu.total / load.completed) * 1000;
  const bar = (name: string, reached: number, target: number, unit: string) => ({
    name,
    reached,
    target,
    unit,
    atMost: true,
  });
  return {
    benchmark: 'history',
    checks: ['every page has only what its narrow asks for, ascending'],
    yardsticks,
    tables: [{ title: `GET /messages, anchor newest, ${PAGE} before; ${CHANNELS} channels`, rows: rows(results) }],
    targets: [
      bar('channel and topic, p99', of(largest, topic).load.latency.p99, 15, 'ms'),
      bar('common word, p99', of(largest, '(e) common word').load.latency.p99, 150, 'ms'),
      bar(
        'channel and topic, CPU of most to fewest messages',
        cpuMs(of(largest, topic)) / cpuMs(of(smallest, topic)),
        1.2,
        '',
      ),
    ],
  };
}

/** W6: what reading history and searching cost. */
export const history: Benchmark = { name: 'history', run };
