import type { Clock } from '../api/backoff';

export interface TypingOptions<R> {
  clock: Clock;
  /** Tells the others; failures are nobody's concern. */
  send(op: 'start' | 'stop', recipient: R): void;
  isSame(a: R, b: R): boolean;
  /** `server_typing_started_wait_period_milliseconds` and `server_typing_stopped_wait_period_milliseconds`. */
  periods(): { startedMs: number; stoppedMs: number };
}

/** Tells others that the user writes, from the first change to the last (web.md 2.17). Who may be told is the caller's check. */
export class TypingNotifier<R> {
  private current: { recipient: R; startedAt: number } | undefined;
  private quiet: AbortController | undefined;

  constructor(private readonly options: TypingOptions<R>) {}

  /** The content changed and is not empty. */
  changed(recipient: R): void {
    const { clock, isSame, send, periods } = this.options;
    if (this.current && !isSame(this.current.recipient, recipient)) this.stop();
    const now = clock.now();
    const { startedMs, stoppedMs } = periods();
    if (!this.current || now - this.current.startedAt >= startedMs) {
      this.current = { recipient, startedAt: now };
      send('start', recipient);
    }
    this.quiet?.abort();
    const quiet = new AbortController();
    this.quiet = quiet;
    clock.sleep(stoppedMs, quiet.signal).then(
      () => this.stop(),
      () => undefined,
    );
  }

  /** The content was emptied, sent or left. */
  stop(): void {
    this.quiet?.abort();
    const { current } = this;
    this.current = undefined;
    if (current) this.options.send('stop', current.recipient);
  }
}
