import type { Selected, TextEdit } from './format';

/** Types text over what is selected, so that the browser's undo takes it back. */
export function insertText(area: HTMLTextAreaElement, text: string): void {
  area.focus();
  // Deprecated and without a successor: nothing else keeps the history of undo.
  if (document.execCommand(text === '' ? 'delete' : 'insertText', false, text)) return;
  area.setRangeText(text, area.selectionStart, area.selectionEnd, 'end');
  area.dispatchEvent(new Event('input', { bubbles: true }));
}

export function selectedIn({ value, selectionStart, selectionEnd }: HTMLTextAreaElement): Selected {
  return { text: value, start: selectionStart, end: selectionEnd };
}

/** Carries an edit out as if it were typed. */
export function applyEdit(area: HTMLTextAreaElement, { from, to, insert, select }: TextEdit): void {
  area.setSelectionRange(from, to);
  if (from !== to || insert !== '') insertText(area, insert);
  area.setSelectionRange(...select);
}
