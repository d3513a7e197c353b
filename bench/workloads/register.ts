import { gunzipSync } from 'node:zlib';
import { ALL_CAPABILITIES } from '@stoa/contracts/users';
import type { BenchCluster, Usage } from '../support/bench-cluster';
import type { Benchmark, BenchmarkOptions } from '../support/benchmark';
import { HttpClient, encodeRequest } from '../support/http-client';
import { JsonObject, listField, numberField, objectField, parseObject } from '../support/json';
import { LoadResult, repeat } from '../support/load';
import { profileServices } from '../support/profiler';
import { progress } from '../support/progress';
import { Report, Row, cpuBreakdown } from '../support/report';
import { SeededRealm, SeededUser, vacuum, seedHistory, seedRealm } from '../support/seed';
import { summarize } from '../support/statistics';
import { Statements, countStatements, statementsOf } from '../support/statements';
import { measureYardsticks } from '../support/yardsticks';

const UNREAD = 1000;
const WARM_UP = 5;
/** Registrations of another organization after which processes count as warm. */
const COMPILED_AFTER = 100;

/** An organization, and what a client asks of it. */
interface Shape {
  users: number;
  channels: number;
  /** Channels of each user. */
  subscriptions: number;
  includeSubscribers: 'false' | 'partial';
  /** Organizations of this size, if others than the plan has: large ones take long to seed. */
  copies?: number;
}

const FEW = { channels: 20, subscriptions: 12, includeSubscribers: 'false' } as const;
/** Organizations of this size have bars. */
const BARS_AT_USERS = 10_000;
/** Every channel has 300 subscribers: more than are always listed in full. */
const MANY = { channels: 1000, subscriptions: 30, includeSubscribers: 'partial' } as const;

interface Plan {
  shapes: readonly Shape[];
  /** Organizations of each size: the first registration in each finds empty caches. */
  copies: number;
  restarts: number;
  warm: number;
}

const FULL: Plan = {
  shapes: [
    ...[100, 1000, 10_000].map((users) => ({ users, ...FEW })),
    { users: 50_000, ...FEW, copies: 1 },
    { users: 10_000, ...MANY },
  ],
  copies: 3,
  restarts: 2,
  warm: 60,
};
const QUICK: Plan = { shapes: [{ users: 100, ...FEW }], copies: 2, restarts: 1, warm: 5 };

interface SizeResult {
  shape: Shape;
  /** Milliseconds of each first registration in an organization. */
  cold: number[];
  coldStall: Stall;
  /** Milliseconds of the first registration after the processes were replaced. */
  restarted: number[];
  warm: LoadResult;
  warmStall: Stall;
  warmCpu: Usage;
  rawBytes: number;
  gzipBytes: number;
  coldStatements: Statements;
  warmStatements: Statements;
}

/** The request of a client that asks for everything. */
export function encodeRegistration(
  realm: SeededRealm,
  { includeSubscribers }: Pick<Shape, 'includeSubscribers'>,
  credentials: SeededUser,
  acceptEncoding?: string,
): Buffer {
  const form = {
    include_subscribers: includeSubscribers,
    apply_markdown: 'true',
    client_gravatar: 'true',
    slim_presence: 'true',
    client_capabilities: JSON.stringify(ALL_CAPABILITIES),
  };
  return encodeRequest({
    method: 'POST',
    path: '/api/v1/register',
    host: realm.host,
    credentials,
    form,
    acceptEncoding,
  });
}

function seed(cluster: BenchCluster, subdomain: string, shape: Shape): Promise<SeededRealm> {
  const { users, channels, subscriptions } = shape;
  return seedRealm(cluster, {
    subdomain,
    users,
    channels: (ids) =>
      Array.from({ length: channels }, (_, channel) => ({
        name: `channel ${channel}`,
        subscriberIds: ids.filter((_id, user) => (channel + user) % channels < subscriptions),
      })),
  });
}

function firstUser(realm: SeededRealm): SeededUser {
  const [user] = realm.users;
  if (!user) throw new Error('the organization has nobody');
  return user;
}

/** @throws Error when the state is not that of the organization that was seeded */
function check(state: JsonObject, realm: SeededRealm, shape: Shape, user: SeededUser): void {
  const unread = numberField(objectField(state, 'unread_msgs'), 'count');
  const facts: [string, number, number][] = [
    ['users', listField(state, 'realm_users').length, realm.users.length],
    ['subscriptions', listField(state, 'subscriptions').length, shape.subscriptions],
    ['other channels', listField(state, 'never_subscribed').length, shape.channels - shape.subscriptions],
    ['user id', numberField(state, 'user_id'), user.id],
  ];
  for (const [name, found, expected] of facts) {
    if (found !== expected) throw new Error(`${name}: ${found}, not ${expected}`);
  }
  // The history goes round the channels, and a user's own need not have had the same number of turns.
  if (Math.abs(unread - UNREAD) > shape.subscriptions) throw new Error(`${unread} unread messages, not ${UNREAD}`);
}

