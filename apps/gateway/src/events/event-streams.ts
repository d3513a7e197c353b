import { randomInt, randomUUID } from 'node:crypto';
import { Inject, Injectable, OnApplicationBootstrap } from '@nestjs/common';
import { HeldPollWake, NatsHintTransport } from '@stoa/changes';
import { DomainError, UnavailableError } from '@stoa/errors';
import { EventQueues, QueuedEvent, STREAM_MARK, composeEvent } from '@stoa/event-queue';
import { LOGGER, type Logger, Metrics } from '@stoa/observability';
import { GatewayEnvironment } from '../gateway-environment';
import { STREAM_HEARTBEAT, STREAM_START, streamedEvent } from '../http/event-stream';
import { AccessVersions } from '../access/access-versions';
import { inDrainSteps } from './drain-steps';
import { hearHints } from './gateway-hints';
import { HOLD_SPREAD_SECONDS } from './held-polls';
import { HoldCheck } from './hold-check';
import {
  type EventStream,
  PIECE_BYTES,
  type StreamRequest,
  type StreamSink,
  isFull,
  isReady,
  newStream,
} from './open-stream';
import { PollWheel } from './poll-wheel';

/** Rounds of {@link EventStreams.round}: some five minutes, so that what few events a stream had is acknowledged too. */
const MOST_ROUNDS = 6;
/** While Redis or PostgreSQL does not answer, a stream waits on for so long, and is asked about every second or two. */
const PATIENCE_MS = 20_000;
const RETRY_SECONDS = 1;
const RETRY_SPREAD_SECONDS = 2;
/** Messages that wait for the version of an organization's access; what is beyond is read from the queues later. */
const MOST_WAITING = 200;

const END_REASONS = ['acknowledge', 'taken', 'revoked', 'unread', 'left', 'failed', 'drain'] as const;
type EndReason = (typeof END_REASONS)[number];

/**
 * Streams of events (docs/use/api.md): one held request that brings event after event, from the same queues as polls. Its
 * mark stays on the queue; each wake says after which event its own come, so that a stream that has missed something reads
 * it from the queue. Nothing counts as acknowledged before the client comes back with the id of the last event it got,
 * which is why a stream is ended from time to time.
 */
@Injectable()
export class EventStreams implements OnApplicationBootstrap {
  /** Where wakes for streams of this gateway go. */
  readonly gatewayId = randomUUID();
  private readonly noncePrefix = `${STREAM_MARK}${this.gatewayId.slice(0, 13)}.`;
  private readonly streams = new Map<string, EventStream>();
  private readonly wheel = new PollWheel<EventStream>((due) => due.forEach((stream) => void this.round(stream)));
  private readonly check: HoldCheck<EventStream>;
  /** Wakes that wait until it is known that their clients may still get them. */
  private readonly waiting: HeldPollWake[][] = [];
  private isTaking = false;
  private stopHearing = (): void => undefined;
  private nonces = 0;
  private isDraining = false;
  private readonly ends: { inc(labels: { reason: EndReason }, value?: number): void };
  private readonly brought: { inc(value: number): void };

  constructor(
    private readonly queues: EventQueues,
    private readonly transport: NatsHintTransport,
    private readonly access: AccessVersions,
    @Inject(LOGGER) private readonly log: Logger,
    @Inject(GatewayEnvironment) private readonly environment: Pick<GatewayEnvironment, 'STOA_POLL_HOLD_SECONDS'>,
    metrics: Metrics,
  ) {
    this.check = new HoldCheck<EventStream>({
      ...{ queues, log },
      isHeld: (stream) => this.streams.has(stream.nonce),
      onUnheld: (stream) => void this.catchUp(stream),
    });
    metrics.gauge('stoa_event_streams', 'Streams of events that are open now.', [], (gauge) =>
      gauge.set(this.streams.size),
    );
    this.brought = metrics.counter('stoa_event_stream_events_total', 'Events that streams have brought.');
    this.ends = metrics.counter(
      'stoa_event_stream_ends_total',
      'Streams that ended: for an acknowledgement, because another request took the queue or it is gone, for a revoked key, because the client did not read, left, or its queue could not be read, or because the gateway stops.',
      ['reason'],
    );
    for (const reason of END_REASONS) this.ends.inc({ reason }, 0);
  }

  get size(): number {
    return this.streams.size;
  }

