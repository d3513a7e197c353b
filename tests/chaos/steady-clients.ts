import { randomUUID } from 'node:crypto';
import { TestClient, TestResponse, UndocumentedError } from '@stoa/testing';
import { Channel } from '../support/channels';
import { Person } from '../support/people';
import { ClientEvent } from '../support/test-queue';

/** Between two attempts, and between two messages of one sender: load, not something that a test waits for. */
const PAUSE_MS = 25;
const pause = () => new Promise((resolve) => setTimeout(resolve, PAUSE_MS));

/** An answer, or undefined if the client has to try again: no connection, an outage, too much load. */
async function attempt(call: () => Promise<TestResponse>): Promise<TestResponse | undefined> {
  try {
    const answer = await call();
    return answer.status >= 500 || answer.status === 429 ? undefined : answer;
  } catch (error) {
    if (error instanceof UndocumentedError) throw error;
    return undefined;
  }
}

/** Repeats a call as clients of the API do, until there is an answer. */
export async function persist(call: () => Promise<TestResponse>): Promise<TestResponse> {
  for (;;) {
    const answer = await attempt(call);
    if (answer) return answer;
    await pause();
  }
}

/** Sends one message after the other, each with a key that makes repeating safe. */
export class SteadySender {
  /** Ids in the order in which they were acknowledged, which for one sender is the order of sending. */
  readonly acknowledged: number[] = [];
  private isStopped = false;

  constructor(
    readonly person: Person,
    private readonly channel: Channel,
  ) {}

  async run(): Promise<void> {
    while (!this.isStopped) {
      await this.send();
      await pause();
    }
  }

  stop(): void {
    this.isStopped = true;
  }

  async send(): Promise<number> {
    const options = { headers: { 'idempotency-key': randomUUID() } };
    const content = `number ${this.acknowledged.length} of ${this.person.userId}`;
    const message = { type: 'channel', to: this.channel.id, topic: 'chaos', content };
    for (;;) {
      const { status, body } = await persist(() => this.person.client.post('/messages', message, options));
      if (status === 200) {
        this.acknowledged.push(body.id);
        return body.id;
      }
      // An earlier attempt is still at work.
      if (status !== 409) throw new Error(`a send was refused: ${status} ${JSON.stringify(body)}`);
      await pause();
    }
  }
}

/** Polls a queue whatever happens, acknowledging what came. */
export class SteadyPoller {
  readonly eventIds: number[] = [];
  /** Ids of the messages that came, in order. */
  readonly messageIds: number[] = [];
  /** The queue is gone: its client has to register anew, which these faults must never cause. */
  isExpired = false;

  private constructor(
    private readonly client: TestClient,
    readonly queueId: string,
    private lastEventId: number,
  ) {}

  static async register({ client }: Person): Promise<SteadyPoller> {
    const state = await client.succeed('POST', '/register', { event_types: ['message'] });
    return new SteadyPoller(client, state.queue_id, state.last_event_id);
  }

  /** Until the message came or the queue is gone. */
  async runUntil(isLast: (messageId: number) => boolean): Promise<void> {
    while (!this.isExpired && !this.messageIds.some(isLast)) await this.poll();
  }

  private async poll(): Promise<void> {
    const parameters = { queue_id: this.queueId, last_event_id: this.lastEventId };
    const { status, body } = await persist(() => this.client.get('/events', parameters));
    if (status === 200) {
      for (const event of body.events) this.take(event);
      return;
    }
    if (body.code !== 'BAD_EVENT_QUEUE_ID') throw new Error(`a poll was refused: ${status} ${JSON.stringify(body)}`);
    this.isExpired = true;
  }

  private take(event: ClientEvent): void {
    this.eventIds.push(event.id);
    this.lastEventId = event.id;
    if (event.type === 'message') this.messageIds.push(event.message.id);
  }
}
