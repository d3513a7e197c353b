import { mkdirSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Usage } from './bench-cluster';
import type { Yardsticks } from './yardsticks';

export type Cell = string | number;
export type Row = Readonly<Record<string, Cell>>;

/** A figure that the project is held to. */
export interface Target {
  name: string;
  reached: number;
  target: number;
  unit: string;
  /** Whether less is better; else more is. */
  atMost: boolean;
}

export interface Report {
  benchmark: string;
  /** What was compared before a time counted. */
  checks: string[];
  tables: { title: string; rows: Row[] }[];
  targets: Target[];
  yardsticks: Yardsticks;
}

const RESULTS = path.resolve(__dirname, '..', '..', '..', 'bench', 'results');

function format(cell: Cell | undefined): string {
  if (typeof cell !== 'number') return cell ?? '';
  if (!Number.isFinite(cell)) return '-';
  const size = Math.abs(cell);
  if (size >= 1000) return Math.round(cell).toLocaleString('en-US');
  return Number.isInteger(cell) ? String(cell) : cell.toFixed(size >= 100 ? 0 : size >= 10 ? 1 : 2);
}

/** A Markdown table, padded so that it reads in a terminal too. */
export function renderTable(rows: readonly Row[]): string {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const cells = rows.map((row) => columns.map((column) => format(row[column])));
  const widths = columns.map((column, index) =>
    Math.max(column.length, ...cells.map((line) => line[index]?.length ?? 0)),
  );
  const numeric = columns.map((column) => rows.some((row) => typeof row[column] === 'number'));
  const line = (parts: readonly string[]): string =>
    `| ${parts.map((part, index) => (numeric[index] ? part.padStart(widths[index] ?? 0) : part.padEnd(widths[index] ?? 0))).join(' | ')} |`;
  const rule = widths.map((width, index) => (numeric[index] ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width)));
  return [line(columns), line(rule), ...cells.map(line)].join('\n');
}

function meets({ reached, target, atMost }: Target): boolean {
  return atMost ? reached <= target : reached >= target;
}

function targetRows(targets: readonly Target[]): Row[] {
  return targets.map((one) => ({
    target: one.name,
    bar: `${one.atMost ? '≤' : '≥'} ${format(one.target)} ${one.unit}`,
    reached: `${format(one.reached)} ${one.unit}`,
    '': meets(one) ? 'met' : 'missed',
  }));
}

function yardstickRow(yardsticks: Yardsticks): Row {
  return {
    'hello req/s': yardsticks.helloPerSecond,
    'hello CPU µs': yardsticks.helloCpuMicroseconds,
    'commits/s': yardsticks.commitsPerSecond,
    'commit CPU µs': yardsticks.commitCpuMicroseconds,
    'NATS echoes/s': yardsticks.echoesPerSecond,
  };
}

/** Processor time per operation of each server, in microseconds, largest first; small ones together. */
export function cpuBreakdown(usage: Usage, operations: number): Row {
  const per = (seconds: number): number => (seconds / operations) * 1e6;
  const parts = Object.entries(usage.byServer).sort(([, a], [, b]) => b - a);
  return { all: per(usage.total), ...Object.fromEntries(parts.map(([name, value]) => [name, per(value)])) };
}

export function printReport(report: Report): void {
  console.log(`\n# ${report.benchmark}\n`);
  for (const check of report.checks) console.log(`checked: ${check}`);
  const tables = [
    ...report.tables,
    { title: 'Yardsticks of this run', rows: [yardstickRow(report.yardsticks)] },
    { title: 'Targets', rows: targetRows(report.targets) },
  ];
  for (const { title, rows } of tables.filter((table) => table.rows.length > 0))
    console.log(`\n${title}\n\n${renderTable(rows)}`);
}

/** Writes bench/results/NAME.json, or NAME.quick.json: a smoke run must not replace figures. @returns its path */
export function saveReport(report: Report, context: { quick: boolean; loadBefore: number }): string {
  mkdirSync(RESULTS, { recursive: true });
  const file = path.join(RESULTS, `${report.benchmark}${context.quick ? '.quick' : ''}.json`);
  const machine = {
    cores: os.cpus().length,
    model: os.cpus()[0]?.model ?? '',
    kernel: os.release(),
    node: process.version,
    memoryBytes: os.totalmem(),
  };
  const content = { finishedAt: new Date().toISOString(), machine, ...context, ...report };
  writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`);
  return file;
}

/** Where profiles go. */
export function resultsFolder(name: string): string {
  const folder = path.join(RESULTS, name);
  mkdirSync(folder, { recursive: true });
  return folder;
}
