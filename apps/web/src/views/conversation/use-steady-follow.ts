import { type RefObject, useEffect, useLayoutEffect, useState } from 'react';
import type { VListHandle } from 'virtua';
import { focusedIn, followEnd } from './list-place';
import type { Row } from './message-rows';
import { SteadyFollow } from './steady-follow';

/** A {@link SteadyFollow} for as long as a list is shown. @param isAtEnd whether the end is still what one reads */
export function useSteadyFollow(box: RefObject<HTMLElement | null>, isAtEnd: () => boolean) {
  const [steady] = useState(() => new SteadyFollow<VListHandle, readonly Row[]>());
  useLayoutEffect(() => {
    steady.attend({ toEnd: (list, rows) => followEnd(list, rows, focusedIn(box.current)), isAtEnd });
  });
  useEffect(() => () => steady.stop(), [steady]);
  return steady;
}
