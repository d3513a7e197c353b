import type { ChildProcess } from 'node:child_process';

/** Those that still run, and what ends them. */
const children = new Map<ChildProcess, NodeJS.Signals>();

process.once('exit', () => {
  for (const [child, signal] of children) child.kill(signal);
});

/** Ends a child when this process ends, and forgets it once it has ended. */
export function endWithUs(child: ChildProcess, signal: NodeJS.Signals = 'SIGKILL'): void {
  children.set(child, signal);
  child.once('exit', () => children.delete(child));
}
