import { type RefObject, useEffect } from 'react';
import { useClient } from '../../client/client';
import { type CopiedPart, copiedText } from './copied-text';
import { partIn } from './selected-part';

/** Text as it stands on the screen, with its lines. */
function textOf(part: Range): string {
  const place = document.createElement('div');
  place.className = 'visually-hidden';
  place.append(part.cloneContents());
  document.body.append(place);
  const text = place.innerText;
  place.remove();
  return text;
}

/** Copies several messages with who wrote them, and where; one message is copied as the browser does it. */
export function useCopying(box: RefObject<HTMLElement | null>): void {
  const { store } = useClient();
  useEffect(() => {
    const { current } = box;
    const onCopy = (event: ClipboardEvent): void => {
      const selection = document.getSelection();
      if (!selection || selection.rangeCount === 0 || !event.clipboardData) return;
      const selected = selection.getRangeAt(0);
      const state = store.get();
      const parts = [...(current?.querySelectorAll('[data-message-id]') ?? [])].flatMap((row): CopiedPart[] => {
        const message = state.messages.get(Number(row.getAttribute('data-message-id')));
        const content = row.querySelector('.message-content');
        if (!message || !content || !selected.intersectsNode(content)) return [];
        const part = partIn(content, selected);
        return part ? [{ message, text: textOf(part) }] : [];
      });
      if (parts.length < 2) return;
      event.clipboardData.setData('text/plain', copiedText(state, parts));
      event.preventDefault();
    };
    current?.addEventListener('copy', onCopy);
    return () => current?.removeEventListener('copy', onCopy);
  }, [box, store]);
}
