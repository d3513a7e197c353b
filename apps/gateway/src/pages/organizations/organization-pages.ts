import type { AnswerTexts } from '../../access/answer-language';
import { escaped, page } from '../page';

export interface ChoiceForm {
  /** Where the sign-in leads to; '' for the client itself. */
  next: string;
  /** What somebody typed last. */
  subdomain: string;
  isUnknown: boolean;
}

/** Asks which organization somebody wants to sign in to. */
export function choicePage({ tag, write }: AnswerTexts, { next, subdomain, isUnknown }: ChoiceForm): string {
  const alert = isUnknown ? `<p role="alert">${escaped(write('page.organizationUnknown'))}</p>` : '';
  const body =
    `${alert}<form method="post" action="/accounts/go/"><input type="hidden" name="next" value="${escaped(next)}">` +
    `<p><label>${escaped(write('page.organizationAddress'))} ` +
    `<input name="subdomain" autocapitalize="none" spellcheck="false" value="${escaped(subdomain)}" required></label></p>` +
    `<button>${escaped(write('page.continue'))}</button></form>` +
    `<p><a href="/accounts/find/">${escaped(write('page.findOrganizations'))}</a></p>`;
  return page(tag, { title: write('page.chooseOrganization'), body });
}

interface FinderForm {
  /** What somebody typed last. */
  emails: string;
  /** Why no mail was sent. */
  problem?: string;
}

/** The account finder for programs and for browsers without scripts. */
export function finderPage({ tag, write }: AnswerTexts, { emails, problem }: FinderForm = { emails: '' }): string {
  const alert = problem === undefined ? '' : `<p role="alert">${escaped(problem)}</p>`;
  const body =
    `${alert}<form method="post" action="/accounts/find/"><p><label>${escaped(write('page.emails'))} ` +
    `<input name="emails" autocomplete="email" value="${escaped(emails)}" required></label></p>` +
    `<button>${escaped(write('page.findOrganizations'))}</button></form>`;
  return page(tag, { title: write('page.findOrganizations'), text: write('page.finderText'), body });
}

/** The same for every address: only the mail tells. */
export function finderDonePage({ tag, write }: AnswerTexts): string {
  return page(tag, { title: write('page.mailSent'), text: write('page.finderSent') });
}

/** @param movedTo address of the organization's successor, if it has one */
export function deactivatedPage({ tag, write }: AnswerTexts, host: string, movedTo: string | undefined): string {
  const title = write('page.organizationDeactivated');
  if (movedTo === undefined) return page(tag, { title, text: write('page.organizationDeactivatedText', { host }) });
  const link = `<p><a href="${escaped(movedTo)}">${escaped(movedTo)}</a></p>`;
  return page(tag, { title, text: write('page.organizationMoved'), body: link });
}
