import type { VListHandle } from 'virtua';
import type { Row } from './message-rows';

/** A row that was on the screen in a picture: where it stood in the list, and how far the list was scrolled. */
export interface Seen {
  readonly key: string;
  readonly offset: number;
  readonly scrolled: number;
}

type ListPlaces = Pick<VListHandle, 'scrollOffset' | 'findItemIndex' | 'getItemOffset'>;

/** Half a pixel is none: sizes of rows are fractions. */
const HARDLY = 0.5;

/** The first row that begins on the screen. */
export function seenIn(list: ListPlaces, rows: readonly Row[]): Seen | undefined {
  const { scrollOffset: scrolled } = list;
  let index = list.findItemIndex(scrolled);
  if (list.getItemOffset(index) < scrolled) index += 1;
  const row = rows[index];
  return row && { key: row.key, offset: list.getItemOffset(index), scrolled };
}

/**
 * Whether the list was scrolled along with rows above that have grown or shrunk since the picture: what is read stands
 * where it stood. Whatever scrolls it further waits for the next picture: browsers take both at once for a jump of all
 * rows (`layout-shift`).
 * @param scrollTop how far the list is scrolled now
 */
export function isKeptInPlace(
  seen: Seen,
  { list, rows, scrollTop }: { list: ListPlaces; rows: readonly Row[]; scrollTop: number },
): boolean {
  const index = rows.findIndex(({ key }) => key === seen.key);
  if (index < 0) return false;
  const moved = list.getItemOffset(index) - seen.offset;
  return Math.abs(moved) >= HARDLY && Math.abs(scrollTop - seen.scrolled - moved) < 1 + HARDLY;
}