interface Stall {
  /** Milliseconds. */
  longest: number;
  service: string;
}

/** The longest time for which an event loop of the cluster was blocked since the last reading. */
async function longestStall(cluster: BenchCluster): Promise<Stall> {
  const delays = [...(await cluster.eventLoopDelay())].map(([service, { max }]) => ({ service, longest: max }));
  return delays.reduce((most, one) => (one.longest > most.longest ? one : most), { service: '', longest: 0 });
}

async function timed(client: HttpClient, request: Buffer): Promise<{ ms: number; state: JsonObject; bytes: number }> {
  const startedAt = performance.now();
  const { body } = await client.request(request);
  return { ms: performance.now() - startedAt, state: parseObject(body), bytes: body.length };
}

async function seedCopies(cluster: BenchCluster, shape: Shape, copies: number): Promise<SeededRealm[]> {
  const { users, channels, subscriptions } = shape;
  // Messages in all channels, of which a user sees those of its own.
  const history = Math.ceil((UNREAD * channels) / subscriptions);
  const realms: SeededRealm[] = [];
  for (let copy = 0; copy < copies; copy += 1) {
    const realm = await seed(cluster, `r${users}x${channels}x${copy}`, shape);
    await seedHistory(cluster, realm, history, realm.users.at(-1)?.id ?? 0);
    realms.push(realm);
  }
  await vacuum(cluster);
  progress(`register: ${copies} organizations of ${users} are there`);
  return realms;
}

type Cold = Pick<SizeResult, 'cold' | 'coldStall' | 'coldStatements' | 'rawBytes'>;

/** The first registration in each organization. */
async function measureCold(
  cluster: BenchCluster,
  client: HttpClient,
  shape: Shape,
  realms: readonly SeededRealm[],
): Promise<Cold> {
  const cold: number[] = [];
  let rawBytes = 0;
  await longestStall(cluster);
  const coldStatements = await statementsOf(cluster, realms.length, async () => {
    for (const realm of realms) {
      const user = firstUser(realm);
      const { ms, state, bytes } = await timed(client, encodeRegistration(realm, shape, user));
      check(state, realm, shape, user);
      cold.push(ms);
      rawBytes = bytes;
    }
  });
  return { cold, coldStall: await longestStall(cluster), coldStatements, rawBytes };
}

type Warm = Pick<SizeResult, 'warm' | 'warmStall' | 'warmCpu' | 'warmStatements'>;

/** Registrations of other users, one after the other. */
async function measureWarm(
  cluster: BenchCluster,
  client: HttpClient,
  realm: SeededRealm,
  { shape, count, profile }: { shape: Shape; count: number; profile: boolean },
): Promise<Warm> {
  let next = 1;
  const one = (): Promise<unknown> =>
    client.request(encodeRegistration(realm, shape, realm.users[next++ % realm.users.length] ?? firstUser(realm)));
  await repeat(WARM_UP, one);
  await longestStall(cluster);
  const { result: warm, cpu: warmCpu } = await cluster.measureCpu(() => repeat(count, one));
  if (warm.failed > 0) throw new Error(`registrations failed: ${warm.firstFailure}`);
  const warmStall = await longestStall(cluster);
  const warmStatements = await statementsOf(cluster, WARM_UP, () => repeat(WARM_UP, one));
  if (profile) await profileServices(cluster, 'register', () => repeat(count, one));
  return { warm, warmStall, warmCpu, warmStatements };
}

/** The first registration after the processes that answer it were replaced: no cache, and nothing compiled. */
async function measureRestarted(
  cluster: BenchCluster,
  shape: Shape,
  realm: SeededRealm,
  restarts: number,
): Promise<number[]> {
  const restarted: number[] = [];
  for (let restart = 0; restart < restarts; restart += 1) {
    await cluster.restartServices(['users', 'gateway']);
    const client = new HttpClient(cluster.target);
    const { ms, state } = await timed(client, encodeRegistration(realm, shape, firstUser(realm)));
    check(state, realm, shape, firstUser(realm));
    restarted.push(ms);
    client.close();
  }
  return restarted;
}

/** Until the code of a registration is compiled: those that were measured before left processes that had just started. */
async function compile(client: HttpClient, other: SeededRealm, { includeSubscribers }: Shape): Promise<void> {
  let next = 0;
  await repeat(COMPILED_AFTER, () => {
    const user = other.users[next++ % other.users.length] ?? firstUser(other);
    return client.request(encodeRegistration(other, { includeSubscribers }, user));
  });
}

