import { RequestFailed, RequestRefused } from '../api/failures';
import { snapshotState } from '../store/snapshot';
import { anAnswer } from '../test-support/answer';
import { TestClock, settled } from '../test-support/clock';
import { FakeService, Tab, nameIs } from '../test-support/fake-tab';
import type { RegisterAnswer } from '../store/register-answer';
import type { TabChannel, TabLocks, TabMessage } from './tabs';

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

  it('ask the leader to try at once, and to doubt its connection', async () => {
    const [leader, second, third] = [await open(), await open(), await open()];
    service.open.fail(new RequestFailed('no network'));
    await settled();
    expect(leader.status.get().kind).toBe('reconnecting');
    second.wakes.wake('hint');
    await settled();
    await settled();
    expect([service.polls.length, service.open.dontBlock]).toEqual([2, true]);
    service.open.answer([]);
    await settled();
    for (const tab of [second, third]) tab.wakes.wake('doubt');
    await settled();
    await settled();
    expect(service.polls.map(({ isAborted }) => isAborted())).toEqual([false, false, true, false]);
    expect(service.open.dontBlock).toBe(true);
    await clock.advance(1001);
    third.wakes.wake('doubt');
    await settled();
    await settled();
    expect(service.polls).toHaveLength(5);
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
