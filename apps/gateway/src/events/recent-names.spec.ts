import { RecentNames } from './recent-names';

describe('RecentNames', () => {
  it('remembers names for a while', () => {
    let now = 0;
    const names = new RecentNames(10, () => now);
    expect(names.has('a')).toBe(false);
    names.note('a');
    now = 9;
    names.note('b');
    now = 19;
    expect([names.has('a'), names.has('b')]).toEqual([true, true]);
    now = 29;
    expect([names.has('a'), names.has('b')]).toEqual([false, false]);
  });

  it('knows nothing of long ago, however seldom it is asked', () => {
    let now = 0;
    const names = new RecentNames(10, () => now);
    names.note('a');
    now = 100;
    expect(names.has('a')).toBe(false);
  });

  it('goes on to remember what is noted again', () => {
    let now = 0;
    const names = new RecentNames(10, () => now);
    for (now = 0; now < 100; now += 9) names.note('a');
    expect(names.has('a')).toBe(true);
  });
});
