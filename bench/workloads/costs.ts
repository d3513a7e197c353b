import { gunzipSync } from 'node:zlib';
import { Parts, differenceOf } from '../costs/figures';
import { IdleClients, IdleClientsPlan, measureIdleClients } from '../costs/idle-clients';
import { measureCost } from '../costs/measurement';
import { byteComparison, cpuComparison, readModelCosts } from '../costs/model-costs';
import { Organizations, pairMessage, pairedUsers, seedOrganizations, teamMessage } from '../costs/organizations';
import { Written, measureWriting, stored } from '../costs/storage';
import type { BenchCluster } from '../support/bench-cluster';
import type { BenchmarkOptions, WithCluster } from '../support/benchmark';
import { HttpClient } from '../support/http-client';
import { listField, parseObject } from '../support/json';
import { LoadResult, forEachWide, openLoop } from '../support/load';
import { PresenceReporters } from '../support/presence-reporters';
import { PushDevices } from '../support/push-devices';
import type { Report, Row } from '../support/report';
import type { SeededRealm } from '../support/seed';
import { Yardsticks, measureYardsticks } from '../support/yardsticks';
import { checkSend, encodeSend } from './messages';
import { encodeRegistration } from './register';

interface Plan {
  organizations: { count: number; users: number };
  quietSeconds: number;
  sends: number;
  /** Sends a second, each told to two users, and for how long. */
  notifying: { rate: number; seconds: number };
  /** A minute in which everybody reports for the first time; from then on each answer tells of everybody. */
  presence: { warmUpSeconds: number; seconds: number };
  registrations: number;
  idle: IdleClientsPlan;
}

const FULL: Plan = {
  organizations: { count: 10, users: 1000 },
  quietSeconds: 8,
  sends: 10_000,
  notifying: { rate: 100, seconds: 20 },
  presence: { warmUpSeconds: 60, seconds: 30 },
  registrations: 200,
  idle: { clients: 5000, quietSeconds: 8, mixSeconds: 12, measuredSeconds: 20 },
};
const QUICK: Plan = {
  organizations: { count: 2, users: 200 },
  quietSeconds: 1,
  sends: 200,
  notifying: { rate: 20, seconds: 1 },
  presence: { warmUpSeconds: 1, seconds: 2 },
  registrations: 10,
  idle: { clients: 100, quietSeconds: 1, mixSeconds: 1, measuredSeconds: 12 },
};
/** With up to ten seconds that each adds by chance, a poll is held for six on average: soon enough to count many of them. */
const HOLD_SECONDS = 1;
const SENDERS = 16;
const REGISTERING = 4;
const NOTIFIED = 2;

interface Costs {
  cpu: Record<'send' | 'register' | 'presence' | 'notification' | 'poll', Parts>;
  written: Written;
  answers: { register: number; registerCompressed: number; presence: number };
  idle: IdleClients;
}

/** Phases on one cluster, each with the idle cluster's time before it. */
class CostBench {
  private readonly client: HttpClient;

  constructor(
    private readonly cluster: BenchCluster,
    private readonly plan: Plan,
    private readonly there: Organizations,
  ) {
    this.client = new HttpClient(cluster.target);
  }

  async measure(): Promise<Costs> {
    await this.client.connect(SENDERS);
    const { send, written } = await this.sends();
    const notification = await this.notifications();
    const presence = await this.presences();
    const register = await this.registrations();
    this.client.close();
    const idle = await measureIdleClients(this.cluster, this.there.large, this.plan.idle);
    return {
      cpu: { send, register: register.cost, presence: presence.cost, notification, poll: idle.poll },
      written,
      answers: { ...register.answers, presence: presence.bytes },
      idle,
    };
  }

  /** To channels of which nobody is connected or has a device. */
  private async sends(): Promise<{ send: Parts; written: Written }> {
    const { large } = this.there;
    const warmUp = Math.ceil(this.plan.sends / 10);
    const all = Array.from({ length: warmUp + this.plan.sends }, (_, index) => encodeSend(teamMessage(large, index)));
    const sendAll = (some: readonly Buffer[]) =>
      forEachWide(some, SENDERS, async (request) => void (await this.client.request(request)));
    await checkSend(this.client, teamMessage(large, 0));
    await sendAll(all.slice(0, warmUp));
    let send: Parts = {};
    const written = await measureWriting(this.cluster, async () => {
      send = await this.cost('sends', async () => {
        await sendAll(all.slice(warmUp));
        return this.plan.sends;
      });
    });
    return { send, written };
  }

  /** What a send that is told to two costs more than one that is told to nobody. */
  private async notifications(): Promise<Parts> {
    const { pairs } = this.there;
    const { rate, seconds } = this.plan.notifying;
    const devices = await PushDevices.register(this.cluster, pairs, pairedUsers(pairs), this.client);
    const sendAt = async (to: 'pair' | 'nobody', duration: number): Promise<number> => {
      const one = (index: number) => this.client.request(encodeSend(pairMessage(pairs, to, index)));
      const [{ completed }] = await Promise.all([
        openLoop(rate, duration, one).then(withoutFailure),
        to === 'pair' ? devices.collect(NOTIFIED * Math.round(rate * duration)) : undefined,
      ]);
      return completed;
    };
    await sendAt('pair', seconds / 4);
    const [nobody, pair] = [
      await this.cost('sends that are told to nobody', () => sendAt('nobody', seconds)),
      await this.cost('sends that are told to two', () => sendAt('pair', seconds)),
    ];
    return differenceOf(pair, nobody, NOTIFIED);
  }

