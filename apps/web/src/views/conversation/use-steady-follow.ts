import { type RefObject, useCallback, useEffect, useRef } from 'react';
import type { VListHandle } from 'virtua';
import { focusedIn, followEnd } from './list-place';
import type { Row } from './message-rows';
import { type Seen, endOf, hasTurnedBack, keptScroll, seenIn } from './steady-follow';

/**
 * Follows the end of a list in which rows come and change: before the picture, unless what is read has to be kept in its
 * place first; then in the next one.
 * @param isAtEnd whether the end is still what one reads
 */
export function useSteadyFollow(box: RefObject<HTMLElement | null>, isAtEnd: () => boolean) {
  const seen = useRef<Seen>(undefined);
  const shown = useRef<{ list: VListHandle; rows: readonly Row[] }>(undefined);
  const frame = useRef<number>(undefined);
  const isLate = useRef(false);
  const wasLate = useRef(false);
  const nearestEnd = useRef(0);
  const stillAtEnd = useRef(isAtEnd);
  useEffect(() => {
    stillAtEnd.current = isAtEnd;
  });
  useEffect(() => () => (frame.current === undefined ? undefined : cancelAnimationFrame(frame.current)), []);

  /** The next frame begins with what is in the last picture. */
  const notePicture = useCallback(
    (list: VListHandle, rows: readonly Row[]): void => {
      shown.current = { list, rows };
      frame.current ??= requestAnimationFrame(() => {
        frame.current = undefined;
        if (!shown.current) return;
        seen.current = seenIn(shown.current.list, shown.current.rows);
        nearestEnd.current = endOf(shown.current.list);
        if (isLate.current && stillAtEnd.current()) {
          followEnd(shown.current.list, shown.current.rows, focusedIn(box.current));
        }
        wasLate.current = isLate.current;
        isLate.current = false;
      });
    },
    [box],
  );

  const follow = useCallback(
    (list: VListHandle, rows: readonly Row[]): void => {
      nearestEnd.current = Math.min(nearestEnd.current, endOf(list));
      const kept = seen.current && keptScroll(seen.current, list, rows);
      notePicture(list, rows);
      // Once: where something above changes in every picture, the end would never come.
      isLate.current = kept !== undefined && !wasLate.current;
      // Even if it is there by itself: the list goes on for a while to where it was sent last.
      if (isLate.current && kept !== undefined) list.scrollTo(kept);
      else followEnd(list, rows, focusedIn(box.current));
    },
    [box, notePicture],
  );
  /** Whether whoever reads has scrolled back since the last picture. */
  const turnedBack = useCallback((list: VListHandle, rows: readonly Row[]): boolean => {
    nearestEnd.current = Math.min(nearestEnd.current, endOf(list));
    return seen.current !== undefined && hasTurnedBack(seen.current, { list, rows, nearestEnd: nearestEnd.current });
  }, []);
  return { follow, notePicture, turnedBack };
}
