import type { ChildProcess } from 'node:child_process';

/** Ends a child when this process ends, and forgets it once it has ended: a run starts more children than may listen. */
export function endWithUs(child: ChildProcess, signal: NodeJS.Signals = 'SIGKILL'): void {
  const end = (): void => void child.kill(signal);
  process.once('exit', end);
  child.once('exit', () => process.off('exit', end));
}
