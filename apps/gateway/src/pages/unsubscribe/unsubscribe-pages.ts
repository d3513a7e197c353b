import type { AnswerTexts } from '../../access/answer-language';

/** A page without style or script: it comes from a mail and is seen once. @param form HTML */
function page(tag: string, title: string, text: string, form = ''): string {
  return (
    `<!doctype html><html lang="${tag}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
    `<title>${escaped(title)}</title></head><body><h1>${escaped(title)}</h1><p>${escaped(text)}</p>${form}</body></html>`
  );
}

/** Asks: programs that check links open them, and must not unsubscribe anybody. */
export function askingPage(
  { tag, write }: AnswerTexts,
  type: 'missed_messages' | 'login',
  organization: string,
): string {
  const question = type === 'login' ? 'page.unsubscribeLogin' : 'page.unsubscribeMissed';
  const button = `<form method="post"><button>${escaped(write('page.unsubscribe'))}</button></form>`;
  return page(tag, write('page.unsubscribe'), write(question, { organization }), button);
}

export function unsubscribedPage(
  { tag, write }: AnswerTexts,
  type: 'missed_messages' | 'login',
  organization: string,
): string {
  const text = type === 'login' ? 'page.unsubscribedFromLogin' : 'page.unsubscribedFromMissed';
  return page(tag, write('page.unsubscribed'), write(text, { organization }));
}

export function unknownLinkPage({ tag, write }: AnswerTexts): string {
  return page(tag, write('page.unsubscribe'), write('page.unsubscribeUnknown'));
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
