import { Connection, type ConnectionOptions } from '../live/connection';
import { Activity } from '../live/presence-report';
import type { ConnectionStatus } from '../live/status';
import type { QueuePosition, Transport } from '../live/transport';
import { Wakes } from '../live/wakes';
import type { PolledEvent } from '../store/apply';
import type { RegisterAnswer } from '../store/register-answer';
import { Store } from '../store/store';
import { anAnswer } from './answer';
import type { TestClock } from './clock';

interface OpenPoll {
  position: QueuePosition;
  dontBlock: boolean;
  answer(events: readonly PolledEvent[]): void;
  fail(error: Error): void;
  isAborted(): boolean;
}

/** A service whose polls the test answers. */
export class FakeService implements Transport {
  readonly polls: OpenPoll[] = [];
  registrations = 0;
  reports = 0;
  readonly deleted: string[] = [];
  nextAnswer: () => RegisterAnswer = () => anAnswer({ queue_id: `queue ${this.registrations}`, last_event_id: -1 });

  register = (): Promise<RegisterAnswer> => {
    this.registrations += 1;
    return new Promise((resolve) => resolve(this.nextAnswer()));
  };

  poll: Transport['poll'] = (position, { dontBlock, signal }) =>
    new Promise((resolve, reject) => {
      signal.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
      const isAborted = (): boolean => signal.aborted;
      this.polls.push({ position, dontBlock, answer: resolve, fail: reject, isAborted });
    });

  reportPresence: Transport['reportPresence'] = () => {
    this.reports += 1;
    return Promise.resolve({
      ...{ result: 'success', msg: '', presence_last_update_id: 1, server_timestamp: 1_700_000_100 },
      ...{ presences: {}, zephyr_mirror_active: false, legacy_mirror_active: false },
    });
  };

  deleteQueue = (queueId: string): void => void this.deleted.push(queueId);

  get open(): OpenPoll {
    const poll = this.polls.at(-1);
    if (!poll) throw new Error('nobody has polled');
    return poll;
  }
}

interface OpenStream {
  position: QueuePosition;
  /** Writes events, or a sign of life; resolved when they were taken. */
  write(...events: readonly PolledEvent[]): Promise<void>;
  end(): void;
  fail(error: Error): void;
  isAborted(): boolean;
}

/** A service that also has streams. */
export class StreamingService extends FakeService {
  readonly streams: OpenStream[] = [];

  follow: NonNullable<Transport['follow']> = (position, { take, signal }) =>
    new Promise((resolve, reject) => {
      signal.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
      const write = (...events: readonly PolledEvent[]): Promise<void> => take(events).catch(reject);
      this.streams.push({ position, write, end: resolve, fail: reject, isAborted: () => signal.aborted });
    });

  get stream(): OpenStream {
    const stream = this.streams.at(-1);
    if (!stream) throw new Error('nobody has asked for a stream');
    return stream;
  }
}

/** An event that gives the organization a name. */
export const nameIs = (id: number, value: string): PolledEvent & Record<string, unknown> => ({
  ...{ id, type: 'realm', op: 'update', property: 'name', value },
});

/** A tab with a connection to the service. */
export class Tab {
  readonly status = new Store<ConnectionStatus>({ kind: 'connecting', since: 0 });
  readonly wakes = new Wakes();
  readonly refetched: string[] = [];
  readonly logged: unknown[] = [];
  readonly controller = new AbortController();
  readonly connection: Connection;
  readonly ended: Promise<string>;

  constructor(service: Transport, clock: TestClock, changes: Partial<ConnectionOptions> = {}) {
    this.connection = new Connection({
      ...{ transport: service, clock, random: () => 1, status: this.status, wakes: this.wakes, extensions: [] },
      activity: new Activity(clock),
      openWindows: () => ['open'],
      onRefetch: (keys) => this.refetched.push(...keys),
      isPresenceWatched: () => true,
      log: (error) => this.logged.push(error),
      signal: this.controller.signal,
      ...changes,
    });
    this.ended = this.connection.run();
  }

  async name(): Promise<string> {
    return (await this.connection.ready).get().organization.realm_name;
  }
}
