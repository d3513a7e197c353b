import type { VListHandle } from 'virtua';
import type { Row } from './message-rows';

/** A row that was on the screen in a picture: where it stood in the list, and how far the list was scrolled. */
export interface Seen {
  readonly key: string;
  readonly offset: number;
  readonly scrolled: number;
}

type Rows = readonly Pick<Row, 'kind' | 'key'>[];
type ListPlaces = Pick<VListHandle, 'scrollOffset' | 'viewportSize' | 'findItemIndex' | 'getItemOffset'>;

/** Half a pixel is none: sizes of rows are fractions. */
const HARDLY = 0.5;

/** The last message on the screen: whoever is at the end reads there. One that fills the screen began above it. */
export function seenIn(list: ListPlaces, rows: Rows): Seen | undefined {
  const { scrollOffset: scrolled, viewportSize } = list;
  for (let index = list.findItemIndex(scrolled + viewportSize); index >= 0; index -= 1) {
    const row = rows[index];
    const offset = list.getItemOffset(index);
    if (row?.kind === 'message' && offset < scrolled + viewportSize) return { key: row.key, offset, scrolled };
  }
  return undefined;
}

/**
 * Rows above what is read have grown or shrunk since the picture: how far the list is scrolled when that stands where it
 * stood. Whatever scrolls the list further waits for the next picture: browsers take both at once for a jump of all rows
 * (`layout-shift`).
 * @returns undefined if nothing above has changed, or what was read is gone
 */
export function keptScroll(seen: Seen, list: ListPlaces, rows: Rows): number | undefined {
  const index = rows.findIndex(({ key }) => key === seen.key);
  const moved = index < 0 ? 0 : list.getItemOffset(index) - seen.offset;
  return Math.abs(moved) < HARDLY ? undefined : seen.scrolled + moved;
}

/** How far a list can be scrolled. */
function endOf({ scrollSize, viewportSize }: Pick<VListHandle, 'scrollSize' | 'viewportSize'>): number {
  return scrollSize - viewportSize;
}

/**
 * Whether somebody scrolled towards older messages since the picture. Lists are also scrolled back along with rows above
 * that shrank, which shows the same as before, and by browsers when they become too short.
 * @param nearestEnd how far the list could be scrolled at least, of all times since the picture
 */
export function hasTurnedBack(
  seen: Seen,
  { list, rows, nearestEnd }: { list: ListPlaces; rows: Rows; nearestEnd: number },
): boolean {
  const { scrollOffset } = list;
  if (scrollOffset >= seen.scrolled || scrollOffset >= nearestEnd - 1) return false;
  const index = rows.findIndex(({ key }) => key === seen.key);
  if (index < 0) return true;
  return list.getItemOffset(index) - scrollOffset > seen.offset - seen.scrolled + HARDLY;
}

type FollowedList = ListPlaces & Pick<VListHandle, 'scrollSize' | 'scrollTo'>;

interface FollowOptions<L, R> {
  /** Scrolls to the end, as far as that is wanted. */
  toEnd(list: L, rows: R): void;
  /** Whether the end is still what one reads. */
  isAtEnd(): boolean;
}

/**
 * Follows the end of a list in which rows come and change: before the picture, unless what is read has to be kept in its
 * place first; then in the next one.
 */
export class SteadyFollow<L extends FollowedList, R extends Rows> {
  private seen: Seen | undefined;
  private shown: { list: L; rows: R } | undefined;
  private frame: number | undefined;
  /** The end waits for the next picture; it waited for this one. */
  private isLate = false;
  private wasLate = false;
  private nearestEnd = 0;
  private options: FollowOptions<L, R> | undefined;

  /** To be told before anything is followed, and again when it is another. */
  attend(options: FollowOptions<L, R>): void {
    this.options = options;
  }

  /** The next frame begins with what is in the last picture. */
  readonly notePicture = (list: L, rows: R): void => {
    this.shown = { list, rows };
    this.frame ??= requestAnimationFrame(() => {
      this.frame = undefined;
      if (!this.shown) return;
      const { list: pictured, rows: picturedRows } = this.shown;
      this.seen = seenIn(pictured, picturedRows);
      this.nearestEnd = endOf(pictured);
      if (this.isLate && this.options?.isAtEnd()) this.options.toEnd(pictured, picturedRows);
      this.wasLate = this.isLate;
      this.isLate = false;
    });
  };

  readonly follow = (list: L, rows: R): void => {
    this.nearestEnd = Math.min(this.nearestEnd, endOf(list));
    // Once: where something above changes in every picture, the end would never come.
    const kept = this.seen && !this.wasLate ? keptScroll(this.seen, list, rows) : undefined;
    this.notePicture(list, rows);
    this.isLate = kept !== undefined;
    // Even if it is there by itself: the list goes on for a while to where it was sent last.
    if (kept !== undefined) list.scrollTo(kept);
    else this.options?.toEnd(list, rows);
  };

  /** Whether whoever reads has scrolled back since the last picture. */
  readonly turnedBack = (list: L, rows: R): boolean => {
    this.nearestEnd = Math.min(this.nearestEnd, endOf(list));
    return this.seen !== undefined && hasTurnedBack(this.seen, { list, rows, nearestEnd: this.nearestEnd });
  };

  /** The list is gone. */
  stop(): void {
    if (this.frame !== undefined) cancelAnimationFrame(this.frame);
    this.frame = undefined;
  }
}
