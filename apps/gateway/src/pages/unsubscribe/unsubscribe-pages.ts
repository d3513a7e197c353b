import type { AnswerTexts } from '../../access/answer-language';
import { escaped, page } from '../page';

/** Asks: programs that check links open them, and must not unsubscribe anybody. */
export function askingPage(
  { tag, write }: AnswerTexts,
  type: 'missed_messages' | 'login',
  organization: string,
): string {
  const question = type === 'login' ? 'page.unsubscribeLogin' : 'page.unsubscribeMissed';
  const button = `<form method="post"><button>${escaped(write('page.unsubscribe'))}</button></form>`;
  return page(tag, { title: write('page.unsubscribe'), text: write(question, { organization }), body: button });
}

export function unsubscribedPage(
  { tag, write }: AnswerTexts,
  type: 'missed_messages' | 'login',
  organization: string,
): string {
  const text = type === 'login' ? 'page.unsubscribedFromLogin' : 'page.unsubscribedFromMissed';
  return page(tag, { title: write('page.unsubscribed'), text: write(text, { organization }) });
}

export function unknownLinkPage({ tag, write }: AnswerTexts): string {
  return page(tag, { title: write('page.unsubscribe'), text: write('page.unsubscribeUnknown') });
}
