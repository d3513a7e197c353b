import { pictureAt } from './emoji-grid';

const SHEETS = ['/a.webp', '/b.webp'];

describe('the picture of an emoji', () => {
  it.each([
    [0, '/a.webp', '0% 0%'],
    [9, '/a.webp', '100% 0%'],
    [95, '/a.webp', `${(5 / 9) * 100}% 100%`],
    [100, '/b.webp', '0% 0%'],
  ])('number %i stands on %s at %s', (index, url, position) => {
    expect(pictureAt(SHEETS, index)).toEqual({ url, position });
  });

  it('is none beyond the last sheet, or of an emoji that is not known', () => {
    expect([pictureAt(SHEETS, 200), pictureAt(SHEETS, -1)]).toEqual([undefined, undefined]);
  });
});
