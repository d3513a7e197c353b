import type { Clock } from '../api/backoff';

/**
 * Reasons to ask the service at once: a *hint* ends a wait between attempts; a *doubt* also repeats a poll that is open,
 * because its connection may be dead without anybody knowing.
 */
export type Wake = 'hint' | 'doubt';

export class Wakes {
  private readonly listeners = new Set<(wake: Wake) => void>();

  readonly wake = (wake: Wake): void => {
    for (const listener of [...this.listeners]) listener(wake);
  };

  readonly listen = (listener: (wake: Wake) => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };
}

const TICK_MS = 5000;
/** Browsers let timers of hidden pages fire once a minute: less than this proves no sleep. */
const JUMP_MS = 75_000;

/** Doubts the open poll whenever the machine slept (web.md 2.3). */
export async function watchClock(clock: Clock, wakes: Wakes, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const before = clock.now();
    await clock.sleep(TICK_MS, signal);
    if (clock.now() - before - TICK_MS > JUMP_MS) wakes.wake('doubt');
  }
}

/** What the browser says of the network, and that somebody looks again. */
export function watchPage(page: Window, wakes: Wakes, signal: AbortSignal): void {
  const hint = (): void => wakes.wake('hint');
  // An open poll does not always end with its network.
  page.addEventListener('offline', () => wakes.wake('doubt'), { signal });
  for (const name of ['online', 'focus', 'pageshow']) page.addEventListener(name, hint, { signal });
  page.document.addEventListener('resume', hint, { signal });
  page.document.addEventListener(
    'visibilitychange',
    () => {
      if (page.document.visibilityState === 'visible') hint();
    },
    { signal },
  );
}
