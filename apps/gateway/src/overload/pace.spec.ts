import { setTimeout as delay } from 'node:timers/promises';
import { Pace } from './pace';

const ORGANIZATION = { realmId: 1 };

describe('Pace', () => {
  it('lets a burst through at once, and then spreads what comes over the time', async () => {
    const pace = new Pace({ perSecond: 1_000, userShare: 0.25, burstMs: 50 });
    const beganAt = performance.now();
    await pace.take(50, ORGANIZATION);
    expect(performance.now() - beganAt).toBeLessThan(25);
    for (let use = 0; use < 5; use++) await pace.take(20, ORGANIZATION);
    // The last one waits for the four before it, not for itself.
    expect(performance.now() - beganAt).toBeGreaterThanOrEqual(78);
  });

  it('gives each its own moment, in the order of asking', async () => {
    const pace = new Pace({ perSecond: 1_000, userShare: 0.25, burstMs: 1 });
    const order: number[] = [];
    const beganAt = performance.now();
    const use = (index: number) => pace.take(10, ORGANIZATION).then(() => order.push(index));
    await Promise.all([0, 1, 2, 3, 4, 5].map(use));
    expect(order).toEqual([0, 1, 2, 3, 4, 5]);
    expect(performance.now() - beganAt).toBeGreaterThanOrEqual(47);
  });

  it('says how long a user would wait, who has a quarter of what the organization has', async () => {
    const pace = new Pace({ perSecond: 1_000, userShare: 0.25, burstMs: 0 });
    await pace.take(100, { realmId: 1, userId: 7 });
    expect(pace.waitMs({ realmId: 1, userId: 7 })).toBeGreaterThan(380);
    expect(pace.waitMs({ realmId: 1, userId: 8 })).toBeLessThanOrEqual(100);
    expect(pace.waitMs({ realmId: 2, userId: 9 })).toBe(0);
    await delay(110);
    expect(pace.waitMs({ realmId: 1, userId: 8 })).toBe(0);
  });
});
