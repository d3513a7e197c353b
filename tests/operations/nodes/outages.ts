import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { eventually } from '@stoa/testing';
import { Channel, createChannel } from '../../support/channels';
import { Person, demoPerson } from '../../support/people';
import { NodeCluster } from './node-cluster';
import { Observation, ObservedLoad, failed } from './observed-load';

export const SECOND = 1_000;
/** Of normal use, before the harm. */
const BEFORE_MS = 3 * SECOND;
const SETTLED_MS = 120 * SECOND;
/** For queues that still miss something after the last send. */
const CATCHING_UP_MS = 30 * SECOND;
/**
 * A machine that lets requests wait for so long (ms) before anything is harmed cannot tell what that costs: there, all that
 * must not happen is an outage, in which most requests fail.
 */
const BUSY_MS = 700;
const FEW_OF_A_BUSY_MACHINE = 0.5;
/** So many answers in a row reach every replica. */
const OFTEN = 20;

/** What a harm did; times are milliseconds after it. */
export interface Outcome {
  load: ObservedLoad;
  requests: Observation[];
  failures: Observation[];
  /** Whether requests took long before the harm already. */
  wasBusy: boolean;
  /** The longest that an acknowledged message took to arrive at a queue that was not lost. */
  latestArrivalMs: number;
  /** What the client that got it polled meanwhile. */
  slowPolls: Observation[];
  /** How long after the harm the last of the polls ended that were held then. */
  heldUntilMs: number;
}

/** Requests by when they began or ended (ms after the harm). */
export interface Span {
  begunAfter?: number;
  begunBefore?: number;
  endedAfter?: number;
}

/** People who use a cluster while something is done to its machines, and what they notice. */
export class Outages {
  private readonly owner: Person;
  private readonly max: Person;
  private readonly mia: Person;
  private channel!: Channel;

  constructor(private readonly nodes: NodeCluster) {
    this.owner = demoPerson(nodes.cluster, 'owner');
    this.max = demoPerson(nodes.cluster, 'member', 0);
    this.mia = demoPerson(nodes.cluster, 'member', 1);
  }

  /** People use the service while a machine or zone is cut off, and for a while after that. */
  cutOff(name: string, afterMs: number, meanwhile?: () => Promise<void>): Promise<Outcome> {
    return this.harm(() => this.nodes.network.cutOff(name), afterMs, meanwhile);
  }

  /** @param harm done under load @param afterMs how long the load goes on after it */
  async harm(harm: () => void, afterMs: number, meanwhile?: () => Promise<void>): Promise<Outcome> {
    await this.settled();
    const { owner, max, mia } = this;
    const load = new ObservedLoad(this.channel);
    for (const person of [max, max, mia, mia, owner, owner]) await load.poller(person);
    for (const person of [owner, max]) load.sender(person);
    for (const person of [max, mia]) load.reader(person);
    load.registrar(owner);
    await pause(BEFORE_MS);
    const harmedAt = performance.now();
    harm();
    await meanwhile?.();
    await pause(Math.max(0, afterMs - (performance.now() - harmedAt)));
    await load.stop(CATCHING_UP_MS);
    return outcomeOf(load, harmedAt);
  }

  /** Every acknowledged message is there, none is there twice, and every queue that is left had each of them once. */
  async expectNothingLost({ load }: Outcome): Promise<void> {
    const rows = await this.nodes.serving.query<{ id: number; content: string }>(
      'SELECT m.id::int, m.content FROM message m JOIN channel c USING (recipient_id) WHERE c.id = $1',
      [this.channel.id],
    );
    const stored = new Map(rows.map(({ id, content }) => [id, content]));
    const sent = [...load.sent.keys()];
    expect(sent.length).toBeGreaterThan(BEFORE_MS / SECOND);
    expect(sent.filter((id) => !stored.has(id))).toEqual([]);
    expect(new Set(stored.values()).size).toBe(stored.size);
    for (const { received, isLost } of load.queues) {
      expect([...received.values()].filter((count) => count !== 1)).toEqual([]);
      if (!isLost) expect(sent.filter((id) => !received.has(id))).toEqual([]);
    }
  }

  /** Until all servers are there again, and requests succeed again and again. */
  private async settled(): Promise<void> {
    await eventually(() => this.nodes.isWhole(), { timeoutMs: SETTLED_MS });
    let inRow = 0;
    const isSettled = async () => {
      const { status } = await this.owner.client.get('/users/me', {}, { signal: AbortSignal.timeout(5 * SECOND) });
      inRow = status === 200 ? inRow + 1 : 0;
      return inRow > OFTEN;
    };
    await eventually(isSettled, { timeoutMs: SETTLED_MS });
    this.channel = await eventually(() => createChannel(this.owner, [this.max, this.mia]), { timeoutMs: SETTLED_MS });
  }
}

function outcomeOf(load: ObservedLoad, harmedAt: number): Outcome {
  const arrivals = load.queues
    .filter(({ isLost }) => !isLost)
    .flatMap(({ arrived, polls }) =>
      [...load.sent].map(([id, sentAt]) => ({ sentAt, at: arrived.get(id) ?? Infinity, polls })),
    );
  const none = { sentAt: 0, at: 0, polls: new Array<Observation>() };
  const latest = arrivals.reduce((one, other) => (other.at - other.sentAt > one.at - one.sentAt ? other : one), none);
  const since = (one: Observation) => ({ ...one, begun: one.begun - harmedAt, ended: one.ended - harmedAt });
  const requests = load.requests.map(since);
  const before = requests.filter(({ ended }) => ended < 0).map(({ begun, ended }) => ended - begun);
  const polls = load.queues.flatMap((queue) => queue.polls);
  const held = polls.filter(({ begun, ended }) => begun < harmedAt && ended > harmedAt);
  return {
    ...{ load, requests, failures: failed(requests) },
    wasBusy: before.length === 0 || Math.max(...before) > BUSY_MS,
    latestArrivalMs: latest.at - latest.sentAt,
    slowPolls: latest.polls.filter(({ begun, ended }) => ended > latest.sentAt && begun < latest.at).map(since),
    heldUntilMs: Math.max(0, ...held.map(({ ended }) => ended - harmedAt)),
  };
}

/** In words, for the one who reads the failure. */
export function told(requests: readonly Observation[]): string {
  const inSeconds = (ms: number) => `${(ms / SECOND).toFixed(1)} s`;
  return requests
    .map(({ kind, begun, ended, status, code }) => [kind, inSeconds(begun), inSeconds(ended), status, code].join(' '))
    .join('\n');
}

/** No larger share of the requests of a time than `most` failed. */
export function expectFewFailures({ requests, failures, wasBusy }: Outcome, most: number, span: Span = {}): void {
  const { begunAfter = -Infinity, begunBefore = Infinity, endedAfter = -Infinity } = span;
  const isMeant = ({ begun, ended }: Observation) => begun > begunAfter && begun < begunBefore && ended > endedAfter;
  const share = failures.filter(isMeant).length / Math.max(1, requests.filter(isMeant).length);
  expect(share, told(failures)).toBeLessThanOrEqual(wasBusy ? Math.max(most, FEW_OF_A_BUSY_MACHINE) : most);
}
