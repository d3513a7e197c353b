import { Injectable } from '@nestjs/common';
import { Metrics } from '@stoa/observability';
import type { HeldAnswer } from '../http/held-answer';

/** More than so many do not wait: a waiting one is a connection and some memory. */
const MOST_WAITING = 4_000;

type Owed = Pick<HeldAnswer, 'isOpen' | 'onAbort' | 'fail'>;

/** Errors whose answers wait, without a place among the requests that are worked on. */
@Injectable()
export class DelayedFailures {
  private readonly waiting = new Map<NodeJS.Timeout, () => void>();
  private readonly count: () => void;
  private isDraining = false;

  constructor(metrics: Metrics) {
    metrics.gauge('stoa_delayed_polls', 'Failing polls that wait for their answers.', [], (gauge) =>
      gauge.set(this.waiting.size),
    );
    const counter = metrics.counter('stoa_delayed_polls_total', 'Failing polls that were answered late on purpose.');
    this.count = () => counter.inc();
  }

  /** Answers `error` after the time, or at once if too many wait or the process stops. */
  answer(owed: Owed, error: unknown, delayMs: number): void {
    if (this.isDraining || this.waiting.size >= MOST_WAITING) {
      owed.fail(error);
      return;
    }
    this.count();
    const timer = setTimeout(() => this.end(timer), delayMs);
    this.waiting.set(timer, () => owed.fail(error));
    owed.onAbort(() => {
      clearTimeout(timer);
      this.waiting.delete(timer);
    });
  }

  /** Answers all of them now, and at once what comes later: the process does not stop before. */
  drain(): void {
    this.isDraining = true;
    for (const timer of [...this.waiting.keys()]) {
      clearTimeout(timer);
      this.end(timer);
    }
  }

  private end(timer: NodeJS.Timeout): void {
    const answer = this.waiting.get(timer);
    this.waiting.delete(timer);
    answer?.();
  }
}
