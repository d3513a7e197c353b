import type { BenchCluster, Usage } from '../support/bench-cluster';
import type { Benchmark, BenchmarkOptions } from '../support/benchmark';
import { HISTORY_CASES, NarrowCase } from '../support/history-cases';
import { HttpClient, encodeRequest } from '../support/http-client';
import { JsonObject, listField, numberField, parseObject } from '../support/json';
import { LoadResult, repeat } from '../support/load';
import { profileServices } from '../support/profiler';
import type { Report, Row } from '../support/report';
import { SeededRealm, SeededUser, seedRealm } from '../support/seed';
import { BulkRealm, BulkTimes, createConversations, seedBulk } from '../support/seed-bulk';
import { seedTexts } from '../support/seed-texts';
import { Statements, countStatements, statementsOf } from '../support/statements';
import { measureYardsticks } from '../support/yardsticks';

const USERS = 200;
const CHANNELS = 20;
/** One message in a hundred is of a small organization beside the large one. */
const SMALL = { users: 45, channels: 4, remainders: [0, 0] } as const;
const PAGE = 100;
const WARM_UP = 10;

interface Plan {
  sizes: readonly number[];
  topics: number;
  repeats: number;
  /** Messages that are written with trigger and indexes, as services write them. */
  written: number;
}

const FULL: Plan = { sizes: [100_000, 1_000_000], topics: 500, repeats: 200, written: 20_000 };
const QUICK: Plan = { sizes: [100_000, 200_000], topics: 50, repeats: 10, written: 1_000 };

interface CaseResult {
  name: string;
  found: number;
  load: LoadResult;
  cpu: Usage;
  statements: Statements;
}

interface SizeResult {
  messages: number;
  seeding: BulkTimes;
  /** PostgreSQL's processor time for a message that is written with trigger and indexes, in µs. */
  writtenMicroseconds: number;
  cases: CaseResult[];
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

async function seedRealms(
  cluster: BenchCluster,
): Promise<{ large: SeededRealm; small: SeededRealm; bulk: BulkRealm[] }> {
  const seed = (subdomain: string, users: number, channels: number) =>
    seedRealm(cluster, {
      subdomain,
      users,
      channels: (ids) =>
        Array.from({ length: channels }, (_, channel) => ({ name: `channel ${channel}`, subscriberIds: ids })),
    });
  const large = await seed('history', USERS, CHANNELS);
  const small = await seed('small', SMALL.users, SMALL.channels);
  const bulk: BulkRealm[] = [
    {
      realm: large,
      remainders: [SMALL.remainders[1] + 1, 99],
      directRecipientIds: await createConversations(cluster, large),
    },
    { realm: small, remainders: SMALL.remainders, directRecipientIds: await createConversations(cluster, small) },
  ];
  return { large, small, bulk };
}

async function measureWriting(cluster: BenchCluster, realm: SeededRealm, plan: Plan): Promise<number> {
  const { cpu } = await cluster.measureCpu(() =>
    seedTexts(cluster, realm, { from: 1, to: plan.written, topics: plan.topics }),
  );
  return ((cpu.byServer.postgres ?? 0) / plan.written) * 1e6;
}

async function run(cluster: BenchCluster, options: BenchmarkOptions): Promise<Report> {
  const usual = options.quick ? QUICK : FULL;
  const plan: Plan = { ...usual, sizes: options.messages ?? usual.sizes };
  await countStatements(cluster);
  const yardsticks = await measureYardsticks(cluster, options.yardstickSeconds);
  const { large, small, bulk } = await seedRealms(cluster);
  const client = new HttpClient(cluster.target);
  await client.connect(1);
  const results: SizeResult[] = [];
  let seeded = 0;
  for (const messages of plan.sizes) {
    const seeding = await seedBulk(cluster, bulk, { from: seeded + 1, to: messages, topics: plan.topics });
    seeded = messages;
    const cases: CaseResult[] = [];
    for (const one of HISTORY_CASES) {
      const profile = options.profile && messages === plan.sizes.at(-1) && one === HISTORY_CASES[0];
      const realm = one.isSmall ? small : large;
      cases.push(await measureCase(cluster, client, realm, { one, repeats: plan.repeats, profile }));
    }
    results.push({ messages, seeding, cases, writtenMicroseconds: await measureWriting(cluster, large, plan) });
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
      'of it PostgreSQL': ((cpu.byServer.postgres ?? 0) / load.completed) * 1000,
      SQL: statements.sent,
    })),
  );
}

function seedingRows(results: readonly SizeResult[]): Row[] {
  return results.map(({ messages, seeding, writtenMicroseconds }) => ({
    messages,
    'rows s': seeding.rows,
    'indexes s': seeding.indexes,
    'vacuum s': seeding.vacuum,
    'CPU µs of a message with trigger and indexes': writtenMicroseconds,
  }));
}

function report(results: readonly SizeResult[], yardsticks: Report['yardsticks']): Report {
  const of = (size: SizeResult | undefined, name: string): CaseResult => {
    const found = size?.cases.find((one) => one.name === name);
    if (!found) throw new Error(`${name} was not measured`);
    return found;
  };
  const [smallest, largest] = [results[0], results.at(-1)];
  const topic = HISTORY_CASES[0]?.name ?? '';
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
    tables: [
      { title: `GET /messages, anchor newest, ${PAGE} before; ${CHANNELS} channels`, rows: rows(results) },
      { title: 'Seeding in bulk', rows: seedingRows(results) },
    ],
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
