import type { UnsubscribeType } from '@stoa/contracts/users';
import type { TextKey } from '@stoa/texts';
import type { AnswerTexts } from '../../access/answer-language';
import { escaped, page } from '../page';

/** What the page asks, and what it says afterwards. */
const TEXTS: Readonly<Record<UnsubscribeType, { question: TextKey; done: TextKey }>> = {
  missed_messages: { question: 'page.unsubscribeMissed', done: 'page.unsubscribedFromMissed' },
  login: { question: 'page.unsubscribeLogin', done: 'page.unsubscribedFromLogin' },
  digest: { question: 'page.unsubscribeDigest', done: 'page.unsubscribedFromDigest' },
  welcome: { question: 'page.unsubscribeWelcome', done: 'page.unsubscribedFromWelcome' },
};

/** Asks: programs that check links open them, and must not unsubscribe anybody. */
export function askingPage({ tag, write }: AnswerTexts, type: UnsubscribeType, organization: string): string {
  const button = `<form method="post"><button>${escaped(write('page.unsubscribe'))}</button></form>`;
  const text = write(TEXTS[type].question, { organization });
  return page(tag, { title: write('page.unsubscribe'), text, body: button });
}

export function unsubscribedPage({ tag, write }: AnswerTexts, type: UnsubscribeType, organization: string): string {
  return page(tag, { title: write('page.unsubscribed'), text: write(TEXTS[type].done, { organization }) });
}

export function unknownLinkPage({ tag, write }: AnswerTexts): string {
  return page(tag, { title: write('page.unsubscribe'), text: write('page.unsubscribeUnknown') });
}
