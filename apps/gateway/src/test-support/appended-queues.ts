import { randomUUID } from 'node:crypto';
import { type HintTransport, NatsHintTransport, encodeWakes, wakeSubject } from '@stoa/changes';
import { NO_CAPABILITIES } from '@stoa/contracts/users';
import { EventQueues, type Slot } from '@stoa/event-queue';
import { type NatsConnection, connectToNats } from '@stoa/rpc';
import { type TestServers, startServers } from '@stoa/testing';

/** Servers, what a gateway asks of them, and a slot that has queues. */
export interface QueueServers {
  servers: TestServers;
  queues: EventQueues;
  nats: NatsConnection;
  transport: NatsHintTransport;
  appended: AppendedQueues;
  stop(): Promise<void>;
}

export async function startQueueServers(slot: Slot): Promise<QueueServers> {
  const servers = await startServers();
  const queues = EventQueues.connect({ url: servers.redisUrl, commandTimeoutMs: 1_000 });
  const nats = await connectToNats(servers.natsUrl, 'test');
  const transport = new NatsHintTransport(nats);
  const appended = new AppendedQueues(queues, transport, slot);
  await appended.initialise();
  const stop = async () => {
    await Promise.all([queues.close(), nats.close()]);
    await servers.stop();
  };
  return { servers, queues, nats, transport, appended, stop };
}

/** Queues of one slot, and what the events service does with them. */
export class AppendedQueues {
  private seq = 0;

  constructor(
    private readonly queues: EventQueues,
    private readonly transport: HintTransport,
    private readonly slot: Slot,
  ) {}

  async initialise(): Promise<void> {
    await this.queues.keeper.initialiseSlot(this.slot, { epoch: 1, seq: 0 });
  }

  /** @returns the id of a new queue */
  async open(userId: number): Promise<string> {
    const id = randomUUID();
    await this.queues.registrar.createQueue(this.slot, {
      ...{ id, userId, realmId: 1, realmHost: 'chat.example', clientName: 'test', createdAt: 0 },
      ...{ eventTypes: null, narrow: [], capabilities: NO_CAPABILITIES, lifespanSeconds: 600, isGuest: false },
      ...{ applyMarkdown: false, clientGravatar: false, slimPresence: false },
      ...{ includeSubscribers: false, allPublicStreams: false },
    });
    await this.queues.registrar.openQueue(this.slot, id, '5:5:', 1);
    return id;
  }

  /**
   * Appends one event to a queue and sends the wakes unless they are to be lost.
   * @returns how many requests were woken, or would have been
   */
  async append(queueId: string, text: string, { losesWakes = false } = {}): Promise<number> {
    const from = this.seq;
    this.seq += 1;
    const { seq } = this;
    const batch = {
      ...{ epoch: 1, from, to: seq },
      entries: new Map([[queueId, [{ seq, xid: 100 + seq, bodyRef: `r${seq}` }]]]),
      bodies: new Map([[`r${seq}`, text]]),
    };
    const result = await this.queues.writer.appendBatch(this.slot, batch);
    expect(result.status).toBe('applied');
    for (const { gatewayId, nonce, events, before } of losesWakes ? [] : result.wakes) {
      const answered = events.map(({ id }) => ({ id, bodies: [text] }));
      for (const message of encodeWakes([{ nonce, queueId, events: answered, before }])) {
        this.transport.publish(wakeSubject(gatewayId), message);
      }
    }
    return result.wakes.length;
  }
}
