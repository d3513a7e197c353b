import { Fault, FaultRecord, ServiceName, faultName } from '../faults/fault';
import type { FailedAttempt, QueueRecord, Violation } from '../records';

/** How long after everything is healthy a fault still explains what clients see: back-offs, breakers and backlogs. */
const AFTERMATH_MS = 10_000;
/** A request that was sent before the fault meets it. */
const BEFORE_MS = 500;

/** Which services an action asks; every one of them also asks all servers. */
const ASKS: Record<string, readonly ServiceName[] | undefined> = {
  poll: ['gateway', 'events'],
  register: ['gateway', 'users', 'events', 'presence'],
  'delete-queue': ['gateway', 'events'],
  group: ['gateway', 'users'],
  presence: ['gateway', 'presence'],
};
const ASKS_MESSAGES: readonly ServiceName[] = ['gateway', 'messages'];

/** Faults that no client may notice. */
const SILENT = new Set<Fault['kind']>(['service.restart', 'service.rolling', 'clock.step', 'queue.overflow']);

export interface Explained {
  failure: string;
  action: string;
  /** Names of the faults under which it was seen. */
  during: string;
  count: number;
}

/** Puts every failed attempt down to a fault; what none explains is a violation. */
export function explainAttempts(
  attempts: readonly FailedAttempt[],
  faults: readonly FaultRecord[],
): { explained: Explained[]; violations: Violation[] } {
  const explained = new Map<string, Explained>();
  const violations: Violation[] = [];
  for (const attempt of attempts) {
    const causes = causesOf(attempt, faults);
    if (causes.length === 0) violations.push(unexplained(attempt, faults));
    else count(explained, attempt, causes);
    if (/^(429|503)/.test(attempt.failure) && !attempt.hasRetryAfter) {
      violations.push({ rule: 'refusals say when to come back', what: `${attempt.action}: ${attempt.failure}` });
    }
  }
  return { explained: [...explained.values()].sort((a, b) => b.count - a.count), violations };
}

function count(explained: Map<string, Explained>, { failure, action }: FailedAttempt, causes: readonly string[]): void {
  const during = [...new Set(causes)].sort().join(' + ');
  const key = [failure, action, during].join('|');
  const entry = explained.get(key) ?? { failure, action, during, count: 0 };
  entry.count += 1;
  explained.set(key, entry);
}

function unexplained(attempt: FailedAttempt, faults: readonly FaultRecord[]): Violation {
  const near = faults.filter(({ startedAt }) => Math.abs(startedAt - attempt.startedAt) < 60_000);
  const times = { startedAt: iso(attempt.startedAt), endedAt: iso(attempt.endedAt) };
  return {
    rule: 'every failed attempt has a cause',
    what: `${attempt.action}: ${attempt.failure}`,
    evidence: { ...attempt, ...times, near: near.map(describe) },
  };
}

function describe({ fault, startedAt, recoveredAt }: FaultRecord): string {
  return `${faultName(fault)} ${iso(startedAt)} to ${recoveredAt === undefined ? 'the end' : iso(recoveredAt)}`;
}

function iso(at: number): string {
  return new Date(at).toISOString();
}

function causesOf(attempt: FailedAttempt, faults: readonly FaultRecord[]): string[] {
  // The same key is still at work: an earlier attempt, itself explained, made it so.
  if (attempt.failure.includes('IDEMPOTENT_REQUEST_IN_PROGRESS'))
    return attempt.isRepeated ? ['an earlier attempt'] : [];
  return faults
    .filter((record) => meets(attempt, record) && explains(attempt, record.fault))
    .map(({ fault }) => faultName(fault));
}

function meets({ startedAt, endedAt }: FailedAttempt, fault: FaultRecord): boolean {
  const until = fault.recoveredAt === undefined ? Infinity : fault.recoveredAt + AFTERMATH_MS;
  return startedAt <= until && endedAt >= fault.startedAt - BEFORE_MS;
}

function explains({ action, failure }: FailedAttempt, fault: Fault): boolean {
  // A client that connects to a stopping edge, with no load balancer between, may find its port closing.
  if (/^network/.test(failure) && isEdgeReplaced(fault)) return true;
  if (SILENT.has(fault.kind)) return false;
  if (fault.kind === 'edge') return /^network|^no answer/.test(failure);
  const isOfEdge = 'service' in fault && fault.service === 'gateway' && fault.kind !== 'link';
  if (/^network/.test(failure)) return isOfEdge;
  // The connections of a process that is gone are closed: their clients know at once.
  if (/^no answer/.test(failure)) return isOfEdge && /^service\.pauses?$/.test(fault.kind);
  if (!/^(503|429)/.test(failure)) return false;
  if (!('service' in fault)) return true;
  return (ASKS[action] ?? ASKS_MESSAGES).includes(fault.service);
}

function isEdgeReplaced(fault: Fault): boolean {
  return fault.kind === 'service.rolling' || (fault.kind === 'service.restart' && fault.service === 'gateway');
}

/** A queue whose snapshot may still be needed dies when the database begins another life. */
const YOUNG_MS = 20_000;
/** A device that sleeps learns of the end when it wakes. */
const LEARNED_MS = 90_000;

/** Puts the end of every queue that its client did not end down to a fault; what none explains is a violation. */
export function explainExpiries(
  queues: readonly QueueRecord[],
  faults: readonly FaultRecord[],
): { explained: Record<string, number>; violations: Violation[] } {
  const explained: Record<string, number> = {};
  const violations: Violation[] = [];
  for (const queue of queues) {
    if (queue.end !== 'expired') continue;
    const cause = faults.find((record) => ends(record, queue));
    if (cause) explained[faultName(cause.fault)] = (explained[faultName(cause.fault)] ?? 0) + 1;
    else violations.push(unexpectedEnd(queue, faults));
  }
  return { explained, violations };
}

function ends({ fault, startedAt, recoveredAt }: FaultRecord, queue: QueueRecord): boolean {
  const { registeredAt, endedAt = Infinity } = queue;
  const over = recoveredAt ?? Infinity;
  if (registeredAt > over + AFTERMATH_MS || endedAt < startedAt || endedAt > over + LEARNED_MS) return false;
  if (fault.kind === 'redis.wipe' || fault.kind === 'postgres.restore') return true;
  if (fault.kind === 'queue.overflow') return queue.isFlooded === true;
  const isNewLife = (fault.kind === 'server.kill' || fault.kind === 'server.down') && fault.server === 'postgres';
  return isNewLife && registeredAt > startedAt - YOUNG_MS;
}

function unexpectedEnd(queue: QueueRecord, faults: readonly FaultRecord[]): Violation {
  const { queueId, userId, registeredAt, endedAt = 0 } = queue;
  const during = faults.filter(({ startedAt }) => startedAt >= registeredAt && startedAt <= endedAt).map(describe);
  const evidence = { queueId, userId, registeredAt: iso(registeredAt), endedAt: iso(endedAt), during };
  return { rule: 'queues end for a reason', what: `queue ${queueId} expired`, evidence };
}
