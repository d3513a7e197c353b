import { RealmShares } from './realm-shares';

describe('shares of organizations', () => {
  it('count what is under way', () => {
    const shares = new RealmShares();
    shares.begin(1);
    shares.begin(1);
    shares.end(1);
    expect([shares.underWay(1), shares.underWay(2)]).toEqual([1, 0]);
  });

  it('put who has much waiting behind who has little', () => {
    const shares = new RealmShares();
    shares.setBacklog(new Map([[1, 5_000]]));
    expect(shares.priorityOf(2, 0)).toBe(1);
    expect(shares.priorityOf(2, 3)).toBeGreaterThan(shares.priorityOf(2, 0));
    expect(shares.priorityOf(1, 0)).toBeGreaterThan(shares.priorityOf(2, 3));
  });
});
