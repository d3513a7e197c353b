import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';

/** Environment variable that marks every process of a cluster with its data directory. */
export const MARKER = 'STOA_LAUNCHER_DATA_DIR';

let bootId;
function readBootId() {
  try {
    bootId ??= readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    bootId = '';
  }
  return bootId;
}

/**
 * What distinguishes a process from a later one with the same number: the boot and the time at which it started.
 * @returns undefined when no such process runs (an unreaped one counts as ended)
 */
export function startMark(pid) {
  if (process.platform === 'linux') {
    let stat;
    try {
      stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    } catch {
      return undefined;
    }
    // The name in parentheses may hold spaces; what follows the last one is state, parent, …, start time (22nd field).
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' || fields[0] === 'X' ? undefined : `${readBootId()}:${fields[19]}`;
  }
  try {
    const started = execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim();
    return started || undefined;
  } catch {
    return undefined;
  }
}

/** Whether the very process that was recorded still runs. */
export function isRunning({ pid, mark }) {
  return mark !== undefined && startMark(pid) === mark;
}

/** Processes of a cluster found by their environment, even if another launcher started them (Linux; elsewhere none). */
export function findMarked(dataDir) {
  if (process.platform !== 'linux') return [];
  const wanted = `${MARKER}=${dataDir}`;
  const found = [];
  for (const entry of readdirSync('/proc')) {
    const pid = Number(entry);
    if (!Number.isInteger(pid) || pid === process.pid) continue;
    try {
      if (!readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').includes(wanted)) continue;
    } catch {
      continue;
    }
    const mark = startMark(pid);
    if (mark) found.push({ name: 'unrecorded', pid, mark });
  }
  return found;
}

export const delay = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Waits until a condition holds. @returns false when the time is up first */
export async function waitUntil(condition, timeoutMs, stepMs = 25) {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    if (await condition()) return true;
    if (Date.now() >= deadline) return false;
    await delay(stepMs);
  }
}

export function sendSignal(pid, signal) {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
  }
}

/** Ends recorded processes: politely first, by force after `graceMs`. */
export async function endProcesses(records, { signalOf = () => 'SIGTERM', graceMs }) {
  const alive = records.filter(isRunning);
  for (const record of alive) sendSignal(record.pid, signalOf(record));
  const ended = () => !alive.some(isRunning);
  if (await waitUntil(ended, graceMs)) return;
  for (const record of alive.filter(isRunning)) sendSignal(record.pid, 'SIGKILL');
  await waitUntil(ended, 2000);
}
