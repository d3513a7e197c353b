import { emptyWindow, isFull } from '../../windows/message-window';
import { growNearEdge } from './use-list-ends';

describe('what is fetched near the ends of what is held', () => {
  const SCREEN_ROWS = 10;
  const ROW_PIXELS = 30;
  const window = { ...emptyWindow([], 1), ids: Array.from({ length: 600 }, (_none, id) => id) };

  /** Which ends grow while the screen shows rows from one on. */
  function grownEnds(shown: number, top: number, isFullWindow: boolean): string[] {
    const grown: string[] = [];
    const sizes = {
      scrollOffset: top * ROW_PIXELS,
      viewportSize: SCREEN_ROWS * ROW_PIXELS,
      scrollSize: shown * ROW_PIXELS,
    };
    const list = { ...sizes, findItemIndex: (pixels: number) => pixels / ROW_PIXELS };
    growNearEdge(list, {
      rows: Array.from({ length: shown }),
      isFull: isFullWindow,
      grow: (direction) => grown.push(direction),
    });
    return grown;
  }

  it('is nothing where few of all that may be held are shown: one end would drop what the other one fetches', () => {
    expect(grownEnds(20, 5, isFull(window))).toEqual([]);
    expect(grownEnds(20, 5, isFull({ ...window, ids: window.ids.slice(1) }))).toEqual(['older', 'newer']);
    expect(grownEnds(20, 5, isFull({ ...window, keepsAll: true }))).toEqual(['older', 'newer']);
  });

  it('is more at the end to which somebody has come, though few are shown', () => {
    expect(grownEnds(20, 0, isFull(window))).toEqual(['older']);
    expect(grownEnds(20, 10, isFull(window))).toEqual(['newer']);
    expect(grownEnds(10, 0, isFull(window))).toEqual([]);
  });

  it('is more at the end that is near', () => {
    expect(grownEnds(600, 29, isFull(window))).toEqual(['older']);
    expect(grownEnds(600, 561, isFull(window))).toEqual(['newer']);
    expect(grownEnds(600, 300, isFull(window))).toEqual([]);
  });
});
