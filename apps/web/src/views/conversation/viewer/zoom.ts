/** How a picture is looked at: how much larger than the window shows it, and how far it was moved. */
export interface View {
  readonly scale: number;
  readonly x: number;
  readonly y: number;
}

/** From the middle of the picture's place, in pixels. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

export const WHOLE: View = { scale: 1, x: 0, y: 0 };
const LARGEST = 8;

const MIDDLE: Point = { x: 0, y: 0 };

/** Larger or smaller around a point, which stays where it is. */
export function zoomed({ scale, x, y }: View, factor: number, at: Point = MIDDLE): View {
  const next = Math.min(LARGEST, Math.max(1, scale * factor));
  if (next === 1) return WHOLE;
  const change = next / scale;
  return { scale: next, x: at.x - (at.x - x) * change, y: at.y - (at.y - y) * change };
}

/** Moved with the pointer; the whole picture does not move. */
export function moved(view: View, byX: number, byY: number): View {
  return view.scale === 1 ? view : { ...view, x: view.x + byX, y: view.y + byY };
}

/** Two fingers of which one has moved. */
interface Pinch {
  readonly other: Point;
  readonly before: Point;
  readonly after: Point;
}

const between = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);

/** As much larger as the fingers are farther apart, and moved with the middle between them. */
export function pinched(view: View, { other, before, after }: Pinch): View {
  const apart = distance(other, before);
  const [from, to] = [between(other, before), between(other, after)];
  const next = zoomed(view, apart === 0 ? 1 : distance(other, after) / apart, from);
  return moved(next, to.x - from.x, to.y - from.y);
}
