/** How a picture is looked at: how much larger than the window shows it, and how far it was moved. */
export interface View {
  readonly scale: number;
  readonly x: number;
  readonly y: number;
}

export const WHOLE: View = { scale: 1, x: 0, y: 0 };
const LARGEST = 8;

/**
 * Larger or smaller around a point, which stays where it is.
 * @param at from the middle of the picture's place, in pixels
 */
export function zoomed({ scale, x, y }: View, factor: number, at: { x: number; y: number } = { x: 0, y: 0 }): View {
  const next = Math.min(LARGEST, Math.max(1, scale * factor));
  if (next === 1) return WHOLE;
  const change = next / scale;
  return { scale: next, x: at.x - (at.x - x) * change, y: at.y - (at.y - y) * change };
}

/** Moved with the pointer; the whole picture does not move. */
export function moved(view: View, byX: number, byY: number): View {
  return view.scale === 1 ? view : { ...view, x: view.x + byX, y: view.y + byY };
}
