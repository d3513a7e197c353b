import type { RedisAddress } from '@stoa/config';
import type { Metrics } from '@stoa/observability';
import { parseDescriptor } from './descriptor';
import { QueueReader } from './queue-reader';
import { PENDING_MS, QueueRegistrar } from './queue-registrar';
import { QueueWriter } from './queue-writer';
import { RedisLink } from './redis-link';
import { meterServers } from './server-health';
import { KeySpace } from './slot-keys';
import { SlotKeeper } from './slot-keeper';
import { SlotLeases, SlotLeasesOptions } from './slot-leases';

export interface EventQueuesOptions extends RedisAddress {
  /** Begins every key; `stoa:` unless several installations share a server. */
  readonly prefix?: string;
  /** A queue with more unread events than this dies (10,000). */
  readonly maxEvents?: number;
  /** A queue whose unread events' texts are longer than this together dies (16 MiB). */
  readonly maxBytes?: number;
  /** Milliseconds after which a park mark without a sign of its gateway counts as idle (90,000). */
  readonly parkMs?: number;
  /** Milliseconds that a queue may stay pending (60,000). */
  readonly pendingMs?: number;
  /** Queues that one user may have (200). */
  readonly queuesPerUser?: number;
  /** Percent of the server's `maxmemory` above which no queue is made (90). */
  readonly memoryPercent?: number;
  /** Longest time (ms) that one Redis command may take (5,000). */
  readonly commandTimeoutMs?: number;
}

/** The event queues in Redis (design.md 3): one connection, and a part for each of the queues' users. */
export class EventQueues {
  /** For the service that registers clients. */
  readonly registrar: QueueRegistrar;
  /** For the gateway: poll, heartbeat, delete. */
  readonly reader: QueueReader;
  /** For the consumer of the change log. */
  readonly writer: QueueWriter;
  /** For the owner of a slot: positions, epochs, server changes, garbage. */
  readonly keeper: SlotKeeper;
  private readonly link: RedisLink;
  private readonly keys: KeySpace;

  private constructor(options: EventQueuesOptions) {
    const pendingMs = options.pendingMs ?? PENDING_MS;
    this.link = new RedisLink(options);
    this.keys = new KeySpace(options.prefix ?? 'stoa:');
    const limits = {
      pendingMs,
      queuesPerUser: options.queuesPerUser ?? 200,
      memoryPercent: options.memoryPercent ?? 90,
    };
    this.registrar = new QueueRegistrar(this.link, this.keys, limits);
    this.reader = new QueueReader(this.link, this.keys, options.parkMs ?? 90_000);
    this.keeper = new SlotKeeper(this.link, this.keys, pendingMs, parseDescriptor);
    const caps = { maxEvents: options.maxEvents ?? 10_000, maxBytes: options.maxBytes ?? 16 * 1024 * 1024 };
    this.writer = new QueueWriter(this.link, this.keys, caps, parseDescriptor);
  }

  /** Begins to connect; commands wait for the connection, within their time. */
  static connect(options: EventQueuesOptions): EventQueues {
    return new EventQueues(options);
  }

  /**
   * To be called at start. Throws if Redis may evict keys or is too old; returns warnings about what it was not
   * allowed to check. @throws UnavailableError if Redis does not answer.
   */
  checkServer(): Promise<string[]> {
    return this.link.check();
  }

  /** Shows how long Redis takes in the process's metrics. */
  meter(metrics: Metrics): void {
    this.link.meter(metrics);
  }

  /** Shows memory and replicas of Redis' servers in the process's metrics; one service is enough. */
  meterServers(metrics: Metrics): void {
    meterServers(this.link, metrics);
  }

  /** For readiness: resolves if Redis answers. @throws UnavailableError */
  async ping(): Promise<void> {
    await this.link.plain('ping', (client) => client.ping());
  }

  /**
   * Calls the listener when Redis may be another server, or have lost something: its connection is a new one.
   * @returns false if such a change can go unnoticed, as in a cluster
   */
  onReconnect(listener: () => void): boolean {
    return this.link.onReconnect(listener);
  }

  leases(options: SlotLeasesOptions): SlotLeases {
    return new SlotLeases(this.link, this.keys, options);
  }

  close(): Promise<void> {
    return this.link.close();
  }
}
