import { costOf, differenceOf, modelCost, rounded } from './figures';

describe('the arithmetic of measured costs', () => {
  it('charges operations with what the cluster uses beyond its idle share of the time', () => {
    const idle = { seconds: 10, cpu: { gateway: 0.1, redis: 0.05, events: 1 } };
    const busy = { seconds: 20, cpu: { gateway: 1.2, redis: 0.3, events: 1.5, postgres: 0.4 } };
    const cost = costOf(busy, idle, 1000);
    expect(cost.gateway).toBeCloseTo(1000);
    expect(cost.redis).toBeCloseTo(200);
    expect(cost.postgres).toBeCloseTo(400);
    // An idle events service does more in its time than a busy one: no operation brings time back.
    expect(cost.events).toBe(0);
  });

  it('takes a cost that comes with another one by their difference', () => {
    const more = { push: 1200, postgres: 900, nats: 40, redis: 30 };
    const less = { push: 200, postgres: 300, nats: 50 };
    expect(differenceOf(more, less, 2)).toEqual({ push: 500, postgres: 300, nats: 0, redis: 15 });
  });

  it('gives the model what has a share in the cost, of our own parts, largest first', () => {
    const parts = { redis: 61.4, push: 553, 'push-relay-dev': 9000, postgres: 1443, users: 1.2, events: 0 };
    expect(Object.entries(modelCost(parts))).toEqual([
      ['postgres', 1400],
      ['push', 550],
      ['redis', 61],
    ]);
  });

  it.each([
    [0, 0],
    [3.14159, 3.1],
    [1449, 1400],
    [24_713, 25_000],
  ])('rounds %p to %p', (value, expected) => {
    expect(rounded(value)).toBe(expected);
  });
});
