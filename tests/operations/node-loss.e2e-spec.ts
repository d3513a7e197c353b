import { appendFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { eventually } from '@stoa/testing';
import { Channel, createChannel } from '../support/channels';
import { Person, demoPerson } from '../support/people';
import { whyNoNodes } from './nodes/network';
import { NodeCluster } from './nodes/node-cluster';
import { Observation, ObservedLoad, failed } from './nodes/observed-load';

const SECOND = 1_000;
const log = (...args: unknown[]) => appendFileSync('/tmp/kube-nl-out.txt', `${args.join(' ')}\n`);
/** Before the cut: what is normal. */
const BEFORE_MS = 3 * SECOND;
const SETTLED_MS = 120 * SECOND;
const obstacle = whyNoNodes();

/** What a cut did, with times in milliseconds after it. */
interface Outcome {
  load: ObservedLoad;
  /** Failures and successes, by when the request began. */
  failures: Observation[];
  requests: Observation[];
  /** The longest that an acknowledged message took to arrive at a queue that was not lost. */
  latestArrivalMs: number;
}

describe(obstacle ? `the loss of a node (skipped: ${obstacle})` : 'the loss of a node', () => {
  let nodes: NodeCluster;
  let olga: Person;
  let max: Person;
  let mia: Person;
  let channel: Channel;

  beforeAll(async () => {
    if (obstacle) return;
    nodes = await NodeCluster.start();
    olga = demoPerson(nodes.cluster, 'owner');
    max = demoPerson(nodes.cluster, 'member', 0);
    mia = demoPerson(nodes.cluster, 'member', 1);
  });
  afterEach(async () => {
    for (const name of ['a', 'b', 'c']) nodes?.network.heal(name);
  });
  afterAll(async () => {
    await nodes?.stop();
  });

  /** Everybody answers: a request of each kind succeeds several times in a row. */
  async function settled(): Promise<void> {
    let inRow = 0;
    await eventually(
      async () => {
        const answer = await olga.client.get('/users/me');
        inRow = answer.status === 200 ? inRow + 1 : 0;
        return inRow > 20;
      },
      { timeoutMs: SETTLED_MS },
    );
    channel = await eventually(() => createChannel(olga, [max, mia]), { timeoutMs: SETTLED_MS });
  }

  /** People use the service while a machine is cut off, and for a while after that. */
  async function cutUnderLoad(machine: string, afterMs: number, meanwhile?: () => Promise<void>): Promise<Outcome> {
    await settled();
    const load = new ObservedLoad(channel);
    for (const person of [max, max, mia, mia, olga, olga]) await load.poller(person);
    for (const person of [olga, max]) load.sender(person);
    for (const person of [max, mia]) load.reader(person);
    load.registrar(olga);
    await pause(BEFORE_MS);
    const cut = performance.now();
    nodes.network.cutOff(machine);
    await meanwhile?.();
    await pause(Math.max(0, afterMs - (performance.now() - cut)));
    await load.stop(({ received }) => [...load.sent.keys()].every((id) => received.has(id)), 30 * SECOND);
    const since = (one: Observation): Observation => ({ ...one, begun: one.begun - cut, ended: one.ended - cut });
    const requests = load.requests.map(since);
    const delays = load.queues
      .filter(({ isLost }) => !isLost)
      .flatMap(({ arrived }) => [...load.sent].map(([id, at]) => (arrived.get(id) ?? Infinity) - at));
    for (const [name, text] of nodes.logs) appendFileSync(`/tmp/kube-nl-${name.replaceAll(' ', '-')}.log`, text);
    log('cut', machine, performance.timeOrigin + cut, requests.length, failed(requests).length);
    const show = (o: Observation) =>
      `${o.kind} ${(o.begun / 1000).toFixed(1)} ${(o.ended / 1000).toFixed(1)} ${o.status} ${o.code}`;
    log(failed(requests).map(show).join('\n'));
    log('slow', requests.filter((o) => o.ended - o.begun > 1000).length, 'late', Math.max(...delays));
    for (const q of load.queues)
      log(
        q.received.size,
        load.sent.size,
        q.isLost,
        q.polls
          .map(since)
          .filter((o) => o.ended - o.begun > 1000 || o.status !== 200)
          .map(show)
          .join('; '),
      );
    return { load, requests, failures: failed(requests), latestArrivalMs: Math.max(0, ...delays) };
  }

  /** Every acknowledged message is there, none is there twice, and every queue that is left has each of them once. */
  async function expectNothingLost({ load }: Outcome): Promise<void> {
    const rows = await nodes.postgres.standbys[0]?.query<{ id: string; content: string }>(
      `SELECT id, content FROM message WHERE recipient_id = (SELECT recipient_id FROM channel WHERE id = $1)`,
      [channel.id],
    );
    const stored = new Map((rows ?? []).map(({ id, content }) => [Number(id), content]));
    expect([...load.sent.keys()].filter((id) => !stored.has(id))).toEqual([]);
    expect(new Set(stored.values()).size).toBe(stored.size);
    for (const { received, isLost } of load.queues) {
      expect([...received.values()].filter((count) => count !== 1)).toEqual([]);
      if (!isLost) expect([...load.sent.keys()].filter((id) => !received.has(id))).toEqual([]);
    }
  }

  it.skipIf(obstacle)('costs nobody a queue, and hardly anybody an answer', async () => {
    const outcome = await cutUnderLoad('c', 20 * SECOND);
    await expectNothingLost(outcome);
    expect(outcome.load.queues.filter(({ isLost }) => isLost)).toEqual([]);
  });

  it.skipIf(obstacle)('with a primary of Redis is over when the replica has taken its place', async () => {
    const outcome = await cutUnderLoad('a', 25 * SECOND);
    await expectNothingLost(outcome);
  });

  it.skipIf(obstacle)('with the primary of PostgreSQL is over when a standby has taken its place', async () => {
    const outcome = await cutUnderLoad('d', 30 * SECOND, () => pause(3 * SECOND).then(() => nodes.failOver('b')));
    await expectNothingLost(outcome);
  });
});
