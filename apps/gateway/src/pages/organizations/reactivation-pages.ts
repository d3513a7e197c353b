import type { AnswerTexts } from '../../access/answer-language';
import { escaped, page } from '../page';

/** Asks: programs that check links open them, and must not change anything. */
export function askingPage({ tag, write }: AnswerTexts, organization: string, key: string): string {
  const body =
    `<form method="post" action="/reactivate/"><input type="hidden" name="key" value="${escaped(key)}">` +
    `<button>${escaped(write('page.reactivate'))}</button></form>`;
  return page(tag, {
    title: write('page.reactivation', { organization }),
    text: write('page.reactivationText'),
    body,
  });
}

export function donePage({ tag, write }: AnswerTexts, organization: string): string {
  const body = `<p><a href="/login/">${escaped(write('page.signIn'))}</a></p>`;
  return page(tag, { title: write('page.reactivated', { organization }), body });
}

export function unknownLinkPage({ tag, write }: AnswerTexts, organization: string): string {
  return page(tag, { title: write('page.reactivation', { organization }), text: write('page.reactivationUnknown') });
}
