import type { AddressStep } from '@stoa/contracts/push';
import type { AnswerTexts } from '../../access/answer-language';
import { escaped, page } from '../page';

/** What the link was made for, and the address that gets no mails. */
export interface AddressLink {
  step: AddressStep;
  address: string;
}

/** Asks: programs that check links open them, and must neither send mails nor confirm an address. */
export function askingPage({ tag, write }: AnswerTexts, { step, address }: AddressLink): string {
  const isCheck = step === 'check';
  const label = escaped(write(isCheck ? 'page.addressCheck' : 'page.addressConfirm'));
  return page(tag, {
    title: write('page.address', { address }),
    text: write(isCheck ? 'page.addressCheckText' : 'page.addressConfirmText', { address }),
    body: `<form method="post"><button>${label}</button></form>`,
  });
}

export function donePage({ tag, write }: AnswerTexts, { step, address }: AddressLink): string {
  const text = write(step === 'check' ? 'page.addressChecked' : 'page.addressConfirmed', { address });
  return page(tag, { title: write('page.address', { address }), text });
}

export function unknownLinkPage({ tag, write }: AnswerTexts): string {
  return page(tag, { title: write('page.addressConfirm'), text: write('page.addressUnknown') });
}
