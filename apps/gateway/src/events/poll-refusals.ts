import { Injectable } from '@nestjs/common';
import { DomainError, UnavailableError, badRequest } from '@stoa/errors';
import type { PollResult, Slot } from '@stoa/event-queue';
import type { HeldAnswer } from '../http/held-answer';
import { DelayedFailures } from './delayed-failures';
import { FailingPolls } from './failing-polls';

/** A request for the events of a queue after one of them. */
export interface QueuePoll {
  readonly slot: Slot;
  readonly userId: number;
  readonly queueId: string;
  readonly lastEventId: number;
  readonly dontBlock: boolean;
}

type Refusal = Exclude<PollResult['status'], 'answer' | 'parked'>;

/** Answers to polls whose queue cannot be read from where they say; those who repeat them wait ever longer. */
@Injectable()
export class PollRefusals {
  constructor(
    private readonly failing: FailingPolls,
    private readonly delayed: DelayedFailures,
  ) {}

  /** Whether the user's queue is known not to exist. */
  isDead({ userId, queueId }: QueuePoll): boolean {
    return this.failing.isDead(userId, queueId);
  }

  /** The queue could be read. */
  clear({ userId, queueId }: Pick<QueuePoll, 'userId' | 'queueId'>): void {
    this.failing.clear(userId, queueId);
  }

  /**
   * @returns the request, answered after the wait that repeated failures have to bear
   * @throws DomainError the error, if there is none
   */
  refuse(poll: QueuePoll, answer: HeldAnswer, status: Refusal): HeldAnswer {
    const { queueId, lastEventId } = poll;
    switch (status) {
      case 'pruned':
        return this.fail(poll, answer, badRequest(`An event newer than ${lastEventId} has already been pruned!`));
      case 'unknown-event':
        return this.fail(poll, answer, badRequest(`Event ${lastEventId} was not in this queue`));
      case 'run-id':
        throw settling();
      default:
        // A slot that is not ready lost its queues.
        return this.fail(poll, answer, badQueue(queueId), status === 'bad-queue');
    }
  }

  private fail({ userId, queueId }: QueuePoll, answer: HeldAnswer, error: DomainError, isDead = false): HeldAnswer {
    const delayMs = this.failing.note(userId, queueId, isDead);
    if (delayMs === 0) throw error;
    this.delayed.answer(answer, error, delayMs);
    return answer;
  }
}

export function badQueue(queueId: string): DomainError {
  return new DomainError('BAD_EVENT_QUEUE_ID', `Bad event queue ID: ${queueId}`, { data: { queue_id: queueId } });
}

/** Redis was restarted; the owner of the slot finds out in a moment whether its queues are still right. */
export function settling(): UnavailableError {
  return new UnavailableError('the event queues are being checked');
}
