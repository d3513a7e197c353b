import type { Command } from 'commander';
import { ClusterSession } from '../cluster/cluster-session';
import { Output } from './output';

/** What the action of a command works with. */
export interface ActionTools {
  session: ClusterSession;
  output: Output;
  /** `--quiet`: no progress. */
  isQuiet: boolean;
}

/**
 * Wraps the work of a command: tools made from the global options, and the connections closed in any case. Errors pass
 * on to the program's end, which alone decides about the exit code.
 */
export function action<Arguments extends unknown[]>(
  work: (tools: ActionTools, ...args: Arguments) => Promise<void>,
): (...args: [...Arguments, Command]) => Promise<void> {
  return async (...given) => {
    const command = given.pop() as Command;
    const { json = false, quiet = false }: { json?: boolean; quiet?: boolean } = command.optsWithGlobals();
    const session = new ClusterSession();
    try {
      await work({ session, output: new Output(json), isQuiet: quiet || json }, ...(given as unknown[] as Arguments));
    } finally {
      await session.close();
    }
  };
}
