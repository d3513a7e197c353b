import { randomUUID } from 'node:crypto';
import { HeldPollWake, NatsHintTransport, decodeWakes, pause, wakeSubject } from '@stoa/changes';
import { Database } from '@stoa/database';
import { EventQueues, QueueDescriptor, Slot, composeEvent, slotOf } from '@stoa/event-queue';

export interface ReceivedEvent {
  id: number;
  type: string;
  [field: string]: unknown;
}

const ASK_AGAIN_MS = 1_500;
const RETRY_MS = 50;

/** What the gateway does, for clients inside the test process. */
export class TestGateway {
  readonly id = randomUUID();
  private readonly waiting = new Map<string, (wake: HeldPollWake) => void>();
  private nonces = 0;

  constructor(
    readonly queues: EventQueues,
    transport: NatsHintTransport,
  ) {
    transport.subscribe(wakeSubject(this.id), (data) => {
      for (const wake of decodeWakes(data).wakes) this.waiting.get(wake.nonce)?.(wake);
    });
  }

  /** One long poll: the events, [] when it was superseded, or undefined if the queue is gone. */
  async poll(
    queue: { slot: Slot; id: string; userId: number },
    lastEventId: number,
  ): Promise<ReceivedEvent[] | undefined> {
    this.nonces += 1;
    const nonce = String(this.nonces);
    const woken = new Promise<HeldPollWake | undefined>((resolve) => {
      const timer = setTimeout(() => resolve(undefined), ASK_AGAIN_MS);
      this.waiting.set(nonce, (wake) => {
        clearTimeout(timer);
        resolve(wake);
      });
    });
    try {
      const { slot, id: queueId, userId } = queue;
      const request = { slot, queueId, userId, lastEventId, dontBlock: false, gatewayId: this.id, nonce };
      const result = await this.queues.reader.poll(request);
      if (result.status === 'answer') return result.events.map((event) => JSON.parse(event.json));
      if (result.status === 'run-id') return [];
      if (result.status !== 'parked') return undefined;
      const wake = await woken;
      if (wake?.events) return wake.events.map((event) => JSON.parse(composeEvent(event.id, event.bodies)));
      const asked = await this.queues.reader.heartbeat({ slot, queueId, nonce });
      return asked.status === 'answer' ? asked.events.map((event) => JSON.parse(event.json)) : [];
    } finally {
      this.waiting.delete(nonce);
    }
  }
}

/** A client that registered with a bare snapshot and polls until it is stopped, through every outage. */
export class PollingClient {
  readonly events: ReceivedEvent[] = [];
  lost = false;
  private readonly stopped = new AbortController();
  private running: Promise<void> | undefined;

  private constructor(
    private readonly gateway: TestGateway,
    private readonly queue: { slot: Slot; id: string; userId: number },
    /** Text of the snapshot that the queue was opened with. */
    readonly snapshot: string,
  ) {}

  get userId(): number {
    return this.queue.userId;
  }

  static async register(gateway: TestGateway, database: Database, descriptor: QueueDescriptor): Promise<PollingClient> {
    const slot = slotOf(0, descriptor.userId);
    for (;;) {
      const id = randomUUID();
      try {
        const created = await gateway.queues.registrar.createQueue(slot, { ...descriptor, id });
        if (created.status === 'created') {
          const [row] = await database.query<{ snapshot: string; epoch: number }>(
            'test_snapshot',
            'SELECT pg_current_snapshot()::text AS snapshot, epoch FROM relay_partition WHERE partition = 0',
          );
          if (!row) throw new Error('there is no partition');
          const opened = await gateway.queues.registrar.openQueue(slot, id, row.snapshot, row.epoch);
          if (opened.status === 'opened') {
            return new PollingClient(gateway, { slot, id, userId: descriptor.userId }, row.snapshot);
          }
          // A queue that waits to be opened would keep its slot busy until the collector comes.
          await gateway.queues.reader.deleteQueue(slot, id, descriptor.userId);
        }
      } catch {
        // An outage: the client tries again.
      }
      await pause(RETRY_MS);
    }
  }

  start(): this {
    this.running = this.run();
    return this;
  }

  async stop(): Promise<void> {
    this.stopped.abort();
    await this.running;
  }

  private async run(): Promise<void> {
    let lastEventId = -1;
    while (!this.stopped.signal.aborted && !this.lost) {
      let events: ReceivedEvent[] | undefined;
      try {
        events = await this.gateway.poll(this.queue, lastEventId);
      } catch {
        await pause(RETRY_MS);
        continue;
      }
      if (!events) this.lost = true;
      for (const event of events ?? []) {
        lastEventId = event.id;
        if (event.type !== 'heartbeat') this.events.push(event);
      }
    }
  }
}
