import { type Logger, Metrics, causeOfWork } from '@stoa/observability';
import { PeriodicJob, PeriodicJobPlan, meterJobs } from './periodic-job';

const EVERY_MS = 1000;
/** Longer than the longest pause, shorter than two. */
const A_PAUSE_MS = EVERY_MS * 1.1;

class Rounds extends PeriodicJob {
  begun = 0;
  work: (signal: AbortSignal) => Promise<void> = () => Promise.resolve();

  constructor(log: Logger, plan: Partial<PeriodicJobPlan> = {}) {
    super({ failure: 'nothing was done', everyMs: EVERY_MS, ...plan }, log);
  }

  round(): Promise<void> {
    this.begun++;
    return this.work(this.stopping);
  }

  rest(): void {
    this.foundNothing();
  }
}

/** Work that lasts until it is released. */
function held(): { work: () => Promise<void>; release: () => void } {
  let release: () => void = () => undefined;
  const promise = new Promise<void>((done) => (release = done));
  return { work: () => promise, release };
}

describe('a periodic job', () => {
  const log = { warn: vi.fn(), info: vi.fn() };
  const logger = log as unknown as Logger;

  beforeEach(() => {
    vi.useFakeTimers();
    log.warn.mockReset();
    log.info.mockReset();
  });
  afterEach(() => vi.useRealTimers());

  it('works in the background, whoever woke it', async () => {
    const job = new Rounds(logger);
    const causes: string[] = [];
    job.work = () => Promise.resolve(void causes.push(causeOfWork()));
    job.wake();
    await vi.advanceTimersByTimeAsync(1);
    await job.stop();
    expect([...causes, causeOfWork()]).toEqual(['background', 'request']);
  });

  it('works once per pause, and first after one', async () => {
    const job = new Rounds(logger);
    job.onApplicationBootstrap();
    await vi.advanceTimersByTimeAsync(EVERY_MS * 0.89);
    expect(job.begun).toBe(0);
    await vi.advanceTimersByTimeAsync(EVERY_MS * 0.21);
    expect(job.begun).toBe(1);
    await vi.advanceTimersByTimeAsync(A_PAUSE_MS);
    expect(job.begun).toBe(2);
    await job.stop();
  });

  it('never does two rounds at once, and pauses after a long one', async () => {
    const job = new Rounds(logger, { firstAfterMs: 0 });
    const { work, release } = held();
    job.work = work;
    job.start();
    await vi.advanceTimersByTimeAsync(5 * EVERY_MS);
    expect(job.begun).toBe(1);
    release();
    await vi.advanceTimersByTimeAsync(EVERY_MS * 0.89);
    expect(job.begun).toBe(1);
    await vi.advanceTimersByTimeAsync(EVERY_MS * 0.21);
    expect(job.begun).toBe(2);
    await job.stop();
  });

  it('begins at once when woken, also when woken during a round', async () => {
    const job = new Rounds(logger);
    const { work, release } = held();
    job.work = work;
    job.start();
    job.wake();
    await vi.advanceTimersByTimeAsync(0);
    expect(job.begun).toBe(1);
    job.wake(20);
    job.wake(30);
    release();
    await vi.advanceTimersByTimeAsync(19);
    expect(job.begun).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(job.begun).toBe(2);
    await job.stop();
  });

  it('works more and more seldom while it finds nothing, and as usual again when it is woken or finds something', async () => {
    const job = new Rounds(logger, { quietMs: 4 * EVERY_MS });
    let isEmpty = true;
    job.work = () => Promise.resolve(isEmpty ? job.rest() : undefined);
    job.start();
    await vi.advanceTimersByTimeAsync((1 + 2 + 4 + 4) * EVERY_MS * 1.1);
    expect(job.begun).toBe(4);
    isEmpty = false;
    await vi.advanceTimersByTimeAsync(4 * EVERY_MS * 1.1);
    const begun = job.begun;
    await vi.advanceTimersByTimeAsync(3 * A_PAUSE_MS);
    expect(job.begun - begun).toBeGreaterThanOrEqual(3);
    isEmpty = true;
    await vi.advanceTimersByTimeAsync(20 * EVERY_MS);
    job.wake();
    await vi.advanceTimersByTimeAsync(0);
    const woken = job.begun;
    await vi.advanceTimersByTimeAsync(2.3 * EVERY_MS);
    expect(job.begun).toBe(woken + 1);
    await job.stop();
  });

  it('comes to begin its rounds together with the other jobs of the process', async () => {
    const every = { short: 5 * EVERY_MS, long: 10 * EVERY_MS };
    const begun: Record<'first' | 'second' | 'long', number[]> = { first: [], second: [], long: [] };
    const jobOf = (name: keyof typeof begun, everyMs: number): Rounds => {
      const job = new Rounds(logger, { everyMs, firstAfterMs: 0 });
      job.work = () => Promise.resolve(void begun[name].push(Date.now()));
      return job;
    };
    const jobs = [jobOf('first', every.short), jobOf('second', every.short), jobOf('long', every.long)];
    for (const job of jobs) {
      job.start();
      await vi.advanceTimersByTimeAsync(1.7 * EVERY_MS);
    }
    await vi.advanceTimersByTimeAsync(30 * every.long);
    // A timer knows no parts of a millisecond.
    const hasNear = (times: readonly number[], at: number): boolean => times.some((time) => Math.abs(time - at) <= 1);
    expect(begun.second.slice(-10).filter((at) => !hasNear(begun.first, at))).toEqual([]);
    expect(begun.long.slice(-5).filter((at) => !hasNear(begun.first, at))).toEqual([]);
    const pauses = begun.first.slice(1).map((at, index) => at - (begun.first[index] ?? 0));
    expect(Math.min(...pauses)).toBeGreaterThanOrEqual(0.9 * every.short - 1);
    expect(Math.max(...pauses)).toBeLessThanOrEqual(1.1 * every.short + 1);
    await Promise.all(jobs.map((job) => job.stop()));
  });

  it('never pauses longer than usual if its plan does not say so', async () => {
    const job = new Rounds(logger, { firstAfterMs: 0 });
    job.work = () => Promise.resolve(job.rest());
    job.start();
    await vi.advanceTimersByTimeAsync(10 * A_PAUSE_MS);
    expect(job.begun).toBeGreaterThanOrEqual(10);
    await job.stop();
  });

  it('logs an outage once, and its end', async () => {
    const job = new Rounds(logger, { firstAfterMs: 0, afterFailureMs: 100 });
    const error = new Error('no connection');
    job.work = () => Promise.reject(error);
    job.start();
    await vi.advanceTimersByTimeAsync(250);
    expect(job.begun).toBe(3);
    expect(log.warn.mock.calls).toEqual([[{ err: error }, 'nothing was done']]);
    job.work = () => Promise.resolve();
    await vi.advanceTimersByTimeAsync(110);
    expect(log.info.mock.calls).toEqual([[{ failures: 3 }, 'works again: nothing was done']]);
    await job.stop();
  });

  it('tries again within minutes what is done every hour', async () => {
    const job = new Rounds(logger, { firstAfterMs: 0, everyMs: 3_600_000 });
    job.work = () => Promise.reject(new Error('no connection'));
    job.start();
    await vi.advanceTimersByTimeAsync(20 * 60_000);
    expect(job.begun).toBeGreaterThanOrEqual(4);
    await job.stop();
  });

  it('counts rounds, and failures from zero on', async () => {
    const metrics = new Metrics({ service: 'test', replica: '1' });
    meterJobs(metrics);
    const job = new Rounds(logger, { firstAfterMs: 0 });
    job.start();
    const counts = async () =>
      [...(await metrics.text([])).matchAll(/^stoa_task_round_seconds_count\{(.*)\} (\d)$/gm)].map(
        ([, labels = '', count]) => `${/outcome="(\w+)"/.exec(labels)?.[1]} ${count}`,
      );
    expect(await counts()).toEqual(['failure 0']);
    await vi.advanceTimersByTimeAsync(0);
    expect(await counts()).toEqual(['failure 0', 'success 1']);
    await job.stop();
  });

  it('ends when the round that is under way is over, and begins none', async () => {
    const job = new Rounds(logger, { firstAfterMs: 0 });
    const seen: string[] = [];
    job.work = (signal) =>
      new Promise((done) =>
        signal.addEventListener('abort', () => {
          seen.push('given up');
          done();
        }),
      );
    job.start();
    await vi.advanceTimersByTimeAsync(0);
    await job.beforeApplicationShutdown();
    expect(seen).toEqual(['given up']);
    job.wake();
    await vi.advanceTimersByTimeAsync(10 * EVERY_MS);
    expect(job.begun).toBe(1);
  });
});
