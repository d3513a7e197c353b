import { RequestFailed, RequestRefused } from '../api/failures';
import { TestClock, settled } from '../test-support/clock';
import { StreamingService, Tab, nameIs } from '../test-support/fake-tab';

describe('a queue that is read from a stream', () => {
  let clock: TestClock;
  let service: StreamingService;
  let tab: Tab;

  beforeEach(async () => {
    clock = new TestClock();
    service = new StreamingService();
    tab = new Tab(service, clock);
    await settled();
  });
  afterEach(async () => {
    tab.controller.abort();
    await tab.ended;
  });

  it('applies events as they come, and acknowledges them when the stream has ended', async () => {
    expect(service.stream.position).toEqual({ queueId: 'queue 1', lastEventId: -1 });
    await service.stream.write();
    await service.stream.write(nameIs(3, 'New'));
    await service.stream.write(nameIs(4, 'Newer'), nameIs(6, 'Newest'));
    expect(await tab.name()).toBe('Newest');
    service.stream.end();
    await settled();
    expect(service.streams).toHaveLength(2);
    expect(service.stream.position.lastEventId).toBe(6);
    expect([service.polls, tab.status.get().kind]).toEqual([[], 'live']);
  });

  it('goes on after the last event when the connection breaks: by a poll, then by a stream', async () => {
    await service.stream.write(nameIs(3, 'New'));
    service.stream.fail(new RequestFailed('the connection broke'));
    await clock.advance(100);
    expect(service.open).toMatchObject({ position: { lastEventId: 3 }, dontBlock: true });
    service.open.answer([nameIs(4, 'Newer')]);
    await settled();
    expect(service.stream.position.lastEventId).toBe(4);
    expect(await tab.name()).toBe('Newer');
  });

  /** The stream says nothing, and the poll that follows is answered at once. */
  async function fallSilent(id: number): Promise<void> {
    await clock.advance(10_000);
    expect(service.stream.isAborted()).toBe(true);
    expect(service.open).toMatchObject({ position: { lastEventId: id - 1 }, dontBlock: true });
    service.open.answer([nameIs(id, 'New')]);
    await settled();
  }

  it('polls where streams say nothing though polls are answered, from then on', async () => {
    await fallSilent(0);
    await fallSilent(1);
    expect(service.open).toMatchObject({ position: { lastEventId: 1 }, dontBlock: false });
    service.open.answer([nameIs(2, 'Newer')]);
    await settled();
    expect([service.polls.length, service.streams.length]).toEqual([4, 2]);
    expect(tab.status.get().kind).toBe('live');
  });

  it('forgives a stream that said nothing, once another brings something', async () => {
    for (const id of [0, 1, 2]) {
      await fallSilent(id);
      await service.stream.write();
      service.stream.end();
      await settled();
    }
    expect([service.polls.length, service.streams.length]).toEqual([3, 7]);
  });

  it('does not blame streams for a network that is silent', async () => {
    await clock.advance(10_000);
    await clock.advance(90_000);
    expect([service.polls.length, service.open.dontBlock]).toEqual([2, true]);
    service.open.fail(new RequestFailed('no network'));
    await clock.advance(100);
    service.open.answer([]);
    await settled();
    await fallSilent(0);
    await service.stream.write(nameIs(1, 'Streamed'));
    expect(await tab.name()).toBe('Streamed');
  });

  it('polls where streams end at once, again and again', async () => {
    for (let count = 0; count < 4; count += 1) {
      service.stream.end();
      await settled();
    }
    expect([service.streams.length, service.polls.length]).toEqual([4, 1]);
  });

  it('asks for another stream when one has been silent for too long', async () => {
    await service.stream.write();
    await clock.advance(89_999);
    expect(service.stream.isAborted()).toBe(false);
    await service.stream.write();
    await clock.advance(90_000);
    expect(service.streams[0]?.isAborted()).toBe(true);
    expect([service.streams.length, service.polls.length]).toEqual([2, 0]);
  });

  it('doubts a stream after the machine slept', async () => {
    await service.stream.write();
    tab.wakes.wake('doubt');
    await settled();
    expect(service.streams[0]?.isAborted()).toBe(true);
    expect(service.open.dontBlock).toBe(true);
  });

  it('registers again when the queue is gone, or has an event that it cannot apply', async () => {
    service.stream.fail(new RequestRefused(400, { code: 'BAD_EVENT_QUEUE_ID', msg: 'gone' }));
    await settled();
    expect([service.registrations, service.stream.position.queueId]).toEqual([2, 'queue 2']);
    await service.stream.write({ id: 1, type: 'update_message_flags' });
    await clock.advance(60_000);
    expect(service.registrations).toBe(3);
    expect(tab.logged).toHaveLength(1);
  });
});
