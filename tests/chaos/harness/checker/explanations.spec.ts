import { Fault } from '../faults/fault';
import type { FailedAttempt, QueueRecord } from '../records';
import { explainAttempts, explainExpiries } from './explanations';

const SECOND = 1_000;

function attempt(changes: Partial<FailedAttempt> = {}): FailedAttempt {
  const failure = '503 SERVICE_UNAVAILABLE';
  const at = 100 * SECOND;
  return {
    startedAt: at,
    endedAt: at + 200,
    action: 'send',
    failure,
    isRepeated: false,
    hasRetryAfter: true,
    ...changes,
  };
}

function record(fault: Fault, from = 99, to = 103) {
  return { fault, startedAt: from * SECOND, recoveredAt: to * SECOND };
}

const killed = (service: 'messages' | 'gateway' | 'push', replica = 1): Fault => ({
  kind: 'service.kill',
  service,
  replica,
});
const NATS: Fault = { kind: 'server.kill', server: 'nats' };

function violationsOf(attempts: FailedAttempt[], ...faults: ReturnType<typeof record>[]): string[] {
  return explainAttempts(attempts, faults).violations.map(({ rule }) => rule);
}

const UNEXPLAINED = ['every failed attempt has a cause'];

describe('explanations of failed attempts', () => {
  it('put an outage down to a fault of a part that the action asks', () => {
    expect(violationsOf([attempt()], record(killed('messages')))).toEqual([]);
    expect(violationsOf([attempt()], record(NATS))).toEqual([]);
    expect(violationsOf([attempt()], record(killed('push')))).toEqual(UNEXPLAINED);
  });

  it('hold only while the fault lasts and shortly after', () => {
    expect(violationsOf([attempt()], record(NATS, 80, 95))).toEqual([]);
    expect(violationsOf([attempt()], record(NATS, 60, 80))).toEqual(UNEXPLAINED);
    expect(violationsOf([attempt()], record(NATS, 110, 120))).toEqual(UNEXPLAINED);
    expect(violationsOf([attempt()])).toEqual(UNEXPLAINED);
  });

  it('let a connection break only where the edge does', () => {
    const broken = attempt({ failure: 'network ECONNRESET' });
    expect(violationsOf([broken], record(killed('gateway')))).toEqual([]);
    expect(violationsOf([broken], record(killed('messages')))).toEqual(UNEXPLAINED);
    expect(violationsOf([broken], record({ kind: 'service.rolling' }))).toEqual([]);
    const edge: Fault = { kind: 'edge', link: 'reset', forMs: 1 };
    expect(violationsOf([broken], record(edge))).toEqual([]);
    expect(violationsOf([attempt()], record(edge))).toEqual(UNEXPLAINED);
  });

  it('let an answer stay away only where the edge stands still or lets nothing pass', () => {
    const unanswered = attempt({ failure: 'no answer' });
    expect(violationsOf([unanswered], record(killed('gateway')))).toEqual(UNEXPLAINED);
    expect(violationsOf([unanswered], record({ kind: 'service.rolling' }))).toEqual(UNEXPLAINED);
    expect(violationsOf([unanswered], record({ kind: 'edge', link: 'drop', forMs: 1 }))).toEqual([]);
    const paused: Fault = { kind: 'service.pause', service: 'gateway', replica: 1, forMs: 1 };
    expect(violationsOf([unanswered], record(paused))).toEqual([]);
  });

  it('excuse nothing by an orderly restart, and never an internal error', () => {
    expect(violationsOf([attempt()], record({ kind: 'service.restart', service: 'messages', replica: 1 }))).toEqual(
      UNEXPLAINED,
    );
    expect(violationsOf([attempt()], record({ kind: 'service.rolling' }))).toEqual(UNEXPLAINED);
    expect(violationsOf([attempt({ failure: '500 INTERNAL_ERROR' })], record(NATS))).toEqual(UNEXPLAINED);
  });

  it('want to be told when to come back', () => {
    expect(violationsOf([attempt({ hasRetryAfter: false })], record(NATS))).toEqual(['refusals say when to come back']);
  });

  it('are counted by failure, action and fault', () => {
    const { explained } = explainAttempts([attempt(), attempt()], [record(NATS)]);
    expect(explained).toEqual([
      { failure: '503 SERVICE_UNAVAILABLE', action: 'send', during: 'server.kill nats', count: 2 },
    ]);
  });
});

describe('explanations of ended queues', () => {
  const queue = (changes: Partial<QueueRecord>): QueueRecord => ({
    queueId: 'q',
    userId: 1,
    realm: { id: 1, partition: 0, host: 'chat.example' },
    applyMarkdown: false,
    registeredAt: 50 * SECOND,
    before: undefined,
    after: undefined,
    life: 0,
    events: [],
    end: 'expired',
    endedAt: 101 * SECOND,
    lifeAtEnd: 0,
    isComplete: false,
    ...changes,
  });
  const ended = (of: QueueRecord, fault: Fault) => explainExpiries([of], [record(fault)]).violations.length;

  it('allow it when Redis lost its data, and not when it was restarted with them', () => {
    expect(ended(queue({}), { kind: 'redis.wipe' })).toBe(0);
    expect(ended(queue({}), { kind: 'server.kill', server: 'redis' })).toBe(1);
    expect(ended(queue({}), NATS)).toBe(1);
  });

  it('allow it to the queue alone that more was sent to than it may hold', () => {
    expect(ended(queue({}), { kind: 'queue.overflow' })).toBe(1);
    expect(ended(queue({ isFlooded: true }), { kind: 'queue.overflow' })).toBe(0);
  });

  it('do not reach back to a fault of long ago', () => {
    expect(ended(queue({ endedAt: 300 * SECOND }), { kind: 'redis.wipe' })).toBe(1);
  });

  it('allow it to young queues when the database begins another life', () => {
    const restart: Fault = { kind: 'server.kill', server: 'postgres' };
    expect(ended(queue({}), restart)).toBe(1);
    expect(ended(queue({ registeredAt: 98 * SECOND }), restart)).toBe(0);
  });
});
