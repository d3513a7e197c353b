import { RequestFailed, RequestRefused } from '../api/failures';
import type { PolledEvent } from '../store/apply';
import type { RegisterAnswer } from '../store/register-answer';
import { snapshotState } from '../store/snapshot';
import { Store } from '../store/store';
import { anAnswer } from '../test-support/answer';
import { TestClock, settled } from '../test-support/clock';
import { Connection, type ConnectionOptions } from './connection';
import { Activity } from './presence-report';
import type { ConnectionStatus } from './status';
import type { TabChannel, TabLocks, TabMessage } from './tabs';
import type { QueuePosition, Transport } from './transport';
import { Wakes, watchClock } from './wakes';

interface OpenPoll {
  position: QueuePosition;
  dontBlock: boolean;
  answer(events: readonly PolledEvent[]): void;
  fail(error: Error): void;
  isAborted(): boolean;
}

/** A service whose polls the test answers. */
class FakeService implements Transport {
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

const nameIs = (id: number, value: string): PolledEvent & Record<string, unknown> => ({
  ...{ id, type: 'realm', op: 'update', property: 'name', value },
});

class Tab {
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

describe('a connection', () => {
  let clock: TestClock;
  let service: FakeService;
  let tab: Tab;

  beforeEach(async () => {
    clock = new TestClock();
    service = new FakeService();
    tab = new Tab(service, clock);
    await settled();
  });
  afterEach(async () => {
    tab.controller.abort();
    await tab.ended;
  });

  it('applies events and acknowledges them with the next poll', async () => {
    expect(service.open.position).toEqual({ queueId: 'queue 1', lastEventId: -1 });
    service.open.answer([nameIs(3, 'New')]);
    await settled();
    expect(await tab.name()).toBe('New');
    expect(service.open.position.lastEventId).toBe(3);
    expect(tab.status.get().kind).toBe('live');
  });

  it('asks again at the end of a poll without calling it a failure', async () => {
    await clock.advance(90_000);
    expect(service.polls).toHaveLength(2);
    expect(service.open.dontBlock).toBe(false);
    expect(tab.status.get().kind).toBe('live');
  });

  it('waits longer after each failure, and asks for an answer at once', async () => {
    for (const wait of [100, 200, 400]) {
      const before = service.polls.length;
      service.open.fail(new RequestFailed('no connection'));
      await clock.advance(wait - 1);
      expect(service.polls).toHaveLength(before);
      expect(tab.status.get()).toMatchObject({ kind: 'reconnecting', since: 1_000_000 });
      await clock.advance(1);
      expect(service.polls).toHaveLength(before + 1);
      expect(service.open.dontBlock).toBe(true);
    }
    service.open.answer([]);
    await settled();
    expect(tab.status.get().kind).toBe('live');
    expect(service.open.dontBlock).toBe(false);
  });

  it('waits as long as the service asks', async () => {
    service.open.fail(new RequestRefused(429, { code: 'RATE_LIMIT_HIT', msg: 'slow' }, 4000));
    await clock.advance(5999);
    expect(service.polls).toHaveLength(1);
    await clock.advance(1);
    expect(service.polls).toHaveLength(2);
  });

  it('asks at once when something hints at the network', async () => {
    service.open.fail(new RequestFailed('no connection'));
    await settled();
    tab.wakes.wake('hint');
    await settled();
    expect(service.polls).toHaveLength(2);
  });

  it('leaves an open poll alone for a hint, and repeats it for a doubt', async () => {
    tab.wakes.wake('hint');
    await settled();
    expect(service.polls).toHaveLength(1);
    tab.wakes.wake('doubt');
    await settled();
    expect(service.polls).toHaveLength(2);
    expect(service.polls[0]?.isAborted()).toBe(true);
    expect(service.open.dontBlock).toBe(true);
  });

  it('registers again when the queue is gone, and has the open windows fetched', async () => {
    const store = await tab.connection.ready;
    const window = { narrow: [], generation: 1, ids: [], haveOldest: true, haveNewest: true } as const;
    const fetching = { fetchingOlder: false, fetchingNewer: false, historyLimited: false };
    const windows = new Map([
      ['open', { ...window, ...fetching }],
      ['hidden', { ...window, ...fetching }],
    ]);
    store.update((state) => ({ ...state, windows }));
    service.nextAnswer = () => anAnswer({ queue_id: 'second', last_event_id: 4, realm_name: 'Renamed' });
    const changes: string[] = [];
    store.subscribe(() => changes.push(store.get().organization.realm_name));
    service.open.fail(new RequestRefused(400, { code: 'BAD_EVENT_QUEUE_ID', msg: 'gone' }));
    await settled();
    expect(changes).toEqual(['Renamed']);
    expect([...store.get().windows.keys()]).toEqual(['open']);
    expect(store.get().windows.get('open')).toMatchObject({ generation: 2, isStale: true, haveNewest: false });
    expect(tab.refetched).toEqual(['open']);
    expect(service.open.position).toEqual({ queueId: 'second', lastEventId: 4 });
    expect(tab.logged).toEqual([]);
  });

  it('registers again, with time, after an event that it cannot apply', async () => {
    service.open.answer([
      { id: 0, type: 'alert_words' },
      { id: 1, type: 'update_message_flags' },
    ]);
    await settled();
    expect(tab.logged).toHaveLength(1);
    expect(service.registrations).toBe(1);
    await clock.advance(60_000);
    expect(service.registrations).toBe(2);
    expect(tab.status.get().kind).toBe('live');
  });

  it('shows a state that was kept until the service tells the present one, in the same store', async () => {
    let tell: (answer: RegisterAnswer) => void = () => undefined;
    const register = (): Promise<RegisterAnswer> => new Promise((resolve) => (tell = resolve));
    const slow = new Tab({ ...service, register }, clock);
    slow.connection.show(snapshotState(anAnswer({ realm_name: 'Kept' })));
    const store = await slow.connection.ready;
    expect(store.get().organization.realm_name).toBe('Kept');
    expect(slow.status.get().kind).toBe('connecting');
    tell(anAnswer({ realm_name: 'Present' }));
    await settled();
    expect(store.get().organization.realm_name).toBe('Present');
    expect(slow.status.get().kind).toBe('live');
    slow.connection.show(snapshotState(anAnswer({ realm_name: 'Too late' })));
    expect(store.get().organization.realm_name).toBe('Present');
    slow.controller.abort();
    await slow.ended;
  });

  it('ends when the session has ended', async () => {
    service.open.fail(new RequestRefused(401, { code: 'UNAUTHORIZED', msg: 'no' }));
    expect(await tab.ended).toBe('signed-out');
    expect(tab.status.get()).toEqual({ kind: 'signed-out', code: 'UNAUTHORIZED' });
    await clock.advance(600_000);
    expect(service.polls).toHaveLength(1);
  });

  it('applies a long answer in slices, and acknowledges it whole', async () => {
    const store = await tab.connection.ready;
    let commits = 0;
    store.subscribe(() => (commits += 1));
    service.open.answer(Array.from({ length: 450 }, (_, index) => nameIs(index, `name ${index}`)));
    await clock.advance(10);
    expect(commits).toBe(5);
    expect(await tab.name()).toBe('name 449');
    expect(service.open.position.lastEventId).toBe(449);
  });

  it('reports presence once a minute', async () => {
    expect(service.reports).toBe(1);
    await clock.advance(61_000);
    expect(service.reports).toBe(2);
  });

  it('doubts its poll after the machine slept', async () => {
    void watchClock(clock, tab.wakes, tab.controller.signal).catch(() => undefined);
    await settled();
    clock.jump(80_001);
    await clock.advance(0);
    await settled();
    expect(service.polls[0]?.isAborted()).toBe(true);
    expect(service.polls.length).toBeGreaterThan(1);
  });
});

/** Tabs of one browser. */
class Browser implements TabLocks {
  private readonly listeners = new Map<object, (message: TabMessage) => void>();
  private queue: Promise<void> = Promise.resolve();
  isDeaf = false;

