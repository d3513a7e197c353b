import type { ChangeLog, RelayMove } from './change-log';

/** Rows that a move returns at most. */
export const MOST_MOVED_ROWS = 500;
/** Relays that look at the same moment ask within so many milliseconds. */
const GATHER_MS = 5;
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
 * most of what a look costs is the statement, and waking up those who take part in it: so they look at the same moments.
 */
export class SharedMoves {
  private waiting: Waiting[] = [];

  constructor(
    private readonly log: Pick<ChangeLog, 'moveAll'>,
    private readonly holder: string,
  ) {}

  /**
   * Like {@link ChangeLog.move}, a moment later and together with what others ask by then.
   * @throws what the log throws, for all who asked
   */
  move(partition: number): Promise<RelayMove> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ partition, resolve, reject });
      if (this.waiting.length === 1) setTimeout(() => void this.moveAll(), GATHER_MS);
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
export function untilNextLook(pauseMs: number, now = performance.now()): number {
  const left = pauseMs - (now % pauseMs);
  return left < pauseMs * SOONEST ? left + pauseMs : left;
}