/** @param other an organization that is not measured */
async function measureSize(
  cluster: BenchCluster,
  shape: Shape,
  { plan, other, profile }: { plan: Plan; other: SeededRealm; profile: boolean },
): Promise<SizeResult> {
  const realms = await seedCopies(cluster, shape, shape.copies ?? plan.copies);
  const realm = realms.at(-1);
  if (!realm) throw new Error('nothing was seeded');
  const client = new HttpClient(cluster.target);
  await client.connect(1);
  await compile(client, other, shape);
  const cold = await measureCold(cluster, client, shape, realms);
  progress('register: cold is measured');
  const compressed = await client.request(encodeRegistration(realm, shape, firstUser(realm), 'gzip'));
  check(parseObject(gunzipSync(compressed.body)), realm, shape, firstUser(realm));
  const warm = await measureWarm(cluster, client, realm, { shape, count: plan.warm, profile });
  client.close();
  progress('register: warm is measured');
  const restarted = await measureRestarted(cluster, shape, realm, plan.restarts);
  return { shape, ...cold, ...warm, restarted, gzipBytes: compressed.body.length };
}

async function run(cluster: BenchCluster, options: BenchmarkOptions): Promise<Report> {
  const plan = options.quick ? QUICK : FULL;
  await countStatements(cluster);
  const yardsticks = await measureYardsticks(cluster, options.yardstickSeconds);
  const other = await seed(cluster, 'other', { users: 50, ...FEW });
  const results: SizeResult[] = [];
  for (const shape of plan.shapes) {
    const profile = options.profile && shape === plan.shapes.at(-1);
    results.push(await measureSize(cluster, shape, { plan, other, profile }));
  }
  return report(results, yardsticks);
}

function sizeRow(one: SizeResult): Row {
  return {
    accounts: one.shape.users,
    channels: one.shape.channels,
    'of each user': one.shape.subscriptions,
    subscribers: one.shape.includeSubscribers,
    'cold p50 ms': summarize(one.cold).p50,
    'cold max ms': summarize(one.cold).max,
    'after restart ms': summarize(one.restarted).max,
    'warm p50 ms': one.warm.latency.p50,
    'warm p99 ms': one.warm.latency.p99,
    'warm CPU ms': (one.warmCpu.total / one.warm.completed) * 1000,
    'stall cold ms': one.coldStall.longest,
    'stalled cold': one.coldStall.service,
    'stall warm ms': one.warmStall.longest,
    'stalled warm': one.warmStall.service,
    'raw KB': one.rawBytes / 1024,
    'gzip KB': one.gzipBytes / 1024,
    'SQL cold': one.coldStatements.sent,
    'SQL warm': one.warmStatements.sent,
  };
}

function targetsOf({ shape, cold, coldStall, warm, warmStall }: SizeResult): Report['targets'] {
  const bar = (name: string, reached: number, target: number): Report['targets'][number] => ({
    name: `${shape.users} users, ${shape.channels} channels, ${name}`,
    reached,
    target,
    unit: 'ms',
    atMost: true,
  });
  return [
    bar('cold p50', summarize(cold).p50, shape.channels === MANY.channels ? 200 : 150),
    bar('warm p50', warm.latency.p50, 30),
    bar('event-loop stall', Math.max(coldStall.longest, warmStall.longest), 20),
  ];
}

function report(results: readonly SizeResult[], yardsticks: Report['yardsticks']): Report {
  const largest = results.at(-1);
  if (!largest) throw new Error('nothing was measured');
  const statements = largest.warmStatements.texts.filter(({ calls, topLevel }) => topLevel && calls >= 0.5);
  return {
    benchmark: 'register',
    checks: [
      'users, subscriptions, other channels, unread messages and the user’s id are those that were seeded, plain and compressed',
    ],
    yardsticks,
    tables: [
      {
        title: 'POST /register, all event types',
        rows: results.map(sizeRow),
      },
      {
        title: 'Server CPU per warm registration, µs',
        rows: results.map(({ shape, warm, warmCpu }) => ({
          accounts: shape.users,
          channels: shape.channels,
          ...cpuBreakdown(warmCpu, warm.completed),
        })),
      },
      {
        title: `SQL of a warm registration, ${largest.shape.users} users and ${largest.shape.channels} channels`,
        rows: statements.map(({ query, calls, microseconds }) => ({
          statement: query.replaceAll('|', '/'),
          calls,
          µs: microseconds,
        })),
      },
    ],
    targets: results.filter(({ shape }) => shape.users === BARS_AT_USERS).flatMap(targetsOf),
  };
}

/** W4: what the first state of a client costs. */
export const register: Benchmark = { name: 'register', metersDelay: true, run };