  line(): TabChannel {
    const own = {};
    return {
      post: (message) => {
        for (const [other, listener] of this.listeners) {
          if (other !== own && !this.isDeaf) setImmediate(listener, structuredClone(message));
        }
      },
      listen: (listener) => {
        this.listeners.set(own, listener);
        return () => this.listeners.delete(own);
      },
    };
  }

  private waiting = 0;

  lead = (signal: AbortSignal, lead: () => Promise<void>): Promise<void> => {
    this.waiting++;
    const turn = this.queue.then(() => {
      this.waiting--;
      return signal.aborted ? undefined : lead();
    });
    this.queue = turn.catch(() => undefined);
    return turn;
  };

  isAwaited = (): Promise<boolean> => Promise.resolve(this.waiting > 0);
}

describe('tabs', () => {
  let clock: TestClock;
  let service: FakeService;
  let browser: Browser;
  const tabs: Tab[] = [];

  beforeEach(() => {
    clock = new TestClock();
    service = new FakeService();
    browser = new Browser();
  });
  afterEach(async () => {
    for (const tab of tabs) tab.controller.abort();
    await clock.advance(1);
    await Promise.all(tabs.splice(0).map(({ ended }) => ended));
  });

  async function open(): Promise<Tab> {
    const id = String(tabs.length);
    const tab = new Tab(service, clock, { tabs: { id, channel: browser.line(), locks: browser } });
    tabs.push(tab);
    await settled();
    await settled();
    return tab;
  }

  it('share one registration, one poll and one report', async () => {
    const [first, second, third] = [await open(), await open(), await open()];
    service.open.answer([nameIs(0, 'One')]);
    await settled();
    await settled();
    expect(await Promise.all([first.name(), second.name(), third.name()])).toEqual(['One', 'One', 'One']);
    expect([service.registrations, service.polls.length, service.reports]).toEqual([1, 2, 1]);
    expect([first, second, third].map(({ connection }) => connection.leads)).toEqual([true, false, false]);
  });

  it('go on with the same queue when the leader closes', async () => {
    const first = await open();
    const second = await open();
    service.open.answer([nameIs(0, 'One')]);
    await settled();
    await settled();
    first.controller.abort();
    await settled();
    await settled();
    expect(service.registrations).toBe(1);
    expect(service.open.position).toEqual({ queueId: 'queue 1', lastEventId: 0 });
    service.open.answer([nameIs(1, 'Two')]);
    await settled();
    expect(await second.name()).toBe('Two');
    expect(second.connection.leads).toBe(true);
  });

  it('leave a queue that another tab goes on with, and take the last one away', async () => {
    const first = await open();
    void first.connection.lookForHeirs().catch(() => undefined);
    const second = await open();
    second.connection.leave();
    first.connection.leave();
    expect(service.deleted).toEqual([]);
    second.controller.abort();
    first.controller.abort();
    await settled();
    const last = await open();
    void last.connection.lookForHeirs().catch(() => undefined);
    await settled();
    last.connection.leave();
    expect(service.deleted).toEqual(['queue 2']);
  });

  it('follow a leader that lost its queue', async () => {
    await open();
    const second = await open();
    service.nextAnswer = () => anAnswer({ queue_id: 'second', last_event_id: 7, realm_name: 'Renamed' });
    service.open.fail(new RequestRefused(400, { code: 'BAD_EVENT_QUEUE_ID', msg: 'gone' }));
    await settled();
    await settled();
    expect(await second.name()).toBe('Renamed');
    service.open.answer([nameIs(8, 'Again')]);
    await settled();
    await settled();
    expect(await second.name()).toBe('Again');
    expect(service.registrations).toBe(2);
  });

  it('ask for the state anew when they missed something', async () => {
    await open();
    const second = await open();
    browser.isDeaf = true;
    service.open.answer([nameIs(0, 'Missed')]);
    await settled();
    browser.isDeaf = false;
    service.open.answer([{ id: 1, type: 'heartbeat' }]);
    await settled();
    await settled();
    await settled();
    expect(await second.name()).toBe('Missed');
    expect(service.registrations).toBe(1);
  });

  it('join a leader that is still registering as soon as it has, and wait for it though they show what was kept', async () => {
    let tell: (answer: RegisterAnswer) => void = () => undefined;
    service.register = () => {
      service.registrations += 1;
      return new Promise((resolve) => (tell = resolve));
    };
    await open();
    const second = await open();
    second.connection.show(snapshotState(anAnswer({ realm_name: 'Kept' })));
    expect(await second.name()).toBe('Kept');
    await clock.advance(1500);
    tell(anAnswer({ realm_name: 'Present' }));
    await settled();
    await settled();
    expect(await second.name()).toBe('Present');
    expect(service.registrations).toBe(1);
  });

  it('register for themselves when no leader speaks', async () => {
    await open();
    browser.isDeaf = true;
    const second = await open();
    expect(service.registrations).toBe(1);
    await clock.advance(1000);
    expect(service.registrations).toBe(2);
    expect(await second.name()).toBe('Tests');
  });
});
