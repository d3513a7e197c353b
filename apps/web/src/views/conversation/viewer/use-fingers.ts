import { type PointerEvent, useRef } from 'react';
import { type Point, type View, moved, pinched } from './zoom';

/** Where a pointer is, from the middle of the box that hears of it. */
function placeOf({ clientX, clientY, currentTarget }: PointerEvent<HTMLElement>): Point {
  const { x, y, width, height } = currentTarget.getBoundingClientRect();
  return { x: clientX - x - width / 2, y: clientY - y - height / 2 };
}

/** One pointer drags a picture, two fingers look closer. @returns what the picture's box listens to */
export function useFingers(onView: (change: (view: View) => View) => void) {
  const fingers = useRef(new Map<number, Point>());
  const leave = ({ pointerId }: PointerEvent): void => void fingers.current.delete(pointerId);
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>): void => {
      event.currentTarget.setPointerCapture(event.pointerId);
      fingers.current.set(event.pointerId, placeOf(event));
    },
    onPointerMove: (event: PointerEvent<HTMLElement>): void => {
      const before = fingers.current.get(event.pointerId);
      if (!before) return;
      const after = placeOf(event);
      const [other, ...more] = [...fingers.current].filter(([id]) => id !== event.pointerId);
      fingers.current.set(event.pointerId, after);
      if (other && more.length === 0) onView((view) => pinched(view, { other: other[1], before, after }));
      else if (!other) onView((view) => moved(view, after.x - before.x, after.y - before.y));
    },
    onPointerUp: leave,
    onPointerCancel: leave,
  };
}
