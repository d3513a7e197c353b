import fc from 'fast-check';
import { AudienceSet, encodeAudience } from './audience';

describe('audiences', () => {
  it('come back as they were, whatever their size and spread', () => {
    const ids = fc.uniqueArray(fc.integer({ min: 1, max: 100_000 }), { maxLength: 200 });
    fc.assert(
      fc.property(ids, (userIds) => {
        const set = AudienceSet.decode(encodeAudience(userIds));
        expect([...set]).toEqual([...userIds].sort((a, b) => a - b));
        expect(set.size).toBe(userIds.length);
        for (const id of [1, 50_000, ...userIds]) expect(set.has(id)).toBe(userIds.includes(id));
      }),
    );
  });

  it('cost at most about one bit per user of the realm', () => {
    const everybody = Array.from({ length: 20_000 }, (_, index) => 501 + index);
    expect(JSON.stringify(encodeAudience(everybody)).length).toBeLessThan(120);
    const half = everybody.filter((id) => (id * 2654435761) % 4294967296 < 2147483648);
    expect(JSON.stringify(encodeAudience(half)).length).toBeLessThan((20_000 / 8) * 1.4 + 100);
  });
});
