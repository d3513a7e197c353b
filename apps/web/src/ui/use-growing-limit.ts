import { type RefCallback, startTransition, useCallback, useState } from 'react';
import { flushSync } from 'react-dom';

/** Pixels; no list has lower rows. */
const LOWEST_ROW = 24;
/** As many are drawn where nothing says how high the screen is, as in a window that is not shown yet. */
const FEWEST = 20;
const STEP = 100;
/** Rows are drawn when the end of those that are there is nearer than this to what is seen. */
const AHEAD = '1000px 0px';

/** Ends of lists of which not all is drawn, with what draws the rest. */
const ends = new Map<Element, () => void>();

/** The part of the page that scrolls around an element; null for the page. */
function scrollerOf(element: Element): Element | null {
  for (let place = element.parentElement; place; place = place.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(place).overflowY)) return place;
  }
  return null;
}

/**
 * How many rows of a long list are drawn: at once as many as a screen has room for, the others when their place comes
 * near.
 * @returns the number, and what is told of the element that stands after the last row
 */
export function useGrowingLimit(count: number): [number, RefCallback<Element>] {
  const [limit, setLimit] = useState(() => Math.max(FEWEST, Math.ceil(window.innerHeight / LOWEST_ROW)));
  const end = useCallback(
    (element: Element | null) => {
      if (!element || limit >= count) return undefined;
      const grow = (): void => startTransition(() => setLimit(limit + STEP));
      const near = new IntersectionObserver((found) => found.some(({ isIntersecting }) => isIntersecting) && grow(), {
        root: scrollerOf(element),
        rootMargin: AHEAD,
      });
      near.observe(element);
      ends.set(element, () => setLimit(count));
      return () => {
        near.disconnect();
        ends.delete(element);
      };
    },
    [limit, count],
  );
  return [limit, end];
}

/** Draws every row of the lists in a part of the page, before anything else happens: somebody goes to the last one. */
export function drawAllIn(box: Element): void {
  for (const [end, draw] of [...ends]) if (box.contains(end)) flushSync(draw);
}
