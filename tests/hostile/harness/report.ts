import { summarize } from '../../../bench/support/statistics';
import type { Sample } from './bystander-messages';
import type { Tally } from './attack';

export interface AttackReport {
  name: string;
  tally: Tally;
  /** What bystanders did meanwhile. */
  beside: readonly Sample[];
  block: { service: string; ms: number };
}

export interface HostileReport {
  seconds: number;
  callers: number;
  /** What bystanders did while nothing was attacked. */
  idle: readonly Sample[];
  idleBlock: { service: string; ms: number };
  attacks: readonly AttackReport[];
}

/** What bystanders may notice of an attack. */
export interface Bar {
  /** Times their p99 without attacks. */
  factor: number;
  /** Below this (ms) nobody notices, whatever it was before. */
  least: number;
}

/** Milliseconds. */
function p99Of(samples: readonly Sample[]): number {
  return summarize(samples.map(({ ms }) => ms)).p99;
}

const refusedOf = (samples: readonly Sample[]) => samples.filter(({ refusal }) => refusal !== undefined);

/** Everything that did not hold, in words. */
export function violationsOf({ idle, attacks }: HostileReport, { factor, least }: Bar): string[] {
  const most = Math.max(factor * p99Of(idle), least);
  const refusedIdly = refusedOf(idle).map(({ operation, refusal }) => `without attacks: ${operation}: ${refusal}`);
  const ofAttacks = attacks.flatMap(({ name, tally, beside }) => {
    const p99 = p99Of(beside);
    return [
      ...[...tally.broken].map(([why, count]) => `${name}: ${count} × ${why}`),
      ...refusedOf(beside).map(({ operation, refusal }) => `${name}: bystander's ${operation}: ${refusal}`),
      ...(p99 > most ? [`${name}: bystanders' p99 is ${p99.toFixed(0)} ms, above ${most.toFixed(0)} ms`] : []),
    ];
  });
  return [...refusedIdly, ...ofAttacks];
}

const COLUMNS = ['attack', 'tried', 'held', 'answers', 'others p50', 'others p99', 'refused', 'worst block'] as const;

function tallyText(outcomes: ReadonlyMap<string, number>): string {
  return [...outcomes]
    .sort(([, first], [, second]) => second - first)
    .map(([outcome, count]) => `${outcome} ×${count}`)
    .join(' ');
}

function rowOf({ name, tally, beside, block }: AttackReport): string[] {
  const { p50, p99 } = summarize(beside.map(({ ms }) => ms));
  return [
    name,
    String(tally.tried),
    String(Math.max(0, tally.tried - tally.failures)),
    tallyText(tally.outcomes),
    `${p50.toFixed(0)} ms`,
    `${p99.toFixed(0)} ms`,
    String(refusedOf(beside).length),
    `${block.ms.toFixed(0)} ms ${block.service}`,
  ];
}

/** The table of a run, and what bystanders had without attacks. */
export function formatReport(report: HostileReport, bar: Bar): string {
  const rows = [[...COLUMNS], ...report.attacks.map(rowOf)];
  const widths = COLUMNS.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const lines = rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  const { p50, p99 } = summarize(report.idle.map(({ ms }) => ms));
  const violations = violationsOf(report, bar);
  return [
    `${report.callers} callers of each kind, ${report.seconds} s each`,
    ...lines,
    `others without attacks: p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms of ${report.idle.length}, worst block ${report.idleBlock.ms.toFixed(0)} ms ${report.idleBlock.service}`,
    ...violations.slice(0, MOST_LINES).map((violation) => `not held: ${violation}`),
    `violations: ${violations.length}`,
  ].join('\n');
}

const MOST_LINES = 40;
