import type { Selected, TextEdit } from './format';

/** Types text over what is selected, so that the browser's undo takes it back. */
export function insertText(area: HTMLTextAreaElement, text: string): void {
  area.focus();
  // Deprecated and without a successor: nothing else keeps the history of undo.
  if (document.execCommand(text === '' ? 'delete' : 'insertText', false, text)) return;
  area.setRangeText(text, area.selectionStart, area.selectionEnd, 'end');
  area.dispatchEvent(new Event('input', { bubbles: true }));
}

/**
 * Types over what was typed before the caret, so that taking it back leaves that. Not where somebody has gone on
 * elsewhere meanwhile: what is typed goes to where the focus is.
 */
export function replaceTyped(area: HTMLTextAreaElement, typed: string, next: string): void {
  if (!area.isConnected || document.activeElement !== area) return;
  const end = area.selectionStart;
  if (next === typed || area.value.slice(end - typed.length, end) !== typed) return;
  area.setSelectionRange(end - typed.length, end);
  insertText(area, next);
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
