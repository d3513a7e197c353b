import { RelayShares } from './relay-shares';
import { PARTITIONS } from './subjects';

describe('RelayShares', () => {
  function holding(partitions: readonly number[], replicas: number): RelayShares {
    const shares = new RelayShares(() => replicas);
    for (const partition of partitions) shares.note(partition, true);
    return shares;
  }

  it.each([
    [4, 1, false],
    [2, 2, false],
    [3, 2, true],
    [2, 3, false],
    [3, 3, true],
    [1, 4, false],
    [2, 4, true],
    [1, 8, false],
    [4, 0, false],
  ])('of four: %d with %d replicas is too many: %s', (held, replicas, expected) => {
    expect(holding(PARTITIONS.slice(0, held), replicas).isOneTooMany(0)).toBe(expected);
  });

  it('leaves free leases to others the longer the more it holds', () => {
    expect(holding([], 2).reserveMs).toBe(0);
    expect(holding([1], 2).reserveMs).toBeLessThan(holding([1, 2], 2).reserveMs);
  });

  it('gives up more and more seldom what always comes back', () => {
    const shares = holding([0, 1, 2, 3], 2);
    const times: number[] = [];
    for (let now = 0; now < 60_000; now += 100) if (shares.isOneTooMany(now)) times.push(now);
    const pauses = times.slice(1).map((time, index) => time - (times[index] ?? 0));
    expect(pauses).toEqual([2_000, 4_000, 8_000, 16_000]);
  });

  it('begins anew once the shares were even', () => {
    const shares = holding([0, 1, 2], 2);
    expect(shares.isOneTooMany(0)).toBe(true);
    shares.note(2, false);
    expect(shares.isOneTooMany(100)).toBe(false);
    shares.note(2, true);
    expect(shares.isOneTooMany(2_100)).toBe(true);
    expect(shares.isOneTooMany(4_200)).toBe(true);
  });
});
