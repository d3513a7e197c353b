import type { Clock } from '../api/backoff';

interface Sleeper {
  at: number;
  wake(): void;
}

/** Time that passes only when a test says so. */
export class TestClock implements Clock {
  private sleepers: Sleeper[] = [];

  constructor(private time = 1_000_000) {}

  readonly now = (): number => this.time;

  readonly sleep = (ms: number, signal?: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(new DOMException('aborted', 'AbortError'));
      const sleeper = { at: this.time + ms, wake: resolve };
      this.sleepers.push(sleeper);
      signal?.addEventListener('abort', () => {
        this.sleepers = this.sleepers.filter((known) => known !== sleeper);
        reject(new DOMException('aborted', 'AbortError'));
      });
    });

  /** Lets time pass, waking whoever slept until then, in order. */
  async advance(ms: number): Promise<void> {
    const end = this.time + ms;
    await settled();
    for (let next = this.next(end); next; next = this.next(end)) {
      this.time = Math.max(this.time, next.at);
      this.sleepers = this.sleepers.filter((known) => known !== next);
      next.wake();
      await settled();
    }
    this.time = end;
  }

  /** The machine sleeps: time passes and nothing runs. */
  jump(ms: number): void {
    this.time += ms;
  }

  private next(end: number): Sleeper | undefined {
    return this.sleepers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
  }
}

/** Everything that waits for no time has happened. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}
