import { randomUUID } from 'node:crypto';
import { NO_CAPABILITIES } from '@stoa/contracts/users';
import { Redis } from 'ioredis';
import {
  AppendEntry,
  AppendResult,
  EventQueues,
  EventQueuesOptions,
  PollResult,
  QueueDescriptor,
  QueuedEvent,
  Slot,
  bodyRef,
  slotName,
} from '../index';

/** A snapshot that contains every transaction below 1000 and none from there on. */
export const SNAPSHOT = '1000:1000:';
const FIRST_XID = 1_000;

/** An event for {@link QueueFixture.append}. */
export interface TestEvent {
  text: string;
  xid?: number;
  mergeKey?: string;
  /** Which of the slot's queues get it; all unless given. */
  queues?: readonly string[];
}

export function messageText(number: number): string {
  return JSON.stringify({ type: 'message', number });
}

export function flagsText(...messages: number[]): string {
  return JSON.stringify({ type: 'update_message_flags', op: 'add', flag: 'starred', messages, all: false });
}

export function describeQueue(userId: number, changes: Partial<QueueDescriptor> = {}): QueueDescriptor {
  return {
    id: randomUUID(),
    realmId: 1,
    userId,
    realmHost: 'chat.example.com',
    clientName: 'Test',
    eventTypes: null,
    applyMarkdown: true,
    clientGravatar: true,
    slimPresence: true,
    allPublicStreams: false,
    narrow: [],
    includeSubscribers: false,
    capabilities: NO_CAPABILITIES,
    lifespanSeconds: 600,
    isGuest: false,
    createdAt: 1_760_000_000_000,
    ...changes,
  };
}

/** One slot under a prefix of its own, driven as the services drive it. */
export class QueueFixture {
  readonly slot: Slot = { partition: 0, number: 3 };
  readonly prefix = `test-${randomUUID()}:`;
  readonly queues: EventQueues;
  readonly redis: Redis;
  position = 0;
  private nonces = 0;

  constructor(
    readonly url: string,
    readonly options: Partial<EventQueuesOptions> = {},
  ) {
    this.queues = this.connect(options);
    this.redis = new Redis(url);
    this.redis.on('error', () => undefined);
  }

  /** Scripts that the server has run by digest, for anybody. */
  async scriptCalls(): Promise<number> {
    return Number(/cmdstat_evalsha:calls=(\d+)/.exec(await this.redis.info('commandstats'))?.[1] ?? 0);
  }

  /** As a server that lost its data does. */
  async forgetEverything(): Promise<void> {
    const keys = await this.redis.keys(`${this.prefix}*`);
    if (keys.length > 0) await this.redis.del(...keys);
  }

  /** A second process's view of the same queues. */
  connect(options: Partial<EventQueuesOptions> = this.options): EventQueues {
    return EventQueues.connect({ url: this.url, prefix: this.prefix, ...options });
  }

  async initialise(): Promise<this> {
    await this.queues.keeper.initialiseSlot(this.slot, { epoch: 1, seq: 0 });
    return this;
  }

  async create(userId = 7, changes: Partial<QueueDescriptor> = {}): Promise<QueueDescriptor> {
    const descriptor = describeQueue(userId, changes);
    expect(await this.queues.registrar.createQueue(this.slot, descriptor)).toMatchObject({ status: 'created' });
    return descriptor;
  }

  async open(descriptor: QueueDescriptor, snapshot = SNAPSHOT, epoch = 1): Promise<void> {
    const result = await this.queues.registrar.openQueue(this.slot, descriptor.id, snapshot, epoch);
    expect(result).toEqual({ status: 'opened', lastEventId: -1 });
  }

  async register(userId = 7, changes: Partial<QueueDescriptor> = {}): Promise<QueueDescriptor> {
    const descriptor = await this.create(userId, changes);
    await this.open(descriptor);
    return descriptor;
  }

  /** One batch in which each event is a change of its own, after the fixture's position. */
  batch(queueIds: readonly string[], events: readonly TestEvent[], from = this.position) {
    const entries = new Map<string, AppendEntry[]>();
    const bodies = new Map<string, string>();
    events.forEach(({ text, xid, mergeKey, queues }, index) => {
      const seq = from + index + 1;
      const ref = bodyRef(1, seq, 0, 'all');
      bodies.set(ref, text);
      const entry: AppendEntry = { seq, xid: xid ?? FIRST_XID + seq, bodyRef: ref, ...(mergeKey ? { mergeKey } : {}) };
      for (const id of queues ?? queueIds) entries.set(id, [...(entries.get(id) ?? []), entry]);
    });
    return { epoch: 1, from, to: from + events.length, entries, bodies };
  }

  async append(queueIds: readonly string[], ...events: TestEvent[]): Promise<AppendResult> {
    const batch = this.batch(queueIds, events);
    const result = await this.queues.writer.appendBatch(this.slot, batch);
    if (result.status === 'applied') this.position = batch.to;
    return result;
  }

  poll(queue: QueueDescriptor, lastEventId: number, changes: { dontBlock?: boolean; userId?: number } = {}) {
    return this.queues.reader.poll({
      slot: this.slot,
      queueId: queue.id,
      userId: queue.userId,
      lastEventId,
      dontBlock: false,
      gatewayId: 'gateway-1',
      nonce: `nonce-${++this.nonces}`,
      ...changes,
    });
  }

  get lastNonce(): string {
    return `nonce-${this.nonces}`;
  }

  async read(queue: QueueDescriptor, lastEventId: number): Promise<QueuedEvent[]> {
    return eventsOf(await this.poll(queue, lastEventId, { dontBlock: true }));
  }

  key(name: string): string {
    return `${this.prefix}{${slotName(this.slot)}}:${name}`;
  }

  /** Everything that event texts and lists occupy; all zero when nothing is queued. */
  async occupied(): Promise<{ bodies: number; counts: number; lists: number }> {
    const [bodies, counts, lists] = await Promise.all([
      this.redis.hlen(this.key('bodies')),
      this.redis.hlen(this.key('counts')),
      this.redis.keys(this.key('q:*')),
    ]);
    return { bodies, counts, lists: lists.length };
  }

  async close(): Promise<void> {
    await this.queues.close();
    this.redis.disconnect();
  }
}

export function eventsOf(result: PollResult): QueuedEvent[] {
  if (result.status !== 'answer') throw new Error(`the poll was ${result.status}`);
  return result.events;
}

/** The events without their ids, as numbers of messages. */
export function numbersOf(events: readonly QueuedEvent[]): number[] {
  return events.flatMap(({ json }) => {
    const event: { number?: number; messages?: number[] } = JSON.parse(json);
    return event.messages ?? (event.number === undefined ? [] : [event.number]);
  });
}
