/** Part of a screen that a step moves within a message which is taller than half of it. */
const STEP = 0.4;
/** Pixels beyond the edge of the screen that hide nothing of a text. */
const HARDLY = 4;

interface Span {
  readonly top: number;
  readonly bottom: number;
}

/**
 * How far a step through the messages scrolls within a tall one that goes on beyond the edge of the screen, before it
 * moves on (web-details.md H); undefined where it moves on at once.
 * @param step down or up
 */
export function pixelsWithin(row: Span, screen: Span, step: 1 | -1): number | undefined {
  const height = screen.bottom - screen.top;
  const isInSight = row.bottom > screen.top && row.top < screen.bottom;
  const beyond = step > 0 ? row.bottom - screen.bottom : screen.top - row.top;
  if (!isInSight || row.bottom - row.top < height / 2 || beyond < HARDLY) return undefined;
  return step * Math.min(beyond, height * STEP);
}
