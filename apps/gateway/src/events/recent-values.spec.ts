import { RecentValues } from './recent-values';

describe('RecentValues', () => {
  it('remembers values for a while', () => {
    let now = 0;
    const values = new RecentValues<number>(10, () => now);
    expect(values.get('a')).toBeUndefined();
    values.note('a', 1);
    now = 9;
    values.note('b', 2);
    now = 19;
    expect([values.get('a'), values.get('b')]).toEqual([1, 2]);
    now = 29;
    expect([values.get('a'), values.get('b')]).toEqual([undefined, undefined]);
  });

  it('knows nothing of long ago, however seldom it is asked', () => {
    let now = 0;
    const values = new RecentValues<number>(10, () => now);
    values.note('a', 1);
    now = 100;
    expect(values.get('a')).toBeUndefined();
  });

  it('goes on to remember what is noted again', () => {
    let now = 0;
    const values = new RecentValues<number>(10, () => now);
    for (now = 0; now < 100; now += 9) values.note('a', now);
    expect(values.get('a')).toBe(99);
  });

  it('forgets what is meant, the new and the old', () => {
    let now = 0;
    const values = new RecentValues<number>(10, () => now);
    values.note('a', 1);
    now = 11;
    values.note('b', 1);
    values.note('c', 2);
    values.forget((value) => value === 1);
    expect(['a', 'b', 'c'].map((name) => values.get(name))).toEqual([undefined, undefined, 2]);
  });
});
