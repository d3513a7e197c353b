import { DomainError } from '@stoa/errors';
import type { AnswerTexts } from '../../access/answer-language';
import { escaped, page } from '../page';

export interface SignInForm {
  organization: string;
  /** Where a sign-in leads to. */
  next: string;
  username: string;
  /** Why the last attempt failed. */
  problem?: string;
}

/** The sign-in page for programs and for browsers without scripts; others get that of the web client. */
export function signInPage({ tag, write }: AnswerTexts, form: SignInForm): string {
  const { organization, next, username, problem } = form;
  const alert = problem === undefined ? '' : `<p role="alert">${escaped(problem)}</p>`;
  const field = (name: string, label: string, more: string) =>
    `<p><label>${escaped(label)} <input name="${name}" ${more} required></label></p>`;
  const body =
    `${alert}<form method="post" action="/login/"><input type="hidden" name="next" value="${escaped(next)}">` +
    field('username', write('page.email'), `autocomplete="username" value="${escaped(username)}"`) +
    field('password', write('page.password'), 'type="password" autocomplete="current-password"') +
    `<button>${escaped(write('page.signIn'))}</button></form>` +
    `<p><a href="/accounts/password/reset/">${escaped(write('page.forgotten'))}</a></p>`;
  return page(tag, { title: write('page.signInTo', { organization }), body });
}

export interface CodeForm {
  factorToken: string;
  next: string;
  problem?: string;
}

/** Asks for the code of an authenticator app, after the password. */
export function codePage({ tag, write }: AnswerTexts, { factorToken, next, problem }: CodeForm): string {
  const alert = problem === undefined ? '' : `<p role="alert">${escaped(problem)}</p>`;
  const hidden = (name: string, value: string) => `<input type="hidden" name="${name}" value="${escaped(value)}">`;
  const body =
    `${alert}<form method="post" action="/login/">${hidden('next', next)}${hidden('factor_token', factorToken)}` +
    `<p><label>${escaped(write('page.code'))} <input name="code" autocomplete="one-time-code" required></label></p>` +
    `<button>${escaped(write('page.signIn'))}</button></form>`;
  return page(tag, { title: write('page.signIn'), text: write('page.codeText'), body });
}

/** What a sign-in with the right password goes on with, as plain forms can. @returns undefined for other errors */
export function codeFormOf(error: DomainError, next: string): CodeForm | undefined {
  const { factor_token: factorToken, step } = error.data;
  const isForm = error.code === 'SECOND_FACTOR_REQUIRED' && step === 'code' && typeof factorToken === 'string';
  return isForm ? { factorToken, next } : undefined;
}

/**
 * Why a form let nobody in, in the words that scripts look for (identity.md 1.3).
 * @returns undefined for what is no matter of the form: it is answered as an error
 */
export function signInProblem({ write }: AnswerTexts, error: DomainError, username: string): string | undefined {
  switch (error.code) {
    case 'AUTHENTICATION_FAILED':
      return write('page.signInWrong');
    case 'USER_DEACTIVATED':
      return write('page.signInDeactivated', { username });
    case 'PASSWORD_RESET_REQUIRED':
      return write('page.signInResetRequired');
    case 'SECOND_FACTOR_REQUIRED':
      return write('page.factorNeedsClient');
    case 'RATE_LIMIT_HIT': {
      const seconds = Math.ceil(Number(error.data['retry-after'] ?? 0));
      return write('page.signInTooMany', { seconds });
    }
    default:
      return undefined;
  }
}
