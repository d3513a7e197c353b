import { createRedisConnection } from '@stoa/redis';
import { createLogger } from '@stoa/observability';
import { eventually } from '@stoa/testing';
import { PollFleet, registerQueues } from '../polls/poll-fleet';
import type { QueuePoll } from '../polls/poll-messages';
import type { BenchCluster, Usage } from '../support/bench-cluster';
import { delay } from '../support/clock';
import { Inspector } from '../support/inspector';
import { progress } from '../support/progress';
import type { SeededRealm } from '../support/seed';
import { Parts, costOf } from './figures';
import { bytesEach, spanOf } from './measurement';

/** Their queues load what is no cost of the later ones: code, caches, connections. */
const WARM_UP = 200;
/** Of all polls, at least so many are held at a moment; the others are between an answer and the next request. */
const HELD_SHARE = 0.95;

export interface IdleClientsPlan {
  clients: number;
  quietSeconds: number;
  /** As long as the longest poll is held: from then on they end at all times alike. */
  mixSeconds: number;
  measuredSeconds: number;
}

export interface IdleClients {
  /** Processor time of a poll that is held to its end, answered with a heartbeat, and comes again. */
  poll: Parts;
  /** Resident bytes for each client, after a collection in every service. */
  resident: Parts;
  /** As Redis counts its own. */
  redisBytes: number;
  pollsPerSecond: number;
}

/** Clients who wait while nothing happens, in several organizations; their polls end soon. */
export async function measureIdleClients(
  cluster: BenchCluster,
  realms: readonly SeededRealm[],
  plan: IdleClientsPlan,
): Promise<IdleClients> {
  const inspectors = await Inspector.attachAll(cluster);
  const [warm, fleet] = [new PollFleet(cluster, 1), new PollFleet(cluster, 2)];
  try {
    await warm.hold(await queuesOf(cluster, realms, 0, WARM_UP), 0, HELD_SHARE);
    const before = await memoryOf(cluster, inspectors);
    progress('costs: idle, before many clients wait');
    const idle = await spanOf(cluster, () => delay(plan.quietSeconds * 1000));
    await fleet.hold(await queuesOf(cluster, realms, WARM_UP, plan.clients), WARM_UP, HELD_SHARE);
    progress(`costs: ${plan.clients} clients wait`);
    await delay(plan.mixSeconds * 1000);
    const ended = await endedPolls(cluster);
    const busy = await spanOf(cluster, () => delay(plan.measuredSeconds * 1000));
    const polls = (await endedPolls(cluster)) - ended;
    await checkHeld(cluster, WARM_UP + plan.clients);
    const after = await memoryOf(cluster, inspectors);
    return {
      poll: costOf(busy, idle, polls),
      resident: bytesEach(before.resident, after.resident, plan.clients),
      redisBytes: (after.redis - before.redis) / plan.clients,
      pollsPerSecond: polls / busy.seconds,
    };
  } finally {
    for (const inspector of inspectors) inspector.close();
    for (const one of [warm, fleet]) one.close();
  }
}

/** Queues of so many users, after the first `from`, of all organizations in equal parts. */
async function queuesOf(
  cluster: BenchCluster,
  realms: readonly SeededRealm[],
  from: number,
  count: number,
): Promise<QueuePoll[]> {
  const each = (total: number): number => Math.ceil(total / realms.length);
  const queues: QueuePoll[] = [];
  for (const realm of realms) {
    const users = realm.users.slice(each(from), each(from) + each(count));
    queues.push(...(await registerQueues(cluster, realm, users)));
  }
  if (queues.length < count) throw new Error(`there are only ${queues.length} of ${count} users to wait`);
  return queues.slice(0, count);
}

/** Since the gateways' start. */
async function endedPolls(cluster: BenchCluster): Promise<number> {
  const answers = await cluster.metricByReplica('stoa_held_poll_answers_total', ['gateway']);
  return answers.reduce((sum, { value }) => sum + value, 0);
}

/** @throws Error when clients were lost */
async function checkHeld(cluster: BenchCluster, expected: number): Promise<void> {
  const held = await cluster.heldPolls();
  if (held < expected * HELD_SHARE) throw new Error(`${held} of ${expected} polls are held`);
}

async function memoryOf(
  cluster: BenchCluster,
  inspectors: readonly Inspector[],
): Promise<{ resident: Usage; redis: number }> {
  // The second one frees what finalizers of the first released.
  for (let pass = 0; pass < 2; pass += 1) await Promise.all(inspectors.map((inspector) => inspector.collectGarbage()));
  return { resident: cluster.memory(), redis: await redisBytes(cluster) };
}

/** `used_memory`. */
async function redisBytes(cluster: BenchCluster): Promise<number> {
  const log = createLogger({ service: 'bench', replica: 0, level: 'fatal' });
  const redis = createRedisConnection({ url: cluster.cluster.description.redis_url }, log, { name: 'bench' });
  try {
    const info = await eventually(() => redis.info('memory'));
    return Number(/^used_memory:(\d+)/m.exec(info)?.[1]);
  } finally {
    redis.disconnect();
  }
}
