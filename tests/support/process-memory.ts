import { readFileSync } from 'node:fs';

/** Most resident memory that a process ever had, in MiB. */
export function peakMemory(pid: number): number {
  const [, kibibytes] = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kibibytes) / 1024;
}
