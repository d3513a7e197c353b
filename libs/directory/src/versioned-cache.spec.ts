import { VersionedCache } from './versioned-cache';

interface Copy {
  version: number;
  previous: number | undefined;
}

function cacheOver(state: { version: number; loads: number }, capacity = 10) {
  return new VersionedCache<Copy>(
    capacity,
    async (_id, previous) => {
      state.loads++;
      const { version } = state;
      await Promise.resolve();
      return { version, previous: previous?.version };
    },
    (id) => `set:${id}`,
  );
}

describe('copies of versioned sets', () => {
  it('loads once for everybody who asks at the same time', async () => {
    const state = { version: 3, loads: 0 };
    const cache = cacheOver(state);
    const copies = await Promise.all([cache.get(1), cache.get(1), cache.get(1)]);
    expect(copies.map((copy) => copy.version)).toEqual([3, 3, 3]);
    expect(state.loads).toBe(1);
  });

  it('does not take a load that began before a refresh for one', async () => {
    const state = { version: 3, loads: 0 };
    const cache = cacheOver(state);
    const first = cache.get(1);
    state.version = 4;
    expect((await cache.refresh(1)).version).toBe(4);
    expect((await first).version).toBe(3);
    expect(state.loads).toBe(2);
  });

  it('hands the old copy to a refresh, which reads only the difference', async () => {
    const state = { version: 3, loads: 0 };
    const cache = cacheOver(state);
    await cache.get(1);
    state.version = 5;
    expect(await cache.refresh(1, 5)).toEqual({ version: 5, previous: 3 });
    expect((await cache.get(1)).version).toBe(5);
  });

  it('builds on nothing that may have been lost: of another life of the database, or ahead of it', async () => {
    const life = 2 ** 12;
    const state = { version: 7, loads: 0 };
    const cache = cacheOver(state);
    await cache.get(1);
    for (const version of [5, life, 3 * life + 1]) {
      state.version = version;
      expect(await cache.refresh(1, 0)).toEqual({ version, previous: undefined });
    }
    state.version++;
    expect(await cache.refresh(1, 0)).toEqual({ version: 3 * life + 2, previous: 3 * life + 1 });
  });

  it('loads again when the load under way began before the wanted version', async () => {
    const state = { version: 3, loads: 0 };
    const cache = cacheOver(state);
    const early = cache.refresh(1, 0);
    state.version = 4;
    const late = cache.refresh(1, 4);
    expect((await early).version).toBe(3);
    expect((await late).version).toBe(4);
    expect(state.loads).toBe(2);
  });

  it('keeps the most recently used copies', async () => {
    const state = { version: 1, loads: 0 };
    const cache = cacheOver(state, 2);
    await cache.get(1);
    await cache.get(2);
    await cache.get(1);
    await cache.get(3);
    expect(state.loads).toBe(3);
    await cache.get(1);
    expect(state.loads).toBe(3);
    await cache.get(2);
    expect(state.loads).toBe(4);
  });
});
