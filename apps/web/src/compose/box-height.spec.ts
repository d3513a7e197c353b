import { LEAST_HEIGHT, fittingHeight } from './box-height';

describe('the height of the box', () => {
  it('is what it was dragged to, from one line to most of the window', () => {
    expect([fittingHeight(200.4, 800), fittingHeight(-50, 800), fittingHeight(5000, 800)]).toEqual([
      200,
      LEAST_HEIGHT,
      560,
    ]);
  });

  it('is one line in a window that has no room for more', () => {
    expect(fittingHeight(300, 20)).toBe(LEAST_HEIGHT);
  });
});
