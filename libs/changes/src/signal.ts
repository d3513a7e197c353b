/** Lets one loop sleep until it is called or a time has passed. Calls made while it is awake are remembered. */
export class Signal {
  private raised = false;
  private wake: (() => void) | undefined;

  raise(): void {
    this.raised = true;
    this.wake?.();
  }

  /** @returns true if the signal was raised, false if the time passed first */
  async wait(timeoutMs: number): Promise<boolean> {
    if (!this.raised && timeoutMs > 0) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, timeoutMs);
        this.wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    return this.lower();
  }

  /** The same with a moment that others wait for, too. */
  async waitUntil(moment: Promise<void>): Promise<boolean> {
    if (!this.raised) {
      await new Promise<void>((resolve) => {
        this.wake = resolve;
        void moment.then(resolve);
      });
    }
    return this.lower();
  }

  private lower(): boolean {
    const { raised } = this;
    this.raised = false;
    this.wake = undefined;
    return raised;
  }
}

/** Sleeps for a while; ends early, without an error, when the signal aborts. */
export async function pause(milliseconds: number, abort?: AbortSignal): Promise<void> {
  if (abort?.aborted) return;
  await new Promise<void>((resolve) => {
    const done = () => {
      clearTimeout(timer);
      abort?.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    abort?.addEventListener('abort', done);
  });
}
