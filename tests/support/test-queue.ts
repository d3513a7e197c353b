import { Parameters, RequestOptions, ResponseBody, TestClient, TestResponse } from '@stoa/testing';
import { Person } from './people';

/** An event as a client gets it; the test client has validated its shape. */
export type ClientEvent = ResponseBody;
type Match = (event: ClientEvent) => boolean;

/** A bound for what never comes, not for what comes late: replicas may just be starting on a busy machine. */
const PATIENCE_MS = 60_000;

/** An event queue whose client acknowledges what it has read, as clients do. */
export class TestQueue {
  /** Everything that came, in order. */
  readonly received: ClientEvent[] = [];
  private position = 0;

  private constructor(
    private readonly client: TestClient,
    readonly id: string,
    public lastEventId: number,
    /** The answer of POST /register. */
    readonly state: ResponseBody,
  ) {}

  static async register(person: Person, parameters: Parameters = {}, options?: RequestOptions): Promise<TestQueue> {
    const state = await person.client.succeed('POST', '/register', parameters, options);
    return new TestQueue(person.client, state.queue_id, state.last_event_id, state);
  }

  /** The same queue, read with other credentials of its user. */
  readBy(client: TestClient): TestQueue {
    return new TestQueue(client, this.id, this.lastEventId, this.state);
  }

  /** A queue made by GET /events. */
  static async registerThroughEvents(person: Person, parameters: Parameters = {}): Promise<TestQueue> {
    const answer = await person.client.succeed('GET', '/events', { dont_block: true, ...parameters });
    return new TestQueue(person.client, answer.queue_id, -1, answer);
  }

  /** One poll that acknowledges nothing beyond `lastEventId` and reads nothing into this queue. */
  request(parameters: Parameters = {}, options?: RequestOptions): Promise<TestResponse> {
    return this.client.get('/events', { queue_id: this.id, last_event_id: this.lastEventId, ...parameters }, options);
  }

  /** Polls once and takes what comes. */
  async poll(parameters: Parameters = {}, options?: RequestOptions): Promise<ClientEvent[]> {
    const { status, body } = await this.request(parameters, options);
    if (status !== 200) throw new Error(`GET /events answered ${status}: ${JSON.stringify(body)}`);
    this.received.push(...body.events);
    this.lastEventId = Math.max(this.lastEventId, ...body.events.map((event: ClientEvent) => event.id));
    return body.events;
  }

  /** The next event that matches, held for until it comes. What lies before it is passed over. */
  async next(matches: Match): Promise<ClientEvent> {
    return (await this.until(matches)).at(-1);
  }

  /** Everything up to the next event that matches, that one included. */
  async until(matches: Match): Promise<ClientEvent[]> {
    const from = this.position;
    // A timer of our own: the one behind AbortSignal.timeout is collected with a signal that nothing else holds.
    const controller = new AbortController();
    const timer = setTimeout(() => controller.abort(), PATIENCE_MS);
    try {
      for (;;) {
        while (this.position < this.received.length) {
          const event = this.received[this.position];
          this.position += 1;
          if (matches(event)) return this.received.slice(from, this.position);
        }
        await this.pollPatiently(matches, controller.signal);
      }
    } finally {
      clearTimeout(timer);
    }
  }

  message(id: number): Promise<ClientEvent> {
    return this.next(isMessage(id));
  }

  /** Everything up to the event of a message. */
  untilMessage(id: number): Promise<ClientEvent[]> {
    return this.until(isMessage(id));
  }

  delete(): Promise<TestResponse> {
    return this.client.delete('/events', { queue_id: this.id });
  }

  private async pollPatiently(matches: Match, signal: AbortSignal): Promise<void> {
    try {
      await this.poll({}, { signal });
    } catch (error) {
      if (!signal.aborted) throw error;
      const types = this.received.map(({ id, type, op }) =>
        [id, type, op].filter((part) => part !== undefined).join(' '),
      );
      throw new Error(`no event matched ${String(matches)} within ${PATIENCE_MS} ms; received: ${types.join(', ')}`, {
        cause: error,
      });
    }
  }
}

export function isMessage(id: number): Match {
  return (event) => event.type === 'message' && event.message.id === id;
}

export function isEvent(type: string, op?: string): Match {
  return (event) => event.type === type && (op === undefined || event.op === op);
}
