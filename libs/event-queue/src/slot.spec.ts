import { bodyRef } from './body-ref';
import { allSlots, slotName, slotOf } from './slot';
import { KeySpace } from './slot-keys';

describe('slotOf', () => {
  it('is fixed for ever', () => {
    expect([1, 63, 64, 12345, 9_007_199_254_740_991].map((id) => slotName(slotOf(2, id)))).toEqual([
      'p2s0',
      'p2s0',
      'p2s1',
      'p2s0',
      'p2s15',
    ]);
  });

  it('spreads users evenly', () => {
    const counts = new Array<number>(16).fill(0);
    for (let id = 1; id <= 16_000; id++) counts[slotOf(0, id).number]! += 1;
    expect(Math.min(...counts)).toBeGreaterThan(900);
    expect(Math.max(...counts)).toBeLessThan(1_100);
  });

  it('puts the people of a small organization into two slots at most', () => {
    for (const first of [1, 40, 63, 5_000]) {
      const slots = Array.from({ length: 64 }, (_, index) => slotName(slotOf(0, first + index)));
      expect(new Set(slots).size).toBeLessThanOrEqual(2);
    }
  });
});

describe('slot keys', () => {
  it('share one hash tag per slot', () => {
    const space = new KeySpace('stoa:');
    const tags = allSlots(4).map((slot) => {
      const keys = space.of(slot);
      const own = [...keys.fixed, keys.lease, keys.dead, keys.list('queue')].map((key) => /\{([^}]+)\}/.exec(key)?.[1]);
      expect(new Set(own).size).toBe(1);
      return own[0];
    });
    expect(new Set(tags).size).toBe(64);
  });
});

describe('bodyRef', () => {
  it('keeps short names and hashes others', () => {
    expect(bodyRef(1, 20, 0, '5')).toBe('1.20.0.5');
    expect(bodyRef(1, 20, 0, 'two words')).toMatch(/^1\.20\.0\.~[\w-]{22}$/);
    expect(bodyRef(1, 20, 0, 'two words')).not.toBe(bodyRef(1, 20, 0, 'two Words'));
  });
});
