import { FreshCache } from './fresh-cache';

function deferred<T>(): { promise: Promise<T>; resolve: (value: T) => void; reject: (error: Error) => void } {
  let resolve: (value: T) => void = () => undefined;
  let reject: (error: Error) => void = () => undefined;
  const promise = new Promise<T>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { promise, resolve, reject };
}

describe('FreshCache', () => {
  let now = 0;
  let reads = 0;
  const cache = () => new FreshCache<number>({ lifeMs: 800, isKept: (value) => value > 0, now: () => now });
  const read = (value: number) => () => {
    reads++;
    return Promise.resolve(value);
  };

  beforeEach(() => {
    now = 1_000;
    reads = 0;
  });

  it('answers from memory until the life time from the start of the read is over', async () => {
    const fresh = cache();
    const slow = deferred<number>();
    const first = fresh.get('a', () => slow.promise);
    now += 500;
    slow.resolve(1);
    await first;
    now += 300;
    expect(await fresh.get('a', read(2))).toBe(1);
    now += 1;
    expect(await fresh.get('a', read(2))).toBe(2);
    expect(reads).toBe(1);
  });

  it('shares a read under way, but not one that began too long ago', async () => {
    const fresh = cache();
    const slow = deferred<number>();
    const first = fresh.get('a', () => slow.promise);
    now += 700;
    const second = fresh.get('a', read(9));
    now += 200;
    const third = fresh.get('a', read(2));
    slow.resolve(1);
    expect(await Promise.all([first, second, third])).toEqual([1, 1, 2]);
    expect(await fresh.get('a', read(3))).toBe(2);
  });

  it('does not remember what it is told not to keep, nor failures', async () => {
    const fresh = cache();
    expect(await fresh.get('a', read(0))).toBe(0);
    expect(await fresh.get('a', read(5))).toBe(5);
    const failing = deferred<number>();
    const failed = fresh.get('b', () => failing.promise);
    failing.reject(new Error('no database'));
    await expect(failed).rejects.toThrow('no database');
    expect(await fresh.get('b', read(6))).toBe(6);
  });

  it('forgets what nobody asks for', async () => {
    const fresh = cache();
    for (let key = 0; key < 100; key++) await fresh.get(String(key), read(1));
    now += 2_000;
    await fresh.get('new', read(1));
    const entries: unknown = Reflect.get(fresh, 'entries');
    expect(entries instanceof Map && entries.size).toBe(1);
  });
});