  onApplicationBootstrap(): void {
    this.stopHearing = hearHints(this.transport, this.gatewayId, {
      onWakes: ({ wakes }) => this.receive(wakes),
      onRevoked: (users) => this.onRevoked(users),
    });
    this.wheel.start();
    this.check.start();
  }

  /** Ends all of them, spread over a moment: their clients go on at another replica. Later ones end when they begin. */
  async drain(): Promise<void> {
    this.isDraining = true;
    await inDrainSteps([...this.streams.values()], (stream) => {
      if (stream.sink) this.end(stream, 'drain');
      return Promise.resolve();
    });
  }

  /** Lets go of what {@link drain} has left unused. */
  stop(): void {
    this.wheel.stop();
    this.check.stop();
    this.stopHearing();
  }

  /** Registers a stream before its queue is asked, so that a wake that is faster than the answer finds it. */
  begin(request: StreamRequest): EventStream {
    this.nonces += 1;
    const stream = newStream(request, `${this.noncePrefix}${this.nonces.toString(36)}`);
    this.streams.set(stream.nonce, stream);
    return stream;
  }

  /** The queue refused, or was not asked: the request is no longer this class' business. */
  forget(stream: EventStream): void {
    this.streams.delete(stream.nonce);
    this.wheel.remove(stream);
    this.check.remove(stream);
  }

  /** The client has left before the stream could begin. */
  abandon(stream: EventStream): void {
    this.finish(stream, 'left');
  }

  /** The queue was asked, and has the stream's mark: writes what it had, and from now on what comes. */
  start(stream: EventStream, sink: StreamSink, events: readonly QueuedEvent[]): void {
    stream.sink = sink;
    sink.onAbort(() => this.finish(stream, 'left'));
    sink.write(STREAM_START);
    // Another request may have taken the queue already.
    if (!this.streams.has(stream.nonce)) return sink.end();
    this.deliver(stream, events);
    if (!this.streams.has(stream.nonce)) return;
    if (this.isDraining) return this.end(stream, 'drain');
    this.wheel.put(stream, this.environment.STOA_POLL_HOLD_SECONDS + randomInt(HOLD_SPREAD_SECONDS + 1));
    this.check.add(stream);
    if (stream.newest > stream.got) void this.catchUp(stream);
  }

  /** Messages are taken in turn; one waits if the access of its streams' organizations was not read just now. */
  private receive(wakes: HeldPollWake[]): void {
    if (this.waiting.length >= MOST_WAITING) return;
    this.waiting.push(wakes);
    if (this.isTaking) return;
    this.take().catch((error: unknown) => this.log.error({ err: error }, 'events could not be streamed'));
  }

  private async take(): Promise<void> {
    this.isTaking = true;
    try {
      for (let wakes = this.waiting.shift(); wakes; wakes = this.waiting.shift()) {
        const known = this.access.know(this.realmsOf(wakes));
        if (known) await known;
        for (const wake of wakes) this.onWake(wake);
      }
    } finally {
      this.isTaking = false;
    }
  }

  private realmsOf(wakes: readonly HeldPollWake[]): Set<number> {
    const realms = new Set<number>();
    for (const { nonce } of wakes) {
      const stream = this.streams.get(nonce);
      if (stream) realms.add(stream.realmId);
    }
    return realms;
  }

  private onWake({ nonce, events, before }: HeldPollWake): void {
    const stream = this.streams.get(nonce);
    if (!stream) return;
    if (events?.length === 0) return this.end(stream, 'taken');
    stream.newest = Math.max(stream.newest, events?.at(-1)?.id ?? stream.got + 1);
    if (!isReady(stream) || stream.newest <= stream.got) return;
    const isNext = events !== null && before !== undefined && before <= stream.got;
    if (!isNext || !this.access.allows(stream)) return void this.catchUp(stream);
    this.deliver(
      stream,
      events.map(({ id, bodies }) => ({ id, json: composeEvent(id, bodies) })),
    );
  }

  /** Writes events in pieces, as long as the client takes them: the queue has the rest. */
  private deliver(stream: EventStream, events: readonly QueuedEvent[]): void {
    stream.newest = Math.max(stream.newest, events.at(-1)?.id ?? stream.newest);
    let piece = '';
    for (const { id, json } of events) {
      if (id <= stream.got) continue;
      piece += streamedEvent(id, json);
      stream.got = id;
      stream.events += 1;
      stream.bytes += json.length;
      this.brought.inc(1);
      if (piece.length < PIECE_BYTES && !isFull(stream)) continue;
      if (!this.write(stream, piece)) return;
      piece = '';
    }
    if (piece !== '') this.write(stream, piece);
  }

