import type { VListHandle } from 'virtua';
import { selection } from '../../client/selection';
import { type Narrow, operandOf } from '../../narrow/terms';
import type { Place } from '../../windows/message-loader';
import { type Row, rowToKeep } from './message-rows';

/** The end counts as seen when it is nearer than this, in pixels. */
const END_PIXELS = 24;

/** The row of a message or, if it is gone, of the next one. */
export function positionOf(rows: readonly Row[], id: number): number {
  return rows.findIndex((row) => row.kind === 'message' && row.message.id >= id);
}

type ListPlaces = Pick<VListHandle, 'scrollOffset' | 'viewportSize' | 'scrollSize' | 'findItemIndex' | 'getItemOffset'>;

/** Where people are in the list. */
export function placeOf(list: ListPlaces, rows: readonly Row[]): Place {
  const { scrollOffset, viewportSize, scrollSize } = list;
  if (scrollOffset + viewportSize >= scrollSize - END_PIXELS) return 'end';
  const selectedId = selection.get()?.messageId;
  let first: Place | undefined;
  for (let index = list.findItemIndex(scrollOffset); index < rows.length; index += 1) {
    const row = rows[index];
    const offset = list.getItemOffset(index) - scrollOffset;
    if (first && offset >= viewportSize) break;
    // A place outlives the id of a message that is on its way.
    if (row?.kind !== 'message' || row.local || offset < 0) continue;
    const place = { id: row.message.id, offset };
    // What one looks at stays where it is, rather than what happens to be on top.
    if (row.message.id === selectedId) return place;
    first ??= place;
  }
  return first ?? 'end';
}

/** Parts of the screen above the message that one begins at: what was said before it is seen, too. */
const CONTEXT = 0.25;
const CONTEXT_OF_TARGET = 0.4;

/** How far from the top the list begins, in pixels; the target of a link stands in the middle. */
export function beginningOffset(box: HTMLElement | null, narrow: Narrow): number {
  const isTarget = operandOf(narrow, 'near') !== undefined;
  return Math.round((box?.clientHeight ?? 0) * (isTarget ? CONTEXT_OF_TARGET : CONTEXT));
}

/** Brings what a place names to where it was. */
export function scrollToPlace(list: VListHandle, rows: readonly Row[], place: Place): void {
  const index = place === 'end' ? -1 : positionOf(rows, place.id);
  if (place === 'end' || index < 0) return list.scrollToIndex(rows.length - 1, { align: 'end' });
  const distance = list.getItemOffset(index) - list.scrollOffset - place.offset;
  if (Math.abs(distance) >= 1) list.scrollToIndex(index, { align: 'start', offset: -place.offset });
}

/** The message whose row has the focus, which goes with the row. */
export function focusedIn(box: HTMLElement | null): number | undefined {
  const { activeElement } = document;
  if (!activeElement || !box?.contains(activeElement)) return undefined;
  const id = activeElement.closest('[data-message-id]')?.getAttribute('data-message-id');
  return id ? Number(id) : undefined;
}

/** Keeps the end in sight as far as that pushes nothing off the screen which has to stay there. */
export function followEnd(list: VListHandle, rows: readonly Row[], focusedId: number | undefined): void {
  const { scrollOffset, viewportSize, scrollSize } = list;
  const kept = rowToKeep(rows, { from: list.findItemIndex(scrollOffset), focusedId });
  if (kept === undefined) return scrollToPlace(list, rows, 'end');
  const offset = list.getItemOffset(kept);
  if (offset >= scrollSize - viewportSize) return scrollToPlace(list, rows, 'end');
  if (offset - scrollOffset >= 1) list.scrollToIndex(kept, { align: 'start' });
}

/** Calls when the list has measured what it was given, in the frame after the next. @returns what calls it off */
export function afterMeasuring(act: () => void): () => void {
  let frame = requestAnimationFrame(() => {
    frame = requestAnimationFrame(act);
  });
  return () => cancelAnimationFrame(frame);
}

/** The first message below a header of the list, as a place: where it stands on the screen. */
export function placeBelow(header: Element): Place | undefined {
  const list = header.closest('.messages-place')?.querySelector('.messages');
  if (!list) return undefined;
  const top = list.getBoundingClientRect().top;
  const edge = header.getBoundingClientRect().bottom;
  const places = [...list.querySelectorAll('[data-message-id]')].flatMap((row) => {
    const box = row.getBoundingClientRect();
    return box.bottom > edge ? [{ id: Number(row.getAttribute('data-message-id')), offset: box.top - top }] : [];
  });
  return places.sort((a, b) => a.offset - b.offset)[0];
}
