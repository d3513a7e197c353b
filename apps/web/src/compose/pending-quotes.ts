import { Store } from '../store/store';
import { t } from '../strings/strings';
import { composeRequest } from './target';

/** A message that is to be quoted in a text. */
export interface PendingQuote {
  /** What stands in the text for it. */
  readonly mark: string;
  /** The quote; empty where the message cannot be had, undefined while it is being fetched. */
  readonly text?: string;
}

/** Quotes whose marks stand in a text, or will. */
export const pendingQuotes = new Store<readonly PendingQuote[]>([]);

/** Every mark, in whichever language and of whichever page, as `beginQuote` writes it. */
const MARKS = /\[[^\][\n]*\]\(#quote-[0-9a-f]{8}\)/g;

/** Whether a text has the place of a quote, and not the quote: nobody else shall get it so. */
export function hasMark(text: string): boolean {
  return text.search(MARKS) >= 0;
}

/** A text without the marks for which no quote will come: the page that fetched it has gone. */
export function withoutLostMarks(text: string): string {
  const pending = new Set(pendingQuotes.get().map(({ mark }) => mark));
  return text.replace(MARKS, (mark) => (pending.has(mark) ? mark : ''));
}

/** @returns what stands in the text until the quote is there (web-details.md D.7); drafts may keep those of pages before, so none is used twice */
export function beginQuote(): string {
  const mark = `[${t('quote.loading')}](#quote-${crypto.randomUUID().slice(0, 8)})`;
  pendingQuotes.update((all) => [...all, { mark }]);
  return mark;
}

/** Says what a mark stands for. @param text empty where nothing shall stand there */
export function endQuote(mark: string, text: string): void {
  const request = composeRequest.get();
  if (!request?.text.includes(mark)) {
    pendingQuotes.update((all) => all.map((one) => (one.mark === mark ? { mark, text } : one)));
    return;
  }
  // No box has taken it up yet: it gets the quote itself.
  forgetQuote(mark);
  composeRequest.set({ ...request, text: request.text.replace(mark, () => text) });
}

/** It stands in its place, or nobody wants it any more. */
export function forgetQuote(mark: string): void {
  pendingQuotes.update((all) => all.filter((one) => one.mark !== mark));
}
