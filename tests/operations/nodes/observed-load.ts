import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { TestResponse } from '@stoa/testing';
import { Channel } from '../../support/channels';
import { Person, unique } from '../../support/people';
import { ClientEvent } from '../../support/test-queue';

/** A new request so often, whether or not the ones before are answered: load, not something that a test waits for. */
const BEAT_MS = 250;
const PAUSE_MS = 100;
/** Longer than any answer may take, polls apart. */
const PATIENCE_MS = 30_000;

/** A request as its client saw it; times as `performance.now()` gives them. */
export interface Observation {
  kind: string;
  begun: number;
  ended: number;
  /** Undefined if nothing came. */
  status?: number;
  code?: string;
}

/** A queue whose client polls without a pause. */
interface ObservedQueue {
  person: Person;
  id: string;
  last: number;
  received: Map<number, number>;
  /** When each message came for the first time. */
  arrived: Map<number, number>;
  polls: Observation[];
  isLost: boolean;
}

/** People who send, read and poll, and note how every request ends. */
export class ObservedLoad {
  readonly requests: Observation[] = [];
  /** When each message was acknowledged, by its id. */
  readonly sent = new Map<number, number>();
  readonly queues: ObservedQueue[] = [];
  private isStopped = false;
  private readonly loops: Promise<void>[] = [];
  private readonly polls: Promise<void>[] = [];
  private readonly abort = new AbortController();

  constructor(private readonly channel: Channel) {}

  /** Sends again and again, never the same message twice. */
  sender(person: Person): void {
    this.loop(async () => {
      const message = { type: 'channel', to: this.channel.id, topic: 'nodes', content: unique('still there?') };
      const answer = await this.observe('send', () => person.client.post('/messages', message, this.options()));
      if (answer?.status === 200) this.sent.set(answer.body.id, performance.now());
    });
  }

  reader(person: Person): void {
    const narrow = [{ operator: 'channel', operand: this.channel.id }];
    const window = { anchor: 'newest', num_before: 5, num_after: 0, narrow };
    this.loop(async () => {
      await this.observe('fetch', () => person.client.get('/messages', window, this.options()));
    });
    this.loop(async () => {
      await this.observe('look', () => person.client.get('/users/me', {}, this.options()));
    });
  }

  registrar(person: Person): void {
    this.loop(async () => {
      const request = { event_types: ['message'] };
      const answer = await this.observe('register', () => person.client.post('/register', request, this.options()));
      const queue = answer?.status === 200 ? answer.body.queue_id : undefined;
      if (queue) await this.observe('delete', () => person.client.delete('/events', { queue_id: queue }));
    });
  }

  async poller(person: Person): Promise<void> {
    const state = await person.client.succeed('POST', '/register', { event_types: ['message'] });
    const queue: ObservedQueue = {
      person,
      id: state.queue_id,
      last: -1,
      received: new Map(),
      arrived: new Map(),
      polls: [],
      isLost: false,
    };
    this.queues.push(queue);
    this.polls.push(this.poll(queue));
  }

  /** Ends the senders and readers, waits until each queue that is left has what was acknowledged, and ends the polls. */
  async stop(timeoutMs: number): Promise<void> {
    this.isStopped = true;
    await Promise.all(this.loops);
    const isComplete = ({ isLost, received }: ObservedQueue) =>
      isLost || [...this.sent.keys()].every((id) => received.has(id));
    const deadline = performance.now() + timeoutMs;
    while (performance.now() < deadline && !this.queues.every(isComplete)) await pause(PAUSE_MS);
    this.abort.abort();
    await Promise.all(this.polls);
  }

  private async poll(queue: ObservedQueue): Promise<void> {
    while (!this.abort.signal.aborted && !queue.isLost) {
      const request = { queue_id: queue.id, last_event_id: queue.last };
      const observed: Observation = { kind: 'poll', begun: performance.now(), ended: Infinity };
      queue.polls.push(observed);
      const answer = await this.asked(observed, () =>
        queue.person.client.get('/events', request, { signal: this.abort.signal }),
      );
      if (answer?.status === 200) this.take(queue, answer.body.events);
      else if (answer?.body.code === 'BAD_EVENT_QUEUE_ID') queue.isLost = true;
      else await pause(PAUSE_MS);
    }
  }

  private take(queue: ObservedQueue, events: ClientEvent[]): void {
    for (const event of events) {
      queue.last = event.id;
      if (event.type !== 'message') continue;
      if (!queue.arrived.has(event.message.id)) queue.arrived.set(event.message.id, performance.now());
      queue.received.set(event.message.id, (queue.received.get(event.message.id) ?? 0) + 1);
    }
  }

  private options() {
    return { signal: AbortSignal.timeout(PATIENCE_MS) };
  }

  private async observe(kind: string, ask: () => Promise<TestResponse>): Promise<TestResponse | undefined> {
    const observed: Observation = { kind, begun: performance.now(), ended: Infinity };
    this.requests.push(observed);
    return this.asked(observed, ask);
  }

  private async asked(observed: Observation, ask: () => Promise<TestResponse>): Promise<TestResponse | undefined> {
    try {
      const answer = await ask();
      observed.status = answer.status;
      observed.code = answer.body.code;
      return answer;
    } catch (error) {
      observed.code = String(error);
      return undefined;
    } finally {
      observed.ended = performance.now();
    }
  }

  private loop(step: () => Promise<void>): void {
    const run = async () => {
      const steps: Promise<void>[] = [];
      for (; !this.isStopped; await pause(BEAT_MS)) steps.push(step());
      await Promise.all(steps);
    };
    this.loops.push(run());
  }
}

/** Requests that did not succeed. */
export function failed(observations: readonly Observation[]): Observation[] {
  return observations.filter(({ status }) => status !== 200);
}
