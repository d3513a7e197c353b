import { useState } from 'react';
import type { VListHandle } from 'virtua';
import type { Message } from '../../store/message';
import type { Row } from './message-rows';

/** The header that the first row on the screen belongs to, unless that is one itself. @returns a message below it */
export function headerAbove(rows: readonly Row[], firstIndex: number): Message | undefined {
  if (rows[firstIndex]?.kind === 'header') return undefined;
  for (let index = firstIndex - 1; index >= 0; index -= 1) {
    const row = rows[index];
    if (row?.kind === 'header') return row.message;
  }
  return undefined;
}

/** Says where the messages on top of the screen stand while their header is above it. */
export function useTopHeader(rows: readonly Row[]) {
  const [message, setMessage] = useState<Message>();
  const noteTop = (list: VListHandle): void => setMessage(headerAbove(rows, list.findItemIndex(list.scrollOffset)));
  return [message, noteTop] as const;
}
