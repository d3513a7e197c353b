import type { Logger } from '@stoa/observability';
import { PruningJob } from './pruning-job';

const logger = { warn: vi.fn(), info: vi.fn() } as unknown as Logger;

class Leftovers extends PruningJob {
  readonly limits: number[] = [];

  constructor(private rows: number) {
    super({ failure: 'leftovers stay', everyMs: 1_000, rowsAtOnce: 10 }, logger);
  }

  protected prune(limit: number): Promise<number> {
    this.limits.push(limit);
    const removed = Math.min(limit, this.rows);
    this.rows -= removed;
    return Promise.resolve(removed);
  }
}

describe('a pruning job', () => {
  it('removes batch after batch, until one is not full', async () => {
    const job = new Leftovers(25);
    await job.round();
    expect(job.limits).toEqual([10, 10, 10]);
  });

  it('looks once more after a last full batch', async () => {
    const job = new Leftovers(10);
    await job.round();
    expect(job.limits).toEqual([10, 10]);
  });

  it('begins no batch after it was stopped', async () => {
    const job = new Leftovers(25);
    await job.stop();
    await job.round();
    expect(job.limits).toEqual([]);
  });
});
