import { Metrics } from '@stoa/observability';
import { DelayedFailures } from './delayed-failures';

class Owed {
  readonly isOpen = true;
  answered: unknown;
  abort: () => void = () => undefined;

  fail(error: unknown): void {
    this.answered = error;
  }

  onAbort(listener: () => void): void {
    this.abort = listener;
  }
}

describe('DelayedFailures', () => {
  const error = new Error('no such queue');
  let failures: DelayedFailures;

  beforeEach(() => {
    vi.useFakeTimers();
    failures = new DelayedFailures(new Metrics({ service: 'gateway', replica: '1' }));
  });

  afterEach(() => {
    vi.useRealTimers();
  });

  it('answers after the time', () => {
    const owed = new Owed();
    failures.answer(owed, error, 1_000);
    vi.advanceTimersByTime(999);
    expect(owed.answered).toBeUndefined();
    vi.advanceTimersByTime(1);
    expect(owed.answered).toBe(error);
  });

  it('forgets whoever has left', () => {
    const owed = new Owed();
    failures.answer(owed, error, 1_000);
    owed.abort();
    expect(vi.getTimerCount()).toBe(0);
    failures.drain();
    expect(owed.answered).toBeUndefined();
  });

  it('lets nobody wait while the process stops', () => {
    const [waiting, late] = [new Owed(), new Owed()];
    failures.answer(waiting, error, 10_000);
    failures.drain();
    failures.answer(late, error, 10_000);
    expect([waiting.answered, late.answered]).toEqual([error, error]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('answers at once what is too much to wait', () => {
    for (let count = 0; count < 4_000; count++) failures.answer(new Owed(), error, 10_000);
    const owed = new Owed();
    failures.answer(owed, error, 10_000);
    expect(owed.answered).toBe(error);
  });
});