  private async presences(): Promise<{ cost: Parts; bytes: number }> {
    const { warmUpSeconds, seconds } = this.plan.presence;
    const { users } = this.plan.organizations;
    const reporters = this.there.large.map((realm) => new PresenceReporters(this.client, realm, true));
    const rate = reporters.reduce((sum, one) => sum + one.rate, 0);
    let next = 0;
    const report = async (): Promise<void> => {
      const index = next++;
      await reporters[index % reporters.length]?.report(Math.floor(index / reporters.length));
    };
    withoutFailure(await openLoop(rate, warmUpSeconds, report));
    const before = bytesOf(reporters);
    let reports = 0;
    const cost = await this.cost('presences', async () => {
      const { completed } = withoutFailure(await openLoop(rate, seconds, report));
      return (reports = completed);
    });
    const bytes = (bytesOf(reporters) - before) / reports;
    if (next >= users * reporters.length) for (const one of reporters) await one.check(users);
    return { cost, bytes };
  }

  private async registrations(): Promise<{ cost: Parts; answers: Omit<Costs['answers'], 'presence'> }> {
    const [realm] = this.there.large;
    if (!realm) throw new Error('nothing was seeded');
    const requests = realm.users.slice(0, this.plan.registrations).map((user) => this.registration(realm, user));
    const registerAll = () =>
      forEachWide(requests, REGISTERING, async (request) => void (await this.client.request(request)));
    await registerAll();
    const cost = await this.cost('registrations', async () => {
      await registerAll();
      return requests.length;
    });
    const [request = Buffer.alloc(0)] = requests;
    const { body } = await this.client.request(request);
    const state = gunzipSync(body);
    const found = listField(parseObject(state), 'realm_users').length;
    if (found !== realm.users.length) throw new Error(`${found} users, not ${realm.users.length}`);
    return { cost, answers: { register: state.length, registerCompressed: body.length } };
  }

  private registration(realm: SeededRealm, user: SeededRealm['users'][number]): Buffer {
    return encodeRegistration(realm, { includeSubscribers: 'false' }, user, 'gzip');
  }

  private cost(name: string, work: () => Promise<number>): Promise<Parts> {
    return measureCost(this.cluster, { name, quietSeconds: this.plan.quietSeconds, work });
  }
}

function withoutFailure(load: LoadResult): LoadResult {
  if (load.failed > 0) throw new Error(`${load.failed} requests failed: ${load.firstFailure ?? ''}`);
  return load;
}

function bytesOf(reporters: readonly PresenceReporters[]): number {
  return reporters.reduce((sum, { bytes }) => sum + bytes, 0);
}

async function runMany(withCluster: WithCluster, options: BenchmarkOptions): Promise<Report> {
  const plan = options.quick ? QUICK : FULL;
  const env = { STOA_POLL_HOLD_SECONDS: String(HOLD_SECONDS) };
  return withCluster({ inspectable: true, env }, async (cluster) => {
    const there = await seedOrganizations(cluster, plan.organizations);
    const yardsticks = await measureYardsticks(cluster, options.yardstickSeconds);
    return report(await new CostBench(cluster, plan, there).measure(), plan, yardsticks);
  });
}

function report({ cpu, written, answers, idle }: Costs, plan: Plan, yardsticks: Yardsticks): Report {
  const model = readModelCosts();
  const { count, users } = plan.organizations;
  const bytes = {
    gatewayPerPoll: idle.resident.gateway ?? 0,
    redisPerQueue: idle.redisBytes,
    registerAnswer: answers.registerCompressed,
    presenceAnswer: answers.presence,
    messageWal: written.wal / plan.sends,
    messageStored: stored(written) / plan.sends,
  };
  return {
    benchmark: 'costs',
    checks: [
      'every request was answered with success; a registration tells of all users, presences of all who reported',
      'each of two devices was told of each message once',
      `${Math.round(idle.pollsPerSecond)} polls a second ended and came again, and nobody was lost`,
    ],
    yardsticks,
    tables: [
      {
        title: `Server CPU per operation above the idle cluster's, µs; ${count} organizations of ${users}`,
        rows: cpuComparison(cpu, model),
      },
      { title: 'Bytes', rows: byteComparison(bytes, model) },
      { title: 'Written and stored per message, bytes', rows: [writtenRow(written, plan.sends)] },
      { title: 'Resident bytes for each client that waits, after a collection', rows: [idle.resident] },
      { title: 'A registration, bytes', rows: [{ plain: answers.register, compressed: answers.registerCompressed }] },
    ],
    targets: [],
  };
}

function writtenRow({ wal, fullPages, grown }: Written, sends: number): Row {
  return {
    WAL: wal / sends,
    'of which full pages': fullPages / sends,
    ...Object.fromEntries(Object.entries(grown).map(([name, bytes]) => [name, bytes / sends])),
  };
}

/** What the capacity model of docs/operate/scaling.md multiplies, in one run. */
export const costs = { name: 'costs', runMany };
