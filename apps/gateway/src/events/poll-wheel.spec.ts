import { PollWheel } from './poll-wheel';

describe('PollWheel', () => {
  it('gives each item once, at its second', () => {
    const due: object[][] = [];
    const wheel = new PollWheel((items) => due.push(items));
    const [a, b, c, d, e] = [{ name: 'a' }, { name: 'b' }, { name: 'c' }, { name: 'd' }, { name: 'e' }];
    wheel.put(a, 1);
    wheel.put(b, 55);
    wheel.put(c, 55);
    wheel.put(c, 2);
    wheel.put(d, 2);
    wheel.put(e, 2);
    wheel.remove(d);
    expect([wheel.has(d), wheel.has(e), wheel.size]).toEqual([false, true, 4]);
    for (let second = 0; second < 200; second++) wheel.tick();
    expect(due).toEqual([[a], [c, e], [b]]);
    expect(wheel.size).toBe(0);
  });

  it('takes items again while they are given out', () => {
    let count = 0;
    const wheel: PollWheel<object> = new PollWheel((items) => {
      count += 1;
      for (const item of items) wheel.put(item, 1);
    });
    wheel.put({}, 1);
    for (let second = 0; second < 130; second++) wheel.tick();
    expect(count).toBe(130);
  });
});
