import { ClientEvent, ClientState, Parameters, ResponseBody, TestResponse } from '@stoa/testing';
import { Person } from '../../../support/people';
import { MODERN_REGISTRATION } from '../../../support/folding';
import type { Snapshot } from '../checker/snapshot';
import type { Journal, QueueRecord, RealmFacts } from '../records';
import type { Attempts, World } from './attempts';

/** Reads what is committed, over a connection that no fault affects; undefined while PostgreSQL is away. */
export type SnapshotReader = () => Promise<Snapshot | undefined>;

export interface ListenerTools {
  journal: Journal;
  attempts: Attempts;
  world: World;
  readSnapshot: SnapshotReader;
}

export interface ListenerOptions {
  applyMarkdown: boolean;
  /** Sleeps for so long (ms) before each poll, unless it is woken for good. */
  napMs?: number;
  /** Called with each event as it comes. */
  onEvent?: (event: ResponseBody) => void;
  /** Reads streams instead of polls. */
  streams?: boolean;
}

/** Of its own accord a client reads a stream for so long, which is less than a request without an answer may take. */
const STREAM_MS = 30_000;

/**
 * A client's queue: it registers, polls through every fault, and registers anew when the queue is gone, as clients
 * must.
 */
export class Listener {
  record: QueueRecord | undefined;
  state: ClientState = {};
  /** What came since the registration. */
  events: ClientEvent[] = [];
  private lastEventId = -1;
  private isStopped = false;
  private isAwake = false;
  private wakeUp: (() => void) | undefined;

  constructor(
    readonly person: Person,
    readonly realm: RealmFacts,
    private readonly tools: ListenerTools,
    private readonly options: ListenerOptions,
  ) {}

  get registration() {
    return { ...MODERN_REGISTRATION, apply_markdown: this.options.applyMarkdown };
  }

  /** How it reads its queue. */
  get reads(): 'streams' | 'polls' {
    return this.options.streams ? 'streams' : 'polls';
  }

  /** Polls until it is stopped; the first registration is part of it. */
  async run(): Promise<void> {
    while (!this.isStopped) {
      if (!this.record && !(await this.register())) return;
      await this.nap();
      if (!this.isStopped) await this.poll();
    }
  }

  /** Whether a message with some text has come. */
  hasReceived(content: string): boolean {
    return this.events.some(
      (event: ResponseBody) => event.type === 'message' && event.message.content.includes(content),
    );
  }

  /** Ends its sleep; from now on it polls at once. */
  awake(): void {
    this.isAwake = true;
    this.wakeUp?.();
  }

  stop(): void {
    this.isStopped = true;
    this.wakeUp?.();
  }

  /** Deletes the queue, as a client that logs out does. */
  async delete(): Promise<void> {
    this.stop();
    const { record } = this;
    if (!record) return;
    this.finish(record, 'deleted');
    await this.tools.attempts.call({
      action: 'delete-queue',
      isRepeatable: true,
      outlivesWorld: true,
      request: (signal) => this.person.client.delete('/events', { queue_id: record.queueId }, { signal }),
    });
  }

  private async nap(): Promise<void> {
    const { napMs } = this.options;
    if (napMs === undefined || this.isAwake || this.isStopped) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, napMs);
      this.wakeUp = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  private async register(): Promise<boolean> {
    const { attempts, journal, world, readSnapshot } = this.tools;
    const life = world.life;
    let before = await readSnapshot();
    const result = await attempts.call({
      action: 'register',
      isRepeatable: true,
      outlivesWorld: true,
      request: (signal) => this.person.client.post('/register', this.registration, { signal }),
    });
    if (result.kind !== 'answer') return false;
    const { status, body } = result.response;
    if (status !== 200) {
      journal.violate('clients can register', `register answered ${status}`, body);
      return false;
    }
    const after = await readSnapshot();
    if (world.life !== life) before = undefined;
    this.state = body;
    this.events = [];
    this.lastEventId = body.last_event_id;
    this.record = {
      queueId: body.queue_id,
      userId: this.person.userId,
      realm: this.realm,
      applyMarkdown: this.options.applyMarkdown,
      registeredAt: Date.now(),
      before,
      after: world.life === life ? after : undefined,
      life: world.life,
      events: [],
      end: 'open',
      lifeAtEnd: world.life,
      isComplete: false,
    };
    journal.queues.push(this.record);
    return true;
  }

  private async poll(): Promise<void> {
    const { record } = this;
    if (!record) return;
    const result = await this.tools.attempts.call({
      action: this.options.streams ? 'stream' : 'poll',
      isRepeatable: true,
      outlivesWorld: true,
      request: (signal) => {
        const parameters = { queue_id: record.queueId, last_event_id: this.lastEventId };
        if (this.options.streams) return this.stream(record, parameters, signal);
        return this.person.client.get('/events', parameters, { signal });
      },
    });
    if (result.kind !== 'answer') {
      this.isStopped = true;
      return;
    }
    const { status, body } = result.response;
    if (record.end === 'deleted') return;
    if (status === 200) this.takeAll(record, body.events, result.startedAt);
    else if (body.code === 'BAD_EVENT_QUEUE_ID') this.finish(record, 'expired');
    else {
      this.tools.journal.violate('polls are answered', `a poll was answered ${status}`, body);
      this.isStopped = true;
    }
  }

  /** @returns the answer; what a stream has brought is taken already */
  private async stream(record: QueueRecord, parameters: Parameters, signal: AbortSignal): Promise<TestResponse> {
    const startedAt = Date.now();
    const own = AbortSignal.timeout(STREAM_MS);
    const take = (event: ResponseBody): void => {
      const isOfQueue = event.id !== undefined && record.end === 'open';
      if (isOfQueue) this.takeAll(record, [event], startedAt);
    };
    try {
      const answer = await this.person.client.stream(parameters, take, { signal: AbortSignal.any([signal, own]) });
      if (answer) return answer;
    } catch (error) {
      if (!own.aborted) throw error;
    }
    return { status: 200, headers: new Headers(), body: { events: [] } };
  }

  private takeAll(record: QueueRecord, events: readonly ResponseBody[], startedAt: number): void {
    const evidence = events.flatMap((event) => sentMarkOf(event) ?? []);
    const { queueId } = record;
    if (evidence.length > 0) {
      this.tools.journal.deliveries.push({ queueId, startedAt, answeredAt: Date.now(), evidence });
    }
    for (const event of events) this.take(record, event);
  }

  private take(record: QueueRecord, event: ResponseBody): void {
    const { id, ...rest } = event;
    record.events.push({ id, text: JSON.stringify(rest) });
    record.lifeAtEnd = this.tools.world.life;
    this.events.push(event);
    this.lastEventId = id;
    this.options.onEvent?.(event);
  }

  private finish(record: QueueRecord, end: 'expired' | 'deleted'): void {
    record.end = end;
    record.endedAt = Date.now();
    this.record = undefined;
  }
}

/** Names the message that an event brings as its sender's record does; it may have come as HTML. */
function sentMarkOf(event: ResponseBody): string | undefined {
  const mark =
    event.type === 'message' ? /^(?:<p>)?([a-z]+\d+x[0-9a-f]+):/.exec(event.message.content)?.[1] : undefined;
  return mark && `sent:${mark}`;
}
