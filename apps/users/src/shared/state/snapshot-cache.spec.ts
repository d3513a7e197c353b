import { SnapshotCache } from './snapshot-cache';

interface Copy {
  version: number;
  from: number | undefined;
}
const loader =
  (version: number, loads: number[]) =>
  async (previous: Copy | undefined): Promise<Copy> => {
    loads.push(version);
    return { version, from: previous?.version };
  };

describe('copies by exact version', () => {
  it('loads a version once and serves it to snapshots that see it', async () => {
    const cache = new SnapshotCache<Copy>(10);
    const loads: number[] = [];
    await Promise.all([cache.get(1, 5, loader(5, loads)), cache.get(1, 5, loader(5, loads))]);
    await cache.get(1, 5, loader(5, loads));
    expect(loads).toEqual([5]);
  });

  it('builds on the newest older copy, never on a newer one', async () => {
    const cache = new SnapshotCache<Copy>(10);
    const loads: number[] = [];
    await cache.get(1, 5, loader(5, loads));
    await cache.get(1, 8, loader(8, loads));
    expect((await cache.get(1, 7, loader(7, loads))).from).toBe(5);
    expect((await cache.get(1, 9, loader(9, loads))).from).toBe(8);
    expect((await cache.get(1, 4, loader(4, loads))).from).toBeUndefined();
    expect(cache.find(1, 9)?.from).toBe(8);
  });

  it('builds on nothing that may have been lost, and keeps what is asked for beside it', async () => {
    const cache = new SnapshotCache<Copy>(10);
    const life = 2 ** 12;
    for (const version of [3, 4, 5, 6]) await cache.get(1, version, loader(version, []));
    expect((await cache.get(1, life, loader(life, []))).from).toBeUndefined();
    const loads: number[] = [];
    await cache.get(1, 2, loader(2, loads));
    await cache.get(1, 2, loader(2, loads));
    expect(loads).toEqual([2]);
    expect((await cache.get(1, life + 1, loader(life + 1, []))).from).toBe(life);
  });

  it('forgets a failed load', async () => {
    const cache = new SnapshotCache<Copy>(10);
    await expect(cache.get(1, 5, () => Promise.reject(new Error('gone')))).rejects.toThrow('gone');
    expect((await cache.get(1, 5, loader(5, []))).version).toBe(5);
  });

  it('keeps the keys used last', async () => {
    const cache = new SnapshotCache<Copy>(2);
    const loads: number[] = [];
    for (const key of [1, 2, 1, 3]) await cache.get(key, 1, loader(1, loads));
    expect(cache.find(2, 1)).toBeUndefined();
    expect(cache.find(1, 1)).toBeDefined();
  });
});
