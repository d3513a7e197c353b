import { AsyncLocalStorage } from 'node:async_hooks';

/** Why something is done: because a client asked, or by the service itself (periodic work, what follows from the change log). */
export type WorkCause = 'request' | 'background';

/** Whose request something is done for: whoever shares out what is finite goes by it. */
export interface Caller {
  readonly realmId: number;
  readonly userId: number;
}

interface Work {
  readonly cause: WorkCause;
  readonly caller?: Caller;
}

const BACKGROUND: Work = { cause: 'background' };
const REQUEST: Work = { cause: 'request' };

const current = new AsyncLocalStorage<Work>();

/** Runs what no client asked for; so is everything that follows from it, in other processes too. */
export function inBackground<T>(work: () => T): T {
  return current.run(BACKGROUND, work);
}

/** Runs what a user asked for; in the background it is the service's own work all the same. */
export function forCaller<T>(caller: Caller, work: () => T): T {
  return causeOfWork() === 'background' ? work() : current.run({ cause: 'request', caller }, work);
}

/** Runs what several callers wait for, such as the loading of a copy: it must not wait for the share of one of them. */
export function forAll<T>(work: () => T): T {
  return current.getStore()?.caller ? current.run(REQUEST, work) : work();
}

/** Work counts as asked for unless it is marked: so requests, which are many, need no mark. */
export function causeOfWork(): WorkCause {
  return current.getStore()?.cause ?? 'request';
}

/** @returns undefined for what nobody, or more than one, asked for */
export function callerOfWork(): Caller | undefined {
  return current.getStore()?.caller;
}
