import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Actor } from '@stoa/contracts/rpc';
import { UnavailableError, badRequest } from '@stoa/errors';
import { RegisterRequest } from '@stoa/contracts/users';
import { EventQueues, QueueDescriptor, slotOf } from '@stoa/event-queue';
import { retryAfterSeconds, tooManyCalls } from '@stoa/lifecycle';
import { Metrics } from '@stoa/observability';
import { isGuest } from '@stoa/policy';
import { UsersEnvironment } from '../users-environment';
import { PendingQueue, QueueDefaults, queueDescriptor, queueLifeSeconds } from './registration-queue';

/** A slot without owner gets one within about this time, in milliseconds. */
const READY_WITHIN_MS = 2_000;
const RETRY_MS = 100;

/** Makes the queues of registrations, within the bounds on what a user and Redis may have. */
@Injectable()
export class QueueMaker {
  private readonly count: (outcome: 'made' | 'ended' | 'too-many' | 'full', by?: number) => void;

  constructor(
    private readonly queues: EventQueues,
    private readonly environment: UsersEnvironment,
    metrics: Metrics,
  ) {
    const counter = metrics.counter(
      'stoa_queue_registrations_total',
      'Event queues that were made, ended to make room for another one of their user, or not made: the user polls as ' +
        'many as one may have (too-many), or Redis has too little memory left (full).',
      ['outcome'],
    );
    for (const outcome of ['made', 'ended', 'too-many', 'full']) counter.inc({ outcome }, 0);
    this.count = (outcome, by = 1) => counter.inc({ outcome }, by);
  }

  /** How long the queue of a request lives without a poll. */
  lifeSeconds(request: RegisterRequest): number {
    return queueLifeSeconds(request, this.environment.STOA_QUEUE_IDLE_SECONDS);
  }

  /**
   * Creates a queue: it takes every event from now on.
   * @throws DomainError for a guest who wants all public channels; 429 for a user who polls too many queues
   * @throws UnavailableError while no events service serves the user's slot, or Redis has no memory for it
   */
  async create(actor: Actor, request: RegisterRequest, defaults: QueueDefaults): Promise<PendingQueue> {
    const descriptor = queueDescriptor(actor, request, defaults, this.environment.STOA_QUEUE_IDLE_SECONDS);
    if (descriptor.allPublicStreams && isGuest(actor)) throw badRequest('User not authorized for this query');
    const giveUpAt = Date.now() + READY_WITHIN_MS;
    for (;;) {
      const status = await this.attempt(actor.partition, descriptor);
      if (status === 'created') return new PendingQueue(this.queues, actor.partition, descriptor);
      if (Date.now() >= giveUpAt) throw new UnavailableError(`no event queue can be made now (${status})`);
      await pause(RETRY_MS);
    }
  }

  private async attempt(partition: number, descriptor: QueueDescriptor): Promise<string> {
    const result = await this.queues.registrar.createQueue(slotOf(partition, descriptor.userId), descriptor);
    switch (result.status) {
      case 'created':
        this.count('made');
        if (result.ended > 0) this.count('ended', result.ended);
        break;
      case 'too-many':
        this.count('too-many');
        throw tooManyCalls();
      case 'full':
        this.count('full');
        throw new UnavailableError('Redis has no room for more queues', { retryAfterSeconds: retryAfterSeconds() });
      default:
        break;
    }
    return result.status;
  }
}
