import { TestClock, settled } from '../test-support/clock';
import { Backoff, retried } from './backoff';
import { RequestFailed, RequestRefused } from './failures';

describe('waits between attempts', () => {
  it('double up to a bound, and begin anew', () => {
    const backoff = new Backoff(() => 1);
    const waits = Array.from({ length: 9 }, () => backoff.next());
    expect(waits).toEqual([100, 200, 400, 800, 1600, 3200, 6400, 10_000, 10_000]);
    backoff.reset();
    expect(backoff.next()).toBe(100);
  });

  it('are any time up to the bound', () => {
    expect(new Backoff(() => 0.25).next()).toBe(25);
  });

  it('are at least what the service asks for', () => {
    expect([new Backoff(() => 0).next(2000), new Backoff(() => 1).next(2000)]).toEqual([2000, 3000]);
  });
});

describe('reads', () => {
  it('are repeated until there is an answer', async () => {
    const clock = new TestClock();
    const failures = [new RequestFailed('no connection'), new RequestRefused(429, { code: 'RATE_LIMIT_HIT' }, 1000)];
    let asked = 0;
    const read = (): Promise<string> => {
      const failure = failures[asked++];
      return failure ? Promise.reject(failure) : Promise.resolve('answer');
    };
    const answer = retried(read, { clock, random: () => 1 });
    await clock.advance(100);
    expect(asked).toBe(2);
    await clock.advance(1499);
    expect(asked).toBe(2);
    await clock.advance(1);
    expect(await answer).toBe('answer');
  });

  it('end when the service says no', async () => {
    const refused = new RequestRefused(400, { code: 'BAD_REQUEST', msg: 'Invalid message(s)' });
    await expect(retried(() => Promise.reject(refused))).rejects.toBe(refused);
  });

  it('end when nobody wants them any more', async () => {
    const controller = new AbortController();
    let asked = 0;
    const read = (): Promise<never> => {
      asked += 1;
      return Promise.reject(new RequestFailed('no connection'));
    };
    const clock = new TestClock();
    const answer = expect(retried(read, { clock, signal: controller.signal })).rejects.toThrow('aborted');
    await settled();
    controller.abort();
    await answer;
    await clock.advance(60_000);
    expect(asked).toBe(1);
  });
});
