/**
 * What a process does when it is told to stop. It has to ask for signals from the beginning: the first process of a container gets none
 * that it did not ask for. Until it serves it ends without draining: who called it already sees a lost replica.
 *
 * There is one listener as long as the process lives, which asks what is to be done. Between listeners that follow each other a signal
 * would be lost: it has arrived, but is told in a later round of the event loop, to those who listen then.
 */
export class StopSignals {
  private stop: (signal: string) => void = () => process.exit(0);

  constructor() {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => this.stop(signal));
  }

  /** From now on, and for what has arrived and is not told yet, a signal is answered by this. */
  answerWith(stop: (signal: string) => void): void {
    this.stop = stop;
  }
}
