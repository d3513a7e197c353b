import { type RefObject, useEffect } from 'react';
import type { VListHandle } from 'virtua';
import { useCommands } from '../../client/commands';
import { selection } from '../../client/selection';
import type { Message } from '../../store/message';
import type { Row } from './message-rows';
import { pixelsWithin } from './pixels-within';

interface Walked {
  list: RefObject<VListHandle | null>;
  /** The element that the list scrolls in. */
  box: RefObject<HTMLElement | null>;
  rows: readonly Row[];
  messages: readonly Message[];
  /** The selection went down past these. */
  onPassed: (ids: readonly number[]) => void;
  /** To the newest or the first message, which may have to be fetched. */
  onEnd: () => void;
  onStart: () => void;
}

/** Part of a screen that a page leaves in sight. */
const PAGE = 0.85;

function select(messageId: number): void {
  selection.set({ messageId, takesFocus: true });
}

/** The row of the selected message, as far as it is in the page. */
function elementOf(box: HTMLElement | null, messageId: number | undefined): Element | undefined {
  return box?.querySelector(`[data-message-id="${messageId}"]`) ?? undefined;
}

/** Whether a step stays within a message that goes on beyond the edge of the screen: then it scrolls instead. */
function scrollsWithin({ list, box }: Walked, step: 1 | -1): boolean {
  const row = elementOf(box.current, selection.get()?.messageId)?.getBoundingClientRect();
  const screen = box.current?.getBoundingClientRect();
  const pixels = row && screen && pixelsWithin(row, screen, step);
  if (pixels === undefined) return false;
  list.current?.scrollBy(pixels);
  return true;
}

/** The first or last message whose row is on the screen; those on their way cannot be selected. */
function inSight({ list, rows }: Walked, edge: 'first' | 'last'): number | undefined {
  const handle = list.current;
  if (!handle) return undefined;
  const from = handle.findItemIndex(handle.scrollOffset);
  const to = handle.findItemIndex(handle.scrollOffset + handle.viewportSize - 1);
  const shown = rows
    .slice(from, to + 1)
    .flatMap((row) => (row.kind === 'message' && !row.local ? [row.message.id] : []));
  return edge === 'first' ? shown[0] : shown.at(-1);
}

function bringIntoSight({ list, rows }: Walked, id: number): void {
  const index = rows.findIndex((row) => row.kind === 'message' && row.message.id === id);
  if (index >= 0) list.current?.scrollToIndex(index, { align: 'nearest' });
}

/** Selects the next or previous message; the first step selects what is on the screen. */
function walk(walked: Walked, step: 1 | -1): void {
  if (scrollsWithin(walked, step)) return;
  const { messages, onPassed } = walked;
  const here = messages.findIndex(({ id }) => id === selection.get()?.messageId);
  const from = messages[here];
  const to = from ? messages[here + step]?.id : inSight(walked, step > 0 ? 'first' : 'last');
  if (from && step > 0) onPassed([from.id]);
  if (to === undefined) return;
  select(to);
  bringIntoSight(walked, to);
}

/** The list knows its new place once the browser has told it, in the frame after the next. */
function afterScrolling(act: () => void): void {
  requestAnimationFrame(() => requestAnimationFrame(act));
}

function page(walked: Walked, step: 1 | -1): void {
  const handle = walked.list.current;
  if (!handle) return;
  const seen = step > 0 ? idsInSight(walked) : [];
  const before = handle.scrollOffset;
  handle.scrollBy(step * handle.viewportSize * PAGE);
  afterScrolling(() => {
    const hasMoved = Math.abs(handle.scrollOffset - before) > 1;
    const id = inSight(walked, hasMoved === step > 0 ? 'first' : 'last');
    // At the end of the list there is no further page: the message at that end is selected.
    const target = hasMoved ? id : walked.messages.at(step > 0 ? -1 : 0)?.id;
    if (target !== undefined) select(target);
    walked.onPassed(seen.filter((passed) => target !== undefined && passed < target));
  });
}

function idsInSight(walked: Walked): readonly number[] {
  const [first, last] = [inSight(walked, 'first'), inSight(walked, 'last')];
  if (first === undefined || last === undefined) return [];
  return walked.messages.map(({ id }) => id).filter((id) => id >= first && id <= last);
}

/** Keys that move through a list of messages (web-details.md H); the selection ends with the list. */
export function useWalking(walked: Walked): void {
  useEffect(() => () => selection.set(undefined), []);
  const edge = (id: number | undefined, arrive: () => void): void => {
    if (id !== undefined) select(id);
    arrive();
  };
  useCommands({
    nextMessage: () => walk(walked, 1),
    previousMessage: () => walk(walked, -1),
    pageDown: () => page(walked, 1),
    pageUp: () => page(walked, -1),
    lastMessage: () => edge(walked.messages.at(-1)?.id, walked.onEnd),
    firstMessage: () => edge(walked.messages[0]?.id, walked.onStart),
  });
}
