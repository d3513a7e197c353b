import { type RefObject, useCallback, useEffect, useRef } from 'react';
import type { VListHandle } from 'virtua';
import { focusedIn, followEnd } from './list-place';
import type { Row } from './message-rows';
import { type Seen, isKeptInPlace, seenIn } from './steady-follow';

/**
 * Follows the end of a list in which rows come and change: before the picture, unless that has kept what is read in its
 * place already; then in the next one.
 * @param isAtEnd whether the end is still what one reads
 */
export function useSteadyFollow(box: RefObject<HTMLElement | null>, isAtEnd: () => boolean) {
  const seen = useRef<Seen>(undefined);
  const shown = useRef<{ list: VListHandle; rows: readonly Row[] }>(undefined);
  const frame = useRef<number>(undefined);
  const isLate = useRef(false);
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
        if (isLate.current && stillAtEnd.current()) {
          followEnd(shown.current.list, shown.current.rows, focusedIn(box.current));
        }
        isLate.current = false;
      });
    },
    [box],
  );

  const follow = useCallback(
    (list: VListHandle, rows: readonly Row[]): void => {
      const scrollTop = box.current?.firstElementChild?.scrollTop;
      const isKept = scrollTop !== undefined && seen.current && isKeptInPlace(seen.current, { list, rows, scrollTop });
      notePicture(list, rows);
      isLate.current = isKept === true;
      // The list goes on for a while to where it was sent last.
      if (isKept) list.scrollTo(scrollTop);
      else followEnd(list, rows, focusedIn(box.current));
    },
    [box, notePicture],
  );
  return { follow, notePicture };
}
