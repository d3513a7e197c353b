import type { Row } from './message-rows';
import { isKeptInPlace, seenIn } from './steady-follow';

const KEYS = ['start', 'd1', 'd2'];
const rows: readonly Row[] = KEYS.map((key) => ({ kind: 'note', key, isSubscribed: true }));

/** Rows of these heights, below each other. */
function listOf(heights: readonly number[], scrollOffset = 0) {
  const getItemOffset = (index: number): number => heights.slice(0, index).reduce((sum, height) => sum + height, 0);
  const findItemIndex = (offset: number): number =>
    heights.findIndex((height, index) => getItemOffset(index) + height > offset);
  return { scrollOffset, getItemOffset, findItemIndex };
}

describe('what is read while rows change', () => {
  it('is remembered by the first row that begins on the screen', () => {
    expect(seenIn(listOf([50, 40, 60], 30), rows)).toEqual({ key: 'd1', offset: 50, scrolled: 30 });
    expect(seenIn(listOf([50, 40, 60], 50), rows)).toEqual({ key: 'd1', offset: 50, scrolled: 50 });
    expect(seenIn(listOf([50, 40, 60], 120), rows)).toBeUndefined();
  });

  it('is kept in place where the list went along with what grew or shrank above', () => {
    const seen = { key: 'd1', offset: 50, scrolled: 50 };
    expect(isKeptInPlace(seen, { list: listOf([98, 40, 60]), rows, scrollTop: 98 })).toBe(true);
    expect(isKeptInPlace(seen, { list: listOf([20, 40, 60]), rows, scrollTop: 20 })).toBe(true);
  });

  it('is not where nothing above changed, the list stayed, or the row is gone', () => {
    const seen = { key: 'd1', offset: 50, scrolled: 50 };
    expect(isKeptInPlace(seen, { list: listOf([50, 40, 90]), rows, scrollTop: 80 })).toBe(false);
    expect(isKeptInPlace(seen, { list: listOf([98, 40, 60]), rows, scrollTop: 50 })).toBe(false);
    expect(isKeptInPlace({ ...seen, key: 'gone' }, { list: listOf([98, 40]), rows, scrollTop: 98 })).toBe(false);
  });
});
