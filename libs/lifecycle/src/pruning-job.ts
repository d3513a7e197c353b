import { type PeriodicJobPlan, PeriodicJob } from './periodic-job';
import type { Logger } from '@stoa/observability';

export interface PruningPlan extends PeriodicJobPlan {
  /** Rows that one statement removes at most, so that none holds locks for long. */
  rowsAtOnce: number;
}

/** Removes rows that nobody needs any more, a batch after the other until one is not full. */
export abstract class PruningJob extends PeriodicJob {
  protected constructor(
    private readonly pruning: PruningPlan,
    log: Logger,
  ) {
    super(pruning, log);
  }

  /** @returns how many rows were removed, `limit` at most */
  protected abstract prune(limit: number): Promise<number>;

  async round(): Promise<void> {
    const { rowsAtOnce } = this.pruning;
    while (!this.stopping.aborted && (await this.prune(rowsAtOnce)) === rowsAtOnce);
  }
}
