import { DomainError } from '@stoa/contracts';

export interface AdmissionOptions {
  /** Pieces of work that run at the same time. */
  concurrent: number;
  /** Longest wait for a place, in milliseconds. */
  longestWaitMs: number;
}

/** Shortest and longest time after which a refused caller is told to come back, in seconds. */
const RETRY_AFTER_SECONDS = { from: 1, to: 5 } as const;

interface Waiter {
  admit: () => void;
  timer: NodeJS.Timeout;
}

/**
 * Bounds costly work that many clients ask for at once, as when a whole organization returns after an outage: a short
 * wait, then a refusal that spreads the callers over seconds (design: admission control).
 */
export class Admission {
  private running = 0;
  private readonly waiting = new Set<Waiter>();

  constructor(private readonly options: AdmissionOptions) {}

  /** @throws DomainError 429 RATE_LIMIT_HIT with a jittered `retry-after`, in seconds, when no place became free in time */
  async run<T>(work: () => Promise<T>): Promise<T> {
    await this.enter();
    try {
      return await work();
    } finally {
      this.leave();
    }
  }

  private async enter(): Promise<void> {
    if (this.running < this.options.concurrent) {
      this.running++;
      return;
    }
    await new Promise<void>((admit, refuse) => {
      const waiter: Waiter = {
        admit,
        timer: setTimeout(() => {
          this.waiting.delete(waiter);
          refuse(overloaded());
        }, this.options.longestWaitMs),
      };
      this.waiting.add(waiter);
    });
  }

  /** Hands the place to the one that waits longest. */
  private leave(): void {
    const [next] = this.waiting;
    if (!next) {
      this.running--;
      return;
    }
    this.waiting.delete(next);
    clearTimeout(next.timer);
    next.admit();
  }
}

function overloaded(): DomainError {
  const { from, to } = RETRY_AFTER_SECONDS;
  const seconds = Math.round((from + Math.random() * (to - from)) * 100) / 100;
  return new DomainError('RATE_LIMIT_HIT', 'API usage exceeded rate limit', {
    status: 429,
    data: { 'retry-after': seconds },
  });
}
