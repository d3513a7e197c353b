import { HeldPollWake, HintTransport, REVOKED_SUBJECT, StreamedChange, encodeWakes, wakeSubject } from '@stoa/changes';
import type { AppendProgress, CollectedQueue, ParkedPoll, Wake, ParkedQueue } from '@stoa/event-queue';
import { type Logger, type TraceParent, startChildSpan } from '@stoa/observability';
import { ConsumerMetrics } from '../consumption/consumer-metrics';
import { SlotEvents } from '../consumption/slot-runner';

/**
 * Instructs gateways what to do with the polls that they hold. A lost wake only delays: the gateway asks again within a
 * minute. What several slots have for a gateway in one turn of the event loop goes in one message: its subscribers are spread
 * over all slots, so a channel of ten would be ten messages.
 */
export class WakeSender implements SlotEvents {
  /** For each gateway, until the end of the turn. A Map for each turn: one that is cleared keeps (`Transients` in libs/transients). */
  private waiting = new Map<string, HeldPollWake[]>();

  constructor(
    private readonly transport: HintTransport,
    private readonly metrics: ConsumerMetrics,
    private readonly logger: Logger,
  ) {}

  onProgress(progress: AppendProgress, bodies: ReadonlyMap<string, string>): void {
    if (progress.wakes.length > 0) {
      this.metrics.observeWakes(progress.wakes.length);
      const span = startChildSpan('wake polls', {
        role: 'producer',
        attributes: { 'stoa.polls': progress.wakes.length },
      });
      this.send(progress.wakes, (wake) => answerOf(wake, bodies), span?.traceParent);
      span?.end();
    }
    if (progress.overflowed.length === 0) return;
    this.logger.warn({ queues: progress.overflowed.length }, 'event queues outgrew their limit');
    this.onDead(progress.overflowed.flatMap(({ queueId, parked }) => (parked ? [{ queueId, ...parked }] : [])));
  }

  onDead(parked: readonly ParkedQueue[]): void {
    this.send(parked, ({ nonce, queueId }) => ({ nonce, queueId, events: [] }));
  }

  onWaiting(waiting: readonly ParkedQueue[]): void {
    this.send(waiting, ({ nonce, queueId }) => ({ nonce, queueId, events: null }));
  }

  onRevoked(userIds: readonly number[]): void {
    if (userIds.length === 0) return;
    // Their polls are to bring the event that says so before they end.
    this.publish();
    this.transport.publish(REVOKED_SUBJECT, Buffer.from(JSON.stringify(userIds)));
  }

  onMalformed(change: StreamedChange, error: unknown): void {
    this.metrics.observeMalformed();
    this.logger.error({ err: error, partition: change.partition, seq: change.seq }, 'a change cannot be read');
  }

  /** Queues that were collected: counted, and requests that still wait for them are finished. */
  onCollected(collected: readonly CollectedQueue[]): void {
    for (const { reason } of collected) this.metrics.observeEnded(reason, 1);
    this.onDead(collected.flatMap(({ descriptor, parked }) => (parked ? [{ queueId: descriptor.id, ...parked }] : [])));
  }

  private send<T extends ParkedPoll>(
    polls: readonly T[],
    wakeOf: (poll: T) => HeldPollWake,
    trace?: TraceParent,
  ): void {
    // A message names one trace: what waits for others is not of it.
    if (trace !== undefined) this.publish();
    if (this.waiting.size === 0 && polls.length > 0) setImmediate(() => this.publish());
    for (const poll of polls) {
      const wakes = this.waiting.get(poll.gatewayId);
      if (wakes) wakes.push(wakeOf(poll));
      else this.waiting.set(poll.gatewayId, [wakeOf(poll)]);
    }
    if (trace !== undefined) this.publish(trace);
  }

  private publish(trace?: TraceParent): void {
    const { waiting } = this;
    this.waiting = new Map();
    for (const [gatewayId, wakes] of waiting) {
      for (const message of encodeWakes(wakes, trace)) this.transport.publish(wakeSubject(gatewayId), message);
    }
  }
}

function answerOf({ nonce, queueId, events, before }: Wake, texts: ReadonlyMap<string, string>): HeldPollWake {
  const answered = events.map(({ id, bodyRefs }) => ({ id, bodies: bodyRefs.map((ref) => texts.get(ref)) }));
  // An event that was merged with one of an earlier batch has a text that is not at hand.
  const isComplete = answered.every(({ bodies }) => bodies.every((text) => text !== undefined));
  if (!isComplete) return { nonce, queueId, events: null };
  return {
    nonce,
    queueId,
    events: answered.map(({ id, bodies }) => ({ id, bodies: bodies.filter((text) => text !== undefined) })),
    before,
  };
}
