import { readFileSync, readdirSync } from 'node:fs';

/** Clock ticks a second in /proc (fixed on Linux). */
const TICKS = 100;
const CHILDREN_USER_FIELD = 13;

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    // It has ended meanwhile.
    return undefined;
  }
}

function children(pid: number): number[] {
  return (read(`/proc/${pid}/task/${pid}/children`) ?? '').split(' ').filter(Boolean).map(Number);
}

/** Nanoseconds that the threads of a process ran. utime + stime hold the same sum, in steps of 10 ms. */
function threadNanoseconds(pid: number): number {
  let threads: string[];
  try {
    threads = readdirSync(`/proc/${pid}/task`);
  } catch {
    return 0;
  }
  return threads.reduce((sum, thread) => {
    const ran = Number(read(`/proc/${pid}/task/${thread}/schedstat`)?.split(' ', 1)[0]);
    return sum + (Number.isFinite(ran) ? ran : 0);
  }, 0);
}

/** cutime + cstime: what children that have ended used. */
function endedChildrenSeconds(pid: number): number {
  const stat = read(`/proc/${pid}/stat`);
  if (!stat) return 0;
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[CHILDREN_USER_FIELD]) + Number(fields[CHILDREN_USER_FIELD + 1])) / TICKS;
}

/** Processor seconds of a process since its start, user and system, with its children (PostgreSQL's backends, Redis' rewrites). */
export function cpuSeconds(pid: number): number {
  const own = threadNanoseconds(pid) / 1e9 + endedChildrenSeconds(pid);
  return children(pid).reduce((sum, child) => sum + cpuSeconds(child), own);
}

/** Resident bytes of a process and its children; a page that several share counts for each in part (PSS). */
export function residentBytes(pid: number): number {
  const proportional = /^Pss: +(\d+) kB/m.exec(read(`/proc/${pid}/smaps_rollup`) ?? '')?.[1];
  const own = Number(proportional ?? 0) * 1024;
  return children(pid).reduce((sum, child) => sum + residentBytes(child), own);
}

/** Seconds since the start for which a process's first thread, on which its event loop is, ran, and waited for a processor. */
export function mainThreadSeconds(pid: number): { ran: number; waited: number } {
  const [ran = 0, waited = 0] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ').map(Number);
  return { ran: ran / 1e9, waited: waited / 1e9 };
}
