import { Injectable } from '@nestjs/common';
import { EventQueues, type PollResult } from '@stoa/event-queue';
import { RawJson } from '@stoa/rpc';
import type { HeldAnswer } from '../http/held-answer';
import { HeldPolls, jsonOf, pollAnswer } from './held-polls';
import type { KeptQueue } from './kept-queue';
import { KeptQueues } from './kept-queues';
import { PollRefusals, type QueuePoll } from './poll-refusals';

/** The answer to a poll, or the one that it waits for. */
export type Polled = RawJson | HeldAnswer;

/** Polls of users who may ask, once it is known what for: answered with what there is, or held. */
@Injectable()
export class QueuePolls {
  constructor(
    private readonly queues: EventQueues,
    private readonly polls: HeldPolls,
    private readonly kept: KeptQueues,
    private readonly refusals: PollRefusals,
  ) {}

  /** Whether {@link goOn} will. */
  canGoOn(poll: QueuePoll): boolean {
    return this.resumable(poll) !== undefined;
  }

  /**
   * Goes on with a queue that is kept here.
   * @param hold makes the answer that may be given later
   * @returns undefined where Redis must be asked
   */
  goOn(poll: QueuePoll, hold: () => HeldAnswer): Polled | undefined {
    const kept = this.resumable(poll);
    if (!kept) return undefined;
    const answer = hold();
    const events = this.kept.resume(kept, poll.lastEventId, answer);
    this.refusals.clear(poll);
    return events ? pollAnswer(poll.queueId, events.map(jsonOf)) : answer;
  }

  /** @throws DomainError what is wrong with the poll */
  async serve(poll: QueuePoll, hold: () => HeldAnswer): Promise<Polled> {
    if (this.refusals.isDead(poll)) return this.refusals.refuse(poll, hold(), 'bad-queue');
    const now = this.goOn(poll, hold);
    if (now) return now;
    if (!poll.dontBlock) {
      const kept = this.kept.find(poll.queueId, poll.userId);
      if (kept) await this.kept.letGo(kept);
      else if (this.kept.isWanted(poll.queueId)) return this.keep(poll, hold());
    }
    return this.ask(poll, hold());
  }

  private resumable({ queueId, userId, lastEventId, dontBlock }: QueuePoll): KeptQueue | undefined {
    const kept = dontBlock ? undefined : this.kept.find(queueId, userId);
    return kept && this.kept.canResume(kept, lastEventId) ? kept : undefined;
  }

  private async keep(poll: QueuePoll, answer: HeldAnswer): Promise<Polled> {
    const { queueId } = poll;
    const kept = this.kept.begin(poll);
    let result: PollResult;
    try {
      const { gatewayId } = this.kept;
      result = await this.queues.reader.poll({ ...poll, gatewayId, nonce: kept.nonce });
    } catch (error) {
      this.kept.forget(kept);
      throw error;
    }
    if (result.status !== 'answer' && result.status !== 'parked') {
      this.kept.forget(kept);
      return this.refusals.refuse(poll, answer, result.status);
    }
    if (result.superseded) this.polls.finish(queueId, result.superseded);
    this.refusals.clear(poll);
    const events = this.kept.start(kept, result.status === 'answer' ? result.events : [], answer);
    return events ? pollAnswer(queueId, events.map(jsonOf)) : answer;
  }

  private async ask(poll: QueuePoll, answer: HeldAnswer): Promise<Polled> {
    const { slot, userId, queueId, lastEventId, dontBlock } = poll;
    const held = this.polls.begin(poll, answer);
    let result: PollResult;
    try {
      const { gatewayId } = this.polls;
      const { nonce } = held;
      result = await this.queues.reader.poll({ slot, queueId, userId, lastEventId, dontBlock, gatewayId, nonce });
    } catch (error) {
      this.polls.forget(held);
      throw error;
    }
    if ('superseded' in result && result.superseded) this.polls.finish(queueId, result.superseded);
    if (result.status === 'answer' || result.status === 'parked') {
      this.refusals.clear(poll);
      if (!dontBlock) this.kept.noteAsked(queueId);
    }
    if (result.status === 'parked') {
      this.polls.park(held);
      return answer;
    }
    this.polls.forget(held);
    if (result.status === 'answer') return pollAnswer(queueId, result.events.map(jsonOf));
    return this.refusals.refuse(poll, answer, result.status);
  }
}
