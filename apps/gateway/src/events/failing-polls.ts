/** Milliseconds that the second failure in a row waits; each further one twice as long. */
const FIRST_DELAY_MS = 250;
const LONGEST_DELAY_MS = 10_000;
/** Failures that are this old count no more. */
const FORGET_MS = 10 * 60 * 1000;
const MOST_REMEMBERED = 50_000;

interface Failures {
  count: number;
  isDead: boolean;
  at: number;
}

/**
 * Remembers polls that failed, because some clients repeat them without pause (realtime.md 9.2): a queue that does not
 * exist will never, so Redis is not asked again, and every failure in a row waits longer for its answer.
 */
export class FailingPolls {
  /** Oldest first. */
  private readonly failures = new Map<string, Failures>();

  constructor(private readonly now: () => number = () => performance.now()) {}

  /** Whether the user's queue is known not to exist. */
  isDead(userId: number, queueId: string): boolean {
    return this.find(key(userId, queueId))?.isDead ?? false;
  }

  /** @returns how long to wait before the failure is answered, in milliseconds */
  note(userId: number, queueId: string, isDead: boolean): number {
    const name = key(userId, queueId);
    const count = (this.find(name)?.count ?? 0) + 1;
    this.failures.delete(name);
    this.failures.set(name, { count, isDead, at: this.now() });
    for (const oldest of this.failures.keys()) {
      if (this.failures.size <= MOST_REMEMBERED) break;
      this.failures.delete(oldest);
    }
    // The first one is answered at once: well-behaved clients register anew.
    return count < 2 ? 0 : Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** (count - 2));
  }

  clear(userId: number, queueId: string): void {
    if (this.failures.size > 0) this.failures.delete(key(userId, queueId));
  }

  private find(name: string): Failures | undefined {
    const failures = this.failures.get(name);
    if (!failures || this.now() - failures.at < FORGET_MS) return failures;
    this.failures.delete(name);
    return undefined;
  }
}

/** A stranger's queue and an unknown one look the same, to each stranger. */
function key(userId: number, queueId: string): string {
  return `${userId}:${queueId.slice(0, 64)}`;
}
