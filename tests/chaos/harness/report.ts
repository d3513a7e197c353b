import { FaultRecord, faultName } from './faults/fault';
import type { Explained } from './checker/explanations';
import type { ActionRecord, Violation } from './records';

export interface RunReport {
  seed: number;
  /** How long the fault lasted. */
  seconds: number;
  replicas: number;
  folder: string;
  startedAt: string;
  load: number[];
  faults: FaultRecord[];
  actions: ActionRecord[];
  failedAttempts: { total: number; explained: Explained[] };
  queues: { all: number; open: number; expired: Record<string, number> };
  /** Polls that brought messages while nothing was broken, and how long (ms) the slowest took to. */
  polls: { judged: number; slowestMs: number };
  eventsChecked: number;
  /** Parts of the state that were compared. */
  slices: number;
  notifications: number;
  /** Of the services of bots, repetitions included. */
  botCalls: number;
  changes: number;
  violations: Violation[];
}

function tally(names: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts]
    .sort(([a, first], [b, second]) => second - first || a.localeCompare(b))
    .map(([name, count]) => (count === 1 ? name : `${name} ×${count}`))
    .join(', ');
}

/** How long the slowest action took until its answer, with all its attempts. */
function slowest(actions: readonly ActionRecord[]): string {
  const took = ({ startedAt, endedAt }: ActionRecord) => endedAt - startedAt;
  const [longest] = [...actions].sort((a, b) => took(b) - took(a));
  return longest
    ? `${longest.kind} took ${(took(longest) / 1000).toFixed(1)} s in ${longest.attempts} attempts`
    : 'none';
}

const MOST_LINES = 25;

/** The report as text, without what happened in order. */
export function formatReport(report: RunReport): string {
  const { actions, failedAttempts, queues, violations, faults } = report;
  const outcomes = tally(actions.map(({ outcome }) => outcome));
  const refusals = tally(actions.flatMap(({ refusal }) => (refusal === undefined ? [] : [refusal])));
  const lines = failedAttempts.explained
    .slice(0, MOST_LINES)
    .map(({ count, failure, action, during }) => `  ${count} × ${action}: ${failure} during ${during.slice(0, 160)}`);
  const expired = Object.entries(queues.expired).map(([name, count]) => `${name} ×${count}`);
  return [
    `seed ${report.seed}, ${report.seconds} s, ${report.replicas} replicas, load ${report.load.map((value) => value.toFixed(1)).join(' ')}`,
    `faults (${faults.length}): ${tally(faults.map(({ fault }) => faultName(fault)))}`,
    `actions (${actions.length}): ${tally(actions.map(({ kind }) => kind))}`,
    `  outcomes: ${outcomes}`,
    `  slowest: ${slowest(actions)}`,
    ...(refusals ? [`  refusals: ${refusals}`] : []),
    `changes committed: ${report.changes} events; events received and checked: ${report.eventsChecked}`,
    `queues: ${queues.all}, of them ${queues.open} to the end, ${report.slices} parts of the state compared; expired: ${expired.join(', ') || 'none'}`,
    `polls with messages: ${report.polls.judged}, the slowest answered ${(report.polls.slowestMs / 1000).toFixed(1)} s after nothing was in its way`,
    `notifications delivered: ${report.notifications}; calls of services of bots: ${report.botCalls}`,
    `failed attempts: ${failedAttempts.total}`,
    ...lines,
    `violations: ${violations.length}`,
  ].join('\n');
}

/** What a failed run shows: the first violation with its evidence, and how the others are called. */
export function formatViolations({ violations, seed, faults, folder }: RunReport): string {
  const [first] = violations;
  if (!first) return '';
  const schedule = faults.map(({ fault, startedAt, recoveredAt }) => {
    const seconds = recoveredAt === undefined ? 'not recovered' : `${((recoveredAt - startedAt) / 1000).toFixed(1)} s`;
    return `  ${new Date(startedAt).toISOString()} ${faultName(fault)} ${JSON.stringify(fault)} ${seconds}`;
  });
  return [
    `seed ${seed}`,
    'schedule:',
    ...schedule,
    `first violation: ${first.rule}: ${first.what}`,
    JSON.stringify(first.evidence, null, 2)?.slice(0, 6_000) ?? '',
    `all violations: ${tally(violations.map(({ rule }) => rule))}`,
    `everything: ${folder}/report.json, logs: ${folder}/logs, ${folder}/cluster/logs`,
  ].join('\n');
}
