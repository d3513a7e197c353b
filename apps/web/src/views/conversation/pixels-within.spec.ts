import { pixelsWithin } from './pixels-within';

const SCREEN = { top: 100, bottom: 600 };

describe('a step through messages', () => {
  it('stays within a tall one that goes on beyond the edge, by less than a screen', () => {
    expect(pixelsWithin({ top: 200, bottom: 1400 }, SCREEN, 1)).toBe(200);
    expect(pixelsWithin({ top: 200, bottom: 650 }, SCREEN, 1)).toBe(50);
    expect(pixelsWithin({ top: -900, bottom: 300 }, SCREEN, -1)).toBe(-200);
  });

  it('moves on from one that is short, seen to its end or out of sight', () => {
    expect(pixelsWithin({ top: 500, bottom: 700 }, SCREEN, 1)).toBeUndefined();
    expect(pixelsWithin({ top: 50, bottom: 602 }, SCREEN, 1)).toBeUndefined();
    expect(pixelsWithin({ top: 700, bottom: 1400 }, SCREEN, 1)).toBeUndefined();
  });
});
