import { canBeCut, cutOf, middleOf } from './cropped-size';

describe('the part of a picture', () => {
  it('begins as the largest of its aspect, in the middle', () => {
    expect(middleOf({ width: 400, height: 200 }, 1)).toEqual({ x: 25, y: 0, width: 50, height: 100 });
    expect(middleOf({ width: 200, height: 400 }, 1)).toEqual({ x: 0, y: 25, width: 100, height: 50 });
    expect(middleOf({ width: 300, height: 100 }, undefined)).toEqual({ x: 0, y: 0, width: 100, height: 100 });
  });

  it('is drawn in the pixels that the picture has', () => {
    expect(cutOf({ width: 400, height: 200 }, { x: 25, y: 0, width: 50, height: 100 })).toEqual({
      source: { x: 100, y: 0, width: 200, height: 200 },
      size: { width: 200, height: 200 },
    });
  });

  it('is made smaller than photographs are, in the same proportion', () => {
    const { source, size } = cutOf({ width: 4000, height: 2000 }, { x: 0, y: 0, width: 100, height: 100 });
    expect([source.width, size]).toEqual([4000, { width: 1000, height: 500 }]);
  });

  it('has a pixel at least', () => {
    expect(cutOf({ width: 10, height: 10 }, { x: 50, y: 50, width: 0, height: 0 }).size).toEqual({
      width: 1,
      height: 1,
    });
  });

  it('is not chosen of what may move, or is no picture that browsers draw', () => {
    const types = ['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/heic', ''];
    expect(types.filter((type) => canBeCut({ type }))).toEqual(['image/png', 'image/jpeg', 'image/webp']);
  });
});
