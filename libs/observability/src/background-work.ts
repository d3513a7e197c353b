import { AsyncLocalStorage } from 'node:async_hooks';

const background = new AsyncLocalStorage<true>();

/** Why something is done: because a client asked, or by the service itself (periodic work, what follows from the change log). */
export type WorkCause = 'request' | 'background';

/** Runs what no client asked for; so is everything that follows from it, in other processes too. */
export function inBackground<T>(work: () => T): T {
  return background.run(true, work);
}

/** Work counts as asked for unless it is marked: so requests, which are many, need no mark. */
export function causeOfWork(): WorkCause {
  return background.getStore() ? 'background' : 'request';
}
