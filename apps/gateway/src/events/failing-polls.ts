/** Milliseconds that the second failure in a row waits; each further one twice as long. */
const FIRST_DELAY_MS = 250;
const LONGEST_DELAY_MS = 10_000;
/** Failures that are this old count no more. */
const FORGET_MS = 10 * 60 * 1000;
const MOST_REMEMBERED = 50_000;
/** Of all its queues together a user may fail so often a minute without waiting: every device once, and again. */
const USUAL_FAILURES = 20;
const USUAL_MS = 60_000;

interface Failures {
  count: number;
  isDead: boolean;
  at: number;
}

/**
 * Remembers polls that failed, because some clients repeat them without pause (realtime.md 9.2): a queue that does not
 * exist will never, so Redis is not asked again, and every failure in a row waits longer for its answer. So does every
 * failure of a user who asks for one made-up queue after the other.
 */
export class FailingPolls {
  /** Oldest first, as in {@link users}. */
  private readonly failures = new Map<string, Failures>();
  /** Failures of a user's queues together since `at`. */
  private readonly users = new Map<number, { count: number; at: number }>();

  constructor(private readonly now: () => number = () => performance.now()) {}

  /** Whether the user's queue is known not to exist. */
  isDead(userId: number, queueId: string): boolean {
    return this.find(key(userId, queueId))?.isDead ?? false;
  }

  /** @returns how long to wait before the failure is answered, in milliseconds */
  note(userId: number, queueId: string, isDead: boolean): number {
    const name = key(userId, queueId);
    const count = (this.find(name)?.count ?? 0) + 1;
    remember(this.failures, name, { count, isDead, at: this.now() });
    // The first one is answered at once: well-behaved clients register anew.
    return Math.max(delayOf(count - 1), this.delayOfUser(userId));
  }

  clear(userId: number, queueId: string): void {
    if (this.failures.size > 0) this.failures.delete(key(userId, queueId));
  }

  private delayOfUser(userId: number): number {
    const known = this.users.get(userId);
    const isFresh = known !== undefined && this.now() - known.at < USUAL_MS;
    const failures = isFresh ? { ...known, count: known.count + 1 } : { count: 1, at: this.now() };
    remember(this.users, userId, failures);
    return delayOf(failures.count - USUAL_FAILURES);
  }

  private find(name: string): Failures | undefined {
    const failures = this.failures.get(name);
    if (!failures || this.now() - failures.at < FORGET_MS) return failures;
    this.failures.delete(name);
    return undefined;
  }
}

function delayOf(failuresTooMany: number): number {
  return failuresTooMany < 1 ? 0 : Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** (failuresTooMany - 1));
}

function remember<K, V>(map: Map<K, V>, name: K, value: V): void {
  map.delete(name);
  map.set(name, value);
  for (const oldest of map.keys()) {
    if (map.size <= MOST_REMEMBERED) return;
    map.delete(oldest);
  }
}

/** A stranger's queue and an unknown one look the same, to each stranger. */
function key(userId: number, queueId: string): string {
  return `${userId}:${queueId.slice(0, 64)}`;
}
