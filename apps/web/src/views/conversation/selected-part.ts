import { systemClock } from '../../api/backoff';

/** The part of a selection that is in an element; undefined if it has none. */
export function partIn(element: Element, selected: Range): Range | undefined {
  const part = document.createRange();
  part.selectNodeContents(element);
  if (selected.compareBoundaryPoints(Range.START_TO_START, part) > 0) {
    part.setStart(selected.startContainer, selected.startOffset);
  }
  if (selected.compareBoundaryPoints(Range.END_TO_END, part) < 0) {
    part.setEnd(selected.endContainer, selected.endOffset);
  }
  return part.collapsed ? undefined : part;
}

/** What is selected in the text of a message, if nothing beyond it is. */
function selectedIn(messageId: number): DocumentFragment | undefined {
  const selection = document.getSelection();
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return undefined;
  const range = selection.getRangeAt(0);
  const content = document.querySelector(`[data-message-id="${messageId}"] .message-content`);
  if (!content || !range.intersectsNode(content)) return undefined;
  const part = partIn(content, range);
  // A triple click selects up to the beginning of what follows.
  return part?.toString().trim() === range.toString().trim() ? part.cloneContents() : undefined;
}

/** Milliseconds: nothing can be sent from the box until the quote stands in it. */
const LONGEST_WAIT_MS = 10_000;

/**
 * What is selected of a message, as messages are written; undefined where nothing of it is, or more than it, or where
 * what writes it does not come in time. What is selected is looked at before anything is waited for.
 */
export async function selectedSource(messageId: number): Promise<string | undefined> {
  const selected = selectedIn(messageId);
  if (!selected?.textContent?.trim()) return undefined;
  const tooLate = systemClock.sleep(LONGEST_WAIT_MS).then(() => undefined);
  const loaded = await Promise.race([import('../../compose/paste/rich-text'), tooLate]);
  return loaded?.markdownOf(selected) || undefined;
}
