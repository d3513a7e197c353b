import { UnavailableError } from '@stoa/errors';

interface Sent {
  readonly at: number;
}

interface Waiting {
  readonly pass: () => void;
  readonly timer: NodeJS.Timeout;
}

/**
 * Keeps commands from a server that has stopped to answer. What was sent to it is done when it goes on, even if nobody waits
 * for it by then: polls that their clients have repeated take queues from the repetitions, and a server that has just
 * come back spends its first seconds on what is of no use. So while the oldest command has had no answer for too long, others wait here,
 * where they can be given up; when one is given up that was sent, one follows to see whether the server is back, and the
 * first answer lets all of them through.
 */
export class StallGate {
  /** Oldest first. */
  private readonly sent = new Set<Sent>();
  private readonly waiting = new Set<Waiting>();
  /** The last thing known of the server: it did not answer a command. */
  private hasFailed = false;

  /**
   * @param stallMs age (ms) of an unanswered command from which on others wait
   * @param patienceMs longest time (ms) that a command waits before it is sent
   */
  constructor(
    private readonly stallMs: number,
    private readonly patienceMs: number,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /**
   * Sends a command by `send`, which must settle by itself, as soon as the server answers others.
   * @param isAnswer whether an error of `send` came from the server
   * @throws UnavailableError if it did not in time; then nothing was sent
   */
  async through<T>(send: () => Promise<T>, isAnswer: (error: unknown) => boolean): Promise<T> {
    if (this.isClosed) await this.wait();
    const command: Sent = { at: this.now() };
    this.sent.add(command);
    let isAnswered = true;
    try {
      return await send();
    } catch (error) {
      isAnswered = isAnswer(error);
      throw error;
    } finally {
      this.sent.delete(command);
      this.settle(isAnswered);
    }
  }

  private get isClosed(): boolean {
    const [oldest] = this.sent;
    if (!oldest) return false;
    return this.hasFailed || this.now() - oldest.at >= this.stallMs;
  }

  private wait(): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.waiting.delete(entry);
        reject(new UnavailableError('Redis does not answer'));
      }, this.patienceMs);
      const pass = () => {
        clearTimeout(timer);
        resolve();
      };
      const entry = { pass, timer };
      this.waiting.add(entry);
    });
  }

  private settle(isAnswered: boolean): void {
    this.hasFailed = !isAnswered;
    if (!isAnswered && this.sent.size > 0) return;
    for (const entry of [...this.waiting]) {
      this.waiting.delete(entry);
      entry.pass();
      if (!isAnswered) return;
    }
  }
}
