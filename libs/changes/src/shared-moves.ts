import type { ChangeLog, RelayMove } from './change-log';

/** Rows that a move returns at most. */
export const MOST_MOVED_ROWS = 500;
/** A look that would come sooner than this part of the pause after the last one waits for the next moment. */
const SOONEST = 0.1;
/** The longest time between two looks, as a multiple of the pause. */
export const LONGEST_LOOK = 1 + SOONEST;

interface Waiting {
  partition: number;
  resolve(move: RelayMove): void;
  reject(error: unknown): void;
}

/**
 * Moves of the partitions of one process that are made by one statement. Relays that have nothing to do look all the same, and
 * most of what a look costs is the statement, and waking up those who take part in it: so they look at the same moments, for
 * which the process wakes up once.
 */
export class SharedMoves {
  private waiting: Waiting[] = [];
  /** What comes, by the moment (`performance.now()`, whole milliseconds). */
  private readonly moments = new Map<number, Promise<void>>();

  constructor(
    private readonly log: Pick<ChangeLog, 'moveAll'>,
    private readonly holder: string,
  ) {}

  /** Ends at the next moment at which everybody in this process looks who does so every `pauseMs`: for all in the same turn. */
  nextLook(pauseMs: number): Promise<void> {
    const now = performance.now();
    const left = untilNextLook(pauseMs, now);
    const at = Math.round(now + left);
    let moment = this.moments.get(at);
    if (!moment) {
      moment = new Promise((resolve) => {
        setTimeout(() => {
          this.moments.delete(at);
          resolve();
        }, left).unref();
      });
      this.moments.set(at, moment);
    }
    return moment;
  }

  /**
   * Like {@link ChangeLog.move}, together with what others ask in this turn of the event loop.
   * @throws what the log throws, for all who asked
   */
  move(partition: number): Promise<RelayMove> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ partition, resolve, reject });
      if (this.waiting.length === 1) setImmediate(() => void this.moveAll());
    });
  }

  private async moveAll(): Promise<void> {
    const asked = this.waiting;
    this.waiting = [];
    try {
      const partitions = asked.map(({ partition }) => partition).sort((a, b) => a - b);
      const moves = await this.log.moveAll(partitions, this.holder, MOST_MOVED_ROWS);
      for (const { partition, resolve, reject } of asked) {
        const move = moves.get(partition);
        if (move) resolve(move);
        else reject(new Error(`nothing was heard of partition ${partition}`));
      }
    } catch (error) {
      for (const { reject } of asked) reject(error);
    }
  }
}

/** Milliseconds until the next moment at which everybody in this process looks who does so every `pauseMs`. */
export function untilNextLook(pauseMs: number, now: number): number {
  const left = pauseMs - (now % pauseMs);
  return left < pauseMs * SOONEST ? left + pauseMs : left;
}
