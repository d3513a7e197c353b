import { delay, nowMs } from './clock';
import { Summary, summarize } from './statistics';

export interface LoadResult {
  completed: number;
  failed: number;
  /** The first failure's text. */
  firstFailure?: string;
  seconds: number;
  /** Milliseconds. */
  latency: Summary;
  /** Of each that succeeded, so that several results can be summed up. */
  latencies: readonly number[];
}

type Operation = (index: number) => Promise<unknown>;

/** Timers fire up to a millisecond late; closer than this the loop yields instead of sleeping. */
const TIMER_GRAIN_MS = 1;
/** An offered load that piles up this many operations is not kept up with: the rest would only measure the pile. */
const MOST_UNDER_WAY = 5000;

class Recorder {
  readonly latencies: number[] = [];
  failed = 0;
  firstFailure: string | undefined;

  async record(startedAt: number, operation: Promise<unknown>): Promise<void> {
    try {
      await operation;
      this.latencies.push(nowMs() - startedAt);
    } catch (error) {
      this.failed += 1;
      this.firstFailure ??= error instanceof Error ? error.message : String(error);
    }
  }

  result(seconds: number): LoadResult {
    const { latencies, failed, firstFailure } = this;
    return { completed: latencies.length, failed, firstFailure, seconds, latency: summarize(latencies), latencies };
  }
}

/**
 * Starts operations at a fixed rate whether or not earlier ones have ended, and counts each one's time from the moment at
 * which it was due: a server that stalls is charged with everything that came due meanwhile (no coordinated omission).
 */
export async function openLoop(ratePerSecond: number, seconds: number, operation: Operation): Promise<LoadResult> {
  const recorder = new Recorder();
  const intervalMs = 1000 / ratePerSecond;
  const total = Math.round(ratePerSecond * seconds);
  const startAt = nowMs() + 5;
  const running = new Set<Promise<void>>();
  for (let index = 0; index < total; index += 1) {
    const dueAt = startAt + index * intervalMs;
    for (let wait = dueAt - nowMs(); wait > 0; wait = dueAt - nowMs()) {
      if (wait > TIMER_GRAIN_MS) await delay(wait - TIMER_GRAIN_MS);
      else await new Promise<void>((resolve) => setImmediate(resolve));
    }
    if (running.size > MOST_UNDER_WAY) throw new Error(`${ratePerSecond} operations a second are far beyond its reach`);
    const one = recorder.record(dueAt, operation(index));
    running.add(one);
    void one.then(() => running.delete(one));
  }
  await Promise.all(running);
  return recorder.result((nowMs() - startAt) / 1000);
}

/** `clients` loops, each starting its next operation as soon as the last has ended: the peak rate. */
export async function closedLoop(clients: number, seconds: number, operation: Operation): Promise<LoadResult> {
  const recorder = new Recorder();
  const startAt = nowMs();
  const endAt = startAt + seconds * 1000;
  let next = 0;
  const lanes = Array.from({ length: clients }, async () => {
    while (nowMs() < endAt) await recorder.record(nowMs(), operation(next++));
  });
  await Promise.all(lanes);
  return recorder.result((nowMs() - startAt) / 1000);
}

/** `count` operations one after the other. */
export async function repeat(count: number, operation: Operation): Promise<LoadResult> {
  const recorder = new Recorder();
  const startAt = nowMs();
  for (let index = 0; index < count; index += 1) await recorder.record(nowMs(), operation(index));
  return recorder.result((nowMs() - startAt) / 1000);
}

/** Runs an operation for every item, at most `width` at a time. @throws the first failure */
export async function forEachWide<T>(
  items: readonly T[],
  width: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  let next = 0;
  const lanes = Array.from({ length: Math.min(width, items.length) }, async () => {
    for (let item = items[next++]; item !== undefined; item = items[next++]) await work(item);
  });
  await Promise.all(lanes);
}
