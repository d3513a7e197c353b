import { setTimeout as pause } from 'node:timers/promises';
import { Parameters, TestResponse, UndocumentedError } from '@stoa/testing';
import { Person } from '../../support/people';
import { TestQueue } from '../../support/test-queue';

const PAUSE_MS = 50;

/** Whether the API has a client repeat what it got: nothing, 5xx, 429, or 409 while the first request is under way. */
function mayRepeat({ status, body }: TestResponse): boolean {
  return status >= 500 || status === 429 || body.code === 'IDEMPOTENT_REQUEST_IN_PROGRESS';
}

async function attempt(request: () => Promise<TestResponse>): Promise<TestResponse | undefined> {
  try {
    const response = await request();
    return mayRepeat(response) ? undefined : response;
  } catch (error) {
    if (error instanceof UndocumentedError) throw error;
    return undefined;
  }
}

/**
 * Sends one message under a key until it is acknowledged.
 * @param givesUp whether to stop waiting for the first attempt, which nobody has answered yet
 */
export async function sendPersistently(
  sender: Person,
  message: Parameters,
  key: string,
  givesUp: () => boolean = () => false,
): Promise<{ id: number; attempts: number }> {
  const headers = { 'idempotency-key': key };
  const patience = new AbortController();
  const timer = setInterval(() => givesUp() && patience.abort(), 10);
  try {
    for (let attempts = 1; ; attempts += 1) {
      const signal = attempts === 1 ? patience.signal : undefined;
      const response = await attempt(() => sender.client.post('/messages', message, { headers, signal }));
      if (response?.status === 200) return { id: response.body.id, attempts };
      if (response) throw new Error(`the send was refused: ${JSON.stringify(response.body)}`);
      await pause(PAUSE_MS);
    }
  } finally {
    clearInterval(timer);
  }
}

/** A queue that is polled all the time, even after polls fail. */
export class PolledQueue {
  private readonly stopping = new AbortController();
  private readonly polling: Promise<void>;
  /** In the order and as often as their events came. */
  readonly messageIds: number[] = [];
  private failure: Error | undefined;

  private constructor(
    readonly person: Person,
    private readonly queue: TestQueue,
  ) {
    this.polling = this.poll().catch((error: Error) => {
      this.failure = error;
    });
  }

  static async open(person: Person): Promise<PolledQueue> {
    return new PolledQueue(person, await TestQueue.register(person, { event_types: ['message'] }));
  }

  get id(): string {
    return this.queue.id;
  }

  get lastEventId(): number {
    return this.queue.lastEventId;
  }

  /** @throws what ended the polling, if something did */
  has(messageId: number): boolean {
    if (this.failure) throw this.failure;
    return this.messageIds.includes(messageId);
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.polling;
  }

  private async poll(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      const response = await attempt(() => this.queue.request({}, { signal }));
      if (!response) {
        await pause(PAUSE_MS);
        continue;
      }
      const { status, body } = response;
      if (status !== 200) throw new Error(`a poll of ${this.person.fullName} was refused: ${JSON.stringify(body)}`);
      for (const event of body.events) {
        this.queue.lastEventId = Math.max(this.queue.lastEventId, event.id);
        if (event.type === 'message') this.messageIds.push(event.message.id);
      }
    }
  }
}