  /** @returns whether more may be written now */
  private write(stream: EventStream, piece: string): boolean {
    const isTaken = stream.sink?.write(piece) ?? false;
    if (isFull(stream)) {
      this.end(stream, 'acknowledge');
      return false;
    }
    if (isTaken) return true;
    stream.isBehind = true;
    stream.sink?.onceRead(() => {
      stream.isBehind = false;
      void this.catchUp(stream);
    });
    return false;
  }

  /** Every 45 to 55 seconds: renews the mark on the queue, and tells the client that the connection lives. */
  private async round(stream: EventStream): Promise<void> {
    if (stream.isAsking) return this.wheel.put(stream, RETRY_SECONDS);
    if (stream.failingSince === undefined) stream.rounds += 1;
    if (stream.isBehind) return this.end(stream, 'unread');
    if (stream.rounds >= MOST_ROUNDS) return this.end(stream, 'acknowledge');
    const goesOn = await this.catchUp(stream, { admitAgain: true });
    // It may have ended before this turn.
    if (!goesOn || !this.streams.has(stream.nonce)) return;
    stream.sink?.write(STREAM_HEARTBEAT);
    this.wheel.put(stream, this.environment.STOA_POLL_HOLD_SECONDS + randomInt(HOLD_SPREAD_SECONDS + 1));
  }

  /**
   * Reads from the queue what the stream has not got, unless that is under way or its client still reads.
   * @returns whether the stream goes on, at the end of its queue or as far as its client reads
   */
  private async catchUp(stream: EventStream, { admitAgain = false } = {}): Promise<boolean> {
    if (!this.streams.has(stream.nonce) || !isReady(stream)) return false;
    stream.isAsking = true;
    try {
      if (admitAgain || !(await this.access.confirms(stream))) stream.accessVersion = await stream.readmit();
      do await this.readQueue(stream);
      while (this.streams.has(stream.nonce) && !stream.isBehind && stream.newest > stream.got);
      stream.failingSince = undefined;
    } catch (error) {
      this.onFailure(stream, error);
      return false;
    } finally {
      stream.isAsking = false;
    }
    if (!this.streams.has(stream.nonce)) return false;
    this.check.add(stream);
    return true;
  }

  private async readQueue(stream: EventStream): Promise<void> {
    const asked = stream.newest;
    const result = await this.queues.reader.follow({ ...stream, bytes: PIECE_BYTES });
    if (!this.streams.has(stream.nonce)) return;
    // The server is being settled by the slot's owner.
    if (result.status === 'run-id') throw new UnavailableError('the event queues are being checked');
    if (result.status !== 'answer') return this.end(stream, 'taken');
    this.deliver(stream, result.events);
    // A hint may have named more than there was.
    stream.newest = stream.newest === asked ? result.newest : Math.max(stream.newest, result.newest);
  }

  private onFailure(stream: EventStream, error: unknown): void {
    if (!this.streams.has(stream.nonce)) return;
    if (error instanceof DomainError && error.status < 500) return this.end(stream, 'revoked');
    if (!(error instanceof UnavailableError)) this.log.error({ err: error }, 'a stream could not go on');
    stream.failingSince ??= performance.now();
    if (performance.now() - stream.failingSince >= PATIENCE_MS) return this.end(stream, 'failed');
    this.wheel.put(stream, RETRY_SECONDS + randomInt(RETRY_SPREAD_SECONDS + 1));
  }

  /** Ends the streams of users whose keys were revoked: when they come back, their keys are looked at (I10). */
  private onRevoked(revoked: ReadonlySet<unknown>): void {
    for (const stream of [...this.streams.values()]) {
      if (revoked.has(stream.userId) && stream.sink) this.end(stream, 'revoked');
    }
  }

  private end(stream: EventStream, reason: EndReason): void {
    this.finish(stream, reason);
    stream.sink?.end();
  }

  /** Takes the mark off the queue, unless another request's is there. */
  private finish(stream: EventStream, reason: EndReason): void {
    if (!this.streams.has(stream.nonce)) return;
    this.forget(stream);
    this.ends.inc({ reason });
    if (reason === 'taken') return;
    this.queues.reader.unpark(stream).catch((error: unknown) => {
      // The park mark ends by itself.
      this.log.debug({ err: error }, 'a stream could not be unparked');
    });
  }
}
