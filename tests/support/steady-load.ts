import { TestClient, TestResponse } from '@stoa/testing';
import { Channel } from './channels';
import { upload } from './files';
import { Person } from './people';
import { ClientEvent } from './test-queue';

/** Between two requests of one loop: load, not something that a test waits for. */
const PAUSE_MS = 30;
const LAST_CONTENT = 'the last of all';

/** A request that did not succeed, in words. */
export type Failure = string;

/**
 * Clients that send, poll, edit, register and upload, and never try again: every request that fails is noted. Each loop
 * has a user of its own.
 */
export class SteadyLoad {
  readonly failures: Failure[] = [];
  /** Ids of the messages that were sent. */
  readonly sent: number[] = [];
  readonly pollers: LoadPoller[] = [];
  /** Requests that succeeded, by what they did. */
  readonly counts: Record<string, number> = {};
  private isStopped = false;
  private readonly loops: Promise<void>[] = [];
  private readonly polls: Promise<void>[] = [];
  private readonly endings: (() => Promise<unknown>)[] = [];

  constructor(private readonly channel: Channel) {}

  sender(person: Person): void {
    this.loop('send', async () => {
      const body = await this.succeed('send', () => person.client.post('/messages', this.message(person)));
      if (body) this.sent.push(body.id);
    });
  }

  editor(person: Person): void {
    let id: number | undefined;
    this.loop('edit', async (count) => {
      if (id === undefined) {
        id = (await this.succeed('send', () => person.client.post('/messages', this.message(person))))?.id;
        if (id !== undefined) this.sent.push(id);
      } else await this.succeed('edit', () => person.client.patch(`/messages/${id}`, { content: `version ${count}` }));
    });
  }

  registrar(person: Person): void {
    this.loop('register', async () => {
      const state = await this.succeed('register', () => person.client.post('/register', { event_types: ['message'] }));
      if (!state) return;
      await this.succeed('delete', () => person.client.delete('/events', { queue_id: state.queue_id }));
    });
  }

  uploader(person: Person): void {
    const content = Buffer.alloc(300_000, 'a');
    this.loop('upload', (count) =>
      this.succeed('upload', () =>
        upload(person, { file: { name: `file-${count}.txt`, content, type: 'text/plain' } }),
      ),
    );
  }

  async poller(person: Person): Promise<void> {
    const state = await person.client.succeed('POST', '/register', { event_types: ['message'] });
    const poller = new LoadPoller(person.client, state.queue_id);
    this.pollers.push(poller);
    this.polls.push(this.poll(poller));
  }

  /**
   * A queue to which nothing happens until the end: its poll is held, so the process that holds it has to answer it
   * before ending. The same person may not wait twice.
   */
  async waiter(person: Person): Promise<void> {
    const state = await person.client.succeed('POST', '/register', { event_types: ['alert_words'] });
    let last = -1;
    let hasEnded = false;
    const wait = async () => {
      for (let failed = 0; !hasEnded && failed < 3;) {
        const ask = () => person.client.get('/events', { queue_id: state.queue_id, last_event_id: last });
        const events: ClientEvent[] | undefined = (await this.succeed('wait', ask))?.events;
        if (!events) failed++;
        last = events?.at(-1)?.id ?? last;
        hasEnded = events?.some(({ type }) => type === 'alert_words') ?? false;
      }
    };
    this.polls.push(wait());
    this.endings.push(() =>
      this.succeed('end', () => person.client.post('/users/me/alert_words', { alert_words: [LAST_CONTENT] })),
    );
  }

  /** Ends all loops, and then sends the last message, which ends the polls of each queue. */
  async stop(person: Person): Promise<void> {
    this.isStopped = true;
    await Promise.all(this.loops);
    const message = { ...this.message(person), content: LAST_CONTENT };
    const body = await this.succeed('send', () => person.client.post('/messages', message));
    if (!body) return;
    this.sent.push(body.id);
    for (const end of this.endings) await end();
    await Promise.all(this.polls);
  }

  private async poll(poller: LoadPoller): Promise<void> {
    let failed = 0;
    while (!poller.hasLast && failed < 3) {
      const body = await this.succeed('poll', () => poller.ask());
      if (body) poller.take(body.events);
      else failed++;
    }
  }

  private loop(name: string, step: (count: number) => Promise<unknown>): void {
    const run = async () => {
      for (let count = 0; !this.isStopped; count++) {
        await step(count);
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      }
    };
    this.counts[name] = 0;
    this.loops.push(run());
  }

  private message({ userId }: Person) {
    return { type: 'channel', to: this.channel.id, topic: 'load', content: `of ${userId}` };
  }

  private async succeed(name: string, call: () => Promise<TestResponse>): Promise<TestResponse['body'] | undefined> {
    try {
      const { status, body } = await call();
      if (status === 200) {
        this.counts[name] = (this.counts[name] ?? 0) + 1;
        return body;
      }
      this.failures.push(`${name}: ${status} ${JSON.stringify(body)}`);
    } catch (error) {
      this.failures.push(`${name}: ${String(error)}`);
    }
    return undefined;
  }
}

/** A queue that is polled all the time. */
class LoadPoller {
  /** How often each message came, by its id. */
  readonly received = new Map<number, number>();
  /** Ids of messages in the order in which they came. */
  readonly order: number[] = [];
  hasLast = false;
  private lastEventId = -1;

  constructor(
    private readonly client: TestClient,
    private readonly queueId: string,
  ) {}

  ask(): Promise<TestResponse> {
    return this.client.get('/events', { queue_id: this.queueId, last_event_id: this.lastEventId });
  }

  take(events: ClientEvent[]): void {
    for (const event of events) {
      this.lastEventId = event.id;
      if (event.type !== 'message') continue;
      this.received.set(event.message.id, (this.received.get(event.message.id) ?? 0) + 1);
      this.order.push(event.message.id);
      this.hasLast ||= event.message.content.includes(LAST_CONTENT);
    }
  }
}
