import { RequestFailed, RequestRefused } from '../api/failures';
import { snapshotState } from '../store/snapshot';
import { anAnswer } from '../test-support/answer';
import { TestClock, settled } from '../test-support/clock';
import { FakeService, Tab, nameIs } from '../test-support/fake-tab';
import { watchClock } from './wakes';
import type { RegisterAnswer } from '../store/register-answer';

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

  it('shows a long answer at once, and acknowledges it whole', async () => {
    const store = await tab.connection.ready;
    let commits = 0;
    store.subscribe(() => (commits += 1));
    service.open.answer(Array.from({ length: 450 }, (_, index) => nameIs(index, `name ${index}`)));
    await clock.advance(10);
    expect(commits).toBe(1);
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
