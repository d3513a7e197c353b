import { PollWheel } from './poll-wheel';

describe('PollWheel', () => {
  it('gives each item once, at its second', () => {
    const due: string[][] = [];
    const wheel = new PollWheel<string>((items) => due.push(items));
    wheel.put('a', 1);
    wheel.put('b', 55);
    wheel.put('c', 55);
    wheel.put('c', 2);
    wheel.put('d', 2);
    wheel.remove('d');
    for (let second = 0; second < 200; second++) wheel.tick();
    expect(due).toEqual([['a'], ['c'], ['b']]);
    expect(wheel.size).toBe(0);
  });

  it('takes items again while they are given out', () => {
    let count = 0;
    const wheel: PollWheel<string> = new PollWheel((items) => {
      count += 1;
      for (const item of items) wheel.put(item, 1);
    });
    wheel.put('a', 1);
    for (let second = 0; second < 130; second++) wheel.tick();
    expect(count).toBe(130);
  });
});
